import NoteModel
import NoteRepository
import SheafSite

/// The addresses of a site that lead on: those that notes declare, and those that files had when a publication showed
/// them.
struct FormerSiteAddresses {
  private let renderer: NoteRenderer
  private let former: FormerAddresses
  private let taken: Set<String>
  private let moves: KnownMoves?

  /// - Parameters:
  ///   - renderer: Made the site.
  ///   - former: What an earlier publication had and this one has not.
  ///   - taken: The files of the site.
  ///   - moves: nil where nothing is former.
  init(
    _ renderer: NoteRenderer, former: FormerAddresses, taken: Set<String>, moves: KnownMoves?
  ) {
    self.renderer = renderer
    self.former = former
    self.taken = taken
    self.moves = moves
  }

  /// What leads to notes: by their own words first, then by their moves, then by their aliases.
  func redirects(toNotes made: [NoteBlock.Made]) -> [SiteRedirect] {
    let written = made.flatMap(\.redirects)
    let moved = renderer.notePaths.enumerated().flatMap { place, path in
      (moves?.formerNames(of: path) ?? []).compactMap { renderer.redirect(from: $0, to: place) }
    }
    return chosen(written.filter(\.isDeclared) + moved + written.filter { !$0.isDeclared })
  }

  /// What leads to attachments.
  func redirects(toFiles files: [(file: ScannedFile, path: String)]) -> [SiteRedirect] {
    chosen(
      files.flatMap { file, path in
        (moves?.formerNames(of: file.path) ?? []).compactMap {
          renderer.redirect(from: $0, toFile: path)
        }
      })
  }

  /// The first of each address, where nothing else is there.
  private func chosen(_ redirects: [SiteRedirect]) -> [SiteRedirect] {
    var addresses = taken
    return redirects.filter { redirect in
      (redirect.isDeclared || former.contains(redirect.path))
        && addresses.insert(redirect.path).inserted
    }
  }
}
