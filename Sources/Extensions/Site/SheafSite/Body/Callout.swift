import ByteBasics
import NotePresentation
import NoteSyntax

/// A quote that begins with `[!note]`: a box with a title.
struct Callout {
  /// The HTML that opens the box and its title. The words of the title are one element next to the icon.
  let start: String
  /// The words of the title, if the note has none.
  let ownTitle: String?
  /// The HTML that closes the title.
  let titleEnd: String
  /// The HTML that closes the box.
  let boxEnd: String
  /// The offset at which the note's own title or text begins.
  let end: Int

  /// Reads the head of a callout as the first thing of a quote; nil for any other quote.
  ///
  /// `[!kind]-` folds the box, `[!kind]+` lets it be folded.
  init?(in bytes: [UInt8], at start: Int, _ substitution: BodySubstitution, words: BodyWords) {
    var index = start
    while index < bytes.count, ASCII.isWhiteSpace(bytes[index]) { index += 1 }
    guard bytes[index...].starts(with: "<p>".utf8) else { return nil }
    index += 3
    guard let token = substitution.token(in: bytes, from: index, to: min(bytes.count, index + 40)),
      token.range.lowerBound == index, case .mark(let mark) = token.item,
      case .callout(let kind, let fold) = mark.kind
    else { return nil }
    index = token.range.upperBound
    // Where lines end on the page too, a title of nothing ends with a break.
    let hasTitle =
      index < bytes.count && bytes[index] != 0x0A
      && !["</p>", "<br"].contains { bytes[index...].starts(with: $0.utf8) }
    let box = fold == nil ? "div" : "details"
    let title = fold == nil ? "p" : "summary"
    let open = fold == .open ? " open" : ""
    self.start =
      "<\(box) class=\"callout\(Self.look(of: kind))\" data-callout=\"\(escapedAttribute(kind))\"\(open)>\n<\(title) class=\"callout-title\"><span>"
    ownTitle = hasTitle ? nil : escapedAttribute(words.calloutTitle(kind))
    titleEnd = "</span></\(title)>"
    boxEnd = "</\(box)>"
    end = index
  }

  /// Returns the class of colour and sign of a kind, after a space; the plain look has none.
  private static func look(of kind: String) -> String {
    switch kind.lowercased() {
    case "tip", "hint", "success", "check", "done", "todo": " good"
    case "question", "help", "faq": " ask"
    case "warning", "caution", "attention", "important": " warn"
    case "danger", "error", "bug", "fail", "failure", "missing": " bad"
    case "example", "abstract", "summary", "tldr": " list-of"
    case "quote", "cite": " said"
    default: ""
    }
  }
}

/// The quotes that are open, and the callouts among them.
struct QuoteStack {
  /// The title of a callout while its words are read.
  struct OpenTitle {
    /// The HTML after its last word.
    let end: String
  }

  private var boxes: [Callout?] = []
  private(set) var openTitle: OpenTitle?

  mutating func push(_ callout: Callout?) {
    boxes.append(callout)
    openTitle = callout.map { OpenTitle(end: $0.titleEnd) }
  }

  mutating func closeTitle() { openTitle = nil }

  /// Returns the HTML that ends the innermost quote. Nil for one that is not a callout.
  mutating func pop() -> String? { boxes.popLast()??.boxEnd }
}
