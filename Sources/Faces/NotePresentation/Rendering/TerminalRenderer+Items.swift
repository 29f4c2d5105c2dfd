import ByteBasics
import NoteSyntax
import TerminalText
package import Wording

/// The rendering of tokens: links, tags, mathematics, marked text, boxes, callouts.
extension TerminalRenderer {
  mutating func appendText(_ text: String) {
    guard !substitution.isEmpty else { return append(text) }
    let bytes = Array(text.utf8)
    var copied = 0
    while let token = substitution.token(in: bytes, from: copied, to: bytes.count) {
      append(String(decoding: bytes[copied..<token.range.lowerBound], as: UTF8.self))
      append(token.item)
      copied = token.range.upperBound
      // The box of an item is where the item's own mark would, without the space after it.
      if case .box = token.item, copied < bytes.count, bytes[copied] == 0x20, inline.isEmpty { copied += 1 }
    }
    append(String(decoding: bytes[copied...], as: UTF8.self))
  }

  /// Returns code or an address as written, without rendering anything in it.
  func asWritten(_ text: String) -> String { substitution.replacing(in: text) { $0.text(in: source) } }

  /// Returns raw HTML as written, without `<!-- -->` and `%% %%`.
  func withoutComments(_ html: String) -> String {
    let shown = substitution.replacing(in: html) { $0.isHidden ? "" : $0.text(in: source) }
    guard shown.contains("<!--") else { return shown }
    return shown.replacing(#/<!--(?s:.*?)(-->|$)/#, with: "")
  }

  private mutating func append(_ item: BodySubstitution.Item) {
    // Within a link or the words of a picture nothing is another link.
    guard urls.isEmpty, imageDepth == 0 else { return append(item.plainText(in: source)) }
    switch item {
    case .mark(let mark): append(mark, item)
    case .tag: inline.append(item.text(in: source), .tag)
    case .blockIdentifier: break
    case .box(let box):
      let mark = StyledText(Self.box(box.state, page) + " ", .mark)
      if !replaceItemMark(mark) { inline.append(mark) }
    case .link(let link): append(link, item)
    }
  }

  private mutating func append(_ mark: InlineMark, _ item: BodySubstitution.Item) {
    switch mark.kind {
    case .mathematics: inline.append(item.mathematics(in: source), .mathematics)
    case .highlightStart: styles.append(.marked)
    case .highlightEnd:
      if let index = styles.lastIndex(of: .marked) { styles.remove(at: index) }
    case .callout(let kind, _):
      styles.append(.strong)
      isInCalloutTitle = true
      let title = BodyWords(page.language).calloutTitle(kind)
      inline.append("[\(title)]" + (inline.isEmpty ? " " : ""), .heading)
    default: append(item.plainText(in: source))
    }
  }

  /// Ends the title of a callout. Returns false outside such a title.
  @discardableResult
  mutating func endCalloutTitle() -> Bool {
    guard isInCalloutTitle else { return false }
    isInCalloutTitle = false
    if let index = styles.lastIndex(of: .strong) { styles.remove(at: index) }
    return true
  }

  private mutating func append(_ link: Link, _ item: BodySubstitution.Item) {
    let written = item.text(in: source)
    switch link.kind {
    case .embed:
      append(page.asciiOnly ? "[embed] " : "⧉ ")
      inline.append(target(of: link), isBroken(target(of: link)) ? .broken : .link)
    case .wiki where isReversed(link): inline.append(link.destination, .link)
    case .wiki: inline.append(link.shownText, isBroken(target(of: link)) ? .broken : .link)
    case .telephone: append(written)
    default:
      let address = link.address(written: written)
      inline.append(written, .link, url: AddressPolicy.opens(address.utf8) ? address : nil)
    }
  }

  /// Returns the target of a link as written before the bar.
  private func target(of link: Link) -> String {
    link.destinationRange.map { String(decoding: source[$0.indices], as: UTF8.self) } ?? link.destination
  }

  static func box(_ state: String, _ page: Page) -> String {
    switch state {
    case "/" where !page.asciiOnly: "◪"
    case "-" where !page.asciiOnly: "☒"
    default: "[\(state)]"
    }
  }
}

extension BodySubstitution.Item {
  /// Returns a formula as written, without the marks of surrounding quotes.
  package func mathematics(in source: [UInt8]) -> String {
    let text = text(in: source)
    // Only a formula of several lines looks at the text before it, so that many formulas on one line take linear time.
    guard text.utf8.contains(0x0A) else { return text }
    let lineStart = source[..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    guard source[lineStart..<range.lowerBound].contains(UInt8(ascii: ">")) else { return text }
    return text.textLines.map { line in
      line.drop { $0 == " " || $0 == ">" }
    }.joined(separator: "\n")
  }
}

/// The few words that a page adds to a note's body.
package struct BodyWords: Sendable {
  package let done: String
  package let open: String
  package let linkToHeading: String
  /// The accessible name of the box around a table.
  package let table: String
  /// The label that opens the source of a diagram.
  package let source: String
  /// The text on a card of a canvas whose note is not on the site.
  package let notPublished: String
  /// The label that opens the archive of a board.
  package let archive: String
  package let language: Language

  package init(_ language: Language) {
    self.language = language
    notPublished = Message("Not published", ko: "공개하지 않은 메모").text(in: language)
    archive = Message("Archive", ko: "보관함").text(in: language)
    done = Message("done", ko: "완료").text(in: language)
    open = Message("to do", ko: "할 일").text(in: language)
    table = Message("Table", ko: "표").text(in: language)
    source = Message("Source", ko: "원본").text(in: language)
    linkToHeading = Message("Link to this heading", ko: "이 소제목의 링크").text(in: language)
  }

  /// Returns the meaning of a check box with another state than done or to do.
  package func box(_ state: String) -> String {
    switch state {
    case "/": Message("in progress", ko: "진행 중").text(in: language)
    case "-": Message("cancelled", ko: "취소").text(in: language)
    default: Message("marked “\(state)”", ko: "표시: “\(state)”").text(in: language)
    }
  }

  /// Returns the accessible name of the picture of a diagram.
  package func diagram(_ kind: String) -> String {
    Message("Diagram (\(kind))", ko: "다이어그램(\(kind))").text(in: language)
  }

  /// Returns the title of a callout without its own title.
  package func calloutTitle(_ kind: String) -> String {
    let title = Self.calloutTitles[kind]?.text(in: language)
    return title ?? kind.prefix(1).uppercased() + kind.dropFirst()
  }

  /// The kinds of callouts that have a title of their own, sorted.
  package static let calloutKinds = calloutTitles.keys.sorted()

  private static let calloutTitles: [String: Message] = [
    "note": Message("Note", ko: "참고"), "tip": Message("Tip", ko: "팁"),
    "important": Message("Important", ko: "중요"), "warning": Message("Warning", ko: "경고"),
    "caution": Message("Caution", ko: "주의"), "info": Message("Info", ko: "정보"),
    "todo": Message("To do", ko: "할 일"), "question": Message("Question", ko: "질문"),
    "quote": Message("Quote", ko: "인용"), "example": Message("Example", ko: "예시"),
    "success": Message("Success", ko: "성공"), "danger": Message("Danger", ko: "위험"),
    "bug": Message("Bug", ko: "버그"), "abstract": Message("Summary", ko: "요약"),
    "summary": Message("Summary", ko: "요약"),
  ]
}
