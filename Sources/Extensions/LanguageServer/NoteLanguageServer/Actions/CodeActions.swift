import ByteBasics
import NoteActions
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

/// One action: its edit, or the data for making the edit when the user chooses the action.
struct CodeAction {
  let title: Message
  let kind: String
  var edit: WorkspaceEdit?
  /// The name of an action whose edit is worked out only when it is chosen, see ``LazyAction``.
  var lazy: LazyAction?
  /// The diagnostics that the action fixes; the client shows the action next to them.
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
  /// Answers `textDocument/codeAction`.
  func codeActions() throws -> JSONValue {
    let scene = try scene(parameters["range"])
    let wanted = parameters.at("context", "only")?.items.compactMap(\.string) ?? []
    func isWanted(_ kind: String) -> Bool {
      wanted.isEmpty || wanted.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    var actions: [CodeAction] = []
    let wantsFixAll = isWanted(CodeActionKind.fixAll)
    if wantsFixAll || isWanted(CodeActionKind.quickFix) {
      actions += try scene.fixActions(andTogether: wantsFixAll)
    }
    typealias Kind = CodeActionKind
    if [Kind.quickFix, Kind.rewrite, Kind.source].contains(where: isWanted) {
      actions += try LinkActions(scene: scene).all
    }
    if isWanted(Kind.rewrite) {
      actions += try TaskActions(scene: scene).all
      actions += ListActions(scene: scene).all
    }
    if [Kind.extract, Kind.inline, Kind.rewrite].contains(where: isWanted) {
      actions += ShapingActions(scene: scene).all
    }
    if isWanted(Kind.source) { actions += scene.contentsActions }
    let client = snapshot.client
    return .array(
      actions.filter { action in
        isWanted(action.kind) && (action.lazy == nil || client.resolvesActions || client.canApplyEdits)
      }.map { json($0) })
  }

  private func scene(_ range: JSONValue?) throws -> ActionScene {
    let document = try requireDocument()
    guard let range = PositionRange(range) else { throw CallError.invalidParameters("range") }
    return ActionScene(
      request: self, document: document, selection: document.table.range(range), workspace: snapshot.workspace())
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

  /// Answers `codeAction/resolve` with the edit of an action that looks at other notes.
  func resolvedCodeAction() throws -> JSONValue {
    guard case .object(var members) = parameters, let data = parameters["data"], let edit = try edit(ofAction: data)
    else { return parameters }
    members.append(JSONValue.Member("edit", edit.json))
    return .object(members)
  }

  /// Returns the edit of an action by its data, or nil if the data names none.
  func edit(ofAction data: JSONValue) throws -> WorkspaceEdit? {
    guard let action = data["action"]?.string.flatMap({ LazyAction(rawValue: $0) }) else { return nil }
    let scene = try scene(data["range"])
    guard data["version"]?.integer == scene.document.version else { throw CallError.contentModified }
    switch action {
    case .linkMentions: return try LinkActions(scene: scene).linkedMentions()
    case .deleteNote: return try NoteDeletion(scene: scene).edit()
    case .extractSection, .extractSelection, .inlineNote, .mergeNote, .refileItem:
      return try ShapingActions(scene: scene).edit(action)
    }
  }
}
