import ByteBasics

/// The `%%…%%` in the text of a block of raw HTML: nobody who writes one wants it to be read.
///
/// In code, in tags and in HTML's own comments there is none.
struct RawHTMLComments {
  private let bytes: [UInt8]
  private let block: ByteRange

  /// The blocks in which HTML's text is not shown as text.
  private static let exceptions = ["<pre", "<script", "<style", "<textarea", "<!", "<?"]

  static func ranges(in block: ByteRange, of bytes: [UInt8]) -> [ByteRange] {
    let start = block.lowerBound
    guard
      let first = firstOffset(
        of: UInt8(ascii: "%"), in: bytes, from: start, to: block.upperBound),
      first + 1 < block.upperBound
    else { return [] }
    let head = String(decoding: bytes[start..<min(start + 12, block.upperBound)], as: UTF8.self)
      .lowercased()
    guard !exceptions.contains(where: head.hasPrefix) else { return [] }
    return RawHTMLComments(bytes: bytes, block: block).ranges
  }

  private var ranges: [ByteRange] {
    var found: [ByteRange] = []
    var index = block.lowerBound
    while index < block.upperBound {
      switch bytes[index] {
      case ASCII.less: index = endOfTag(from: index)
      case UInt8(ascii: "%"):
        guard let end = endOfComment(from: index) else {
          index += 1
          continue
        }
        found.append(ByteRange(index, end))
        index = end
      default: index += 1
      }
    }
    return found
  }

  private func endOfTag(from start: Int) -> Int {
    let isComment = bytes[start..<block.upperBound].starts(with: "<!--".utf8)
    if isComment {
      var index = start + 4
      while let found = firstOffset(of: ASCII.greater, in: bytes, from: index, to: block.upperBound)
      {
        if bytes[found - 1] == UInt8(ascii: "-"), bytes[found - 2] == UInt8(ascii: "-") {
          return found + 1
        }
        index = found + 1
      }
      return block.upperBound
    }
    let next = start + 1 < block.upperBound ? bytes[start + 1] : 0
    guard ASCII.isLetter(next) || next == UInt8(ascii: "/") else { return start + 1 }
    return firstOffset(of: ASCII.greater, in: bytes, from: start, to: block.upperBound)
      .map { $0 + 1 } ?? block.upperBound
  }

  private func endOfComment(from start: Int) -> Int? {
    let percent = UInt8(ascii: "%")
    guard start + 3 < block.upperBound, bytes[start + 1] == percent else { return nil }
    var index = start + 2
    while let found = firstOffset(of: percent, in: bytes, from: index, to: block.upperBound),
      found + 1 < block.upperBound
    {
      if bytes[found + 1] == percent { return found + 2 }
      index = found + 1
    }
    return nil
  }
}
