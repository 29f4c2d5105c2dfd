import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// The numbers that the protocol gives to kinds of symbols.
private enum SymbolKind: Int {
  case file = 1
  case string = 15
  case boolean = 17
  case key = 20
}

extension Request {
  /// Answers `textDocument/documentSymbol` with the headings, each with the tasks below it.
  func documentSymbols() throws -> JSONValue {
    let document = try requireDocument()
    let outline = SymbolOutline(document)
    guard !snapshot.client.hasSymbolTrees else { return .array(outline.roots.map(\.json)) }
    return .array(
      outline.flat.map { symbol, container in
        .map([
          "name": .string(symbol.name), "kind": .integer(symbol.kind),
          "location": snapshot.location(document.path, symbol.range),
          "containerName": container.map { .string($0) },
        ])
      })
  }

  /// Answers `workspace/symbol` with notes and other files by any part of a name, in Korean also by initial consonants,
  /// then tags, which are the only results after `#`, then headings of all notes.
  func workspaceSymbols() throws -> JSONValue {
    let query = parameters["query"]?.string ?? ""
    let workspace = snapshot.workspace()
    let found = PartialResults(self)
    if !query.hasPrefix("#") {
      for file in try NameFinder(snapshot: snapshot, workspace: workspace, source: nil).files(
        matching: query, limit: 100)
      {
        try found.add(
          symbol(
            file.title ?? String(file.path.fileName), .file,
            snapshot.location(file.path, Snapshot.start), in: file.path.folder?.string))
      }
    }
    try addTags(query, workspace, to: found)
    if query.hasPrefix("#") { return found.rest }
    for heading in try HeadingFinder(snapshot: snapshot, workspace: workspace).headings(matching: query, limit: 30) {
      let table =
        snapshot.documents[heading.path]?.table
        ?? PositionTable(heading.note.document.source.bytes, snapshot.encoding, isFile: true)
      let line = heading.note.document.headings[heading.position].line(in: table)
      // The heading that names a note is the note.
      if heading.note.document.leadingHeading == heading.note.document.headings[heading.position] { continue }
      try found.add(
        symbol(heading.title, .string, snapshot.location(heading.path, table.range(line)), in: heading.note.title))
    }
    return found.rest
  }

  private func symbol(_ name: String, _ kind: SymbolKind, _ location: JSONValue, in container: String?) -> JSONValue {
    .map([
      "name": .string(name), "kind": .integer(kind.rawValue), "location": location,
      "containerName": container.map { .string($0) },
    ])
  }

  /// Adds tags, each with one of its places.
  private func addTags(_ query: String, _ workspace: Workspace, to found: PartialResults) throws {
    let text = query.hasPrefix("#") ? String(query.dropFirst()) : query
    let part = NamePart(text)
    if part == nil, !query.hasPrefix("#") { return }
    let tags = snapshot.folder.catalogue.tags.lazy.filter { tag in
      part.map { $0.match(TypedName(tag.name), isFuzzy: true) != nil } ?? true
    }.prefix(query.hasPrefix("#") ? 50 : 10)
    for tag in tags {
      guard let name = TagName(tag.name), let place = try workspace.index.tags.somePlace(of: name) else { continue }
      try found.add(
        symbol(
          "#" + tag.name, .key, snapshot.location(place.path, snapshot.range(of: place.place)),
          in: snapshot.text(Message(counted(tag.count, "note"), ko: "메모 \(tag.count)개"))))
    }
  }
}

/// The headings of a document as a tree, with its tasks as leaves.
private struct SymbolOutline {
  struct Symbol {
    let name: String
    let kind: Int
    let range: PositionRange
    let selection: PositionRange
    var children: [Symbol] = []

    var json: JSONValue {
      .map([
        "name": .string(name), "kind": .integer(kind), "range": range.json,
        "selectionRange": selection.json,
        "children": children.isEmpty ? nil : .array(children.map(\.json)),
      ])
    }
  }

  let roots: [Symbol]

  init(_ open: OpenDocument) {
    let document = open.note.document
    let table = open.table
    var entries: [(offset: Int, level: Int, symbol: Symbol)] = []
    for (position, heading) in document.headings.enumerated() {
      let line = heading.line(in: table)
      let section = document.section(of: position)
      entries.append(
        (
          heading.range.lowerBound, heading.level,
          Symbol(
            name: heading.text.isEmpty ? "#" : heading.text, kind: SymbolKind.string.rawValue,
            range: table.range(ByteRange(line.lowerBound, max(section.upperBound, line.upperBound))),
            selection: table.range(line))
        ))
    }
    for (box, task) in zip(document.checkboxes, open.note.tasks.filter { $0.source != .note }) {
      let title = task.title.isEmpty ? "☐" : task.title
      let mark = task.status.isClosed ? "☑ " : "☐ "
      entries.append(
        (
          box.lineRange.lowerBound, 7,
          Symbol(
            name: mark + title, kind: SymbolKind.boolean.rawValue,
            range: table.range(box.lineRange), selection: table.range(box.lineRange))
        ))
    }
    entries.sort { $0.offset < $1.offset }
    var stack: [(level: Int, symbol: Symbol)] = []
    var roots: [Symbol] = []
    func close(downTo level: Int) {
      while let last = stack.last, last.level >= level {
        stack.removeLast()
        if stack.isEmpty {
          roots.append(last.symbol)
        } else {
          stack[stack.count - 1].symbol.children.append(last.symbol)
        }
      }
    }
    for entry in entries {
      close(downTo: entry.level)
      stack.append((entry.level, entry.symbol))
    }
    close(downTo: 0)
    self.roots = roots
  }

  var flat: [(symbol: Symbol, container: String?)] {
    var flat: [(Symbol, String?)] = []
    var rest: [(Symbol, String?)] = roots.reversed().map { ($0, nil) }
    while let (symbol, container) = rest.popLast() {
      flat.append((symbol, container))
      rest += symbol.children.reversed().map { ($0, symbol.name) }
    }
    return flat
  }
}
