import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Sections, selections, items and whole notes that get another place, as `sheaf extract`, `refile`, `inline` and
/// `merge` do it: by the same rules and with the same proof, on the texts as they are in the editor.
struct ShapingActions {
  let scene: ActionScene

  var all: [CodeAction] {
    let client = scene.snapshot.client
    var actions: [CodeAction] = []
    if let heading, WorkspaceEdit.isPossible("create", client) {
      let title = HeadingAttributes.text(of: heading)
      actions.append(
        CodeAction(
          title: Message("Extract the section into “\(title)”", ko: "이 소제목 아래의 내용을 “\(title)” 메모로 옮기기"),
          kind: CodeActionKind.extract, lazy: .extractSection))
    }
    if let passage, WorkspaceEdit.isPossible("create", client) {
      actions.append(
        CodeAction(
          title: Message(
            "Extract the selection into “\(passage.title)”", ko: "선택한 부분을 “\(passage.title)” 메모로 옮기기"),
          kind: CodeActionKind.extract, lazy: .extractSelection))
    }
    guard let linked else { return actions }
    if isParagraph {
      actions.append(
        CodeAction(
          title: Message(
            "Insert the text of “\(linked.title)” here", ko: "“\(linked.title)” 메모의 본문을 여기에 넣기"),
          kind: CodeActionKind.inline, lazy: .inlineNote))
    }
    if scene.parsed.blocks.contains(where: { $0.kind == .item && beginsOnLine($0.range) }) {
      actions.append(
        CodeAction(
          title: Message("Move this item to “\(linked.title)”", ko: "이 항목을 “\(linked.title)” 메모로 옮기기"),
          kind: CodeActionKind.rewrite, lazy: .refileItem))
    }
    if WorkspaceEdit.isPossible("delete", client) {
      actions.append(
        CodeAction(
          title: Message(
            "Merge “\(linked.title)” into this note", ko: "“\(linked.title)” 메모를 이 메모에 합치기"),
          kind: CodeActionKind.inline, lazy: .mergeNote))
    }
    return actions
  }

  /// The line of the cursor, from 1.
  private var line: Int { scene.lines.lowerBound + 1 }

  private func beginsOnLine(_ range: ByteRange) -> Bool {
    scene.document.table.line(at: range.lowerBound) == scene.lines.lowerBound
  }

  /// The heading of the line that can become a note of its own.
  private var heading: Heading? {
    let parsed = scene.parsed
    return parsed.sectionHeadings.first {
      beginsOnLine($0.range) && $0 != parsed.leadingHeading && FileName.stem(for: HeadingAttributes.text(of: $0)) != nil
    }
  }

  /// The lines of the selection, from 1; without the last one if nothing in it is selected.
  private var selectedLines: ClosedRange<Int> {
    let lines = scene.lines
    let endsBeforeLast =
      lines.count > 1 && scene.document.table.content(ofLine: lines.upperBound).lowerBound == scene.selection.upperBound
    return line...(lines.upperBound + (endsBeforeLast ? 0 : 1))
  }

  /// The selection, as blocks that can become a note.
  private var passage: NotePassage? {
    scene.selection.isEmpty ? nil : scene.parsed.passage(touching: selectedLines)
  }

  /// True if a paragraph consists only of a link to a whole note, so that the note's text can replace it.
  private var isParagraph: Bool {
    let parsed = scene.parsed
    let kinds: Set<Link.Kind> = [.wiki, .embed, .inline, .image]
    let ranges = parsed.links.filter {
      $0.line == line && $0.fragment == nil && kinds.contains($0.kind)
    }.compactMap(\.range)
    return parsed.blocks.contains { block in
      block.depth == 0 && block.kind == .paragraph
        && ranges.contains { range in
          block.range.contains(range)
            && (parsed.source[ByteRange(block.range.lowerBound, range.lowerBound)]
              + parsed.source[ByteRange(range.upperBound, block.range.upperBound)])
              .allSatisfy(ASCII.isWhiteSpace)
        }
    }
  }

  /// The other note that a link on the line leads to; the one at the cursor goes before the others.
  private var linked: Note? {
    let links = scene.parsed.links.filter { $0.line == line && $0.kind != .frontMatter }
    let ordered = links.filter { $0.range?.contains(scene.offset) == true } + links
    return ordered.lazy.compactMap { link -> Note? in
      guard
        let place = try? scene.snapshot.places(
          of: link, from: scene.document.path, in: scene.workspace
        ).first, place.path.isMarkdown, place.path != scene.document.path,
        let note = try? scene.snapshot.note(at: place.path, in: scene.workspace), note.kind != .letter
      else { return nil }
      return note
    }.first
  }

  func edit(_ action: LazyAction) throws -> WorkspaceEdit {
    var transaction = Transaction(words: [action.rawValue])
    let path = scene.document.path
    let workspace = scene.workspace
    let shaped: ShapedNotes
    switch (action, linked) {
    case (.refileItem, let note?):
      shaped = try workspace.refile(.block(line: line), of: path, to: NotePosition(note.path), &transaction)
    case (.mergeNote, let note?): shaped = try workspace.merge([note.path], into: path, keepsNames: false, &transaction)
    case (.inlineNote, let note?):
      // The note is removed if nothing else leads to it.
      let uses = try workspace.index.links(to: note.path).count { $0.source != note.path }
      shaped = try workspace.inline(
        NotePosition(path, line: line), note.path, includesLinks: true,
        removes: uses == 1 && WorkspaceEdit.isPossible("delete", scene.snapshot.client), &transaction)
    case (.extractSelection, _):
      shaped = try workspace.extract(
        lines: selectedLines, of: path, leaving: .link, scene.snapshot.surroundings.noteSurroundings(), &transaction)
    default:
      shaped = try workspace.extract(
        NotePosition(path, line: line), to: nil, leaving: .link,
        scene.snapshot.surroundings.noteSurroundings(), &transaction)
    }
    scene.request.report(shaped.linkFixes)
    var edit = WorkspaceEdit(scene.snapshot)
    edit.add(transaction)
    return edit
  }
}
