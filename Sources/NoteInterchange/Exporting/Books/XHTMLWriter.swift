/// HTML as XML: every element closed, every attribute with a value.
enum XHTMLWriter {
  private static let void: Set<String> = [
    "area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr",
  ]

  static func text(of nodes: [HTMLNode]) -> String { nodes.map(text).joined() }

  private static func text(_ node: HTMLNode) -> String {
    guard case .element(let element) = node else { return BookText.escaped(node.text) }
    guard isName(element.name) else { return text(of: element.children) }
    let attributes = element.attributes.filter { isName($0.key) }.sorted { $0.key < $1.key }.map {
      " \($0.key)=\"\(BookText.escaped($0.value.isEmpty && flags.contains($0.key) ? $0.key : $0.value))\""
    }.joined()
    if void.contains(element.name) { return "<\(element.name)\(attributes)/>" }
    return "<\(element.name)\(attributes)>" + text(of: element.children) + "</\(element.name)>"
  }

  private static let flags: Set<String> = [
    "checked", "controls", "disabled", "loop", "muted", "open", "reversed",
  ]

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
    return name.utf8.allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-")
    }
  }
}
