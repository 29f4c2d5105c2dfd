import ByteBasics
import MarkdownFormatting

/// The document of an editor built on Lexical, as Standard Notes stores it, as Markdown.
enum LexicalDocument {
  /// Returns the text of a document, and the number of files that are stored elsewhere.
  static func blocks(_ root: JSONValue) -> (blocks: [DocumentTree.Block], files: Int) {
    var reader = Reader()
    let blocks = reader.blocks(root["children"]?.items ?? [])
    return (blocks, reader.files)
  }

  private struct Reader {
    var files = 0
    private var depth = 0

    /// The deepest level; deeper nodes become text of the node above.
    private static let depthLimit = 60

    mutating func blocks(_ nodes: [JSONValue]) -> [DocumentTree.Block] {
      depth += 1
      defer { depth -= 1 }
      guard depth < Self.depthLimit else {
        return [.paragraph([.text(nodes.map(Self.words).joined(separator: " "))])]
      }
      return nodes.flatMap { block($0) }
    }

    private mutating func block(_ node: JSONValue) -> [DocumentTree.Block] {
      let children = node["children"]?.items ?? []
      switch node["type"]?.string {
      case "heading":
        let level = node["tag"]?.string?.last?.wholeNumberValue ?? 1
        return [.heading(level: min(6, max(1, level)), inlines(children))]
      case "horizontalrule": return [.thematicBreak]
      case "code": return [.code(Self.code(children), language: node["language"]?.string ?? "")]
      case "quote": return [.quote([.paragraph(inlines(children))])]
      case "list": return list(node, children)
      case "table": return table(children)
      case "collapsible-title": return [.paragraph([.strong(inlines(children))])]
      case "collapsible-container", "collapsible-content": return blocks(children)
      case "snfile":
        files += 1
        return []
      default:
        let inlines = inlines(children)
        return inlines.isEmpty ? [] : [.paragraph(inlines)]
      }
    }

    private mutating func list(_ node: JSONValue, _ children: [JSONValue]) -> [DocumentTree.Block] {
      let kind = node["listType"]?.string
      var items: [DocumentTree.Item] = []
      for child in children {
        let parts = child["children"]?.items ?? []
        let lists = parts.filter { $0["type"]?.string == "list" }
        let words = inlines(parts.filter { $0["type"]?.string != "list" })
        let below = blocks(lists)
        // An item that has only a list is how Lexical indents it.
        if words.isEmpty, !below.isEmpty, !items.isEmpty {
          items[items.count - 1].blocks += below
        } else {
          items.append(
            DocumentTree.Item(
              [.paragraph(words)] + below, isChecked: kind == "check" ? child["checked"]?.boolean ?? false : nil))
        }
      }
      let start = kind == "number" ? node["start"]?.integer ?? 1 : nil
      return items.isEmpty ? [] : [.list(DocumentTree.List(start: start, items: items))]
    }

    private mutating func table(_ rows: [JSONValue]) -> [DocumentTree.Block] {
      var cells: [[[DocumentTree.Inline]]] = []
      for row in rows {
        cells.append(
          (row["children"]?.items ?? []).map { cell in
            [.text(Self.words(cell).split(whereSeparator: \.isWhitespace).joined(separator: " "))]
          })
      }
      guard let head = cells.first, !head.isEmpty else { return [] }
      return [.table(DocumentTree.Table(head: head, rows: Array(cells.dropFirst())))]
    }

    private mutating func inlines(_ nodes: [JSONValue]) -> [DocumentTree.Inline] {
      nodes.flatMap { node -> [DocumentTree.Inline] in
        let children = node["children"]?.items ?? []
        switch node["type"]?.string {
        case "text", "code-highlight": return [Self.marked(node)]
        case "linebreak": return [.lineBreak]
        case "tab": return [.text(" ")]
        case "link", "autolink":
          let url = HTMLConverter.safeAddress(node["url"]?.string ?? "")
          let words = children.map(Self.words).joined()
          return [url.map { .link([.text(words)], to: $0) } ?? .text(words)]
        case "snfile":
          files += 1
          return []
        default: return children.isEmpty ? [] : [.text(children.map(Self.words).joined())]
        }
      }
    }

    private static func marked(_ node: JSONValue) -> DocumentTree.Inline {
      let text = node["text"]?.string ?? ""
      let format = node["format"]?.integer ?? 0
      guard text.contains(where: { !$0.isWhitespace }) else { return .text(text) }
      var inline = format & 16 != 0 ? DocumentTree.Inline.code(text) : .text(text)
      if format & 1 != 0 { inline = .strong([inline]) }
      if format & 2 != 0 { inline = .emphasis([inline]) }
      if format & 4 != 0 { inline = .deletion([inline]) }
      return inline
    }

    private static func code(_ nodes: [JSONValue]) -> String {
      let text = nodes.map { $0["type"]?.string == "linebreak" ? "\n" : words($0) }.joined()
      return text.isEmpty ? "" : text + "\n"
    }

    /// Returns every text below a node.
    static func words(_ node: JSONValue) -> String {
      var (text, stack) = ("", [node])
      while let next = stack.popLast() {
        if let own = next["text"]?.string { text += own }
        stack += (next["children"]?.items ?? []).reversed()
      }
      return text
    }
  }
}
