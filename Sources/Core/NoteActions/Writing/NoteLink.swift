import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax

/// The style of links written into a note: the setting `links.style`, else that of most links in the repository; by
/// name if there are none.
enum WrittenLinkStyle: String {
  case wiki, wikiPath = "wiki-path", relative, root

  init(in workspace: Workspace) throws {
    self =
      try Self(rawValue: workspace.configuration.text("links.style"))
      ?? (workspace.index.links.areMostlyByName() ? .wiki : .relative)
  }
}

extension NotePath {
  /// The texts by which a wiki link may name the file, the shortest first: `plan`, `work/plan`. Those with characters
  /// that end a wiki link are missing.
  package var wikiNames: [String] {
    let whole = isMarkdown ? String(string.dropLast(fileName.count - stem.count)) : string
    let parts = whole.split(separator: "/")
    let names = parts.indices.reversed().map { parts[$0...].joined(separator: "/") }
    return Array(names.prefix { name in !name.contains { "[]|#^\n".contains($0) } })
  }
}

extension Workspace {
  /// Returns a link to a note, or to one of its headings, as the repository writes links.
  ///
  /// - Parameters:
  ///   - place: The note, and the line of a heading.
  ///   - note: The note that gets the link.
  ///   - text: The text of the link, or nil for the title of the note or the heading.
  /// - Returns: `[[plan]]`, `[[plan#Next steps|then]]`, `[Plan](../plan.md#next-steps)`.
  /// - Throws: If the note cannot be read.
  package func link(to place: NotePosition, from note: Note, text: String? = nil) throws -> String {
    let target = try self.note(at: place.path)
    let heading = Self.heading(place.line, in: target.document)
    let style = try WrittenLinkStyle(in: self)
    if style == .wiki || style == .wikiPath,
      let name = try wikiName(of: place.path, from: note.path, isPath: style == .wikiPath)
    {
      let fragment = heading.map { "#" + $0.title.filter { !"[]|#^".contains($0) } } ?? ""
      return layout.roots.wikiLink(to: name + fragment, text.map { $0.filter { !"[]|".contains($0) } })
    }
    let path = style == .root ? place.path.string : place.path.relative(to: note.path.folder)
    let shown = LinkDestinationStyle.markdown(text: text ?? heading?.title ?? target.title)
    let fragment = heading.map { "#" + $0.anchor } ?? ""
    return "[\(shown)](\(LinkDestinationStyle.markdown(path))\(fragment))"
  }

  /// Returns the shortest text by which a wiki link finds a file, or nil if none does.
  private func wikiName(of path: NotePath, from source: NotePath, isPath: Bool) throws -> String? {
    let names = isPath ? Array(path.wikiNames.suffix(1)) : path.wikiNames
    return try index.links.resolving { resolve in
      try names.first { try resolve(LinkTarget(text: $0, isName: true), source).path == path }
    }
  }

  private static func heading(_ line: Int?, in document: Document) -> (title: String, anchor: String)? {
    guard let index = line.flatMap(document.headingIndex) else { return nil }
    let anchors = NoteAnchors(document)
    return (anchors.title(ofHeading: index), anchors.anchor(ofHeading: index))
  }

  /// Adds links to notes as list items at the end of a note or of a section.
  ///
  /// - Parameters:
  ///   - targets: Notes and headings; those that the note links to already are left out.
  ///   - place: The note, and the line of a heading.
  ///   - transaction: Receives the changes.
  /// - Returns: The line of the first link. Nil if all are there already.
  /// - Throws: If a note cannot be read, or the change would break a rule.
  package func addLinks(
    to targets: [NotePosition], at place: NotePosition, _ transaction: inout Transaction
  ) throws -> Int? {
    let note = Note(Document(parsing: try originals.read(place.path)), at: place.path, in: layout)
    let known = try index.links(from: place.path)
    let missing = targets.filter { target in
      target.line != nil || !known.contains { $0.target == target.path && !$0.destination.contains("#") }
    }
    guard !missing.isEmpty else { return nil }
    let items = try missing.map { "- " + (try link(to: $0, from: note)) }
    return try insert(
      items.joined(separator: "\n"), at: .end, of: place.path, headingLine: place.line, &transaction
    ).line
  }
}
