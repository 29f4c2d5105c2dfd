import ByteBasics
import Wording
import Yams

/// Reads the front matter that ``PlainFrontMatterReader`` declines, through Yams.
struct YAMLFrontMatterReader {
  /// More values than any front matter has, and fewer than an expansion of aliases needs to hurt.
  private static let valueLimit = 10_000

  private let bytes: [UInt8]
  private let content: ByteRange
  private var budget = valueLimit

  /// Parses the entries of `content`, and returns a diagnostic if it has a mistake.
  static func read(_ content: ByteRange, in bytes: [UInt8]) -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
    var reader = YAMLFrontMatterReader(bytes: bytes, content: content)
    return reader.read()
  }

  private init(bytes: [UInt8], content: ByteRange) {
    self.bytes = bytes
    self.content = content
  }

  private mutating func read() -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
    if let offset = firstInvalidUTF8Offset(in: bytes[content.indices]) {
      let message = Message("The front matter is not valid UTF-8", ko: "머리말이 올바른 UTF-8이 아닙니다")
      return ([], diagnostic(message, at: ByteRange(offset, offset + 1)))
    }
    do throws(GuardedYAML.Mistake) {
      let node = try GuardedYAML.read(bytes[content.indices]) { try Yams.compose(yaml: $0, .basic) }
      guard let node else { return ([], nil) }
      return entries(of: node)
    } catch {
      return ([], diagnostic(for: error))
    }
  }

  private mutating func entries(of node: Node) -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
    guard case .mapping(let mapping) = node else {
      let message = Message(
        "The front matter is not a list of “key: value” lines",
        ko: "머리말이 “키: 값” 형식의 줄이 아닙니다")
      return ([], diagnostic(message, at: content))
    }
    var entries: [FrontMatter.Entry] = []
    for (key, value) in mapping {
      guard let keyText = key.scalar?.string else { continue }
      guard let read = convert(value) else { return ([], tooManyValues) }
      let start = offset(line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
      entries.append(
        FrontMatter.Entry(
          key: keyText, value: read, keyRange: ByteRange(start, start + keyText.utf8.count), valueRange: nil))
    }
    return (entries, nil)
  }

  private var tooManyValues: Diagnostic {
    let message = Message(
      "The aliases in the front matter expand to too many values",
      ko: "머리말의 별칭을 펼치면 값이 너무 많습니다")
    return diagnostic(message, at: content)
  }

  /// Returns nil if the budget of values is used up.
  private mutating func convert(_ node: Node) -> FrontMatterValue? {
    budget -= 1
    guard budget > 0 else { return nil }
    switch node {
    case .scalar(let scalar): return .scalar(FrontMatterValue.Scalar(text: scalar.string, style: style(of: scalar)))
    case .sequence(let sequence):
      var items: [FrontMatterValue] = []
      for item in sequence {
        guard let value = convert(item) else { return nil }
        items.append(value)
      }
      return .list(items)
    case .mapping(let mapping):
      var pairs: [FrontMatterValue.Pair] = []
      for (key, value) in mapping {
        guard let value = convert(value) else { return nil }
        pairs.append(FrontMatterValue.Pair(key: key.scalar?.string ?? "", value: value))
      }
      return .map(pairs)
    case .alias: return .scalar(FrontMatterValue.Scalar(text: "", style: .plain))
    }
  }

  private func style(of scalar: Node.Scalar) -> FrontMatterValue.Scalar.Style {
    switch scalar.style {
    case .singleQuoted: .singleQuoted
    case .doubleQuoted: .doubleQuoted
    case .literal: .literal
    case .folded: .folded
    case .any, .plain: .plain
    }
  }

  /// Returns the byte offset of a line and a column, which are counted from 1 and in characters.
  private func offset(line: Int, column: Int) -> Int {
    let lines = LineTable(bytes, in: content)
    var offset = lines.start(of: line - 1)
    var reached = 1
    while reached < column, offset < content.upperBound {
      offset += 1
      while offset < content.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      reached += 1
    }
    return offset
  }

  private func diagnostic(for mistake: GuardedYAML.Mistake) -> Diagnostic {
    switch mistake {
    case .nestedTooDeeply:
      let message = Message("The front matter is nested too deeply", ko: "머리말이 너무 깊게 중첩되어 있습니다")
      return diagnostic(message, at: content)
    case .tooManyAliases: return tooManyValues
    case .repeatedKey(let keys, let line, let column):
      let offset = offset(line: line, column: column)
      let message = Message("The key “\(keys)” occurs twice in the front matter", ko: "머리말에 “\(keys)” 키가 두 번 있습니다")
      return Diagnostic(
        check: "duplicate-key", severity: .error, range: ByteRange(offset, offset + 1), message: message)
    case .syntax(let problem, let line, let column):
      let offset = offset(line: line, column: column)
      let message = Message(
        "The front matter is not valid YAML: \(problem)",
        ko: "머리말이 올바른 YAML이 아닙니다: \(GuardedYAML.korean(problem))")
      return diagnostic(message, at: ByteRange(offset, min(offset + 1, content.upperBound)))
    }
  }

  private func diagnostic(_ message: Message, at range: ByteRange) -> Diagnostic {
    Diagnostic(check: "front-matter-syntax", severity: .error, range: range, message: message)
  }
}

/// Returns true at a character that YAML does not print or that some of its versions treat as a line break: U+0080 to
/// U+009F, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
func isUnprintable(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
  switch bytes[index] {
  case 0xC2: index + 1 < end && bytes[index + 1] < 0xA0
  case 0xE2: index + 2 < end && bytes[index + 1] == 0x80 && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
  case 0xEF:
    index + 2 < end
      && (bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF
        || bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE)
  default: false
  }
}
