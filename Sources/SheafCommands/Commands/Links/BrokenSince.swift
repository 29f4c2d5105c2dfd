import NoteActions
import NoteHistory
import NoteModel
import NotePresentation

extension LinkSelection {
  /// Of the broken links those that were not broken in a commit, each with the commit that broke it.
  func brokenSince(_ word: String, _ entries: [LinkReport.Entry]) throws -> [LinkReport.Entry] {
    let git = context.git(in: workspace.repository)
    let revision = try context.revision(word, in: git)
    let then = try context.openWorkspace(at: revision.commit)
    let former = try LinkFinder(workspace: then, now: context.clock()).broken()
    let known = Set(former.map { Place(note: $0.link.source, destination: $0.link.destination) })
    let culprits = try LinkCulprits(since: revision, in: git)
    return try entries.compactMap { entry in
      let source = culprits.formerPath(of: entry.link.source)
      guard !known.contains(Place(note: source, destination: entry.link.destination)) else {
        return nil
      }
      return LinkReport.Entry(
        entry.link, depth: entry.depth, lacksFragment: entry.lacksFragment,
        brokenBy: try culprits.culprit(of: entry.link).map { "\($0.shortID) \($0.subject)" })
    }
  }

  /// A link of a note, wherever in it.
  private struct Place: Hashable {
    let note: NotePath
    let destination: String
  }
}
