import ByteBasics
import MarkdownFormatting
import Wording

extension ImportFormat {
  static let opml = ImportFormat(
    "opml",
    Message(
      "OPML: outlines of Dynalist, Workflowy, OmniOutliner and others",
      ko: "OPML: Dynalist, Workflowy, OmniOutliner 등의 개요"),
    takesArchives: true,
    fidelity: Fidelity(
      kept: Message(
        "the outline as a list, its notes, boxes, addresses", ko: "목록으로 된 개요, 메모, 체크박스, 주소"),
      changed: Message("each file is a note", ko: "파일마다 메모 하나가 됩니다"),
      lost: Message(
        "other attributes of its lines, which are reported with their names",
        ko: "줄의 다른 속성(이름을 알림)"))
  ) { source, _, receiver in
    try receiver.forEach(source.files.filter { $0.hasExtension("opml", "xml") }) { file in
      let position = ImportPosition(file: file.path)
      let text = try file.text()
      guard let start = text.firstRange(of: "<opml"),
        let root = try? XMLReader.element(of: Array(text[start.lowerBound...].utf8))
      else { return receiver.skip(position, Message("This is not OPML", ko: "OPML이 아닙니다")) }
      var outline = OPMLOutline()
      let blocks = outline.blocks(root.first("body")?.all("outline") ?? [])
      var note = ImportedNote(
        source: file.path, title: root.first("head")?.first("title")?.trimmed ?? "", body: "",
        position: position)
      if note.title.isEmpty { note.title = file.stem }
      note.folder = file.folder
      guard let bytes = try? DocumentWriter(guardsText: true).bytes(of: DocumentTree(blocks: blocks)) else {
        return receiver.skip(position, LostMarks.message)
      }
      note.body = String(decoding: bytes, as: UTF8.self)
      if !outline.unknown.isEmpty {
        let names = outline.unknown.sorted().joined(separator: ", ")
        receiver.change(
          position,
          Message("These attributes are left out: \(names)", ko: "제외한 속성: \(names)"))
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
    let words = Self.inlines(values["text"] ?? values["title"] ?? "")
    let url = ["htmlUrl", "url", "xmlUrl"].lazy.compactMap { values[$0] }
      .first { !$0.isEmpty }.flatMap(HTMLConverter.safeAddress)
    var blocks: [DocumentTree.Block] = [.paragraph(url.map { [.link(words, to: $0)] } ?? words)]
    if let note = values["_note"], !note.isEmpty {
      blocks += note.split(whereSeparator: \.isNewline).map { .paragraph(Self.inlines(String($0))) }
    }
    let isDone =
      ["_complete", "complete"].contains { values[$0] == "true" }
      || values["_status"] == "checked"
    let hasBox = isDone || values["checkbox"] == "true" || values["_status"] != nil
    return DocumentTree.Item(
      blocks + self.blocks(outline.all("outline")), isChecked: hasBox ? isDone : nil)
  }

  /// Workflowy writes marks as HTML.
  private static func inlines(_ text: String) -> [DocumentTree.Inline] {
    guard text.contains("<"), text.contains(">") else { return [.text(text)] }
    let words = HTMLConverter().convert(Array(text.utf8)).markdown
      .split(whereSeparator: \.isNewline).joined(separator: " ")
    return [.verbatim(words)]
  }
}
