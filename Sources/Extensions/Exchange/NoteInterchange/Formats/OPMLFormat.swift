import ByteBasics
import MarkdownFormatting
import Wording

extension ImportFormat {
  static let opml = ImportFormat("opml", takesArchives: true) { source, _, receiver in
    try receiver.forEach(source.files.filter { $0.hasExtension("opml", "xml") }) { file in
      let position = ImportPosition(file: file.path)
      let text = try file.text()
      guard let start = text.firstRange(of: "<opml"),
        let root = try? XMLReader.element(of: Array(text[start.lowerBound...].utf8))
      else { return receiver.skip(position, Message("This is not OPML", ko: "OPML이 아닙니다")) }
      var outline = OPMLOutline()
      let blocks = outline.blocks(root.first("body")?.all("outline") ?? [])
      var note = ImportedNote(
        source: file.path, title: root.first("head")?.first("title")?.trimmed ?? "", body: "", position: position)
      if note.title.isEmpty { note.title = file.stem }
      note.folder = file.folder
      note.body = receiver.markdown(PlainMarkdown.converted(blocks), position)
      if !outline.unknown.isEmpty {
        let names = outline.unknown.sorted().joined(separator: ", ")
        receiver.change(position, Message("These attributes are left out: \(names)", ko: "제외한 속성: \(names)"))
      }
      try receiver.take(note)
    }
  }
}

/// An outline as nested lists.
private struct OPMLOutline {
  /// The attributes that are not taken over.
  private(set) var unknown: Set<String> = []

  private static let known: Set<String> = [
    "text", "title", "_note", "_complete", "_status", "complete", "checkbox", "url", "htmlUrl",
    "xmlUrl", "type", "created", "collapsed", "_collapsed", "isComment", "isBreakpoint",
  ]

  mutating func blocks(_ outlines: [XMLElement]) -> [DocumentTree.Block] {
    outlines.isEmpty ? [] : [.list(DocumentTree.List(items: outlines.map { item($0) }))]
  }

  private mutating func item(_ outline: XMLElement) -> DocumentTree.Item {
    let values = outline.attributes
    unknown.formUnion(values.keys.filter { !Self.known.contains($0) })
    let url = ["htmlUrl", "url", "xmlUrl"].lazy.compactMap { values[$0] }
      .first { !$0.isEmpty }.flatMap(HTMLConverter.safeAddress)
    let words = Self.inlines(values["text"] ?? values["title"] ?? "", isLink: url != nil)
    var blocks: [DocumentTree.Block] = [.paragraph(url.map { [.link(words, to: $0)] } ?? words)]
    if let note = values["_note"], !note.isEmpty {
      blocks += note.split(whereSeparator: \.isNewline).map { .paragraph(Self.inlines(String($0))) }
    }
    let isDone = ["_complete", "complete"].contains { values[$0] == "true" } || values["_status"] == "checked"
    let hasBox = isDone || values["checkbox"] == "true" || values["_status"] != nil
    return DocumentTree.Item(blocks + self.blocks(outline.all("outline")), isChecked: hasBox ? isDone : nil)
  }

  /// Converts the HTML marks of Workflowy and Dynalist. A text with any other element stays text.
  ///
  /// - Parameter isLink: True for the words of a link, which has no links inside.
  private static func inlines(_ text: String, isLink: Bool = false) -> [DocumentTree.Inline] {
    guard text.contains("</") else { return [.text(text)] }
    let nodes = HTMLTreeBuilder.nodes(of: Array(text.utf8))
    let hasMarks = nodes.contains { if case .element = $0 { true } else { false } }
    guard hasMarks, isOfMarks(nodes, in: text.lowercased()) else { return [.text(text)] }
    return HTMLInlines(address: HTMLConverter.safeAddress).inlines(of: nodes, marks: isLink ? ["a"] : [])
  }

  private static let marks: Set<String> = [
    "a", "b", "strong", "i", "em", "u", "s", "del", "strike", "code", "mark", "span", "time",
  ]

  private static func isOfMarks(_ nodes: [HTMLNode], in text: String) -> Bool {
    nodes.allSatisfy { node in
      guard case .element(let element) = node else { return true }
      return marks.contains(element.name) && text.contains("</\(element.name)>")
        && isOfMarks(element.children, in: text)
    }
  }
}
