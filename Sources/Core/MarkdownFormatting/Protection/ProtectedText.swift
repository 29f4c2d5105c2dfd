import ByteBasics
import NoteSyntax

/// Text that means something to other programs though CommonMark gives it no meaning: wiki links, embeds, maths,
/// marks, comments, templates, tags. The formatter neither changes it nor cuts through it.
enum ProtectedText {
  /// Returns the protected ranges of one line, in order, without overlaps.
  static func ranges(in bytes: [UInt8], from start: Int, to end: Int) -> [ByteRange] {
    var result: [ByteRange] = []
    let isTrigger = isTrigger
    var offset = start
    while offset < end {
      if isTrigger[Int(bytes[offset])], let inner = protectedEnd(in: bytes, at: offset, from: start, to: end) {
        let close = overlappingEnd(in: bytes, of: ByteRange(offset, inner), from: start, to: end)
        result.append(ByteRange(offset, close))
        offset = close
      } else {
        offset += 1
      }
    }
    return result
  }

  private static let isTrigger: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "[$={%<#^".utf8 { table[Int(byte)] = true }
    return table
  }()

  /// Returns the end of a protected text, or of a construct that begins inside and ends after it.
  private static func overlappingEnd(in bytes: [UInt8], of range: ByteRange, from start: Int, to end: Int) -> Int {
    var result = range.upperBound
    var offset = range.lowerBound + 1
    while offset + 1 < range.upperBound {
      let byte = bytes[offset]
      if byte == bytes[offset + 1], byte != bytes[range.lowerBound],
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "$") || byte == ASCII.equals,
        let close = protectedEnd(in: bytes, at: offset, from: start, to: end)
      {
        result = max(result, close)
        offset = close
      } else {
        offset += 1
      }
    }
    return result
  }

  private static func protectedEnd(in bytes: [UInt8], at offset: Int, from start: Int, to end: Int) -> Int? {
    let next = offset + 1 < end ? bytes[offset + 1] : 0
    switch bytes[offset] {
    case ASCII.leftBracket where next == ASCII.leftBracket: return find("]]", in: bytes, from: offset + 2, to: end)
    case ASCII.leftBracket where next == ASCII.caret || next == ASCII.bang:
      return labelEnd(in: bytes, from: offset + 2, to: end)
    case ASCII.leftBrace where next == ASCII.leftBrace: return find("}}", in: bytes, from: offset + 2, to: end)
    case ASCII.leftBrace where next == UInt8(ascii: "%"): return find("%}", in: bytes, from: offset + 2, to: end)
    case ASCII.less where next == UInt8(ascii: "%"): return find("%>", in: bytes, from: offset + 2, to: end)
    case UInt8(ascii: "%") where next == UInt8(ascii: "%") && isLastPair(bytes, offset, end):
      return find("%%", in: bytes, from: offset + 3, to: end)
    case ASCII.equals where next == ASCII.equals && offset + 2 < end && opensMark(bytes[offset + 2]):
      return find("==", in: bytes, from: offset + 2, to: end)
    case UInt8(ascii: "$"):
      let isDisplay = next == UInt8(ascii: "$")
      guard !isDisplay || isLastPair(bytes, offset, end) else { return nil }
      let start = offset + (isDisplay ? 3 : 2)
      let first = isDisplay ? find("$$", in: bytes, from: start, to: end) : find("$", in: bytes, from: start, to: end)
      let last = longestEnd(in: bytes, from: start, to: end, isDisplay: isDisplay)
      return first.map { max(lastEnd(in: bytes, after: $0, to: end), lastEnd(in: bytes, after: last ?? $0, to: end)) }
    case ASCII.hash: return wordEnd(in: bytes, from: offset + 1, to: end)
    case ASCII.caret where offset == start || ASCII.isBlank(bytes[offset - 1]):
      return wordEnd(in: bytes, from: offset + 1, to: end)
    default: return nil
    }
  }

  /// Returns the end of mathematics for programs that ignore dollar signs in code, and, for a short formula, after a
  /// backslash or a space. Returns nil if the formula does not end.
  private static func longestEnd(in bytes: [UInt8], from: Int, to end: Int, isDisplay: Bool) -> Int? {
    let dollar = UInt8(ascii: "$")
    let limit = min(end, from + searchLimit)
    var offset = from
    while offset < limit {
      switch bytes[offset] {
      case ASCII.backtick: offset = codeSpanEnd(in: bytes, at: offset, to: limit)
      case ASCII.backslash where !isDisplay: offset += 2
      case dollar where isDisplay && offset + 1 < limit && bytes[offset + 1] == dollar: return offset + 2
      case dollar where !isDisplay && bytes[offset - 1] > ASCII.space:
        let next = offset + 1 < end ? bytes[offset + 1] : 0
        if !ASCII.isDigit(next) { return offset + 1 }
        offset += 1
      default: offset += 1
      }
    }
    return nil
  }

  /// Returns the end of consecutive formulas, beginning at `close`. Programs disagree about which dollar sign closes a
  /// formula, so the last sign of a formula may begin the next one.
  private static func lastEnd(in bytes: [UInt8], after close: Int, to end: Int) -> Int {
    var close = close
    while let further = ownEnd(in: bytes, at: close - 1, to: end), further > close { close = further }
    return close
  }

  /// Returns the end that the index finds for a dollar sign that may also close another formula.
  private static func ownEnd(in bytes: [UInt8], at offset: Int, to end: Int) -> Int? {
    let limit = min(end, offset + searchLimit)
    if offset + 1 < limit, bytes[offset + 1] == UInt8(ascii: "$") {
      return longestEnd(in: bytes, from: offset + 3, to: end, isDisplay: true)
    }
    return mathematicsEnd(in: bytes, at: offset, to: limit) { codeSpanEnd(in: bytes, at: $0, to: limit) }
  }

  /// Returns the check box of an item: `[x]` directly after the marker of the last item that begins on a line.
  static func boxRange(in bytes: [UInt8], from start: Int, to end: Int) -> ByteRange? {
    var offset = start
    var isItem = false
    while true {
      while offset < end, ASCII.isBlank(bytes[offset]) || bytes[offset] == ASCII.greater {
        offset += 1
      }
      guard let marker = ListMarker(bytes, at: offset, end: end) else { break }
      isItem = true
      offset += marker.length
    }
    guard isItem, offset + 2 < end, bytes[offset] == ASCII.leftBracket else { return nil }
    let close = bytes[(offset + 1)..<min(end, offset + 6)].firstIndex(of: ASCII.rightBracket)
    guard let close, close > offset + 1 else { return nil }
    let isAlone = close + 1 == end || ASCII.isWhiteSpace(bytes[close + 1])
    return isAlone ? ByteRange(offset, close + 1) : nil
  }

  /// Returns true if no third equal character follows. Of four in a row, the last two open a construct.
  private static func isLastPair(_ bytes: [UInt8], _ offset: Int, _ end: Int) -> Bool {
    offset + 2 < end && bytes[offset + 2] != bytes[offset]
  }

  /// Returns true for a byte after `==` that begins highlighted text and not a row of equals signs.
  private static func opensMark(_ byte: UInt8) -> Bool { byte != ASCII.equals && !ASCII.isBlank(byte) }

  /// Returns the end of `text`, which has one or two characters, after `from`.
  private static func find(_ text: StaticString, in bytes: [UInt8], from: Int, to end: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    let mark = unsafe text.utf8Start.pointee
    let second = unsafe text.utf8Start[length - 1]
    var offset = from
    let limit = min(end, from + searchLimit)
    while offset + length <= limit {
      if bytes[offset] == mark, bytes[offset + length - 1] == second { return offset + length }
      offset += 1
    }
    return nil
  }

  /// The maximum distance to a closing character in bytes, so that hostile text takes linear time.
  private static let searchLimit = 4096

  private static func wordEnd(in bytes: [UInt8], from: Int, to end: Int) -> Int? {
    var offset = from
    while offset < end, isWord(bytes[offset]) { offset += 1 }
    return offset > from ? offset : nil
  }

  /// Returns the end of the label of a footnote or of a callout, which contains no white space.
  private static func labelEnd(in bytes: [UInt8], from: Int, to end: Int) -> Int? {
    let limit = min(end, from + searchLimit)
    var offset = from
    while offset < limit, bytes[offset] > ASCII.space, bytes[offset] != ASCII.leftBracket {
      if bytes[offset] == ASCII.rightBracket { return offset > from ? offset + 1 : nil }
      offset += 1
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ASCII.isAlphanumeric(byte) || byte == ASCII.underscore
      || byte == ASCII.hyphen || byte == ASCII.slash
  }
}

/// The protected texts of a source one after the other.
struct ProtectedTextReader {
  private let bytes: [UInt8]
  private var lineStart = 0
  private var found: [ByteRange] = []
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next protected text of the lines that were read. A box reads as `[x]` whatever the letter's case.
  var text: ArraySlice<UInt8>? {
    guard position < found.count else { return nil }
    let text = bytes[found[position].indices]
    return text.elementsEqual("[X]".utf8) ? Array("[x]".utf8)[...] : text
  }

  mutating func dropText() { position += 1 }

  var isAtEnd: Bool { lineStart >= bytes.count }

  /// Reads the next line if all protected texts of the current line were used.
  mutating func readLine() {
    guard position == found.count, !isAtEnd else { return }
    let end = lineEnd
    found = ProtectedText.ranges(in: bytes, from: lineStart, to: end)
    if let box = ProtectedText.boxRange(in: bytes, from: lineStart, to: end) { found.insert(box, at: 0) }
    position = 0
    lineStart = end + 1
  }

  /// Skips equal lines and empty lines, whose protected texts cannot differ.
  mutating func skipLines(alikeIn other: inout Self) {
    guard position == found.count, other.position == other.found.count else { return }
    while !isAtEnd, !other.isAtEnd {
      let (end, otherEnd) = (lineEnd, other.lineEnd)
      if end == lineStart {
        lineStart += 1
      } else if otherEnd == other.lineStart {
        other.lineStart += 1
      } else if bytes[lineStart..<end] == other.bytes[other.lineStart..<otherEnd] {
        lineStart = end + 1
        other.lineStart = otherEnd + 1
      } else {
        return
      }
    }
  }

  /// The offset of the line feed that ends the present line, or the end of the text.
  private var lineEnd: Int {
    firstOffset(of: ASCII.lineFeed, in: bytes, from: lineStart, to: bytes.count) ?? bytes.count
  }
}
