import ByteBasics
import Wording
import Yams

/// Reads the front matter that ``PlainFrontMatterReader`` declines, through Yams.
struct YAMLFrontMatterReader {
  /// More values than any front matter has, and fewer than an expansion of aliases needs to hurt.
  private static let valueLimit = 10_000
  /// Deeper than any front matter, and shallow enough for a recursive composer.
  private static let depthLimit = 200

  private let bytes: [UInt8]
  private let content: ByteRange
  private var budget = valueLimit

  /// The entries of `content`, and what is wrong with it.
  static func read(
    _ content: ByteRange, in bytes: [UInt8]
  ) -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
    var reader = YAMLFrontMatterReader(bytes: bytes, content: content)
    return reader.read()
  }

  private init(bytes: [UInt8], content: ByteRange) {
    self.bytes = bytes
    self.content = content
  }

  private mutating func read() -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
    if let offset = firstInvalidUTF8Offset(in: bytes[content.indices]) {
      let message = Message(
        "The front matter is not valid UTF-8", ko: "머리말이 올바른 UTF-8이 아닙니다")
      return ([], diagnostic(message, at: ByteRange(offset, offset + 1)))
    }
    if isNestedTooDeeply {
      let message = Message(
        "The front matter is nested too deeply", ko: "머리말이 너무 깊게 중첩되어 있습니다")
      return ([], diagnostic(message, at: content))
    }
    if AliasCount.isExcessive(bytes[content.indices]) { return ([], tooManyValues) }
    let text = String(decoding: bytes[content.indices], as: UTF8.self)
    do {
      guard let node = try Yams.compose(yaml: text, .basic) else { return ([], nil) }
      return entries(of: node)
    } catch {
      return ([], diagnostic(for: error))
    }
  }

  private mutating func entries(
    of node: Node
  ) -> (entries: [FrontMatter.Entry], diagnostic: Diagnostic?) {
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
      let start = offset(of: key.mark)
      entries.append(
        FrontMatter.Entry(
          key: keyText, value: read, keyRange: ByteRange(start, start + keyText.utf8.count),
          valueRange: nil))
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
    case .scalar(let scalar):
      return .scalar(FrontMatterValue.Scalar(text: scalar.string, style: style(of: scalar)))
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
    case .alias:
      return .scalar(FrontMatterValue.Scalar(text: "", style: .plain))
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

  /// Counts brackets and indentation: an upper bound that costs one pass.
  private var isNestedTooDeeply: Bool {
    var brackets = 0
    var indent = 0
    var isLineStart = true
    for byte in bytes[content.indices] {
      switch byte {
      case ASCII.leftBracket, ASCII.leftBrace: brackets += 1
      case ASCII.rightBracket, ASCII.rightBrace: brackets = max(0, brackets - 1)
      case ASCII.lineFeed:
        isLineStart = true
        indent = 0
        continue
      case ASCII.space, ASCII.hyphen, ASCII.question, ASCII.colon:
        if isLineStart { indent += 1 }
        if brackets > Self.depthLimit || indent > 2 * Self.depthLimit { return true }
        continue
      default: break
      }
      isLineStart = false
      if brackets > Self.depthLimit { return true }
    }
    return false
  }

  /// Byte offset of a mark, whose line and column count from 1 and in characters.
  private func offset(of mark: Mark?) -> Int {
    guard let mark else { return content.lowerBound }
    let lines = LineTable(bytes, in: content)
    var offset = lines.start(of: mark.line - 1)
    var column = 1
    while column < mark.column, offset < content.upperBound {
      offset += 1
      while offset < content.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      column += 1
    }
    return offset
  }

  private func diagnostic(for error: any Error) -> Diagnostic {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?,
      .composer(_, let problem, let mark, _)?:
      return syntaxDiagnostic(problem, at: offset(of: mark))
    case .duplicatedKeysInMapping(let duplicates, let context)?:
      let offset = offset(of: context.mark)
      let keys = duplicates.joined(separator: ", ")
      let message = Message(
        "The key “\(keys)” occurs twice in the front matter", ko: "머리말에 “\(keys)” 키가 두 번 있습니다")
      return Diagnostic(
        check: "duplicate-key", severity: .error, range: ByteRange(offset, offset + 1),
        message: message)
    default:
      return syntaxDiagnostic("\(error)", at: content.lowerBound)
    }
  }

  private func syntaxDiagnostic(_ problem: String, at offset: Int) -> Diagnostic {
    let message = Message(
      "The front matter is not valid YAML: \(problem)",
      ko: "머리말이 올바른 YAML이 아닙니다: \(problem)")
    return diagnostic(message, at: ByteRange(offset, min(offset + 1, content.upperBound)))
  }

  private func diagnostic(_ message: Message, at range: ByteRange) -> Diagnostic {
    Diagnostic(check: "front-matter-syntax", severity: .error, range: range, message: message)
  }
}

/// True if a character begins that YAML does not print or that some of its versions take for a line break: U+0080 to
/// U+009F, U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
func isUnprintable(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
  switch bytes[index] {
  case 0xC2: index + 1 < end && bytes[index + 1] < 0xA0
  case 0xE2:
    index + 2 < end && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9)
  case 0xEF:
    index + 2 < end
      && (bytes[index + 1] == 0xBB && bytes[index + 2] == 0xBF
        || bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE)
  default: false
  }
}

/// Finds front matter whose aliases stand for so much that reading it would not end.
///
/// A key made of aliases is compared while the text is still being read, so the values cannot be counted first.
enum AliasCount {
  /// More aliases than any front matter has; this number cannot stand for enough values to hurt.
  private static let limit = 30

  /// True for a text with an anchor and more aliases than that.
  static func isExcessive(_ text: ArraySlice<UInt8>) -> Bool {
    var anchors = 0
    var aliases = 0
    var previous = ASCII.lineFeed
    for (offset, byte) in zip(text.indices, text) {
      let isSign = byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*")
      if isSign, mayStandBefore(previous), offset + 1 < text.endIndex,
        text[offset + 1] > ASCII.space
      {
        if byte == UInt8(ascii: "*") { aliases += 1 } else { anchors += 1 }
      }
      previous = byte
    }
    return anchors > 0 && aliases > limit
  }

  private static func mayStandBefore(_ byte: UInt8) -> Bool {
    byte <= ASCII.space || "[{,:".utf8.contains(byte)
  }
}
