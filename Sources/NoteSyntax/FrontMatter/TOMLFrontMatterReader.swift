/// Reads the plain lines of TOML front matter: `key = value` with strings, numbers, dates and arrays of them
/// on one line. It is shown and searched, never changed; tables and longer values are passed over.
enum TOMLFrontMatterReader {
  static func entries(of content: ByteRange, in bytes: [UInt8]) -> [FrontMatter.Entry] {
    let lines = LineTable(bytes, in: content)
    var entries: [FrontMatter.Entry] = []
    for line in 0..<lines.count {
      let range = lines.range(of: line)
      let end = contentEnd(of: range, in: bytes)
      if bytes[range.lowerBound..<end].first == ASCII.leftBracket { break }
      if let entry = entry(ByteRange(range.lowerBound, end), in: bytes) { entries.append(entry) }
    }
    return entries
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
    guard value.last == ASCII.rightBracket else { return nil }
    return .list(items(value.dropFirst().dropLast()).map { .scalar(scalar($0)) })
  }

  private static func items(_ list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var items: [ArraySlice<UInt8>] = []
    var start = list.startIndex
    var quote: UInt8 = 0
    for index in list.indices {
      let byte = list[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == ASCII.doubleQuote || byte == ASCII.singleQuote {
        quote = byte
      } else if byte == ASCII.comma {
        items.append(trimmed(list[start..<index]))
        start = index + 1
      }
    }
    items.append(trimmed(list[start...]))
    return items.filter { !$0.isEmpty }
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
