import NoteModel
import NoteSyntax

/// `[[links]]`, `![[embeds]]`, `#tags` and `^block` names in the text of a page.
enum WikiText {
  /// Appends text that is HTML already.
  static func append(
    _ text: ArraySlice<UInt8>, _ surroundings: BodySurroundings, to html: inout [UInt8]
  ) {
    let signs = Self.signs
    guard let first = text.firstIndex(where: { signs[Int($0)] }) else {
      html += text
      return
    }
    let bytes = Array(text)
    var index = first - text.startIndex
    var plainStart = 0
    while index < bytes.count {
      guard signs[Int(bytes[index])],
        let (replacement, end) = replacement(in: bytes, at: index, surroundings)
      else {
        index += 1
        continue
      }
      html += bytes[plainStart..<index]
      html += replacement
      index = end
      plainStart = end
    }
    html += bytes[plainStart...]
  }

  private static let signs: [Bool] = (0..<256).map { "[!#^".utf8.contains(UInt8($0)) }

  private static func replacement(
    in bytes: [UInt8], at index: Int, _ surroundings: BodySurroundings
  ) -> (html: [UInt8], end: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "["):
      guard let (words, end) = words(in: bytes, at: index) else { return nil }
      return (link(words, surroundings), end)
    case UInt8(ascii: "!"):
      guard let (words, end) = words(in: bytes, at: index + 1) else { return nil }
      return (embed(words, surroundings), end)
    case UInt8(ascii: "#"): return tag(in: bytes, at: index, surroundings)
    default: return blockName(in: bytes, at: index)
    }
  }

  /// What stands between `[[` and `]]` on one line, as HTML.
  private static func words(in bytes: [UInt8], at start: Int) -> (ArraySlice<UInt8>, Int)? {
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "["),
      bytes[start + 1] == UInt8(ascii: "[")
    else { return nil }
    var index = start + 2
    while index + 1 < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "["), 0x0A: return nil
      case UInt8(ascii: "]"):
        guard bytes[index + 1] == UInt8(ascii: "]"), index > start + 2 else { return nil }
        return (bytes[(start + 2)..<index], index + 2)
      default: index += 1
      }
    }
    return nil
  }

  /// The parts of `name#heading|text`; the text is HTML.
  private static func parts(
    _ words: ArraySlice<UInt8>, form: BodyLink.Form
  ) -> (link: BodyLink, text: String?) {
    let bar = words.firstIndex(of: UInt8(ascii: "|"))
    let name = CharacterReferences.decoded(bar.map { words[..<$0] } ?? words)
    let text = bar.map { String(decoding: words[($0 + 1)...], as: UTF8.self) }
    return (BodyLink(form: form, text: String(decoding: name, as: UTF8.self)), text)
  }

  private static func link(
    _ words: ArraySlice<UInt8>, _ surroundings: BodySurroundings
  ) -> [UInt8] {
    let (link, text) = parts(words, form: .wiki)
    let shown = text ?? String(decoding: words, as: UTF8.self)
    return anchor(surroundings.place(link), shown)
  }

  private static func anchor(_ place: BodyPlace, _ shown: String) -> [UInt8] {
    switch place {
    case .address(let address, _) where AddressPolicy.allows(address.utf8, as: .link):
      return Array("<a href=\"\(escapedAttribute(address))\">\(shown)</a>".utf8)
    case .hidden, .address: return Array(shown.utf8)
    case .broken, .asWritten: return Array("<span class=\"broken\">\(shown)</span>".utf8)
    }
  }

  private static func embed(
    _ words: ArraySlice<UInt8>, _ surroundings: BodySurroundings
  ) -> [UInt8] {
    let (link, text) = parts(words, form: .embed)
    let place = surroundings.place(link)
    guard isPicture(link.destination) else {
      return anchor(place, text ?? String(decoding: words, as: UTF8.self))
    }
    let caption = CharacterReferences.decoded(Array((text ?? "").utf8)[...])
    // `300` alone is a size, `words|300` is words and a size.
    let (words, size) = ImageTag.sized("|" + String(decoding: caption, as: UTF8.self))
    let alt = String(words.drop { $0 == "|" })
    let name = String(link.destination.split(separator: "/").last ?? "")
    return ImageTag.html(
      place, written: link.destination, alt: alt.isEmpty ? name : alt, title: nil, size: size)
  }

  private static func isPicture(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg"].contains {
      name.hasSuffix($0)
    }
  }

  /// `![[note]]</p>` at `start`: an embed that is a paragraph of its own, and where the paragraph ends.
  static func loneEmbed(in bytes: [UInt8], at start: Int) -> (link: BodyLink, end: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "!"),
      let (words, end) = words(in: bytes, at: start + 1)
    else { return nil }
    let closing = Array("</p>".utf8)
    guard bytes[end...].starts(with: closing) else { return nil }
    let link = parts(words, form: .embed).link
    return isPicture(link.destination) ? nil : (link, end + closing.count)
  }

  private static func tag(
    in bytes: [UInt8], at index: Int, _ surroundings: BodySurroundings
  ) -> (html: [UInt8], end: Int)? {
    guard index == 0 || isSpace(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "(") else {
      return nil
    }
    let end = TagSyntax.end(of: bytes, from: index + 1, to: bytes.count)
    guard end > index + 1 else { return nil }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    guard let address = surroundings.tagAddress(name) else { return nil }
    let html = "<a class=\"tag\" href=\"\(escapedAttribute(address))\">#\(name)</a>"
    return (Array(html.utf8), end)
  }

  /// ` ^name` at the end of a line: the place that `[[note#^name]]` leads to.
  private static func blockName(in bytes: [UInt8], at index: Int) -> (html: [UInt8], end: Int)? {
    guard index == 0 || isSpace(bytes[index - 1]) else { return nil }
    var end = index + 1
    while end < bytes.count,
      isLetter(bytes[end]) || bytes[end] &- 0x30 < 10 || bytes[end] == UInt8(ascii: "-")
    {
      end += 1
    }
    guard end > index + 1, end == bytes.count || bytes[end] == 0x0A else { return nil }
    let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    return (Array("<span id=\"^\(name)\"></span>".utf8), end)
  }
}
