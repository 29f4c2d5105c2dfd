import ByteBasics

/// What a file has besides its lines: a byte order mark, the ends of its lines, the end of the last one.
///
/// A merge takes these off, merges lines that all end in LF, and gives the result the shape that the three
/// files agree on. So a side that converts line ends does not conflict with one that edits a line.
struct TextShape: Equatable {
  var hasByteOrderMark: Bool
  /// nil for a file whose lines end in different ways: these ends stay part of the lines.
  var usesCRLF: Bool?
  /// True for an empty file as well.
  var endsInLineFeed: Bool

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(of bytes: [UInt8]) {
    hasByteOrderMark = bytes.starts(with: Self.mark)
    endsInLineFeed = bytes.last.map { $0 == ASCII.lineFeed } ?? true
    var feeds = 0
    var pairs = 0
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == ASCII.lineFeed {
        feeds += 1
        if index > 0, bytes[index - 1] == ASCII.carriageReturn { pairs += 1 }
      }
    }
    usesCRLF = pairs == 0 ? false : pairs == feeds ? true : nil
  }

  private init(hasByteOrderMark: Bool, usesCRLF: Bool?, endsInLineFeed: Bool) {
    self.hasByteOrderMark = hasByteOrderMark
    self.usesCRLF = usesCRLF
    self.endsInLineFeed = endsInLineFeed
  }

  /// The shape of the result: of each property what a side has changed.
  static func merged(_ base: TextShape, _ ours: TextShape, _ theirs: TextShape) -> TextShape {
    TextShape(
      hasByteOrderMark: threeWay(
        base.hasByteOrderMark, ours.hasByteOrderMark, theirs.hasByteOrderMark),
      usesCRLF: threeWay(base.usesCRLF, ours.usesCRLF, theirs.usesCRLF),
      endsInLineFeed: threeWay(base.endsInLineFeed, ours.endsInLineFeed, theirs.endsInLineFeed))
  }

  private static func threeWay<Value: Equatable>(
    _ base: Value, _ ours: Value, _ theirs: Value
  ) -> Value {
    ours == base ? theirs : ours
  }

  /// The text without its mark, each line with an LF; CR LF becomes LF where `unifies` is true.
  func plainText(of bytes: [UInt8], unifies: Bool) -> [UInt8] {
    let start = hasByteOrderMark ? Self.mark.count : 0
    var text =
      unifies && usesCRLF == true
      ? Self.withoutReturns(bytes[start...]) : start == 0 ? bytes : Array(bytes[start...])
    if !endsInLineFeed, !text.isEmpty { text.append(ASCII.lineFeed) }
    return text
  }

  private static func withoutReturns(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let isPair =
        bytes[index] == ASCII.carriageReturn && index + 1 < bytes.endIndex
        && bytes[index + 1] == ASCII.lineFeed
      if !isPair { text.append(bytes[index]) }
      index += 1
    }
    return text
  }

  /// The file that has this shape and the lines of `text`.
  func file(of text: [UInt8], unified: Bool) -> [UInt8] {
    var lines = text[...]
    if !endsInLineFeed, lines.last == ASCII.lineFeed { lines.removeLast() }
    var bytes: [UInt8] = hasByteOrderMark ? Self.mark : []
    guard unified, usesCRLF == true else { return bytes + lines }
    bytes.reserveCapacity(lines.count + lines.count / 16)
    for byte in lines {
      if byte == ASCII.lineFeed { bytes.append(ASCII.carriageReturn) }
      bytes.append(byte)
    }
    return bytes
  }
}
