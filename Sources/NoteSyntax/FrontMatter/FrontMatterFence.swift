package import ByteBasics

/// Where the front matter of a file lies, found by bytes before anything else reads the file.
package struct FrontMatterFence: Equatable {
  package let format: FrontMatter.Format
  /// From the opening fence to the end of the closing fence's line.
  package let range: ByteRange
  /// The lines between the fences.
  package let content: ByteRange

  enum Search: Equatable {
    case found(FrontMatterFence)
    case absent
    /// An opening fence at the head of the file that no line closes.
    case unterminated(ByteRange)
  }

  /// How far into a file the closing fence may occur.
  private static let searchLimit = 1 << 20

  /// Looks at the head of a file, after its byte order mark.
  static func search(in bytes: [UInt8]) -> Search {
    let start = byteOrderMarkLength(bytes)
    guard let format = openingFormat(bytes, at: start) else { return .absent }
    let opening = lineEnd(bytes, from: start)
    guard isFence(bytes, start, opening, marks: format.marks) else { return .absent }
    var offset = opening
    let limit = min(bytes.count, offset + searchLimit)
    while offset < limit {
      let end = lineEnd(bytes, from: offset)
      if format.isClosed(by: bytes[offset]), isFence(bytes, offset, end, marks: bytes[offset]) {
        return .found(
          FrontMatterFence(
            format: format, range: ByteRange(start, end), content: ByteRange(opening, offset)))
      }
      offset = end
    }
    return .unterminated(ByteRange(start, opening))
  }

  /// Nil where nothing is before the body.
  package static func found(in bytes: [UInt8]) -> FrontMatterFence? {
    if case .found(let fence) = search(in: bytes) { fence } else { nil }
  }

  package static func byteOrderMarkLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  private static func openingFormat(_ bytes: [UInt8], at start: Int) -> FrontMatter.Format? {
    guard start + 3 <= bytes.count else { return nil }
    switch bytes[start] {
    case ASCII.hyphen: return .yaml
    case ASCII.plus: return .toml
    default: return nil
    }
  }

  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      offset += 1
      if bytes[offset - 1] == ASCII.lineFeed { break }
    }
    return offset
  }

  /// Three marks, then only blanks to the end of the line.
  private static func isFence(_ bytes: [UInt8], _ start: Int, _ end: Int, marks: UInt8) -> Bool {
    guard end - start >= 3, bytes[start] == marks, bytes[start + 1] == marks,
      bytes[start + 2] == marks
    else { return false }
    return bytes[(start + 3)..<end].allSatisfy {
      ASCII.isBlank($0) || $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed
    }
  }
}

extension FrontMatter.Format {
  fileprivate var marks: UInt8 { self == .yaml ? ASCII.hyphen : ASCII.plus }

  fileprivate func isClosed(by mark: UInt8) -> Bool {
    self == .yaml ? mark == ASCII.hyphen || mark == ASCII.period : mark == ASCII.plus
  }
}

extension Document {
  /// Where the body of a file begins, found without reading the fields before it.
  package static func bodyStart(of bytes: [UInt8]) -> Int {
    FrontMatterFence.found(in: bytes)?.range.upperBound
      ?? FrontMatterFence.byteOrderMarkLength(bytes)
  }
}
