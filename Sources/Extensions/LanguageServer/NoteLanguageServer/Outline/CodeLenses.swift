import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import RemoteCalls
import Wording

extension Request {
  /// Answers `textDocument/codeLens` with the numbers of links to the note, its headings and its definitions of labels.
  func codeLenses() throws -> JSONValue {
    let document = try requireDocument()
    let workspace = snapshot.workspace()
    var lenses: [JSONValue] = []
    let count = try workspace.index.links.backlinkCount(of: document.path)
    if count > 0 {
      let offset = document.note.document.leadingHeading?.range.lowerBound ?? 0
      let title = Message(counted(count, "backlink"), ko: "백링크 \(count)개")
      lenses.append(lens(offset, title, ["note": .boolean(true)], document))
    }
    for (heading, count) in try headingCounts(of: document, workspace) {
      let start = document.note.document.headings[heading].range.lowerBound
      let title = Message(counted(count, "link"), ko: "링크 \(count)개")
      lenses.append(lens(start, title, ["heading": .integer(heading)], document))
    }
    for (label, count) in document.labels.useCounts where count > 0 {
      let title = Message(counted(count, "reference"), ko: "참조 \(count)개")
      lenses.append(lens(label.whole.lowerBound, title, ["label": .integer(label.whole.lowerBound)], document))
    }
    return .array(lenses)
  }

  private func lens(
    _ offset: Int, _ title: Message, _ subject: KeyValuePairs<String, JSONValue?>, _ document: OpenDocument
  ) -> JSONValue {
    let position = document.table.position(of: offset)
    return .map([
      "range": PositionRange(start: position, end: position).json,
      "data": .map([
        "uri": .string(document.address.text), "version": .integer(document.version),
        "title": .string(text(title)), "subject": .map(subject),
      ]),
    ])
  }

  /// Returns the number of links to each heading except the title.
  private func headingCounts(of document: OpenDocument, _ workspace: Workspace) throws -> [(heading: Int, count: Int)] {
    let anchors = NoteAnchors(document.note.document)
    var counts: [Int: Int] = [:]
    for row in try partLinks(of: document, workspace) {
      guard let fragment = row.fragment,
        case .heading(let position)? = anchors.place(of: fragment, isWiki: row.isWiki)?.target
      else { continue }
      counts[position, default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func partLinks(of document: OpenDocument, _ workspace: Workspace) throws -> [LinkRow] {
    let own = try workspace.index.links(of: document.note).filter {
      $0.destination.isEmpty && $0.fragment != nil
    }
    return try workspace.index.links.toParts(of: document.path) + own
  }

  /// Answers `codeLens/resolve` with the command and the places that it shows.
  func resolvedCodeLens() throws -> JSONValue {
    guard case .object(var members) = parameters, let document, let data = parameters["data"],
      let title = data["title"], let subject = data["subject"]
    else { return parameters }
    guard data["version"]?.integer == document.version else { throw CallError.contentModified }
    let locations = try locations(of: subject, in: document)
    let command: JSONValue
    if let name = snapshot.client.locationsCommand {
      command = .map([
        "title": title, "command": .string(name),
        "arguments": .array([
          .string(document.address.text), parameters["range"]?["start"] ?? .null,
          .array(locations),
        ]),
      ])
    } else {
      command = .map([
        "title": title, "command": .string(ServerCommand.backlinks.rawValue),
        "arguments": .array([.map(["uri": .string(document.address.text), "subject": subject])]),
      ])
    }
    members.append(JSONValue.Member("command", command))
    return .object(members)
  }

  /// Returns the locations of the links that a lens counts.
  func locations(of subject: JSONValue, in document: OpenDocument) throws -> [JSONValue] {
    let workspace = snapshot.workspace(isSlow: true)
    if let offset = subject["label"]?.integer,
      let label = document.labels.all.first(where: { $0.whole.lowerBound == offset })
    {
      return labelReferences(to: label, in: document, includesDeclaration: false).items
    }
    let anchor = subject["heading"]?.integer.map { NoteAnchors.Target.heading($0) }
    if case .heading(let position)? = anchor,
      !document.note.document.headings.indices.contains(position)
    {
      return []
    }
    let place = LinkPlace(path: document.path, anchor: anchor)
    var tables: [NotePath: PositionTable] = [:]
    return try snapshot.links(to: place, in: workspace).compactMap { row in
      guard anchor != nil || row.source != document.path, let range = row.range else { return nil }
      if tables[row.source] == nil { tables[row.source] = snapshot.table(of: row.source) }
      return tables[row.source].map { snapshot.location(row.source, $0.range(range)) }
    }
  }
}
