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
    return list?.json(document.table, snapshot.client) ?? .null
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
    case .note(let part, let tail, let isEmbed): return try notes(part, tail, isEmbed: isEmbed)
    case .heading(let note, let part, let tail, let isWiki):
      return try headings(of: note, part, tail, isWiki: isWiki)
    case .block(let note, let part, let tail): return try blocks(of: note, part, tail)
    case .label(let part, let isFootnote, let isClosed):
      return labels(part, isFootnote: isFootnote, isClosed: isClosed)
    case .path(let part, let isAngled): return try paths(part, isAngled: isAngled)
    case .tag(let part): return tags(part)
    case .fieldKey(let part): return try keys(part)
    case .fieldValue(let key, let part): return try values(of: key, part)
    case .day(let part): return days(part)
    case .callout(let part): return callouts(part)
    case .codeLanguage(let part): return languages(part)
    case .boxField(let part): return boxFields(part)
    case .boxValue(let key, let part): return try boxValues(of: key, part)
    }
  }

  /// What an item that names a file resolves to.
  func data(_ path: NotePath) -> JSONValue {
    .map(["uri": .string(document.address.text), "path": .string(path.string)])
  }
}
