import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax

/// Moves selected lines into a note of their own, beside this one; links to its headings follow.
struct Extraction {
  private let scene: ActionScene

  init(_ scene: ActionScene) {
    self.scene = scene
  }

  /// What the new note is called; nil if there is nothing to extract.
  var title: String? { part?.title }

  private struct Part {
    let range: ByteRange
    let title: String
  }

  /// Whole lines of the body; the first of them names the note.
  private var part: Part? {
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
    return Part(range: range, title: title)
  }

  func edit() throws -> WorkspaceEdit {
    var edit = WorkspaceEdit(scene.snapshot)
    guard let part, let stem = FileName.stem(for: part.title) else { return edit }
    let path = try freePath(stem)
    let headings = scene.parsed.headings.indices.filter {
      part.range.contains(scene.parsed.headings[$0].range.lowerBound)
    }
    edit.create(path, try text(of: part, headings))
    try changeOwn(part, path, headings, &edit)
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

  /// The part as a note.
  private func text(of part: Part, _ headings: [Int]) throws -> [UInt8] {
    let source = scene.parsed.source
    var edits: [TextEdit] = []
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
    return Array("# \(part.title)\n\n".utf8) + bytes + [ASCII.lineFeed]
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
    _ part: Part, _ path: NotePath, _ headings: [Int], _ edit: inout WorkspaceEdit
  ) throws {
    var edits = [TextEdit(range: part.range, replacement: "[[\(path.stem)]]")]
    let anchors = NoteAnchors(scene.parsed)
    for link in scene.parsed.links where link.leadsIntoItsNote {
      guard let range = link.destinationRange, !part.range.contains(range),
        let fragment = link.fragment,
        let place = anchors.place(of: fragment, isWiki: link.kind.isWiki)?.target,
        isInside(place, part, headings)
      else { continue }
      let destination = destination(
        fragment, path, isWiki: link.kind.isWiki, from: scene.document.path)
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
          replacement: destination(fragment, path, isWiki: link.kind.isWiki, from: source))
      }
      edit.change(source, note.document.source.bytes, edits)
    }
  }

  /// How a link from `source` writes a place of the new note.
  private func destination(
    _ fragment: String, _ path: NotePath, isWiki: Bool, from source: NotePath
  ) -> String {
    let note =
      isWiki
      ? String(path.stem) : LinkDestinationStyle.markdown(path.relative(to: source.folder))
    return note + "#" + (fragment.split(separator: "#").last.map(String.init) ?? fragment)
  }
}
