import ByteBasics
import NoteActions
import NoteModel
import NoteRepository

/// Edits of several documents and files, which the client makes: they belong to its own undo.
struct WorkspaceEdit {
  private let snapshot: Snapshot
  private var edits: [(path: NotePath, before: [UInt8], edits: [TextEdit])] = []
  private var operations: [JSONValue] = []

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  var isEmpty: Bool { edits.isEmpty && operations.isEmpty }

  mutating func change(_ path: NotePath, from before: [UInt8], to after: [UInt8]) {
    change(path, before, MinimalEdits.from(before, to: after))
  }

  mutating func change(_ path: NotePath, _ before: [UInt8], _ new: [TextEdit]) {
    if !new.isEmpty { edits.append((path, before, new)) }
  }

  mutating func add(_ linkFixes: LinkFixes) {
    for note in linkFixes.notes { change(note.path, from: note.before, to: note.after) }
  }

  /// Adds the changes that a command would write.
  mutating func add(_ transaction: Transaction) {
    for written in transaction.changes {
      switch written {
      case .create(let path, let bytes): create(path, bytes)
      case .replace(let path, let before, let after): change(path, from: before, to: after)
      case .remove(let path, _, _): delete(path)
      case .move(let path, let target): rename(path, to: target)
      // Attachments alone are placed, and nothing in an editor makes them.
      case .place: break
      }
    }
  }

  /// Adds the renaming of a file. Call this after adding its edits, which use the old path.
  mutating func rename(_ path: NotePath, to target: NotePath) {
    operations.append(
      .map([
        "kind": .string("rename"), "oldUri": .string(snapshot.address(of: path).text),
        "newUri": .string(address(target)),
      ]))
  }

  /// Adds the creation of a file with a text.
  mutating func create(_ path: NotePath, _ text: [UInt8]) {
    operations.append(
      .map([
        "kind": .string("create"), "uri": .string(address(path)),
        "options": .map(["ignoreIfExists": .boolean(true)]),
      ]))
    let start = PositionRange(start: Position(line: 0, character: 0), end: Position(line: 0, character: 0))
    operations.append(
      .map([
        "textDocument": .map(["uri": .string(address(path)), "version": .null]),
        "edits": .array([
          .map([
            "range": start.json, "newText": .string(String(decoding: text, as: UTF8.self)),
          ])
        ]),
      ]))
  }

  mutating func delete(_ path: NotePath) {
    operations.append(.map(["kind": .string("delete"), "uri": .string(snapshot.address(of: path).text)]))
  }

  private func address(_ path: NotePath) -> String {
    DocumentAddress(file: snapshot.folder.repository.absolutePath(of: path)).text
  }

  /// Returns true if the client supports an operation on files.
  static func isPossible(_ operation: String, _ client: ClientCapabilities) -> Bool {
    client.hasDocumentChanges && client.resourceOperations.contains(operation)
  }

  var json: JSONValue {
    guard snapshot.client.hasDocumentChanges else {
      return .map([
        "changes": .object(
          edits.map { path, before, edits in
            let table = table(path, before)
            return JSONValue.Member(snapshot.address(of: path).text, .array(edits.map { $0.json(table) }))
          })
      ])
    }
    let changes = edits.map { path, before, edits -> JSONValue in
      let table = table(path, before)
      let document = snapshot.documents[path]
      return .map([
        "textDocument": .map([
          "uri": .string(snapshot.address(of: path).text),
          "version": document.map { .integer($0.version) } ?? .null,
        ]),
        "edits": .array(edits.map { $0.json(table) }),
      ])
    }
    return .map(["documentChanges": .array(changes + operations)])
  }

  private func table(_ path: NotePath, _ before: [UInt8]) -> PositionTable {
    let document = snapshot.documents[path]
    if let document, document.bytes == before { return document.table }
    return PositionTable(before, snapshot.encoding, isFile: document == nil)
  }
}

extension Request {
  /// Answers `workspace/willRenameFiles` with the changes of links that are needed when files or folders are renamed.
  func willRenameFiles() throws -> JSONValue {
    let workspace = snapshot.workspace(isSlow: true)
    let moves = (parameters["files"]?.items ?? []).compactMap { file -> PathMoves.Move? in
      // Notes in hidden folders are not read, so no link leads there.
      guard let old = path(file["oldUri"]), let new = path(file["newUri"]), old != new, !new.isHidden else {
        return nil
      }
      return PathMoves.Move(from: old, to: new)
    }
    guard !moves.isEmpty else { return .null }
    let linkFixes = try RenamePlan(PathMoves(moves), in: workspace).linkFixes()
    try checkCancellation()
    var edit = WorkspaceEdit(snapshot)
    edit.add(linkFixes)
    report(linkFixes)
    return edit.isEmpty ? .null : edit.json
  }

  private func path(_ uri: JSONValue?) -> NotePath? {
    uri?.string.flatMap { DocumentAddress($0).path }.flatMap { snapshot.folder.path(of: $0) }
  }
}
