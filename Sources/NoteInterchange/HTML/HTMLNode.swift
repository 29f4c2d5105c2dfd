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
}

extension HTMLNode {
  var text: String {
    switch self {
    case .text(let text): text
    case .element(let element): element.name == "br" ? "\n" : element.text
    }
  }
}
