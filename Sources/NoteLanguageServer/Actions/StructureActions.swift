import ByteBasics
import NoteModel
import NoteSyntax
import Wording

/// Parts of a note that become a note of their own, a note that becomes a part, and the table of contents.
struct StructureActions {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  var all: [CodeAction] {
    get throws {
      var actions: [CodeAction] = []
      if WorkspaceEdit.isPossible("create", scene.snapshot.client) {
        if let title = Extraction(scene, isSection: false).title, !scene.selection.isEmpty {
          actions.append(
            CodeAction(
              title: Message(
                "Extract the selection into “\(title)”", ko: "선택한 부분을 “\(title)” 메모로 옮기기"),
              kind: CodeActionKind.extract, lazy: .extractSelection))
        }
        if let title = Extraction(scene, isSection: true).title {
          actions.append(
            CodeAction(
              title: Message("Extract the section into “\(title)”", ko: "이 절을 “\(title)” 메모로 옮기기"),
              kind: CodeActionKind.extract, lazy: .extractSection))
        }
      }
      if let name = Inlining(scene).name {
        actions.append(
          CodeAction(
            title: Message("Insert the text of “\(name)” here", ko: "“\(name)” 메모의 본문을 여기에 넣기"),
            kind: CodeActionKind.inline, lazy: .inlineNote))
      }
      if let contents = TableOfContents(scene.document) {
        let edit = scene.edit([contents.edit(at: scene.offset)])
        if !edit.isEmpty, contents.isOutdated {
          actions.append(
            CodeAction(
              title: contents.isThere
                ? Message("Update the table of contents", ko: "목차 갱신하기")
                : Message("Insert a table of contents", ko: "목차 넣기"),
              kind: CodeActionKind.source, edit: edit))
        }
      }
      return actions
    }
  }
}

/// The list of a note's headings, between two comments that keep its place.
struct TableOfContents {
  private let document: OpenDocument
  private let place: ByteRange?
  private let list: String

  private static let start = "<!-- toc -->"
  private static let ends = ["<!-- tocstop -->", "<!-- /toc -->"]

  /// - Returns: nil for a note with fewer than two headings besides its title.
  init?(_ document: OpenDocument) {
    let parsed = document.note.document
    let anchors = NoteAnchors(parsed)
    let listed = parsed.headings.indices.filter { parsed.headings[$0] != parsed.leadingHeading }
    guard listed.count > 1, let top = listed.map({ parsed.headings[$0].level }).min() else {
      return nil
    }
    self.document = document
    let text = parsed.source.text(in: ByteRange(0, document.bytes.count))
    var place: ByteRange?
    if let from = text.firstRange(of: Self.start) {
      let rest = text[from.upperBound...]
      let end = Self.ends.compactMap { rest.firstRange(of: $0)?.lowerBound }.min()
      if let end {
        place = ByteRange(
          text.utf8.distance(from: text.startIndex, to: from.upperBound),
          text.utf8.distance(from: text.startIndex, to: end))
      }
    }
    self.place = place
    list = listed.map { position in
      let indent = String(repeating: "  ", count: parsed.headings[position].level - top)
      let title = anchors.title(ofHeading: position).filter { $0 != "[" && $0 != "]" }
      return "\(indent)- [\(title)](#\(anchors.anchor(ofHeading: position)))\n"
    }.joined()
  }

  var isThere: Bool { place != nil }

  var isOutdated: Bool {
    guard let place else { return true }
    return document.note.document.source.text(in: place) != "\n\n" + list + "\n"
  }

  func edit(at offset: Int) -> TextEdit {
    if let place { return TextEdit(range: place, replacement: "\n\n" + list + "\n") }
    let line = document.table.content(ofLine: document.table.line(at: offset))
    let start = max(line.lowerBound, document.note.document.body.lowerBound)
    return TextEdit(
      range: ByteRange(start, start),
      replacement: Self.start + "\n\n" + list + "\n" + Self.ends[0] + "\n\n")
  }
}
