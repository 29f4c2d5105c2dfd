import ByteBasics
import SafeHTML

/// Footnotes of one paragraph, shown a second time where they are referred to: next to the text where a screen is wide.
///
/// Programs that read a page aloud read the footnotes at the end.
struct MarginNotes {
  /// Bytes of a footnote for which a margin has room.
  private static let limit = 600
  private static let section = Array("<section class=\"footnotes\">".utf8)

  /// The text of each footnote by the name of its place.
  private var notes: [ArraySlice<UInt8>: [UInt8]] = [:]

  /// Returns the HTML of a body with margin notes. Without margin notes the HTML is unchanged.
  static func added(to html: [UInt8]) -> [UInt8] {
    guard let start = lastOffset(of: section, in: html) else { return html }
    let notes = MarginNotes(Array(html[start...])).notes
    guard !notes.isEmpty else { return html }
    var result: [UInt8] = []
    result.reserveCapacity(html.count * 5 / 4)
    var tokenizer = HTMLTokenizer(Array(html[..<start]))
    var copied = 0
    var target: ArraySlice<UInt8> = []
    while let token = tokenizer.next() {
      if case .start(let tag) = token, tag.element == .a {
        target = value(of: .href, in: tag, html).dropFirst()
      } else if case .end(.sup?) = token, let note = notes[target] {
        result += html[copied..<tokenizer.position]
        result += "<span class=\"sidenote\" aria-hidden=\"true\">".utf8 + note + "</span>".utf8
        copied = tokenizer.position
        target = []
      }
    }
    return result + html[copied...]
  }

  /// Reads the list of footnotes.
  private init(_ html: [UInt8]) {
    var tokenizer = HTMLTokenizer(html)
    var name: ArraySlice<UInt8> = []
    var blocks = 0
    var text: [UInt8] = []
    var isWayBack = false
    while let token = tokenizer.next() {
      switch token {
      case .start(let tag):
        if tag.element == .li {
          name = Self.value(of: .id, in: tag, html)
          (blocks, text) = (0, [])
        }
        isWayBack = tag.element == .a && Self.value(of: .class, in: tag, html) == Self.wayBack
        if tag.element?.endsParagraph == true { blocks += 1 }
      case .text(let range):
        if !isWayBack { text += html[range] }
      case .end(let element):
        if element == .a { isWayBack = false }
        guard element == .li, blocks == 1, !name.isEmpty, text.count <= Self.limit else { continue }
        notes[name] = Array(text.trimming(while: ASCII.isWhiteSpace))
      case .ignored: break
      }
    }
  }

  private static let wayBack = Array("footnote-backref".utf8)[...]

  private static func value(of name: HTMLAttributeName, in tag: HTMLTag, _ html: [UInt8]) -> ArraySlice<UInt8> {
    let found = tag.attributes.first { HTMLAttributeName(name: html[$0.name]) == name }
    return found.map { html[$0.value] } ?? []
  }

  private static func lastOffset(of part: [UInt8], in html: [UInt8]) -> Int? {
    var index = html.count - part.count
    while index >= 0 {
      if html[index] == part[0], html[index...].starts(with: part) { return index }
      index -= 1
    }
    return nil
  }
}
