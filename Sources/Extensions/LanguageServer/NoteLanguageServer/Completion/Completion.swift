import ByteBasics
import NoteActions
import NoteModel

extension Request {
  /// Answers `textDocument/completion`.
  func completion() throws -> JSONValue {
    let document = try requireDocument()
    let offset = try offset()
    guard let context = CompletionContext(at: offset, in: document) else { return .null }
    let list = try CompletionFinder(self, document, offset).list(context)
    return list?.json(document.table, snapshot.client) ?? .null
  }

  /// Answers `completionItem/resolve` with the first lines of the note that an item names.
  func resolvedCompletion() throws -> JSONValue {
    guard case .object(var members) = parameters,
      let path = parameters.at("data", "path")?.string.flatMap({ NotePath($0) })
    else { return parameters }
    let workspace = snapshot.workspace()
    guard path.isMarkdown, let note = try? snapshot.note(at: path, in: workspace) else { return parameters }
    let text = NoteCard(note: note, snapshot: snapshot).text(of: nil, backlinks: nil)
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
    case .heading(let note, let part, let tail, let isWiki): return try headings(of: note, part, tail, isWiki: isWiki)
    case .block(let note, let part, let tail): return try blocks(of: note, part, tail)
    case .label(let part, let isFootnote, let isClosed): return labels(part, isFootnote: isFootnote, isClosed: isClosed)
    case .path(let part, let isAngled): return try paths(part, isAngled: isAngled)
    case .tag(let part): return tags(part)
    case .fieldKey(let part): return try keys(part)
    case .fieldValue(let key, let part, let place): return try values(of: key, part, place)
    case .day(let part): return try citationsAndDays(part)
    case .callout(let part): return callouts(part)
    case .codeLanguage(let part): return languages(part)
    case .boxField(let part): return boxFields(part)
    case .directive(let part, let isClosed): return directives(part, isClosed: isClosed)
    case .boxValue(let key, let part): return try boxValues(of: key, part)
    }
  }

  /// Returns the data for resolving an item that names a file.
  func data(_ path: NotePath) -> JSONValue {
    .map(["uri": .string(document.address.text), "path": .string(path.string)])
  }
}

/// The numbers that the protocol gives to kinds of items.
enum CompletionKind: Int {
  case text = 1
  case field = 5
  case value = 12
  case keyword = 14
  case file = 17
  case reference = 18
  case folder = 19
  case event = 23
}

/// One thing that can be chosen.
struct CompletionItem {
  let label: String
  let kind: CompletionKind
  /// The text that is inserted; a snippet if `isSnippet`.
  let text: String
  var isSnippet = false
  /// The text after the label.
  var detail: String?
  /// The text that the client compares with the typed text; nil: the typed text itself, so that every item is kept.
  var filter: String?
  /// Replaces a different range than other suggestions, whatever the client prefers.
  var range: ByteRange?
  /// Edits of the same document besides the insertion.
  var edits: [TextEdit] = []
  /// The command that the client runs after the insertion.
  var command: JSONValue?
  /// The data that the client sends with `completionItem/resolve`.
  var data: JSONValue?
}

/// A list of items for one place.
struct CompletionList {
  let items: [CompletionItem]
  /// The text that an item replaces.
  let part: TypedPart
  /// True if another key may bring other items.
  var isIncomplete = true

  func json(_ table: PositionTable, _ client: ClientCapabilities) -> JSONValue {
    let typed = String(decoding: table.bytes[part.range.indices], as: UTF8.self)
    return .map([
      "isIncomplete": .boolean(isIncomplete),
      "items": .array(
        items.enumerated().map { position, item in
          .map([
            "label": .string(item.label), "kind": .integer(item.kind.rawValue),
            "detail": item.detail.map { .string($0) },
            "sortText": .string(Self.order(position)),
            "filterText": .string(item.filter ?? typed),
            "insertTextFormat": .integer(item.isSnippet ? 2 : 1),
            "textEdit": edit(item, table, client),
            "additionalTextEdits": item.edits.isEmpty ? nil : .array(item.edits.map { $0.json(table) }),
            "command": item.command, "data": item.data,
          ])
        }),
    ])
  }

  /// Returns the edit of an item. If possible, the user decides whether the text after the cursor is kept.
  private func edit(_ item: CompletionItem, _ table: PositionTable, _ client: ClientCapabilities) -> JSONValue {
    let replaced = item.range ?? part.whole
    guard client.insertsOrReplaces, item.range == nil, part.end > part.range.upperBound else {
      return .map(["range": table.range(replaced).json, "newText": .string(item.text)])
    }
    return .map([
      "insert": table.range(part.range).json, "replace": table.range(replaced).json,
      "newText": .string(item.text),
    ])
  }

  /// Returns a position as `0007`, so that texts sort like numbers.
  private static func order(_ position: Int) -> String {
    let digits = String(position)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension TextEdit {
  func json(_ table: PositionTable) -> JSONValue {
    .map([
      "range": table.range(range).json,
      "newText": .string(String(decoding: replacement, as: UTF8.self)),
    ])
  }
}
