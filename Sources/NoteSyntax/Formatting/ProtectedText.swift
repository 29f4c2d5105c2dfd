/// Text that means something to other programs though CommonMark gives it no meaning: wiki links, embeds, maths,
/// marks, comments, templates, tags. The formatter neither changes it nor cuts through it.
enum ProtectedText {
  /// The protected ranges of one line, in order, without overlaps.
  static func ranges(in bytes: [UInt8], from start: Int, to end: Int) -> [ByteRange] {
    var result: [ByteRange] = []
    let isTrigger = isTrigger
    var offset = start
    while offset < end {
      if isTrigger[Int(bytes[offset])],
        let close = protectedEnd(in: bytes, at: offset, from: start, to: end)
      {
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

  private static func protectedEnd(
    in bytes: [UInt8], at offset: Int, from start: Int, to end: Int
  ) -> Int? {
    let next = offset + 1 < end ? bytes[offset + 1] : 0
    switch bytes[offset] {
    case ASCII.leftBracket where next == ASCII.leftBracket:
      return find("]]", in: bytes, from: offset + 2, to: end)
    case ASCII.leftBracket where next == ASCII.caret:
      return labelEnd(in: bytes, from: offset + 2, to: end)
    case ASCII.leftBrace where next == ASCII.leftBrace:
      return find("}}", in: bytes, from: offset + 2, to: end)
    case ASCII.leftBrace where next == UInt8(ascii: "%"):
      return find("%}", in: bytes, from: offset + 2, to: end)
    case ASCII.less where next == UInt8(ascii: "%"):
      return find("%>", in: bytes, from: offset + 2, to: end)
    case UInt8(ascii: "%") where next == UInt8(ascii: "%"):
      return find("%%", in: bytes, from: offset + 2, to: end)
    case ASCII.equals
    where next == ASCII.equals && offset + 2 < end && opensMark(bytes[offset + 2]):
      return find("==", in: bytes, from: offset + 2, to: end)
    case UInt8(ascii: "$"):
      return next == UInt8(ascii: "$")
        ? find("$$", in: bytes, from: offset + 2, to: end)
        : find("$", in: bytes, from: offset + 2, to: end)
    case ASCII.hash:
      return wordEnd(in: bytes, from: offset + 1, to: end)
    case ASCII.caret where offset == start || ASCII.isBlank(bytes[offset - 1]):
      return wordEnd(in: bytes, from: offset + 1, to: end)
    default: return nil
    }
  }

  /// True for a byte behind `==` that begins marked text and not a row of equals signs.
  private static func opensMark(_ byte: UInt8) -> Bool {
    byte != ASCII.equals && !ASCII.isBlank(byte)
  }

  /// The end of `text` behind `from`.
  private static func find(_ text: StaticString, in bytes: [UInt8], from: Int, to end: Int) -> Int?
  {
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

  /// How far a closing sign is looked for, so that hostile text takes linear time.
  private static let searchLimit = 4096

  private static func wordEnd(in bytes: [UInt8], from: Int, to end: Int) -> Int? {
    var offset = from
    while offset < end, isWord(bytes[offset]) { offset += 1 }
    return offset > from ? offset : nil
  }

  /// The end of a footnote's label, which holds no white space.
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

extension ProtectedText {
  /// The lines of maths (`$$`) and comments (`%%`) that go over more than one line, outside code.
  ///
  /// - Returns: Ranges of 0-based lines, in order, without overlaps.
  static func regions(in source: SourceLines, code: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    guard hasDoubledSign(source.bytes) else { return [] }
    let found =
      regions(of: UInt8(ascii: "$"), in: source, code: code)
      + regions(of: UInt8(ascii: "%"), in: source, code: code)
    var result: [ClosedRange<Int>] = []
    for region in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, last.upperBound >= region.lowerBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, region.upperBound)
      } else {
        result.append(region)
      }
    }
    return result
  }

  private static func hasDoubledSign(_ bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == previous, byte == UInt8(ascii: "$") || byte == UInt8(ascii: "%") { return true }
      previous = byte
    }
    return false
  }

  private static func regions(
    of mark: UInt8, in source: SourceLines, code: [ClosedRange<Int>]
  ) -> [ClosedRange<Int>] {
    var pairs = SignPairs(mark: mark)
    var nextCode = 0
    for line in 0..<source.count {
      while nextCode < code.count, code[nextCode].upperBound < line { nextCode += 1 }
      if nextCode < code.count, code[nextCode].contains(line) { continue }
      pairs.read(source.table.range(of: line), of: source.bytes, line: line)
    }
    return pairs.regions
  }
}

/// Pairs a doubled sign with the next one, over lines; at least one byte stands between the two.
private struct SignPairs {
  let mark: UInt8
  private(set) var regions: [ClosedRange<Int>] = []
  private var opening: Int?

  init(mark: UInt8) {
    self.mark = mark
  }

  mutating func read(_ range: ByteRange, of bytes: [UInt8], line: Int) {
    var offset = range.lowerBound
    while offset + 1 < range.upperBound {
      if bytes[offset] == mark, bytes[offset + 1] == mark {
        offset += 2
        if let start = opening {
          if start < line { regions.append(start...line) }
          opening = nil
        } else {
          opening = line
          offset += 1
        }
      } else if bytes[offset] == ASCII.backtick {
        offset = codeSpanEnd(in: bytes, at: offset, to: range.upperBound)
      } else {
        offset += 1
      }
    }
  }
}

/// The end of the code span that begins at `offset`, or of the run of backticks where none closes it.
func codeSpanEnd(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  let runEnd = endOfRun(in: bytes, at: offset, to: end)
  var position = runEnd
  while position < end {
    guard bytes[position] == ASCII.backtick else {
      position += 1
      continue
    }
    let close = endOfRun(in: bytes, at: position, to: end)
    if close - position == runEnd - offset { return close }
    position = close
  }
  return runEnd
}

/// The end of the run of one byte that begins at `offset`.
func endOfRun(in bytes: [UInt8], at offset: Int, to end: Int) -> Int {
  var position = offset
  while position < end, bytes[position] == bytes[offset] { position += 1 }
  return position
}
