import ByteBasics

/// Reads the plain lines of TOML front matter: `key = value` with strings, numbers, dates and arrays of them
/// and tables of them. It is shown and searched, never changed; lists of tables and texts of several lines are
/// skipped.
enum TOMLFrontMatterReader {
  static func entries(of content: ByteRange, in bytes: [UInt8]) -> [FrontMatter.Entry] {
    let lines = LineTable(bytes, in: content)
    var entries: [FrontMatter.Entry] = []
    // The keys of the table that the lines belong to; nil for one in a list of tables.
    var table: [String]? = []
    var line = 0
    while line < lines.count {
      let start = lines.range(of: line).lowerBound
      var end = contentEnd(of: lines.range(of: line), in: bytes)
      line += 1
      let text = trimmed(bytes[start..<end])
      guard let first = text.first, first != ASCII.hash else { continue }
      if first == ASCII.leftBracket {
        table = tableKeys(text)
        continue
      }
      while line < lines.count, isOpenList(bytes[start..<end]) {
        end = contentEnd(of: lines.range(of: line), in: bytes)
        line += 1
      }
      guard let table, let entry = entry(ByteRange(start, end), in: bytes) else { continue }
      insert(entry, below: table, into: &entries)
    }
    return entries
  }

  /// `[a.b]` as its keys; nil for `[[a]]`.
  private static func tableKeys(_ line: ArraySlice<UInt8>) -> [String]? {
    let inner = line.dropFirst().prefix { $0 != ASCII.rightBracket }
    guard !inner.isEmpty, inner.first != ASCII.leftBracket else { return nil }
    return inner.split(separator: ASCII.period).map { unquoted(trimmed($0)) }
  }

  /// An entry of a table becomes a field of the entry that the table is.
  private static func insert(
    _ entry: FrontMatter.Entry, below table: [String], into entries: inout [FrontMatter.Entry]
  ) {
    guard let first = table.first else { return entries.append(entry) }
    let index = entries.firstIndex { $0.key == first }
    var pairs: [FrontMatterValue.Pair] = []
    if let index, case .map(let old) = entries[index].value { pairs = old }
    insert(entry, below: table.dropFirst(), into: &pairs)
    let whole = FrontMatter.Entry(
      key: first, value: .map(pairs), keyRange: entry.keyRange, valueRange: nil)
    if let index { entries[index] = whole } else { entries.append(whole) }
  }

  private static func insert(
    _ entry: FrontMatter.Entry, below table: ArraySlice<String>,
    into pairs: inout [FrontMatterValue.Pair]
  ) {
    guard let first = table.first else {
      return pairs.append(FrontMatterValue.Pair(key: entry.key, value: entry.value))
    }
    let index = pairs.firstIndex { $0.key == first }
    var inner: [FrontMatterValue.Pair] = []
    if let index, case .map(let old) = pairs[index].value { inner = old }
    insert(entry, below: table.dropFirst(), into: &inner)
    let whole = FrontMatterValue.Pair(key: first, value: .map(inner))
    if let index { pairs[index] = whole } else { pairs.append(whole) }
  }

  /// True if a list begins that does not end on these lines.
  private static func isOpenList(_ text: ArraySlice<UInt8>) -> Bool {
    guard let equals = text.firstIndex(of: ASCII.equals),
      trimmed(text[(equals + 1)...]).first == ASCII.leftBracket
    else { return false }
    var depth = 0
    forEachUnquoted(text[(equals + 1)...]) { index in
      if text[index] == ASCII.leftBracket { depth += 1 }
      if text[index] == ASCII.rightBracket { depth -= 1 }
    }
    return depth > 0
  }

  /// The places of bytes outside of quotes and comments.
  private static func forEachUnquoted(_ text: ArraySlice<UInt8>, _ use: (Int) -> Void) {
    var quote: UInt8 = 0
    var isComment = false
    for index in text.indices {
      let byte = text[index]
      if isComment {
        isComment = byte != ASCII.lineFeed
      } else if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == ASCII.doubleQuote || byte == ASCII.singleQuote {
        quote = byte
      } else if byte == ASCII.hash {
        isComment = true
      } else {
        use(index)
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
    forEachUnquoted(value) { if value[$0] == ASCII.rightBracket { end = $0 } }
    guard let end else { return nil }
    return .list(items(value[(value.startIndex + 1)..<end]).map { .scalar(scalar($0)) })
  }

  private static func items(_ list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var commas: [Int] = []
    forEachUnquoted(list) { if list[$0] == ASCII.comma { commas.append($0) } }
    let starts = [list.startIndex] + commas.map { $0 + 1 }
    return zip(starts, commas + [list.endIndex]).map { item(list[$0..<$1]) }.filter { !$0.isEmpty }
  }

  /// An item without the comments and the line ends before it.
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
    guard let quote = value.first, quote == ASCII.doubleQuote || quote == ASCII.singleQuote else {
      return String(decoding: value, as: UTF8.self)
    }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: ASCII.isBlank)
    while let last = bytes.last, ASCII.isBlank(last) { bytes = bytes.dropLast() }
    return bytes
  }
}
