import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import RemoteCalls
import Wording

/// The kinds that the server has, as clients ask for them.
enum CodeActionKind {
  static let quickFix = "quickfix"
  static let extract = "refactor.extract"
  static let inline = "refactor.inline"
  static let rewrite = "refactor.rewrite"
  static let fixAll = "source.fixAll"
  static let source = "source"

  static let all = [quickFix, extract, inline, rewrite, source, fixAll]
}

/// One action: its edit, or the data by which the edit is found when it is chosen.
struct CodeAction {
  let title: Message
  let kind: String
  var edit: WorkspaceEdit?
  /// The name of an action whose edit is worked out only when it is chosen, see ``LazyAction``.
  var lazy: LazyAction?
  /// The diagnostics that the action is about, so that the client shows it beside them.
  var diagnostics: [JSONValue] = []
  var isPreferred = false
  /// The reason why it cannot be chosen.
  var obstacle: Message?
}

/// Actions that look at other notes.
enum LazyAction: String {
  case linkMentions, extractSection, extractSelection, inlineNote, mergeNote, refileItem, deleteNote
}

/// The values that all actions are made from.
struct ActionScene {
  let request: Request
  let document: OpenDocument
  /// The selection; empty at a cursor.
  let selection: ByteRange
  let workspace: Workspace

  var snapshot: Snapshot { request.snapshot }
  var note: Note { document.note }
  var parsed: Document { document.note.document }
  var offset: Int { selection.lowerBound }

  func edit(_ edits: [TextEdit]) -> WorkspaceEdit {
    var edit = WorkspaceEdit(snapshot)
    edit.change(document.path, document.bytes, edits)
    return edit
  }

  func edit(to bytes: [UInt8]) -> WorkspaceEdit {
    var edit = WorkspaceEdit(snapshot)
    edit.change(document.path, from: document.bytes, to: bytes)
    return edit
  }

  /// The lines that the selection touches, from 0.
  var lines: ClosedRange<Int> {
    let first = document.table.line(at: selection.lowerBound)
    let last = document.table.line(at: max(selection.lowerBound, selection.upperBound))
    return first...max(first, last)
  }
}

extension Request {
  /// `textDocument/codeAction`
  func codeActions() throws -> JSONValue {
    let scene = try scene(parameters["range"])
    let wanted = parameters.at("context", "only")?.items.compactMap(\.string) ?? []
    func isWanted(_ kind: String) -> Bool {
      wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    var actions: [CodeAction] = []
    let wantsFixAll = isWanted(CodeActionKind.fixAll)
    if wantsFixAll || isWanted(CodeActionKind.quickFix) {
      actions += try FixActions(scene).all(andTogether: wantsFixAll)
    }
    actions += try LinkActions(scene).all
    actions += try TaskActions(scene).all
    actions += ListActions(scene).all
    actions += ShapingActions(scene).all
    actions += ContentsAction(scene).all
    let client = snapshot.client
    return .array(
      actions.filter { action in
        isWanted(action.kind)
          && (action.lazy == nil || client.resolvesActions || client.canApplyEdits)
      }.map { json($0) })
  }

  private func scene(_ range: JSONValue?) throws -> ActionScene {
    let document = try requireDocument()
    guard let range = PositionRange(range) else { throw CallError.invalidParameters("range") }
    return ActionScene(
      request: self, document: document, selection: document.table.range(range),
      workspace: snapshot.workspace())
  }

  private func json(_ action: CodeAction) -> JSONValue {
    let title = JSONValue.string(text(action.title))
    let data = action.lazy.map { lazy -> JSONValue in
      .map([
        "uri": .string(document?.address.text ?? ""), "action": .string(lazy.rawValue),
        "title": title, "range": parameters["range"], "version": .integer(document?.version ?? 0),
      ])
    }
    // A client that does not ask for the edit runs a command that sends it.
    let command = snapshot.client.resolvesActions ? nil : data
    return .map([
      "title": title, "kind": .string(action.kind), "edit": action.edit?.json,
      "diagnostics": action.diagnostics.isEmpty ? nil : .array(action.diagnostics),
      "isPreferred": action.isPreferred ? .boolean(true) : nil,
      "disabled": action.obstacle.map { .map(["reason": .string(text($0))]) },
      "data": data,
      "command": command.map {
        .map([
          "title": title, "command": .string(ServerCommand.apply.rawValue), "arguments": .array([$0]),
        ])
      },
    ])
  }

  /// `codeAction/resolve`: the edit of an action that looks at other notes.
  func resolvedCodeAction() throws -> JSONValue {
    guard case .object(var members) = parameters, let data = parameters["data"],
      let edit = try edit(ofAction: data)
    else { return parameters }
    members.append(JSONValue.Member("edit", edit.json))
    return .object(members)
  }

  /// The edit of an action by its data; nil if that names none.
  func edit(ofAction data: JSONValue) throws -> WorkspaceEdit? {
    guard let action = data["action"]?.string.flatMap({ LazyAction(rawValue: $0) }) else { return nil }
    let scene = try scene(data["range"])
    guard data["version"]?.integer == scene.document.version else {
      throw CallError.contentModified
    }
    switch action {
    case .linkMentions: return try LinkActions(scene).linkedMentions()
    case .deleteNote: return try NoteDeletion(scene).edit()
    case .extractSection, .extractSelection, .inlineNote, .mergeNote, .refileItem:
      return try ShapingActions(scene).edit(action)
    }
  }
}

/// The fixes of `check`, one by one and all at once.
struct FixActions {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  /// - Parameter isTogether: True to offer all fixes as one action too, those that `check --fix` makes.
  func all(andTogether isTogether: Bool) throws -> [CodeAction] {
    let found = try DocumentDiagnostics(scene.document, scene.snapshot).findings()
    var actions = found.compactMap { diagnostic -> CodeAction? in
      guard let fix = diagnostic.fix, touches(diagnostic) else { return nil }
      let range = diagnostic.range ?? scene.document.table.content(ofLine: 0)
      let item = DocumentDiagnostics.item(
        scene.document.table.range(range), severity: diagnostic.severity.number,
        diagnostic.check, scene.snapshot.text(diagnostic.message), scene.snapshot.client)
      return CodeAction(
        title: fix.title, kind: CodeActionKind.quickFix, edit: scene.edit(fix.edits),
        diagnostics: [item], isPreferred: true)
    }
    guard isTogether else { return actions }
    let edits = CheckFixes.proved(found, in: scene.parsed.source).flatMap(\.self)
    if !edits.isEmpty {
      actions.append(
        CodeAction(
          title: Message("Fix all problems that can be fixed", ko: "고칠 수 있는 문제 모두 고치기"),
          kind: CodeActionKind.fixAll, edit: scene.edit(edits)))
    }
    return actions
  }

  private func touches(_ diagnostic: Diagnostic) -> Bool {
    guard let range = diagnostic.range else { return scene.lines.contains(0) }
    let table = scene.document.table
    let lines = table.line(at: range.lowerBound)...table.line(at: range.upperBound)
    return lines.overlaps(scene.lines)
  }
}

/// Deletes a note; the links of other notes to it become the text that they show, and its embeds go.
struct NoteDeletion {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  func edit() throws -> WorkspaceEdit {
    let snapshot = scene.snapshot
    let path = scene.document.path
    var edit = WorkspaceEdit(snapshot)
    let rows = try scene.workspace.index.links(to: path)
    let sources = Set(rows.map(\.source)).subtracting([path])
    for source in sources.sorted() where source.isMarkdown {
      try scene.request.checkCancellation()
      let note = try snapshot.note(at: source, in: scene.workspace)
      let leading = note.document.links.filter { link in
        (try? scene.workspace.index.links.row(of: link, in: source).target) == path
      }
      let edits = leading.compactMap { Self.edit($0, in: note.document) }
      let source = note.document.source
      if (try? source.applying(edits)) != nil { edit.change(note.path, source.bytes, edits) }
      let left = leading.count - edits.count
      if left > 0 { report(left, in: note.path) }
    }
    edit.delete(path)
    return edit
  }

  /// nil for a link that is part of something else: a definition, a value of front matter.
  private static func edit(_ link: Link, in document: Document) -> TextEdit? {
    guard let range = link.range else { return nil }
    switch link.kind {
    case .wiki, .inline, .reference:
      return TextEdit(range: range, replacement: link.text ?? link.shown)
    case .embed, .image: return TextEdit(range: range, replacement: "")
    default: return nil
    }
  }

  private func report(_ count: Int, in path: NotePath) {
    scene.request.show(
      Message(
        "\(path): \(counted(count, "link")) to the deleted note must be removed by hand",
        ko: "\(path): 지운 메모로 가는 링크 \(count)개는 직접 지우세요"),
      isWarning: true)
  }
}

/// Writes the table of contents.
struct ContentsAction {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  var all: [CodeAction] {
    guard let contents = TableOfContents(scene.document), contents.isOutdated else { return [] }
    let edit = scene.edit([contents.edit(at: scene.offset)])
    if edit.isEmpty { return [] }
    return [
      CodeAction(
        title: contents.isThere
          ? Message("Update the table of contents", ko: "목차 갱신하기")
          : Message("Insert a table of contents", ko: "목차 넣기"),
        kind: CodeActionKind.source, edit: edit)
    ]
  }
}

/// The list of a note's headings, between two comments that keep its place.
struct TableOfContents {
  private let document: OpenDocument
  /// The text between the comments; nil if they are not there.
  private let place: ByteRange?
  private let list: String
  private let lineEnd: String

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
    place = Self.place(in: parsed)
    let lineEnd = String(decoding: ByteBasics.lineEnd(of: document.bytes), as: UTF8.self)
    self.lineEnd = lineEnd
    list = listed.map { position in
      let indent = String(repeating: "  ", count: parsed.headings[position].level - top)
      let title = anchors.title(ofHeading: position).filter { $0 != "[" && $0 != "]" }
      return "\(indent)- [\(title)](#\(anchors.anchor(ofHeading: position)))\(lineEnd)"
    }.joined()
  }

  /// Between the first two comments that are blocks of their own: a note may show them in code.
  private static func place(in parsed: Document) -> ByteRange? {
    let blocks = parsed.blocks.filter { $0.kind == .htmlBlock && $0.depth == 0 }.map { block in
      (range: block.range, text: trimmedSpaces(parsed.source.text(in: block.range)))
    }
    guard let first = blocks.firstIndex(where: { $0.text == start }),
      let last = blocks[first...].first(where: { ends.contains($0.text) })
    else { return nil }
    return ByteRange(blocks[first].range.upperBound, last.range.lowerBound)
  }

  var isThere: Bool { place != nil }

  private var text: String { lineEnd + lineEnd + list + lineEnd }

  var isOutdated: Bool {
    guard let place else { return true }
    return document.note.document.source.text(in: place) != text
  }

  /// - Parameter offset: The cursor, before whose block the table is inserted if there is none.
  func edit(at offset: Int) -> TextEdit {
    if let place { return TextEdit(range: place, replacement: text) }
    let table = document.table
    let parsed = document.note.document
    let line = table.line(at: offset)
    let block = parsed.blocks.first {
      $0.depth == 0 && table.line(at: $0.range.lowerBound) <= line && line <= table.line(at: $0.range.upperBound)
    }
    let first = block.map { table.line(at: $0.range.lowerBound) } ?? line
    let start = max(table.content(ofLine: first).lowerBound, parsed.body.lowerBound)
    let isAfterText =
      first > 0 && start > parsed.body.lowerBound
      && !parsed.source[table.content(ofLine: first - 1)].allSatisfy(ASCII.isBlank)
    return TextEdit(
      range: ByteRange(start, start),
      replacement: (isAfterText ? lineEnd : "") + Self.start + text + Self.ends[0] + lineEnd + lineEnd)
  }
}
