import ByteBasics
package import CivilCalendar
import NoteIndex
package import NoteModel
package import NotePresentation
import NoteRepository
import NoteSyntax

/// Answers the questions of `links` from the index and, if headings matter, from the notes.
package struct LinkFinder {
  private let workspace: Workspace
  private let now: CivilMoment

  package init(workspace: Workspace, now: CivilMoment) {
    self.workspace = workspace
    self.now = now
  }

  /// Returns the links from a note, or to it, and the links of the notes that are reached, up to a depth.
  package func links(
    around path: NotePath, _ depth: Int, _ direction: LinkGraph.Direction
  ) throws -> [LinkReport.Entry] {
    guard depth > 1 else {
      let links =
        try direction == .outward
        ? workspace.index.links(from: path)
        : workspace.index.links(to: path)
      return workspace.withFiles(links).map { LinkReport.Entry($0) }
    }
    let links = workspace.withFiles(try workspace.index.links.all())
    let distances = LinkGraph(links).distances(from: path, depth: depth - 1, direction)
    let entries = links.compactMap { link -> LinkReport.Entry? in
      let end = direction == .outward ? link.source : link.target
      return end.flatMap { distances[$0] }.map { LinkReport.Entry(link, depth: $0 + 1) }
    }
    return entries.sorted { ($0.depth ?? 0, $0.link.source) < ($1.depth ?? 0, $1.link.source) }
  }

  package func all() throws -> [LinkReport.Entry] {
    workspace.withFiles(try workspace.index.links.all()).map { LinkReport.Entry($0) }
  }

  /// Returns the links to no note, to several notes, or to a missing heading or block.
  package func broken() throws -> [LinkReport.Entry] {
    var known: [NotePath: NoteAnchors] = [:]
    let lacking = try workspace.linksToMissingParts { path in
      if known[path] == nil {
        known[path] = (try? workspace.files.read(path)).map { NoteAnchors(Document(parsing: $0)) }
      }
      return known[path]
    }
    let entries =
      try workspace.brokenLinks().map { LinkReport.Entry($0) }
      + lacking.map { LinkReport.Entry($0, lacksFragment: true) }
    return entries.sorted { left, right in
      (left.link.source, left.link.line, left.link.range?.lowerBound ?? 0)
        < (right.link.source, right.link.line, right.link.range?.lowerBound ?? 0)
    }
  }

  /// Returns the notes that have links in common with this note and are not linked with it.
  package func related(to path: NotePath) throws -> [NoteSummary] {
    let related = LinkGraph(try workspace.index.links.resolved()).related(to: path)
    return try workspace.index.notes.summaries(of: related.map(\.path))
  }

  /// Returns the notes that mention a note without a link, with the lines of the mentions.
  ///
  /// - Parameters:
  ///   - path: The mentioned note.
  ///   - wanted: The notes to search, or nil for all.
  /// - Returns: The notes, without the mentioned note itself.
  /// - Throws: If the note or the index cannot be read.
  package func mentions(of path: NotePath, in wanted: Set<NotePath>?) throws -> [SearchReport.Entry] {
    let query = try workspace.note(at: path).mentionQuery
    let notes = try workspace.index.notes(NoteRequest(query: query, now: now))
      .filter { $0.path != path && wanted?.contains($0.path) ?? true }
    let matcher = LineMatcher(query)
    return notes.compactMap { note in
      guard let bytes = try? workspace.files.read(note.path) else { return nil }
      return SearchReport.Entry(
        note: note, source: SourceBuffer(bytes), hits: matcher.hits(in: Document.visibleBytes(of: bytes)))
    }
  }
}
