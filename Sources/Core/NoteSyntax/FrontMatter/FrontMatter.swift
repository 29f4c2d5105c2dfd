package import ByteBasics
import Wording

/// The block of fields at the head of a file.
///
/// Keys and values have U+FFFD where the file has U+0000, as CommonMark reads a text: programs in C end a text there,
/// so that two keys would be one.
package struct FrontMatter: Sendable, Hashable {
  package enum Format: String, Sendable {
    /// YAML between `---` lines.
    case yaml
    /// TOML between `+++` lines: read and shown, never changed.
    case toml
  }

  /// One `key: value` of the top level.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterValue
    /// The key as written, quotes included.
    package let keyRange: ByteRange
    /// The value as written, quotes and brackets included, trailing comment not. Nil if it is not located exactly.
    package let valueRange: ByteRange?

    package init(key: String, value: FrontMatterValue, keyRange: ByteRange, valueRange: ByteRange?) {
      self.key = key.withoutNull
      self.value = value
      self.keyRange = keyRange
      self.valueRange = valueRange
    }
  }

  package let format: Format
  /// The range from the first fence to the end of the closing fence's line.
  package let range: ByteRange
  /// The lines between the fences.
  package let content: ByteRange
  /// The entries in the order of the file. Empty if the block cannot be read (a diagnostic says why).
  package let entries: [Entry]

  /// Accesses the value of the first entry with this key.
  package subscript(key: String) -> FrontMatterValue? { entries.first { $0.key == key }?.value }
}

/// A value in front matter, read by the core schema of YAML 1.2: dates stay text, `no` stays text.
package indirect enum FrontMatterValue: Sendable, Hashable {
  case scalar(Scalar)
  case list([FrontMatterValue])
  case map([Pair])

  package struct Pair: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterValue

    package init(key: String, value: FrontMatterValue) {
      self.key = key.withoutNull
      self.value = value
    }
  }

  package struct Scalar: Sendable, Hashable {
    package enum Style: String, Sendable {
      case plain, singleQuoted, doubleQuoted, literal, folded
    }

    /// The text after quotes and escapes are resolved.
    package let text: String
    package let style: Style

    package init(text: String, style: Style) {
      self.text = text.withoutNull
      self.style = style
    }
  }
}

extension FrontMatterValue.Scalar {
  /// True for an empty value, `~` or `null`, unless quoted.
  package var isNull: Bool {
    style == .plain && (text.isEmpty || text == "~" || text == "null" || text == "Null" || text == "NULL")
  }
}

extension String {
  /// The text with U+FFFD for each U+0000.
  fileprivate var withoutNull: String {
    guard utf8.contains(0) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}

extension FrontMatter {
  /// The front matter at the head of a file, where the body begins, and the mistakes in the front matter.
  package struct Reading {
    package let frontMatter: FrontMatter?
    let bodyStart: Int
    package let diagnostics: [Diagnostic]
  }

  package static func read(_ bytes: [UInt8]) -> Reading {
    let markLength = FrontMatterFence.byteOrderMarkLength(bytes)
    switch FrontMatterFence.search(in: bytes) {
    case .absent: return Reading(frontMatter: nil, bodyStart: markLength, diagnostics: doubtful(in: bytes, after: nil))
    case .unterminated(let range):
      // A file that begins with a thematic break looks the same; only fields after it make a mistake.
      let isMistake = looksLikeField(bytes, at: range.upperBound)
      return Reading(
        frontMatter: nil, bodyStart: markLength,
        diagnostics: isMistake || DoubtfulFrontMatter.range(in: bytes, after: nil) != nil ? [unterminated(range)] : [])
    case .found(let fence): return read(fence, in: bytes)
    }
  }

  private static func doubtful(in bytes: [UInt8], after fence: FrontMatterFence?) -> [Diagnostic] {
    guard let range = DoubtfulFrontMatter.range(in: bytes, after: fence) else { return [] }
    let message =
      fence == nil
      ? Message(
        "This looks like front matter and is read as text: its first line must be --- and the first of the file, its last line ---",
        ko: "머리말처럼 보이지만 본문으로 읽힙니다. 머리말은 파일의 첫 줄에서 ---로 시작하고 ---로 끝나야 합니다")
      : Message(
        "This looks like a second front matter and is read as text: move its fields into the first one",
        ko: "두 번째 머리말처럼 보이지만 본문으로 읽힙니다. 필드를 첫 머리말로 옮기세요")
    return [Diagnostic(check: "front-matter-syntax", severity: .error, range: range, message: message)]
  }

  private static func read(_ fence: FrontMatterFence, in bytes: [UInt8]) -> Reading {
    var entries: [Entry] = []
    var diagnostics: [Diagnostic] = []
    switch fence.format {
    case .toml:
      let (read, wrong) = TOMLFrontMatterReader.read(fence.content, in: bytes)
      entries = read
      diagnostics = duplicateKeys(read)
      if let wrong {
        diagnostics.append(
          Diagnostic(
            check: "front-matter-syntax", severity: .error, range: wrong,
            message: Message("The line is not valid TOML", ko: "올바른 TOML이 아닌 줄입니다")))
      }
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
    let frontMatter = FrontMatter(format: fence.format, range: fence.range, content: fence.content, entries: entries)
    return Reading(
      frontMatter: frontMatter, bodyStart: fence.range.upperBound,
      diagnostics: diagnostics + doubtful(in: bytes, after: fence))
  }

  private static func duplicateKeys(_ entries: [Entry]) -> [Diagnostic] {
    // Some ten keys are compared faster than they are hashed.
    let isFew = entries.count <= 32
    var seen: Set<String> = []
    return entries.enumerated().compactMap { index, entry in
      let isFirst = isFew ? !entries[..<index].contains { $0.key == entry.key } : seen.insert(entry.key).inserted
      guard !isFirst else { return nil }
      let message = Message(
        "The key “\(entry.key)” occurs twice in the front matter",
        ko: "머리말에 “\(entry.key)” 키가 두 번 있습니다")
      return Diagnostic(check: "duplicate-key", severity: .error, range: entry.keyRange, message: message)
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

/// Recovers fields from front matter that is not valid YAML, so that the note is found by its title.
///
/// Reads only `key: value` lines of the top level, with the value as written: `title: a: b` has the title `a: b`.
enum SalvagedFrontMatterReader {
  static func entries(of content: ByteRange, in bytes: [UInt8]) -> [FrontMatter.Entry] {
    let lines = LineTable(bytes, in: content)
    var entries: [FrontMatter.Entry] = []
    var seen: Set<String> = []
    for line in 0..<min(lines.count, 200) {
      let range = lines.range(of: line)
      let end = contentEnd(of: range, in: bytes)
      let plain = PlainFrontMatterReader.entries(of: range, in: bytes)?.first
      guard let entry = plain ?? entry(ByteRange(range.lowerBound, end), in: bytes), seen.insert(entry.key).inserted
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
    guard !keyBytes.isEmpty, colon < line.upperBound, bytes[colon] == ASCII.colon else { return nil }
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

/// The range of a file's front matter, found by bytes before anything else reads the file.
package struct FrontMatterFence: Equatable {
  package let format: FrontMatter.Format
  /// The range from the opening fence to the end of the closing fence's line.
  package let range: ByteRange
  /// The lines between the fences.
  package let content: ByteRange

  enum Search: Equatable {
    case found(FrontMatterFence)
    case absent
    /// An opening fence at the head of the file that no line closes.
    case unterminated(ByteRange)
  }

  /// The most bytes after the opening fence within which the closing fence is looked for.
  private static let searchLimit = 1 << 20

  /// Looks at the head of a file, after its byte order mark.
  static func search(in bytes: [UInt8]) -> Search {
    let start = byteOrderMarkLength(bytes)
    guard let format = openingFormat(bytes, at: start) else { return .absent }
    let opening = lineEnd(bytes, from: start)
    guard isFence(bytes, start, opening, marks: format.marks) else { return .absent }
    var offset = opening
    let limit = min(bytes.count, offset + searchLimit)
    while offset < limit {
      let end = lineEnd(bytes, from: offset)
      if format.isClosed(by: bytes[offset]), isFence(bytes, offset, end, marks: bytes[offset]) {
        return .found(
          FrontMatterFence(format: format, range: ByteRange(start, end), content: ByteRange(opening, offset)))
      }
      offset = end
    }
    return .unterminated(ByteRange(start, opening))
  }

  /// Returns nil if nothing is before the body.
  package static func found(in bytes: [UInt8]) -> FrontMatterFence? {
    if case .found(let fence) = search(in: bytes) { fence } else { nil }
  }

  package static func byteOrderMarkLength(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  private static func openingFormat(_ bytes: [UInt8], at start: Int) -> FrontMatter.Format? {
    guard start + 3 <= bytes.count else { return nil }
    switch bytes[start] {
    case ASCII.hyphen: return .yaml
    case ASCII.plus: return .toml
    default: return nil
    }
  }

  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      offset += 1
      if bytes[offset - 1] == ASCII.lineFeed { break }
    }
    return offset
  }

  /// Returns true for a line of three marks and then only blanks.
  private static func isFence(_ bytes: [UInt8], _ start: Int, _ end: Int, marks: UInt8) -> Bool {
    guard end - start >= 3, bytes[start] == marks, bytes[start + 1] == marks,
      bytes[start + 2] == marks
    else { return false }
    return bytes[(start + 3)..<end].allSatisfy {
      ASCII.isBlank($0) || $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed
    }
  }
}

extension FrontMatter.Format {
  fileprivate var marks: UInt8 { self == .yaml ? ASCII.hyphen : ASCII.plus }

  fileprivate func isClosed(by mark: UInt8) -> Bool {
    self == .yaml ? mark == ASCII.hyphen || mark == ASCII.period : mark == ASCII.plus
  }
}

extension Document {
  /// Returns the offset of a file's body, without parsing the fields before it.
  package static func bodyStart(of bytes: [UInt8]) -> Int {
    FrontMatterFence.found(in: bytes)?.range.upperBound ?? FrontMatterFence.byteOrderMarkLength(bytes)
  }
}
