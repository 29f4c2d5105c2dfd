package import ByteBasics

/// Values that people write without the quotes that YAML asks for: `title: a: b`, a value that begins with `@`, a
/// backtick or `{{`.
package enum FrontMatterQuotes {
  /// Quotes for every `key: value` line that cannot be read alone.
  package static func edits(in document: Document) -> [TextEdit] {
    let bytes = document.source.bytes
    guard case .found(let fence) = FrontMatterFence.search(in: bytes), fence.format == .yaml else {
      return []
    }
    let table = LineTable(bytes, in: fence.content)
    return (0..<table.count).compactMap { edit(for: table.range(of: $0), in: bytes) }
  }

  private static func edit(for line: ByteRange, in bytes: [UInt8]) -> TextEdit? {
    let content = bytes[line.lowerBound..<contentEnd(of: line, in: bytes)]
    guard let colon = keyEnd(content), colon + 1 < content.endIndex,
      PlainFrontMatterReader.entries(of: line, in: bytes) == nil
    else { return nil }
    let value = trimmedBlanks(content[(colon + 1)...])
    // What opens a bracket, a quote or a block has another mistake than missing quotes.
    let isOther = value.first.map { "[\"'|>&!#".utf8.contains($0) } ?? true
    let isMap = value.first == ASCII.leftBrace && !value.starts(with: "{{".utf8)
    guard !isOther, !isMap else { return nil }
    let text = YAMLScalar.doubleQuoted(String(decoding: value, as: UTF8.self))
    return TextEdit(range: ByteRange(value.startIndex, value.endIndex), replacement: text)
  }

  /// The colon after a key of letters, digits, `_` and `-` at the head of a line.
  private static func keyEnd(_ line: ArraySlice<UInt8>) -> Int? {
    guard let colon = line.firstIndex(of: ASCII.colon), colon > line.startIndex else { return nil }
    let isKey = line[..<colon].allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == ASCII.underscore || $0 == ASCII.hyphen || $0 >= 0x80
    }
    return isKey ? colon : nil
  }
}
