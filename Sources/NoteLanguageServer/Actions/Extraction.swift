import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// Moves a section or a selection into a note of its own, beside this one; links to its headings follow.
struct Extraction {
  private let scene: ActionScene
  private let isSection: Bool

  init(_ scene: ActionScene, isSection: Bool) {
    self.scene = scene
    self.isSection = isSection
  }

  /// What the new note is called; nil if there is nothing to extract.
  var title: String? { part?.title }

  private struct Part {
    let range: ByteRange
    let title: String
    /// The heading that becomes the title, by its position.
    let heading: Int?
  }

  private var part: Part? { isSection ? section : selected }

  /// The section whose heading is on the line of the cursor.
  private var section: Part? {
    let parsed = scene.parsed
    let line = scene.lines.lowerBound
    let table = scene.document.table
    guard
      let position = parsed.headings.firstIndex(where: {
        table.line(at: $0.range.lowerBound) == line
      }),
      parsed.headings[position] != parsed.leadingHeading
    else { return nil }
    let title = HeadingAttributes.text(of: parsed.headings[position])
    guard FileName.stem(for: title) != nil else { return nil }
    var range = parsed.section(of: position)
    range = ByteRange(table.content(ofLine: line).lowerBound, range.upperBound)
    return Part(range: range, title: title, heading: position)
  }

  /// Whole lines of the body; the first of them names the note.
  private var selected: Part? {
    guard !scene.selection.isEmpty else { return nil }
    let table = scene.document.table
    let first = table.content(ofLine: scene.lines.lowerBound)
    var last = table.line(at: scene.selection.upperBound)
    if last > scene.lines.lowerBound,
      table.content(ofLine: last).lowerBound == scene.selection.upperBound
    {
      last -= 1
    }
    let range = ByteRange(first.lowerBound, table.content(ofLine: last).upperBound)
    guard range.lowerBound >= scene.parsed.body.lowerBound else { return nil }
    let text = scene.parsed.source.text(in: range)
    let line =
      text.split(whereSeparator: \.isNewline).first { $0.contains(where: \.isLetter) } ?? ""
    let words = line.drop { "#>-*+ \t".contains($0) }.prefix(60)
    let title = String(words).filter { !"[]|#^`*_".contains($0) }
    guard FileName.stem(for: title) != nil else { return nil }
    return Part(range: range, title: title, heading: nil)
  }

  func edit() throws -> WorkspaceEdit {
    var edit = WorkspaceEdit(scene.snapshot)
    guard let part, let stem = FileName.stem(for: part.title) else { return edit }
    let path = try freePath(stem)
    let name = String(path.stem)
    let headings = scene.parsed.headings.indices.filter {
      part.range.contains(scene.parsed.headings[$0].range.lowerBound)
    }
    edit.create(path, try text(of: part, name, headings))
    try changeOwn(part, name, headings, &edit)
    try changeOthers(part, path, headings, &edit)
    return edit
  }

  private func freePath(_ stem: String) throws -> NotePath {
    for number in 1...999 {
      let name = (number == 1 ? stem : "\(stem) \(number)") + ".md"
      let path = scene.document.path.folder?.appending(name) ?? NotePath(trusted: name)
      if try !scene.workspace.files.exists(foldedAs: path) { return path }
    }
    throw RepositoryError.alreadyExists(stem + ".md")
  }

  /// The part as a note: its heading is the title, those below it move up.
  private func text(of part: Part, _ name: String, _ headings: [Int]) throws -> [UInt8] {
    let source = scene.parsed.source
    var edits: [TextEdit] = []
    if let heading = part.heading {
      let distance = scene.parsed.headings[heading].level - 1
      for position in headings where distance > 0 {
        let start = scene.parsed.headings[position].range.lowerBound
        guard source.bytes[start] == ASCII.hash else { continue }
        edits.append(TextEdit(range: ByteRange(start, start + distance), replacement: ""))
      }
    }
    // A link to a heading that stays needs the name of this note now.
    let anchors = NoteAnchors(scene.parsed)
    for link in scene.parsed.links where link.leadsIntoItsNote {
      guard let range = link.destinationRange, part.range.contains(range),
        let fragment = link.fragment,
        let place = anchors.place(of: fragment, isWiki: link.kind.isWiki)?.target,
        !isInside(place, part, headings)
      else { continue }
      let own =
        link.kind.isWiki
        ? String(scene.document.path.stem)
        : LinkDestinationStyle.markdown(String(scene.document.path.fileName))
      edits.append(TextEdit(range: ByteRange(range.lowerBound, range.lowerBound), replacement: own))
    }
    let changed = (try? source.applying(edits.filter { part.range.contains($0.range) })) ?? source
    let growth = changed.count - source.count
    var bytes = Array(changed.bytes[part.range.lowerBound..<(part.range.upperBound + growth)])
    while let last = bytes.last, ASCII.isWhiteSpace(last) { bytes.removeLast() }
    let head = part.heading == nil ? "# \(part.title)\n\n" : ""
    return Array(head.utf8) + bytes + [ASCII.lineFeed]
  }

  private func isInside(
    _ target: NoteAnchors.Target, _ part: Part, _ headings: [Int]
  ) -> Bool {
    switch target {
    case .heading(let position): headings.contains(position)
    case .block(let position):
      part.range.contains(scene.parsed.blockIdentifiers[position].range)
    case .element: false
    }
  }

  /// A link in place of the part, and the links of the rest of this note that led into it.
  private func changeOwn(
    _ part: Part, _ name: String, _ headings: [Int], _ edit: inout WorkspaceEdit
  ) throws {
    let isLast = part.range.upperBound >= scene.document.bytes.count
    let gap = part.heading == nil ? "" : (isLast ? "\n" : "\n\n")
    var edits = [TextEdit(range: part.range, replacement: "[[\(name)]]" + gap)]
    let anchors = NoteAnchors(scene.parsed)
    for link in scene.parsed.links where link.leadsIntoItsNote {
      guard let range = link.destinationRange, !part.range.contains(range),
        let fragment = link.fragment,
        let place = anchors.place(of: fragment, isWiki: link.kind.isWiki)?.target,
        isInside(place, part, headings)
      else { continue }
      let destination = destination(
        fragment, place, part, name, isWiki: link.kind.isWiki, from: scene.document.path)
      edits.append(TextEdit(range: range, replacement: destination))
    }
    edit.change(scene.document.path, scene.document.bytes, edits)
  }

  /// The links of other notes that led into the part.
  private func changeOthers(
    _ part: Part, _ path: NotePath, _ headings: [Int], _ edit: inout WorkspaceEdit
  ) throws {
    let anchors = NoteAnchors(scene.parsed)
    let rows = try scene.workspace.index.links(
      to: scene.document.path)
    let sources = Set(
      rows.filter { $0.fragment != nil && $0.source != scene.document.path }.map(\.source))
    for source in sources.sorted() where source.isMarkdown {
      try scene.request.checkCancellation()
      let note = try scene.snapshot.note(at: source, in: scene.workspace)
      let edits = try note.document.links.compactMap { link -> TextEdit? in
        guard let fragment = link.fragment, let range = link.destinationRange,
          link.kind != .reference,
          try scene.workspace.index.row(of: link, in: source).target == scene.document.path,
          let place = anchors.place(of: fragment, isWiki: link.kind.isWiki)?.target,
          isInside(place, part, headings)
        else { return nil }
        return TextEdit(
          range: range,
          replacement: destination(
            fragment, place, part, String(path.stem), isWiki: link.kind.isWiki, from: source,
            path: path))
      }
      edit.change(source, note.document.source.bytes, edits)
    }
  }

  /// How a link from `source` writes a place of the new note; its own heading is the note itself.
  private func destination(
    _ fragment: String, _ place: NoteAnchors.Target, _ part: Part, _ name: String, isWiki: Bool,
    from source: NotePath, path: NotePath? = nil
  ) -> String {
    let target =
      path
      ?? (scene.document.path.folder?.appending(name + ".md") ?? NotePath(trusted: name + ".md"))
    let note = isWiki ? name : LinkDestinationStyle.markdown(target.relative(to: source.folder))
    if case .heading(part.heading ?? -1) = place { return note }
    return note + "#" + (fragment.split(separator: "#").last.map(String.init) ?? fragment)
  }
}
