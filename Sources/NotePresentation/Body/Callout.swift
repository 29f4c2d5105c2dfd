/// A quote that begins with `[!note]`: a box with a title.
struct Callout {
  /// The HTML that opens the box and its title.
  let start: String
  /// The words of the title, where the note gives none.
  let ownTitle: String?
  /// The HTML that closes the title.
  let titleEnd: String
  /// The HTML that closes the box.
  let boxEnd: String
  /// Where the note's own title or text begins.
  let end: Int

  /// Reads `<p>[!kind]` at the head of a quote; nil for any other quote.
  ///
  /// `[!kind]-` folds the box, `[!kind]+` lets it be folded.
  init?(in bytes: [UInt8], at start: Int, words: BodyWords) {
    var index = start
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    let opening = Array("<p>[!".utf8)
    guard bytes[index...].starts(with: opening) else { return nil }
    index += opening.count
    let nameStart = index
    while index < bytes.count, isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "-") {
      index += 1
    }
    guard index > nameStart, index < bytes.count, bytes[index] == UInt8(ascii: "]") else {
      return nil
    }
    let kind = String(decoding: bytes[nameStart..<index], as: UTF8.self).lowercased()
    index += 1
    let fold = index < bytes.count ? bytes[index] : 0
    let isFoldable = fold == UInt8(ascii: "-") || fold == UInt8(ascii: "+")
    if isFoldable { index += 1 }
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    let hasTitle =
      index < bytes.count && bytes[index] != 0x0A && !bytes[index...].starts(with: "</p>".utf8)
    let box = isFoldable ? "details" : "div"
    let title = isFoldable ? "summary" : "p"
    let open = fold == UInt8(ascii: "+") ? " open" : ""
    self.start =
      "<\(box) class=\"callout\" data-callout=\"\(kind)\"\(open)>\n<\(title) class=\"callout-title\">"
    ownTitle = hasTitle ? nil : escapedAttribute(words.calloutTitle(kind))
    titleEnd = "</\(title)>"
    boxEnd = "</\(box)>"
    end = index
  }
}

/// The quotes that are open, and the callouts among them.
struct QuoteStack {
  /// The title of a callout while its words are read.
  struct OpenTitle {
    /// The HTML behind its last word.
    let end: String
  }

  private var boxes: [Callout?] = []
  private(set) var openTitle: OpenTitle?

  mutating func push(_ callout: Callout?) {
    boxes.append(callout)
    openTitle = callout.map { OpenTitle(end: $0.titleEnd) }
  }

  mutating func closeTitle() { openTitle = nil }

  /// The HTML that ends the innermost quote; nil for one that is no callout.
  mutating func pop() -> String? { boxes.popLast()??.boxEnd }
}
