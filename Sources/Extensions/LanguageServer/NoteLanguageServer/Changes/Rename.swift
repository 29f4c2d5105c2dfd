import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import RemoteCalls
import Wording

enum RenameTarget {
  case note(NotePath)
  /// A heading or a block, as a link writes it after `#`.
  case anchor(NotePath, String)
  case tag(TagName)
  /// A value that notes have in a field.
  case value(key: String, String)
  /// A file that is no note, by its name.
  case attachment(NotePath)
  case label(DocumentLabel)
}

extension Request {
  /// Answers `textDocument/prepareRename` with the range and the present name of the element at the cursor.
  func prepareRename() throws -> JSONValue {
    let document = try requireDocument()
    guard let (_, range, name) = try renameTarget(snapshot.workspace()) else { return .null }
    return .map([
      "range": document.table.range(range).json, "placeholder": .string(name),
    ])
  }

  /// Answers `textDocument/rename`.
  func rename() throws -> JSONValue {
    guard let name = parameters["newName"]?.string, name.contains(where: { !$0.isWhitespace })
    else { throw CallError.invalidParameters("newName") }
    let workspace = snapshot.workspace(isSlow: true)
    guard let (target, _, _) = try renameTarget(workspace) else {
      throw CallError.refused(text(Message("Nothing here can be renamed", ko: "여기에는 이름을 바꿀 수 있는 것이 없습니다")))
    }
    var edit = WorkspaceEdit(snapshot)
    switch target {
    case .note(let path): try carryOut(plan(path, title: name, workspace), workspace, &edit)
    case .attachment(let path): try carryOut(plan(path, fileName: name, workspace), workspace, &edit)
    case .label(let label): try rename(label, to: name, &edit)
    case .anchor(let path, let anchor):
      try carryOut(RenamePlan(anchor, of: path, to: name, in: workspace), workspace, &edit)
    case .tag(let old):
      guard let new = TagName(name), new.isWritable else {
        throw CallError.refused(text(Message("Invalid tag “\(name)”", ko: "태그로 쓸 수 없습니다: “\(name)”")))
      }
      for note in try workspace.renamingTag(old, to: new).notes {
        try checkCancellation()
        edit.change(note.path, from: note.before, to: note.after)
      }
    case .value(let key, let old):
      for path in try snapshot.notes(having: old, in: key, workspace) {
        try checkCancellation()
        try replace(old, with: name, in: key, of: path, workspace, &edit)
      }
    }
    return edit.json
  }

  /// Adds the renames and the link changes to the edit, and reports links that cannot be changed.
  private func carryOut(_ plan: RenamePlan, _ workspace: Workspace, _ edit: inout WorkspaceEdit) throws {
    var transaction = Transaction(words: ["rename"])
    let linkFixes = try transaction.carryOut(plan)
    try checkCancellation()
    edit.add(try workspace.placed(transaction))
    report(linkFixes)
  }

  private func plan(_ path: NotePath, title: String, _ workspace: Workspace) throws -> RenamePlan {
    let place = place(named: title)
    let canMove = WorkspaceEdit.isPossible("rename", snapshot.client)
    let plan = try RenamePlan(
      retitling: path, place.title, keepsAlias: false, in: workspace,
      place: { canMove ? $0.moved(to: place.folder, of: path) : path })
    if plan.isEmpty {
      throw CallError.refused(
        text(
          Message(
            "This editor cannot rename files; use “sheaf rename”",
            ko: "이 편집기에서는 파일 이름을 바꿀 수 없습니다. “sheaf rename”을 사용하세요")))
    }
    return plan
  }

  /// Splits a new name. `sub/two` is the title `two` in a folder next to the note, `/sub/two` in a folder of the root.
  /// A text with white space around its slashes is a title.
  private func place(named text: String) -> (title: String, folder: String?) {
    guard let slash = text.lastIndex(of: "/"), !text.contains(" /"), !text.contains("/ "),
      text.index(after: slash) < text.endIndex
    else { return (text, nil) }
    return (String(text[text.index(after: slash)...]), String(text[...slash]))
  }

  /// Plans the renaming of a file that is not a note, also to another folder. Its extension is kept.
  private func plan(_ path: NotePath, fileName name: String, _ workspace: Workspace) throws -> RenamePlan {
    guard WorkspaceEdit.isPossible("rename", snapshot.client) else {
      throw CallError.refused(
        text(
          Message(
            "This editor cannot rename files; use “sheaf mv”",
            ko: "이 편집기에서는 파일 이름을 바꿀 수 없습니다. “sheaf mv”를 사용하세요")))
    }
    var place = place(named: name)
    let ending = path.fileName.dropFirst(path.stem.count)
    if !place.title.lowercased().hasSuffix(ending.lowercased()) { place.title += ending }
    guard FileName.stem(for: place.title) != nil else { throw CallError.invalidParameters("newName") }
    let plain = path.folder?.appending(place.title) ?? NotePath(trusted: place.title)
    let target = plain.moved(to: place.folder, of: path)
    try workspace.refuseOtherFile(at: target, insteadOf: path)
    let moves = target == path ? [] : [PathMoves.Move(from: path, to: target)]
    return try RenamePlan(PathMoves(moves), in: workspace)
  }

  private func rename(_ label: DocumentLabel, to name: String, _ edit: inout WorkspaceEdit) throws {
    let document = try requireDocument()
    let isWritable =
      !name.contains { "[]^\n\r".contains($0) } && (label.kind == .link || !name.contains(where: \.isWhitespace))
    let others = document.labels.all.filter { $0.kind == label.kind && $0.key == foldedName(name) }
    guard isWritable, others.isEmpty || label.key == foldedName(name) else {
      throw CallError.refused(text(Message("Invalid label “\(name)”", ko: "이름표로 쓸 수 없습니다: “\(name)”")))
    }
    edit.change(
      document.path, document.bytes,
      document.labels.places(of: label).map { TextEdit(range: $0.range, replacement: name) })
  }

  func report(_ linkFixes: LinkFixes) {
    let lost = linkFixes.lost.map { link in
      Message(
        "\(link.path):\(link.line): the link to “\(link.destination)” cannot be rewritten exactly; fix it by hand",
        ko: "\(link.path):\(link.line): 자동으로 고칠 수 없는 링크입니다. 직접 고치세요: “\(link.destination)”")
    }
    for message in lost + linkFixes.shifts.map({ $0.explanation(isDone: false) }) {
      show(message, isWarning: true)
    }
  }

  /// Shows a sentence in the client.
  func show(_ message: Message, isWarning: Bool = false) {
    call(
      "window/showMessage",
      .map(["type": .integer(isWarning ? 2 : 3), "message": .string(text(message))]))
  }

  private func replace(
    _ old: String, with new: String, in key: String, of path: NotePath, _ workspace: Workspace,
    _ edit: inout WorkspaceEdit
  ) throws {
    let before = try workspace.originals.read(path)
    let document = Document(parsing: before)
    let used = FieldCatalogue.spelling(of: key, in: document.frontMatter)
    guard let value = document.frontMatter?[used] else { return }
    var change = FrontMatterEditor.Change.replace(old, with: new)
    if case .scalar = value { change = .set(.text(new)) }
    do throws(FrontMatterRefusal) {
      edit.change(path, before, try FrontMatterEditor(document).edits(used, change))
    } catch {
      show(
        Message("\(path): \(error.message.english)", ko: "\(path): \(error.message.korean)"),
        isWarning: true)
    }
  }

  // MARK: - What is meant

  /// Returns the target of a rename at the cursor, its range, and its present name, or nil if there is none.
  private func renameTarget(_ workspace: Workspace) throws -> (RenameTarget, ByteRange, String)? {
    let document = try requireDocument()
    let note = document.note
    let offset = try offset()
    if let label = document.labels.label(at: offset) {
      return (.label(label), label.range, note.document.source.text(in: label.range))
    }
    switch DocumentElement(at: offset, in: note) {
    case .link(let link, let range): return try linkTarget(link, range, offset, document, workspace)
    case .tag(let tag, let range): return (.tag(tag), range, tag.string)
    case .heading(let position): return headingTarget(position, note)
    case .block(let position):
      let block = note.document.blockIdentifiers[position]
      let range = ByteRange(block.range.lowerBound + 1, block.range.upperBound)
      return (.anchor(note.path, "^" + block.name), range, block.name)
    case .field(let entry): return fieldTarget(entry, offset, note)
    case nil: return nil
    }
  }

  private func linkTarget(
    _ link: Link, _ range: ByteRange, _ offset: Int, _ document: OpenDocument, _ workspace: Workspace
  ) throws -> (RenameTarget, ByteRange, String)? {
    let first = try snapshot.places(of: link, from: document.path, in: workspace).first
    if let path = first?.path, !path.isMarkdown {
      let name = String(path.fileName)
      return (.attachment(path), link.destinationRange ?? range, name)
    }
    guard let place = first, let target = try? snapshot.note(at: place.path, in: workspace) else { return nil }
    let written = link.destinationRange ?? range
    let hash = document.bytes[written.indices].firstIndex(of: ASCII.hash)
    guard let hash, offset > hash || link.destination.isEmpty, let anchor = place.anchor else {
      return (.note(place.path), ByteRange(written.lowerBound, hash ?? written.upperBound), target.title)
    }
    let fragment = ByteRange(hash + 1, written.upperBound)
    switch anchor {
    case .heading(let position): return headingTarget(position, target).map { ($0.0, fragment, $0.2) }
    case .block(let position):
      let name = target.document.blockIdentifiers[position].name
      return (.anchor(target.path, "^" + name), fragment, name)
    case .element: return nil
    }
  }

  /// Returns the heading as the target of a rename. The heading that opens a note is the note's title.
  private func headingTarget(_ position: Int, _ note: Note) -> (RenameTarget, ByteRange, String)? {
    let heading = note.document.headings[position]
    let anchors = NoteAnchors(note.document)
    let title = anchors.title(ofHeading: position)
    let range = note.document.textRange(of: heading)
    if heading == note.titleHeading { return (.note(note.path), range, note.title) }
    let whole = anchors.path(toHeading: position).map { anchors.title(ofHeading: $0) }.joined(separator: "#")
    let ways = [whole, title, anchors.anchor(ofHeading: position)]
    let anchor = ways.first { anchors.place(of: $0, isWiki: true)?.target == .heading(position) }
    return anchor.map { (.anchor(note.path, $0), range, title) }
  }

  private func fieldTarget(
    _ entry: FrontMatter.Entry, _ offset: Int, _ note: Note
  ) -> (RenameTarget, ByteRange, String)? {
    let known = FieldCatalogue.field(for: entry.key)
    guard let range = entry.valueRange, range.lowerBound <= offset,
      let text = entry.value.name(at: offset, entry, note.document.source), !text.isEmpty
    else { return nil }
    switch known?.key {
    case "title": return (.note(note.path), range, note.title)
    case "id", "aliases", "status", "priority": return nil
    default:
      guard known == nil || known?.type == .text || known?.type == .list else { return nil }
      return (.value(key: entry.key, text), range, text)
    }
  }
}

extension NotePath {
  /// Returns the path in another folder: below the root after a slash, otherwise below the folder of a note.
  fileprivate func moved(to folder: String?, of note: NotePath) -> NotePath {
    guard let folder else { return self }
    let base = folder.hasPrefix("/") ? "" : note.folder.map { $0.string + "/" } ?? ""
    return NotePath(base + folder.drop { $0 == "/" } + fileName) ?? self
  }
}

extension Document {
  /// Returns the range of a heading's text, without its markers.
  func textRange(of heading: Heading) -> ByteRange {
    var (start, end) = (heading.range.lowerBound, heading.range.lowerBound)
    let bytes = source.bytes
    while end < min(heading.range.upperBound, bytes.count), bytes[end] != 0x0A, bytes[end] != 0x0D {
      end += 1
    }
    while start < end, bytes[start] == ASCII.hash || ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return ByteRange(start, end)
  }
}

extension Snapshot {
  /// Returns the notes that have a value in a field. Open documents count by their present text.
  func notes(having value: String, in key: String, _ workspace: Workspace) throws -> [NotePath] {
    let stored = try workspace.index.fields.notes(having: value, in: key).filter { documents[$0] == nil }
    let open = documents.values.filter { document in
      document.note.fields.contains {
        ($0.key.lowercased() == key.lowercased()
          || FieldCatalogue.field(for: $0.key)?.key == FieldCatalogue.field(for: key)?.key
            && FieldCatalogue.field(for: key) != nil)
          && $0.text == value
      }
    }.map(\.path)
    return (stored + open).sorted()
  }
}
