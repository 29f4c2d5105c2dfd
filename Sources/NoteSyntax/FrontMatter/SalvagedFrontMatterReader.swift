import ByteBasics

/// Takes what it can from front matter that is not valid YAML, so that the note is still found by its title.
///
/// Only `key: value` lines of the top level, the value as it is; `title: a: b` has the title `a: b`.
enum SalvagedFrontMatterReader {
  static func entries(of content: ByteRange, in bytes: [UInt8]) -> [FrontMatter.Entry] {
    let lines = LineTable(bytes, in: content)
    var entries: [FrontMatter.Entry] = []
    var seen: Set<String> = []
    for line in 0..<min(lines.count, 200) {
      let range = lines.range(of: line)
      let end = contentEnd(of: range, in: bytes)
      let plain = PlainFrontMatterReader.entries(of: range, in: bytes)?.first
      guard let entry = plain ?? entry(ByteRange(range.lowerBound, end), in: bytes),
        seen.insert(entry.key).inserted
      else { continue }
      entries.append(entry)
    }
    return entries
  }

  private static func entry(_ line: ByteRange, in bytes: [UInt8]) -> FrontMatter.Entry? {
    let keyBytes = bytes[line.indices].prefix {
      ASCII.isAlphanumeric($0) || $0 == ASCII.underscore || $0 == ASCII.hyphen
    }
    let colon = keyBytes.endIndex
    guard !keyBytes.isEmpty, colon < line.upperBound, bytes[colon] == ASCII.colon else {
      return nil
    }
    var value = bytes[(colon + 1)..<line.upperBound]
    value = value.drop(while: ASCII.isBlank)
    while let last = value.last, ASCII.isBlank(last) { value = value.dropLast() }
    var text = String(decoding: value, as: UTF8.self)
    if text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" {
      text = String(text.dropFirst().dropLast())
    }
    return FrontMatter.Entry(
      key: String(decoding: keyBytes, as: UTF8.self),
      value: .scalar(FrontMatterValue.Scalar(text: text, style: .plain)),
      keyRange: ByteRange(line.lowerBound, colon), valueRange: nil)
  }
}
