import ByteBasics
import Wording

/// The lines that git writes round the two sides of a conflict.
enum ConflictMarkers {
  /// A diagnostic for each marker that is not part of code.
  static func diagnostics(in bytes: [UInt8], _ blocks: [Block]) -> [Diagnostic] {
    let marks = ranges(in: bytes)
    guard !marks.isEmpty else { return [] }
    let code = blocks.filter { $0.kind == .codeBlock }.map(\.range)
    return marks.filter { mark in !code.contains { $0.contains(mark) } }.map { mark in
      let sign = String(decoding: bytes[mark.indices].prefix(7), as: UTF8.self)
      return Diagnostic(
        check: "conflict-mark", severity: .error, range: mark,
        message: Message(
          "A merge left “\(sign)” behind; “sheaf resolve” merges what can be merged",
          ko: "병합이 “\(sign)” 표시를 남겼습니다. 병합할 수 있는 것은 “sheaf resolve”로 병합할 수 있습니다"))
    }
  }

  private static func ranges(in bytes: [UInt8]) -> [ByteRange] {
    (positions(of: ASCII.less, in: bytes) + positions(of: ASCII.greater, in: bytes)).sorted().map {
      ByteRange($0, bytes[$0...].firstIndex(of: ASCII.lineFeed) ?? bytes.count)
    }
  }

  /// Where lines begin with seven marks and a space.
  private static func positions(of mark: UInt8, in bytes: [UInt8]) -> [Int] {
    var positions: [Int] = []
    var offset = 0
    while let found = firstOffset(of: mark, in: bytes, from: offset, to: bytes.count) {
      let isAtLineStart = found == 0 || bytes[found - 1] == ASCII.lineFeed
      let end = bytes[found...].prefix(8).prefix { $0 == mark }.endIndex
      if isAtLineStart, end - found == 7, end < bytes.count, bytes[end] == ASCII.space {
        positions.append(found)
      }
      offset = end
    }
    return positions
  }
}
