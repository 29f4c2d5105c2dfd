import ByteBasics
import Wording

extension FrontMatter {
  /// The front matter at the head of a file, where the body begins, and what is wrong with it.
  package struct Reading {
    package let frontMatter: FrontMatter?
    let bodyStart: Int
    package let diagnostics: [Diagnostic]
  }

  package static func read(_ bytes: [UInt8]) -> Reading {
    let markLength = FrontMatterFence.byteOrderMarkLength(bytes)
    switch FrontMatterFence.search(in: bytes) {
    case .absent:
      return Reading(frontMatter: nil, bodyStart: markLength, diagnostics: [])
    case .unterminated(let range):
      // A file that begins with a thematic break looks the same; only fields after it make a mistake.
      let isMistake = looksLikeField(bytes, at: range.upperBound)
      return Reading(
        frontMatter: nil, bodyStart: markLength,
        diagnostics: isMistake ? [unterminated(range)] : [])
    case .found(let fence):
      return read(fence, in: bytes)
    }
  }

  private static func read(_ fence: FrontMatterFence, in bytes: [UInt8]) -> Reading {
    var entries: [Entry] = []
    var diagnostics: [Diagnostic] = []
    switch fence.format {
    case .toml:
      entries = TOMLFrontMatterReader.entries(of: fence.content, in: bytes)
    case .yaml:
      if let plain = PlainFrontMatterReader.entries(of: fence.content, in: bytes) {
        entries = plain
        diagnostics = duplicateKeys(plain)
      } else {
        let (read, diagnostic) = YAMLFrontMatterReader.read(fence.content, in: bytes)
        entries = read
        if let diagnostic {
          diagnostics = [diagnostic]
          entries = SalvagedFrontMatterReader.entries(of: fence.content, in: bytes)
        }
      }
    }
    let frontMatter = FrontMatter(
      format: fence.format, range: fence.range, content: fence.content, entries: entries)
    return Reading(
      frontMatter: frontMatter, bodyStart: fence.range.upperBound, diagnostics: diagnostics)
  }

  private static func duplicateKeys(_ entries: [Entry]) -> [Diagnostic] {
    // Some ten keys are compared faster than they are hashed.
    let isFew = entries.count <= 32
    var seen: Set<String> = []
    return entries.enumerated().compactMap { index, entry in
      let isFirst =
        isFew
        ? !entries[..<index].contains { $0.key == entry.key } : seen.insert(entry.key).inserted
      guard !isFirst else { return nil }
      let message = Message(
        "The key “\(entry.key)” occurs twice in the front matter",
        ko: "머리말에 “\(entry.key)” 키가 두 번 있습니다")
      return Diagnostic(
        check: "duplicate-key", severity: .error, range: entry.keyRange, message: message)
    }
  }

  private static func unterminated(_ range: ByteRange) -> Diagnostic {
    Diagnostic(
      check: "front-matter-syntax", severity: .error, range: range,
      message: Message(
        "The front matter that begins here is not closed",
        ko: "여기서 시작하는 머리말이 닫히지 않았습니다"))
  }

  private static func looksLikeField(_ bytes: [UInt8], at start: Int) -> Bool {
    let line = bytes[start...].prefix { $0 != ASCII.lineFeed }
    guard let colon = line.firstIndex(of: ASCII.colon), colon > start else { return false }
    return line[..<colon].allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == ASCII.underscore || $0 == ASCII.hyphen
    }
  }
}

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
