import ByteBasics

/// Reads the plain lines of TOML front matter: `key = value` with strings, numbers, dates and arrays of them
/// and tables of them. It is shown and searched, never changed; lists of tables are skipped.
enum TOMLFrontMatterReader {
  /// Reads TOML. Returns the entries, and the first line that is not TOML.
  static func read(_ content: ByteRange, in bytes: [UInt8]) -> (entries: [FrontMatter.Entry], wrong: ByteRange?) {
    let lines = LineTable(bytes, in: content)
    var entries: [FrontMatter.Entry] = []
    // The keys of the table that the lines belong to, nil for one in a list of tables; and its entries so far.
    var table: [String]? = []
    var own: [FrontMatter.Entry] = []
    var line = 0
    var wrong: ByteRange?
    while line < lines.count {
      let start = lines.range(of: line).lowerBound
      var end = contentEnd(of: lines.range(of: line), in: bytes)
      line += 1
      let text = trimmed(bytes[start..<end])
      guard let first = text.first, first != ASCII.hash else { continue }
      if first == ASCII.leftBracket {
        if let table { insert(own, below: table, into: &entries) }
        own = []
        table = tableKeys(text)
        if !isTableHead(text) { wrong = wrong ?? ByteRange(start, end) }
        continue
      }
      if let last = lastByte(ofValueIn: ByteRange(start, content.upperBound), startingIn: end, bytes), last >= end {
        while line < lines.count, lines.range(of: line).lowerBound <= last { line += 1 }
        end = contentEnd(of: lines.range(of: line - 1), in: bytes)
      }
      let entry = entry(ByteRange(start, end), in: bytes)
      if entry?.valueRange.map({ isValue(bytes[$0.indices]) }) != true { wrong = wrong ?? ByteRange(start, end) }
      if table != nil, let entry { own.append(entry) }
    }
    if let table { insert(own, below: table, into: &entries) }
    return (entries, wrong)
  }

  /// Returns true for a table header such as `[a.b]` or `[[a]]`, also before a comment.
  private static func isTableHead(_ line: ArraySlice<UInt8>) -> Bool {
    let brackets = line.prefix { $0 == ASCII.leftBracket }.count
    let inner = line.dropFirst(brackets).prefix { $0 != ASCII.rightBracket }
    let after = line[inner.endIndex...]
    let rest = trimmed(after.dropFirst(brackets))
    return brackets <= 2 && !trimmed(inner).isEmpty && after.prefix(brackets).allSatisfy { $0 == ASCII.rightBracket }
      && after.count >= brackets && (rest.isEmpty || rest.first == ASCII.hash)
  }

  /// Returns true for a text that ends where it has to, and for a word that is a number, a date or true or false.
  private static func isValue(_ value: ArraySlice<UInt8>) -> Bool {
    func isOver(_ rest: ArraySlice<UInt8>) -> Bool { trimmed(rest).first.map { $0 == ASCII.hash } ?? true }
    guard let first = value.first else { return false }
    if let mark = longMark(of: value) { return endOfLongText(value, mark).map { isOver(value[($0 + 3)...]) } ?? false }
    switch first {
    case ASCII.doubleQuote, ASCII.singleQuote:
      var index = value.startIndex + 1
      while index < value.endIndex, value[index] != first {
        index += first == ASCII.doubleQuote && value[index] == ASCII.backslash ? 2 : 1
      }
      return index < value.endIndex && isOver(value[(index + 1)...])
    case ASCII.leftBracket:
      var (depth, end) = (0, -1)
      forEachUnquoted(value) { index in
        if value[index] == ASCII.leftBracket { depth += 1 }
        if value[index] == ASCII.rightBracket { depth -= 1 }
        end = depth == 0 ? index : -1
        return depth > 0
      }
      guard end > 0, isOver(value[(end + 1)...]) else { return false }
      let inner = value[(value.startIndex + 1)..<end]
      return inner.contains(ASCII.leftBracket) || inner.contains(UInt8(ascii: "{")) || items(inner).allSatisfy(isValue)
    // A table on one line.
    case UInt8(ascii: "{"): return value.contains(UInt8(ascii: "}"))
    default:
      let word = scalar(value).text
      let isNumber = word.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "+-_.: ".utf8.contains($0) }
      let digit = word.utf8.first { $0 != UInt8(ascii: "+") && $0 != ASCII.hyphen } ?? 0
      return ["true", "false", "inf", "+inf", "-inf", "nan", "+nan", "-nan"].contains(word)
        || isNumber && ASCII.isDigit(digit)
    }
  }

  /// Returns the last byte of a list or of a text of several lines, or the last byte of `rest` if the value has no end.
  /// Returns nil for a value on one line.
  ///
  /// - Parameters:
  ///   - rest: The range from the key to the end of the front matter.
  ///   - lineEnd: The end of the key's line.
  private static func lastByte(ofValueIn rest: ByteRange, startingIn lineEnd: Int, _ bytes: [UInt8]) -> Int? {
    guard let equals = bytes[rest.lowerBound..<lineEnd].firstIndex(of: ASCII.equals) else { return nil }
    let value = bytes[(equals + 1)..<rest.upperBound].drop(while: ASCII.isBlank)
    if let mark = longMark(of: value) {
      return endOfLongText(value, mark).map { $0 + 2 } ?? rest.upperBound - 1
    }
    guard value.first == ASCII.leftBracket else { return nil }
    var (depth, last) = (0, rest.upperBound - 1)
    forEachUnquoted(value) { index in
      if value[index] == ASCII.leftBracket { depth += 1 }
      if value[index] == ASCII.rightBracket { depth -= 1 }
      last = depth > 0 ? last : index
      return depth > 0
    }
    return last
  }

  /// Returns the quotation mark of a text of several lines, which begins and ends with three of them.
  private static func longMark(of value: ArraySlice<UInt8>) -> UInt8? {
    guard let mark = value.first, mark == ASCII.doubleQuote || mark == ASCII.singleQuote,
      value.starts(with: [mark, mark, mark])
    else { return nil }
    return mark
  }

  /// Returns the offset of the three marks that end a text of several lines. One or two marks before them are text.
  private static func endOfLongText(_ value: ArraySlice<UInt8>, _ mark: UInt8) -> Int? {
    var index = value.startIndex + 3
    while index + 2 < value.endIndex {
      if value[index] == ASCII.backslash, mark == ASCII.doubleQuote {
        index += 2
      } else if value[index] == mark, value[index + 1] == mark, value[index + 2] == mark {
        let marks = value[index...].prefix(5).prefix { $0 == mark }
        return index + marks.count - 3
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Returns the keys of `[a.b]`, or nil for `[[a]]`.
  private static func tableKeys(_ line: ArraySlice<UInt8>) -> [String]? {
    let inner = line.dropFirst().prefix { $0 != ASCII.rightBracket }
    guard !inner.isEmpty, inner.first != ASCII.leftBracket else { return nil }
    return inner.split(separator: ASCII.period).map { unquoted(trimmed($0)) }
  }

  /// Inserts the entries of a table as fields of the entry that the table belongs to.
  private static func insert(
    _ own: [FrontMatter.Entry], below table: [String], into entries: inout [FrontMatter.Entry]
  ) {
    guard let last = own.last else { return }
    guard let first = table.first else {
      entries += own
      return
    }
    let index = entries.firstIndex { $0.key == first }
    var pairs: [FrontMatterValue.Pair] = []
    if let index, case .map(let old) = entries[index].value { pairs = old }
    insert(own, below: table.dropFirst(), into: &pairs)
    let whole = FrontMatter.Entry(
      key: first, value: .map(pairs), keyRange: last.keyRange, valueRange: nil)
    if let index { entries[index] = whole } else { entries.append(whole) }
  }

  private static func insert(
    _ own: [FrontMatter.Entry], below table: ArraySlice<String>,
    into pairs: inout [FrontMatterValue.Pair]
  ) {
    guard let first = table.first else {
      pairs += own.map { FrontMatterValue.Pair(key: $0.key, value: $0.value) }
      return
    }
    let index = pairs.firstIndex { $0.key == first }
    var inner: [FrontMatterValue.Pair] = []
    if let index, case .map(let old) = pairs[index].value { inner = old }
    insert(own, below: table.dropFirst(), into: &inner)
    let whole = FrontMatterValue.Pair(key: first, value: .map(inner))
    if let index { pairs[index] = whole } else { pairs.append(whole) }
  }

  /// Calls `goesOn` with the indices of bytes outside quotes and comments, until it returns false.
  private static func forEachUnquoted(_ text: ArraySlice<UInt8>, _ goesOn: (Int) -> Bool) {
    var quote: UInt8 = 0
    var isComment = false
    var isEscaped = false
    for index in text.indices {
      let byte = text[index]
      if isComment {
        isComment = byte != ASCII.lineFeed
      } else if isEscaped {
        isEscaped = false
      } else if quote != 0 {
        isEscaped = quote == ASCII.doubleQuote && byte == ASCII.backslash
        if byte == quote { quote = 0 }
      } else if byte == ASCII.doubleQuote || byte == ASCII.singleQuote {
        quote = byte
      } else if byte == ASCII.hash {
        isComment = true
      } else if !goesOn(index) {
        return
      }
    }
  }

  private static func entry(_ line: ByteRange, in bytes: [UInt8]) -> FrontMatter.Entry? {
    guard let equals = bytes[line.indices].firstIndex(of: ASCII.equals) else { return nil }
    let key = trimmed(bytes[line.lowerBound..<equals])
    let value = trimmed(bytes[(equals + 1)..<line.upperBound])
    guard !key.isEmpty, key.first != ASCII.hash, let parsed = parse(value) else { return nil }
    return FrontMatter.Entry(
      key: unquoted(key), value: parsed, keyRange: ByteRange(key.startIndex, key.endIndex),
      valueRange: ByteRange(value.startIndex, value.endIndex))
  }

  private static func parse(_ value: ArraySlice<UInt8>) -> FrontMatterValue? {
    guard let first = value.first else { return nil }
    guard first == ASCII.leftBracket else { return .scalar(scalar(value)) }
    var end: Int?
    forEachUnquoted(value) { index in
      if value[index] == ASCII.rightBracket { end = index }
      return true
    }
    guard let end else { return nil }
    return .list(items(value[(value.startIndex + 1)..<end]).map { .scalar(scalar($0)) })
  }

  private static func items(_ list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var commas: [Int] = []
    forEachUnquoted(list) { index in
      if list[index] == ASCII.comma { commas.append(index) }
      return true
    }
    let starts = [list.startIndex] + commas.map { $0 + 1 }
    return zip(starts, commas + [list.endIndex]).map { item(list[$0..<$1]) }.filter { !$0.isEmpty }
  }

  /// Returns an item without the comments and the white space around it.
  private static func item(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let first = text.first {
      if first == ASCII.hash {
        text = text.drop { $0 != ASCII.lineFeed }
      } else if ASCII.isBlank(first) || first == ASCII.lineFeed || first == ASCII.carriageReturn {
        text = text.dropFirst()
      } else {
        break
      }
    }
    while let last = text.last,
      ASCII.isBlank(last) || last == ASCII.lineFeed || last == ASCII.carriageReturn
    {
      text = text.dropLast()
    }
    return text
  }

  private static func scalar(_ value: ArraySlice<UInt8>) -> FrontMatterValue.Scalar {
    switch value.first {
    case ASCII.doubleQuote: FrontMatterValue.Scalar(text: unquoted(value), style: .doubleQuoted)
    case ASCII.singleQuote: FrontMatterValue.Scalar(text: unquoted(value), style: .singleQuoted)
    default:
      FrontMatterValue.Scalar(
        text: String(decoding: trimmed(value.prefix { $0 != ASCII.hash }), as: UTF8.self),
        style: .plain)
    }
  }

  private static func unquoted(_ value: ArraySlice<UInt8>) -> String {
    if let mark = longMark(of: value) {
      var inner = value[(value.startIndex + 3)..<(endOfLongText(value, mark) ?? value.endIndex)]
      // A line end after the marks is not part of the text.
      if inner.first == ASCII.carriageReturn { inner = inner.dropFirst() }
      if inner.first == ASCII.lineFeed { inner = inner.dropFirst() }
      return mark == ASCII.doubleQuote ? unescaped(inner, to: nil) : String(decoding: inner, as: UTF8.self)
    }
    switch value.first {
    case ASCII.doubleQuote?: return unescaped(value.dropFirst(), to: ASCII.doubleQuote)
    case ASCII.singleQuote?:
      return String(decoding: value.dropFirst().prefix { $0 != ASCII.singleQuote }, as: UTF8.self)
    default: return String(decoding: value, as: UTF8.self)
    }
  }

  /// Resolves the escapes of a text, up to the mark that ends it.
  private static func unescaped(_ text: ArraySlice<UInt8>, to end: UInt8?) -> String {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst(), byte != end {
      guard byte == ASCII.backslash, let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "n"): result.append(ASCII.lineFeed)
      case UInt8(ascii: "t"): result.append(ASCII.tab)
      case UInt8(ascii: "r"): result.append(ASCII.carriageReturn)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u"), UInt8(ascii: "U"):
        let digits = rest.prefix(escape == UInt8(ascii: "u") ? 4 : 8)
        let areDigits = digits.allSatisfy { ASCII.isDigit($0) || ($0 | 0x20) &- 0x61 < 6 }
        let number = areDigits ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
        guard let scalar = number.flatMap({ Unicode.Scalar($0) }) else {
          result += [byte, escape]
          continue
        }
        result += Array(String(Character(scalar)).utf8)
        rest = rest.dropFirst(digits.count)
      case ASCII.doubleQuote, ASCII.backslash: result.append(escape)
      case ASCII.lineFeed, ASCII.space, ASCII.carriageReturn, ASCII.tab:
        // A line that goes on: the white space up to the next word is left out.
        rest = rest.drop(while: ASCII.isWhiteSpace)
      default: result += [byte, escape]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: ASCII.isBlank)
    while let last = bytes.last, ASCII.isBlank(last) { bytes = bytes.dropLast() }
    return bytes
  }
}
