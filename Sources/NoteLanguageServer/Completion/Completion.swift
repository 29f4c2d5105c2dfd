import ByteBasics
import NoteActions
import NoteModel

extension Request {
  /// `textDocument/completion`
  func completion() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    guard let context = CompletionContext(at: offset, in: document) else { return .null }
    let list = try CompletionFinder(self, document, offset).list(context)
    return list?.json(document.table, offset: offset) ?? .null
  }

  /// `completionItem/resolve`: the first lines of the note that an item names.
  func resolvedCompletion() throws -> JSONValue {
    guard case .object(var members) = parameters,
      let path = parameters.at("data", "path")?.string.flatMap({ NotePath($0) })
    else { return parameters }
    let workspace = snapshot.workspace()
    guard path.isMarkdown, let note = try? snapshot.note(at: path, in: workspace) else {
      return parameters
    }
    let text = NoteCard(note, snapshot).text(of: nil, backlinks: nil)
    members.append(
      JSONValue.Member(
        "documentation",
        .map(["kind": .string("markdown"), "value": .string(text)])))
    return .object(members)
  }
}

/// Makes the items for a place; each kind has a file of its own.
struct CompletionFinder {
  let request: Request
  let document: OpenDocument
  let offset: Int
  let workspace: Workspace

  static let limit = 50

  init(_ request: Request, _ document: OpenDocument, _ offset: Int) {
    self.request = request
    self.document = document
    self.offset = offset
    workspace = request.snapshot.workspace()
  }

  var snapshot: Snapshot { request.snapshot }
  var hasSnippets: Bool { snapshot.client.hasSnippets }

  func list(_ context: CompletionContext) throws -> CompletionList? {
    switch context {
    case .note(let typed, let range, let isClosed, let isEmbed):
      return try notes(typed, range, isClosed: isClosed, isEmbed: isEmbed)
    case .heading(let note, let typed, let range, let isWiki):
      return try headings(of: note, typed, range, isWiki: isWiki)
    case .block(let note, let typed, let range): return try blocks(of: note, typed, range)
    case .path(let typed, let range): return try paths(typed, range)
    case .tag(let typed, let range): return tags(typed, range)
    case .fieldKey(let typed, let range): return try keys(typed, range)
    case .fieldValue(let key, let typed, let range): return try values(of: key, typed, range)
    case .day(let typed, let range): return days(typed, range)
    case .callout(let typed, let range): return callouts(typed, range)
    case .codeLanguage(let typed, let range): return languages(typed, range)
    case .boxField(let typed, let range): return boxFields(typed, range)
    case .boxValue(let key, let typed, let range): return try boxValues(of: key, typed, range)
    }
  }

  /// What an item that names a file resolves to.
  func data(_ path: NotePath) -> JSONValue {
    .map(["uri": .string(document.address.text), "path": .string(path.string)])
  }
}
