/// HTML as a tree: what the tokenizer found, nested as a browser would nest it, as far as notes need it.
indirect enum HTMLNode: Sendable {
  /// Decoded text, white space as it is.
  case text(String)
  case element(HTMLNodeElement)
}

struct HTMLNodeElement: Sendable {
  /// In small letters.
  let name: String
  let attributes: [String: String]
  var children: [HTMLNode] = []

  /// Every text below, without marks.
  var text: String { children.map(\.text).joined() }

  /// What the `style` attribute declares, in small letters, without spaces in values: `font-weight` is `bold`.
  var style: [String: String] {
    guard let written = attributes["style"] else { return [:] }
    var style: [String: String] = [:]
    for declaration in written.lowercased().split(separator: ";") {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = declaration[..<colon].filter { !$0.isWhitespace }
      style[name] = declaration[declaration.index(after: colon)...].filter { !$0.isWhitespace }
    }
    return style
  }
}

extension HTMLNode {
  var text: String {
    switch self {
    case .text(let text): text
    case .element(let element): element.name == "br" ? "\n" : element.text
    }
  }
}
