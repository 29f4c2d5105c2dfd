import ByteBasics

/// Reads the front matter that people write by hand: `key: value` lines with plain or quoted scalars, flow
/// lists and block lists of scalars, comments and blank lines.
///
/// Everything else it declines, and the YAML parser reads it. Whatever it does read, it reads as the YAML
/// parser would; a test compares the two.
///
/// Editors need it for where each value is. For reading it is there because of the time: the first `index` of the
/// 10,000 notes of `Benchmarks/generate.py` takes 2.49 s with it and 3.06 s by the YAML parser alone, of the processor
/// 1.62 and
/// 2.06 s (2026-11-24, optimised, medians of ten runs of each in turn).
struct PlainFrontMatterReader {
  private let bytes: [UInt8]
  private let end: Int
  private var offset: Int
  private var entries: [FrontMatter.Entry] = []

  /// Parses the entries of `content`. Returns nil if a line is not one of the plain cases.
  static func entries(of content: ByteRange, in bytes: [UInt8]) -> [FrontMatter.Entry]? {
    var reader = PlainFrontMatterReader(bytes: bytes, end: content.upperBound, offset: content.lowerBound)
    return reader.read() ? reader.entries : nil
  }

  private init(bytes: [UInt8], end: Int, offset: Int) {
    self.bytes = bytes
    self.end = end
    self.offset = offset
    entries.reserveCapacity(12)
  }

  private mutating func read() -> Bool {
    guard hasOnlyPlainBytes() else { return false }
    while offset < end {
      if skipEmptyLine() { continue }
      guard readEntry() else { return false }
    }
    return true
  }

  /// Returns true if there are no control characters, tabs, other line breaks, byte order marks or invalid UTF-8.
  private func hasOnlyPlainBytes() -> Bool {
    var sawOther = false
    var index = offset - 1
    while true {
      index += 1
      while index + 8 <= end, hasEightPrintable(from: index) { index += 8 }
      if index >= end { break }
      let byte = bytes[index]
      if byte < 0x20 {
        let isLineEnd =
          byte == ASCII.lineFeed
          || byte == ASCII.carriageReturn && index + 1 < end && bytes[index + 1] == ASCII.lineFeed
        if !isLineEnd { return false }
      } else if byte >= 0x7F {
        if byte == 0x7F || isUnprintable(bytes, index, end) { return false }
        sawOther = true
      }
    }
    return !sawOther || isValidUTF8(bytes[offset..<end])
  }

  /// Returns true if eight bytes are between U+0020 and U+007E, tested all at once.
  @inline(__always)
  private func hasEightPrintable(from index: Int) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      let ones: UInt64 = 0x0101_0101_0101_0101
      let eight = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let below = (eight &- ones &* 0x20) & ~eight
      let above = (eight &+ ones) | eight
      return (below | above) & (ones &* 0x80) == 0
    }
  }

  /// Skips a blank line or a line that holds only a comment.
  private mutating func skipEmptyLine() -> Bool {
    var index = offset
    while index < end, bytes[index] == ASCII.space { index += 1 }
    guard index == end || isLineEnd(index) || bytes[index] == ASCII.hash else { return false }
    offset = nextLine(from: index)
    return true
  }

  private mutating func readEntry() -> Bool {
    let keyStart = offset
    var index = offset
    while index < end, isKeyByte(bytes[index]) { index += 1 }
    guard index > keyStart, index < end, bytes[index] == ASCII.colon,
      bytes[keyStart] != ASCII.hyphen, bytes[index - 1] != ASCII.space
    else { return false }
    let keyRange = ByteRange(keyStart, index)
    index += 1
    guard index == end || bytes[index] == ASCII.space || isLineEnd(index) else { return false }
    while index < end, bytes[index] == ASCII.space { index += 1 }
    guard let (value, range, next) = readValue(at: index) else { return false }
    let key = text(keyRange.lowerBound, keyRange.upperBound)
    entries.append(FrontMatter.Entry(key: key, value: value, keyRange: keyRange, valueRange: range))
    offset = next
    return true
  }

  private typealias ReadValue = (value: FrontMatterValue, range: ByteRange, next: Int)

  private func readValue(at index: Int) -> ReadValue? {
    let isEmpty = index == end || isLineEnd(index) || isComment(index)
    if isEmpty { return readBlockList(after: index) }
    let result: (value: FrontMatterValue, range: ByteRange)?
    if bytes[index] == ASCII.leftBracket {
      result = readFlowList(at: index)
    } else {
      result = readScalar(at: index, inFlow: false).map { (.scalar($0.scalar), $0.range) }
    }
    guard let result, let next = endOfEntry(after: result.range.upperBound) else { return nil }
    return (result.value, result.range, next)
  }

  /// Returns the next line if only a comment follows the value and the value does not continue there.
  private func endOfEntry(after valueEnd: Int) -> Int? {
    var index = valueEnd
    while index < end, bytes[index] == ASCII.space { index += 1 }
    guard index == end || isLineEnd(index) || (index > valueEnd && isComment(index)) else { return nil }
    let next = nextLine(from: index)
    return startsIndented(next) ? nil : next
  }

  /// Returns true if the next line with content is indented or a list item, so that the value would continue there.
  private func startsIndented(_ start: Int) -> Bool {
    var line = start
    while line < end {
      var index = line
      while index < end, bytes[index] == ASCII.space { index += 1 }
      if index < end, !isLineEnd(index), bytes[index] != ASCII.hash {
        return index > line || bytes[index] == ASCII.hyphen
      }
      line = nextLine(from: index)
    }
    return false
  }

  /// Reads `key:` followed by `- item` lines, or by no value.
  private func readBlockList(after index: Int) -> ReadValue? {
    var line = nextLine(from: index)
    var items: [FrontMatterValue] = []
    var range = ByteRange(index, index)
    var indent = -1
    var next = line
    while line < end {
      var start = line
      while start < end, bytes[start] == ASCII.space { start += 1 }
      if start == end || isLineEnd(start) || bytes[start] == ASCII.hash {
        line = nextLine(from: start)
        continue
      }
      guard bytes[start] == ASCII.hyphen, start + 1 < end, bytes[start + 1] == ASCII.space else {
        if start > line { return nil }
        break
      }
      if indent < 0 { indent = start - line }
      guard start - line == indent, let item = readItem(at: start + 1) else { return nil }
      items.append(.scalar(item.scalar))
      range = ByteRange(items.count == 1 ? start : range.lowerBound, item.range.upperBound)
      next = item.next
      line = next
    }
    let value: FrontMatterValue =
      items.isEmpty ? .scalar(FrontMatterValue.Scalar(text: "", style: .plain)) : .list(items)
    return (value, range, items.isEmpty ? nextLine(from: index) : next)
  }

  private typealias ReadItem = (scalar: FrontMatterValue.Scalar, range: ByteRange, next: Int)

  private func readItem(at index: Int) -> ReadItem? {
    var start = index
    while start < end, bytes[start] == ASCII.space { start += 1 }
    guard start < end, !isLineEnd(start), !isComment(start), let (scalar, range) = readScalar(at: start, inFlow: false)
    else { return nil }
    var index = range.upperBound
    while index < end, bytes[index] == ASCII.space { index += 1 }
    guard index == end || isLineEnd(index) || (index > range.upperBound && isComment(index)) else {
      return nil
    }
    let next = nextLine(from: index)
    // An indented line that is not an item continues this one.
    var following = next
    while following < end, bytes[following] == ASCII.space { following += 1 }
    let continues =
      following > next && following < end && !isLineEnd(following)
      && bytes[following] != ASCII.hyphen && bytes[following] != ASCII.hash
    return continues ? nil : (scalar, range, next)
  }

  private func readFlowList(at start: Int) -> (value: FrontMatterValue, range: ByteRange)? {
    var items: [FrontMatterValue] = []
    var index = start + 1
    while true {
      while index < end, bytes[index] == ASCII.space { index += 1 }
      guard index < end, !isLineEnd(index) else { return nil }
      if bytes[index] == ASCII.rightBracket { return (.list(items), ByteRange(start, index + 1)) }
      guard let (scalar, range) = readScalar(at: index, inFlow: true) else { return nil }
      items.append(.scalar(scalar))
      index = range.upperBound
      while index < end, bytes[index] == ASCII.space { index += 1 }
      guard index < end else { return nil }
      if bytes[index] == ASCII.comma { index += 1 } else if bytes[index] != ASCII.rightBracket { return nil }
    }
  }

  private typealias ReadScalar = (scalar: FrontMatterValue.Scalar, range: ByteRange)

  private func readScalar(at start: Int, inFlow: Bool) -> ReadScalar? {
    switch bytes[start] {
    case ASCII.doubleQuote: readDoubleQuoted(at: start)
    case ASCII.singleQuote: readSingleQuoted(at: start)
    default: readPlain(at: start, inFlow: inFlow)
    }
  }

  private func readDoubleQuoted(at start: Int) -> ReadScalar? {
    var index = start + 1
    while index < end, bytes[index] != ASCII.doubleQuote {
      if bytes[index] == ASCII.backslash || isLineEnd(index) { return nil }
      index += 1
    }
    guard index < end else { return nil }
    let text = self.text(start + 1, index)
    return (FrontMatterValue.Scalar(text: text, style: .doubleQuoted), ByteRange(start, index + 1))
  }

  private func readSingleQuoted(at start: Int) -> ReadScalar? {
    var text: [UInt8] = []
    var index = start + 1
    while index < end {
      if isLineEnd(index) { return nil }
      if bytes[index] == ASCII.singleQuote {
        guard index + 1 < end, bytes[index + 1] == ASCII.singleQuote else {
          let scalar = FrontMatterValue.Scalar(text: String(decoding: text, as: UTF8.self), style: .singleQuoted)
          return (scalar, ByteRange(start, index + 1))
        }
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    return nil
  }

  private func readPlain(at start: Int, inFlow: Bool) -> ReadScalar? {
    guard !isRefusedAtStart(bytes[start]) else { return nil }
    var index = start
    var lastContent = start
    while index < end, !isLineEnd(index) {
      let byte = bytes[index]
      if byte == ASCII.colon {
        let next = index + 1 < end ? bytes[index + 1] : ASCII.lineFeed
        if next == ASCII.space || next == ASCII.lineFeed || next == ASCII.carriageReturn || inFlow {
          return nil
        }
      } else if byte == ASCII.hash, bytes[index - 1] == ASCII.space {
        break
      } else if inFlow, isRefusedInFlow(byte) {
        if byte == ASCII.comma || byte == ASCII.rightBracket { break }
        return nil
      }
      index += 1
      if byte != ASCII.space { lastContent = index }
    }
    guard lastContent > start else { return nil }
    let text = self.text(start, lastContent)
    return (FrontMatterValue.Scalar(text: text, style: .plain), ByteRange(start, lastContent))
  }

  private func text(_ start: Int, _ end: Int) -> String {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe String(decoding: UnsafeBufferPointer(rebasing: $0[start..<end]), as: UTF8.self)
    }
  }

  private func isComment(_ index: Int) -> Bool {
    bytes[index] == ASCII.hash && bytes[index - 1] == ASCII.space
  }

  private func isLineEnd(_ index: Int) -> Bool {
    bytes[index] == ASCII.lineFeed || bytes[index] == ASCII.carriageReturn
  }

  private func nextLine(from start: Int) -> Int {
    var index = start
    while index < end {
      index += 1
      if bytes[index - 1] == ASCII.lineFeed { break }
    }
    return index
  }
}

// Switches instead of tables: a global table is asked for its initialisation at every byte.

/// Returns true for letters, digits, `_`, `-`, `.`, spaces and everything beyond ASCII.
@inline(__always)
private func isKeyByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x2D, 0x2E, 0x20, 0x80...: true
  default: false
  }
}

/// Returns true for a byte that begins no scalar of the plain cases. YAML allows `-`, `?` and `:` before a letter.
private func isRefusedAtStart(_ byte: UInt8) -> Bool {
  // In this order: ! " # % & ' * , - : > ? @ [ ] ` { | }
  switch byte {
  case 0x21...0x23, 0x25...0x27, 0x2A, 0x2C, 0x2D, 0x3A, 0x3E...0x40, 0x5B, 0x5D, 0x60, 0x7B...0x7D: true
  default: false
  }
}

/// Returns true for a byte that ends or invalidates a plain scalar inside `[…]`.
@inline(__always)
private func isRefusedInFlow(_ byte: UInt8) -> Bool {
  switch byte {
  case ASCII.comma, ASCII.leftBracket, ASCII.rightBracket, 0x7B, 0x7D, 0x3F: true
  default: false
  }
}
