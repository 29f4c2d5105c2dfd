import MarkdownFormatting

/// The inline parts of HTML as those of a document.
struct HTMLInlines {
  typealias Inline = DocumentTree.Inline

  /// Returns the target of an address in the page; nil leaves the link out and keeps its words.
  let address: (String) -> String?

  func inlines(of nodes: [HTMLNode], marks: Set<String> = []) -> [Inline] {
    nodes.flatMap { inlines(of: $0, marks) }
  }

  private func inlines(of node: HTMLNode, _ marks: Set<String>) -> [Inline] {
    switch node {
    case .text(let text): return [.text(text.replacing("\u{A0}", with: " "))]
    case .element(let element): return inlines(of: element, marks)
    }
  }

  private func inlines(of element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    switch element.name {
    case "br": return [.lineBreak]
    case "img", "en-media": return image(element)
    case "a": return link(element, marks)
    case "code", "tt", "kbd", "samp":
      let text = element.text
      return text.contains { !$0.isWhitespace } ? [.code(text)] : [.text(text)]
    case "en-crypt": return [.code(element.text.filter { !$0.isWhitespace })]
    case "input", "en-todo": return []
    default: break
    }
    guard let mark = Self.mark(of: element), !marks.contains(mark) else {
      return inlines(of: element.children, marks: marks)
    }
    let inner = inlines(of: element.children, marks: marks.union([mark]))
    return Self.spaced(inner) { core in
      switch mark {
      case "strong": [.strong(core)]
      case "em": [.emphasis(core)]
      case "mark": [.verbatim("==")] + core + [.verbatim("==")]
      default: [.deletion(core)]
      }
    }
  }

  private static func mark(of element: HTMLNodeElement) -> String? {
    let style = element.style
    switch element.name {
    case "b", "strong": return style["font-weight"] == "normal" ? nil : "strong"
    case "i", "em", "cite", "dfn", "var": return style["font-style"] == "normal" ? nil : "em"
    case "s", "del", "strike": return "del"
    case "mark": return "mark"
    case "span", "font":
      if ["bold", "700"].contains(style["font-weight"]) { return "strong" }
      if style["font-style"] == "italic" { return "em" }
      if style["--en-highlight"] != nil || style["-evernote-highlight"] == "true" { return "mark" }
      return style["text-decoration"]?.hasPrefix("line-through") == true ? "del" : nil
    default: return nil
    }
  }

  /// White space at the ends of a mark is outside of it: `**word** `.
  private static func spaced(_ inner: [Inline], _ make: ([Inline]) -> [Inline])
    -> [Inline]
  {
    var core = inner
    var before: [Inline] = []
    var after: [Inline] = []
    if case .text(let text)? = core.first, text.first?.isWhitespace == true {
      before = [.text(" ")]
      core[0] = .text(String(text.drop(while: \.isWhitespace)))
    }
    if case .text(let text)? = core.last, text.last?.isWhitespace == true {
      after = [.text(" ")]
      let kept = text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
      core[core.count - 1] = .text(String(kept))
    }
    while case .lineBreak? = core.last {
      core.removeLast()
      after.insert(.lineBreak, at: 0)
    }
    core.removeAll { if case .text(let text) = $0 { text.isEmpty } else { false } }
    guard !core.isEmpty else { return before + after }
    return before + make(core) + after
  }

  private func link(_ element: HTMLNodeElement, _ marks: Set<String>) -> [Inline] {
    let inner = inlines(of: element.children, marks: marks.union(["a"]))
    guard !marks.contains("a"), let href = element.attributes["href"], !href.isEmpty,
      let address = address(href)
    else { return inner }
    let isEmpty = !inner.contains {
      switch $0 {
      case .text(let text): text.contains { !$0.isWhitespace }
      case .lineBreak: false
      default: true
      }
    }
    let words: [Inline] = isEmpty ? [.text(address)] : inner
    return Self.spaced(words) {
      [.link($0, to: address, title: element.attributes["title"] ?? "")]
    }
  }

  private func image(_ element: HTMLNodeElement) -> [Inline] {
    let source = element.attributes["src"] ?? element.attributes["hash"] ?? ""
    guard !source.isEmpty, let address = address(source) else {
      return element.attributes["alt"].map { [.text($0)] } ?? []
    }
    let alt = element.attributes["alt"] ?? ""
    let type = element.attributes["type"] ?? "image/"
    if !type.hasPrefix("image/") {
      return [.link([.text(alt.isEmpty ? address : alt)], to: address)]
    }
    return [.image(alt: alt.filter { !$0.isNewline }, from: address)]
  }
}
