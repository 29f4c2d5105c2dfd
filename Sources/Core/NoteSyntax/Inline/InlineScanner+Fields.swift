import ByteBasics

/// `key:: value` in its three forms, and the heads of callouts.
extension InlineScanner {
  /// Bytes of a key: longer texts before `::` are sentences.
  private static let keyLimit = 60
  private static let valueLimit = 1024

  /// Reads `[key:: value]` or `(key:: value)`. The part before the value becomes a mark, the value is scanned like any
  /// text, and the part after it becomes a mark when the scan reaches it.
  mutating func scanEnclosedField(at offset: Int) -> Int? {
    let isBracket = bytes[offset] == ASCII.leftBracket
    guard let colons = colons(from: offset + 1),
      let key = key(ByteRange(offset + 1, colons)),
      let close = enclosureEnd(from: colons + 2, isBracket ? ASCII.rightBracket : ASCII.rightParenthesis),
      !isBracket || !isLinkText(before: close + 1)
    else { return nil }
    let form: BodyField.Form = isBracket ? .brackets : .parentheses
    var valueStart = colons + 2
    while valueStart < close, ASCII.isBlank(bytes[valueStart]) { valueStart += 1 }
    guard let value = value(ByteRange(valueStart, close)) else { return nil }
    fields.append(BodyField(form: form, key: key, value: value, range: ByteRange(offset, close + 1)))
    let keyEnd = isBracket ? colons + 2 : valueStart
    marks.append(InlineMark(kind: .fieldStart(form), range: ByteRange(offset, keyEnd)))
    fieldEnds.append(InlineMark(kind: .fieldEnd(form), range: ByteRange(close, close + 1)))
    return valueStart
  }

  /// Returns true if the byte at `offset` makes the brackets before it a link. A field in brackets does not.
  private func isLinkText(before offset: Int) -> Bool {
    guard offset < end else { return false }
    return bytes[offset] == ASCII.leftParenthesis
      || bytes[offset] == ASCII.leftBracket && colons(from: offset + 1) == nil
  }

  /// Ends a field if `offset` is at its closing bracket.
  mutating func endField(at offset: Int) -> Bool {
    guard let last = fieldEnds.last, last.range.lowerBound <= offset else { return false }
    fieldEnds.removeLast()
    guard last.range.lowerBound == offset else { return endField(at: offset) }
    marks.append(last)
    return true
  }

  /// Reads `key:: value` if the key begins the line.
  mutating func scanLineField(at offset: Int) -> Bool {
    guard offset + 1 < end, bytes[offset + 1] == ASCII.colon, bytes[offset - 1] > ASCII.space,
      offset + 2 < end, ASCII.isBlank(bytes[offset + 2]), kind != .heading, !isTable
    else { return false }
    var keyStart = offset
    while keyStart > start, offset - keyStart <= Self.keyLimit, bytes[keyStart - 1] >= ASCII.space,
      bytes[keyStart - 1] != ASCII.greater
    {
      keyStart -= 1
    }
    while keyStart < offset, ASCII.isBlank(bytes[keyStart]) { keyStart += 1 }
    guard isFirstOfLine(keyStart), let key = key(ByteRange(keyStart, offset)) else { return false }
    let valueRange = ByteRange(offset + 2, lineEnd(from: offset))
    guard let value = value(valueRange) else { return false }
    fields.append(BodyField(form: .line, key: key, value: value, range: ByteRange(keyStart, valueRange.upperBound)))
    marks.append(InlineMark(kind: .fieldStart(.line), range: ByteRange(offset, offset + 2)))
    return true
  }

  /// Returns the offset of `::` after a key that begins at `start`.
  private func colons(from start: Int) -> Int? {
    let limit = min(end, start + Self.keyLimit)
    var index = start
    while index + 1 < limit {
      let byte = bytes[index]
      if byte == ASCII.colon { return bytes[index + 1] == ASCII.colon ? index : nil }
      guard isKeyByte(byte) else { return nil }
      index += 1
    }
    return nil
  }

  private func enclosureEnd(from start: Int, _ close: UInt8) -> Int? {
    let open = close == ASCII.rightBracket ? ASCII.leftBracket : ASCII.leftParenthesis
    let limit = min(end, start + Self.valueLimit)
    var depth = 0
    var index = start
    while index < limit {
      let byte = bytes[index]
      if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { return nil }
      if isTable, byte == ASCII.pipe { return nil }
      if byte == open { depth += 1 }
      if byte == close {
        if depth == 0 { return index }
        depth -= 1
      }
      index += byte == ASCII.backslash ? 2 : 1
    }
    return nil
  }

  private func isKeyByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || ASCII.isAlphanumeric(byte) || " -_/*.".utf8.contains(byte)
  }

  /// Returns the words of a key without emphasis marks, or nil for text that cannot be a key.
  private func key(_ range: ByteRange) -> String? {
    guard !range.isEmpty, range.count <= Self.keyLimit, bytes[range.indices].allSatisfy(isKeyByte) else { return nil }
    let words = trimmed(range) { ASCII.isBlank($0) || $0 == UInt8(ascii: "*") || $0 == ASCII.underscore }
    guard let first = bytes[words.indices].first, first >= 0x80 || ASCII.isLetter(first) else { return nil }
    return String(decoding: bytes[words.indices], as: UTF8.self)
  }

  private func value(_ range: ByteRange) -> String? {
    let words = trimmed(range, where: ASCII.isBlank)
    guard !words.isEmpty else { return nil }
    return String(decoding: bytes[words.indices], as: UTF8.self)
  }

  private func trimmed(_ range: ByteRange, where isOutside: (UInt8) -> Bool) -> ByteRange {
    var (first, last) = (range.lowerBound, range.upperBound)
    while first < last, isOutside(bytes[first]) { first += 1 }
    while last > first, isOutside(bytes[last - 1]) { last -= 1 }
    return ByteRange(first, last)
  }

  /// Reads `[!kind]`, `[!kind|more]` or `[!kind]-` at the beginning of a quote, and returns the offset after it.
  mutating func scanCalloutHead() -> Int? {
    guard beginsQuote, start + 3 < end, bytes[start] == ASCII.leftBracket,
      bytes[start + 1] == ASCII.bang,
      let close = firstOffset(
        of: ASCII.rightBracket, in: bytes, from: start, to: min(lineEnd(from: start), start + 120)),
      let word = bytes[(start + 2)..<close].split(separator: ASCII.pipe).first, !word.contains(ASCII.leftBracket)
    else { return nil }
    let kind = trimmedSpaces(String(decoding: word, as: UTF8.self)).lowercased()
    guard !kind.isEmpty else { return nil }
    var index = close + 1
    var fold: CalloutFold?
    if index < end, bytes[index] == ASCII.plus || bytes[index] == ASCII.hyphen {
      fold = bytes[index] == ASCII.plus ? .open : .closed
      index += 1
    }
    while index < end, ASCII.isBlank(bytes[index]) { index += 1 }
    marks.append(InlineMark(kind: .callout(kind: kind, fold: fold), range: ByteRange(start, index)))
    return index
  }
}
