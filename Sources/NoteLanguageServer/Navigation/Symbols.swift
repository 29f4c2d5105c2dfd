import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// The numbers that the protocol gives to kinds of symbols.
private enum SymbolKind: Int {
  case file = 1
  case string = 15
  case boolean = 17
  case key = 20
}

extension Request {
  /// `textDocument/documentSymbol`: headings, each with the tasks below it.
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

  /// `workspace/symbol`: notes by any part of a name, in Korean also by initial consonants, then tags.
  func workspaceSymbols() throws -> JSONValue {
    let query = parameters["query"]?.string ?? ""
    let workspace = snapshot.workspace()
    let finder = NameFinder(snapshot, workspace, from: nil)
    var symbols: [JSONValue] = try finder.files(matching: query, limit: 100).map { file in
      .map([
        "name": .string(file.title ?? String(file.path.fileName)),
        "kind": .integer(SymbolKind.file.rawValue),
        "location": snapshot.location(file.path, Snapshot.start),
        "containerName": file.path.folder.map { .string($0.string) },
      ])
    }
    let folded = foldedName(query.hasPrefix("#") ? String(query.dropFirst()) : query)
    for open in snapshot.documents.values.sorted(by: { $0.path < $1.path }) {
      for heading in open.note.document.headings
      where !folded.isEmpty && foldedName(heading.text).contains(folded) {
        symbols.append(
          .map([
            "name": .string(heading.text), "kind": .integer(SymbolKind.string.rawValue),
            "location": snapshot.location(
              open.path, open.table.range(heading.line(in: open.table))),
            "containerName": .string(open.note.title),
          ]))
      }
    }
    return .array(symbols)
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
            range: table.range(
              ByteRange(line.lowerBound, max(section.upperBound, line.upperBound))),
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
