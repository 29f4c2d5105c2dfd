import ByteBasics

/// A merged text in pieces, some of which may be conflicts.
struct MergedText {
  enum Piece {
    case text([UInt8])
    case conflict(ConflictingLines)
  }

  private(set) var pieces: [Piece] = []
  /// Lines of a side that are not in the result because a rule decided against them, or made one of two.
  var decided: [[UInt8]] = []

  var conflictCount: Int {
    pieces.reduce(0) { if case .conflict = $1 { $0 + 1 } else { $0 } }
  }

  var isClean: Bool { conflictCount == 0 }

  mutating func append(_ bytes: some Collection<UInt8>) {
    if case .text(var last)? = pieces.last {
      pieces.removeLast()
      last += bytes
      pieces.append(.text(last))
    } else {
      pieces.append(.text(Array(bytes)))
    }
  }

  /// Takes a line away from the end of a text that ends in it.
  mutating func removeLast(_ line: ArraySlice<UInt8>) {
    guard case .text(let last)? = pieces.last, last.suffix(line.count) == line else { return }
    pieces[pieces.count - 1] = .text(last.dropLast(line.count))
  }

  mutating func append(_ conflict: ConflictingLines) { pieces.append(.conflict(conflict)) }

  mutating func append(_ other: MergedText) {
    for piece in other.pieces {
      switch piece {
      case .text(let bytes): append(bytes)
      case .conflict(let conflict): append(conflict)
      }
    }
    decided += other.decided
  }

  /// Returns the text without bytes at its ends, which are in no conflict.
  func dropping(prefix: Int, suffix: Int) -> MergedText {
    var result = self
    if case .text(let first)? = pieces.first { result.pieces[0] = .text(Array(first.dropFirst(prefix))) }
    if case .text(let last)? = result.pieces.last {
      result.pieces[pieces.count - 1] = .text(last.dropLast(suffix))
    }
    return result
  }

  /// Returns the text with more space before each line that is not empty.
  func indented(by indent: [UInt8]) -> MergedText {
    func shifted(_ bytes: [UInt8]) -> [UInt8] {
      bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false).dropLast()
        .flatMap { ($0.isEmpty ? [] : indent + $0) + [ASCII.lineFeed] }
    }
    var result = MergedText()
    for piece in pieces {
      switch piece {
      case .text(let bytes): result.append(shifted(bytes))
      case .conflict(let lines):
        result.append(
          ConflictingLines(base: shifted(lines.base), ours: shifted(lines.ours), theirs: shifted(lines.theirs)))
      }
    }
    result.decided = decided.map(shifted)
    return result
  }

  /// The last line, for the text after it; nil if there is no line, or if it belongs to a conflict.
  var lastLine: ArraySlice<UInt8>? {
    guard case .text(let bytes)? = pieces.last, !bytes.isEmpty else { return nil }
    let start = bytes.dropLast().lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    return bytes[start...]
  }

  /// Returns the bytes, with markers in `style`, and the offsets of the conflicts in them.
  func written(in style: ConflictStyle) -> (bytes: [UInt8], conflicts: [Int]) {
    if case .text(let bytes)? = pieces.first, pieces.count == 1 { return (bytes, []) }
    var bytes: [UInt8] = []
    var conflicts: [Int] = []
    for piece in pieces {
      switch piece {
      case .text(let text): bytes += text
      case .conflict(let conflict):
        conflicts.append(bytes.count)
        bytes += conflict.written(in: style)
      }
    }
    return (bytes, conflicts)
  }
}

/// Lines that the two sides could not agree on: lines of each side, each with its LF.
struct ConflictingLines {
  var base: [UInt8]
  var ours: [UInt8]
  var theirs: [UInt8]

  func written(in style: ConflictStyle) -> [UInt8] {
    let isWhole = style.form != .merge
    var bytes = marker("<", style.ours, style) + ours
    if isWhole { bytes += marker("|", style.base, style) + base }
    bytes += marker("=", "", style) + theirs
    return bytes + marker(">", style.theirs, style)
  }

  private func marker(_ mark: Unicode.Scalar, _ label: String, _ style: ConflictStyle) -> [UInt8] {
    let text = String(repeating: Character(mark), count: style.markerLength)
    let line = label.isEmpty ? text : text + " " + label
    return Array(line.utf8) + [ASCII.lineFeed]
  }
}
