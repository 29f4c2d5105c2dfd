import ByteBasics
import SafeHTML

/// The words of a page's HTML, without its tags: a line for each block.
package enum PlainText {
  /// UTF-8, without empty lines, without the links of headings to themselves.
  ///
  /// - Parameter includesTasks: false leaves out what is after a check box.
  package static func lines(of html: [UInt8], includesTasks: Bool = true) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(html.count)
    var tokenizer = HTMLTokenizer(html)
    var isAnchor = false
    var isTask = false
    while let token = tokenizer.next() {
      switch token {
      case .text(let range):
        if !isAnchor, !isTask { append(html[range], to: &text) }
      case .start(let tag):
        isAnchor =
          tag.element == .a && LinkTag.value(of: .class, in: tag, html) == "anchor"
        if breaksLine(tag.element) {
          breakLine(&text)
          isTask = false
        }
        if tag.element == .input { isTask = !includesTasks }
        if tag.element == .td || tag.element == .th { append(" ".utf8, to: &text) }
      case .end(let element):
        if element == .a { isAnchor = false }
        if breaksLine(element) {
          breakLine(&text)
          isTask = false
        }
      case .ignored: break
      }
    }
    while let last = text.last, ASCII.isWhiteSpace(last) { text.removeLast() }
    return text
  }

  /// The first words, at most that number of letters, cut at a space; tasks are not among them.
  package static func excerpt(of html: [UInt8], letters limit: Int) -> String {
    let start = lines(of: html, includesTasks: false).prefix(limit * 8)
    let text = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).joined(
      separator: " ")
    guard text.count > limit else { return text }
    let cut = text.prefix(limit)
    let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    return (words.count * 2 > limit ? words : cut) + "…"
  }

  /// Runs of space become one.
  private static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    let start = text.count
    var hasReference = false
    for byte in bytes {
      if ASCII.isWhiteSpace(byte) {
        if let last = text.last, last != 0x20, last != 0x0A { text.append(0x20) }
      } else {
        hasReference = hasReference || byte == UInt8(ascii: "&")
        text.append(byte)
      }
    }
    guard hasReference else { return }
    let decoded = CharacterReferences.decoded(text[start...])
    text.replaceSubrange(start..., with: decoded)
  }

  private static func breakLine(_ text: inout [UInt8]) {
    while text.last == 0x20 { text.removeLast() }
    if !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
  }

  private static func breaksLine(_ element: HTMLElement?) -> Bool {
    guard let element else { return false }
    switch element {
    case .br, .dd, .dt, .li, .summary, .tr: return true
    default: return element.endsParagraph
    }
  }
}
