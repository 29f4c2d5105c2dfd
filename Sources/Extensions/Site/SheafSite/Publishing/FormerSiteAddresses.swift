package import NoteHistory
package import NoteModel
package import NoteRepository

/// The old addresses of a site that redirect: addresses that notes declare, and addresses of earlier publications.
package struct FormerSiteAddresses {
  private let renderer: NoteRenderer
  private let former: FormerAddresses
  private let taken: Set<String>
  private let moves: KnownMoves?

  /// - Parameters:
  ///   - renderer: Made the site.
  ///   - former: The addresses that an earlier publication had and this one has not.
  ///   - taken: The files of the site.
  ///   - moves: nil if nothing is former.
  package init(_ renderer: NoteRenderer, former: FormerAddresses, taken: Set<String>, moves: KnownMoves?) {
    self.renderer = renderer
    self.former = former
    self.taken = taken
    self.moves = moves
  }

  /// Returns the redirects to notes: by their own words first, then by their moves, then by their aliases.
  package func redirects(toNotes made: [NoteBlock.Made]) -> [SiteRedirect] {
    let written = made.flatMap(\.redirects)
    let moved = renderer.notePaths.enumerated().flatMap { place, path in
      (moves?.formerNames(of: path) ?? []).compactMap { renderer.redirect(from: $0, to: place) }
    }
    return chosen(written.filter(\.isDeclared) + renderer.generatorLists + moved + written.filter { !$0.isDeclared })
  }

  /// Returns the redirects to attachments.
  package func redirects(toFiles files: [(file: ScannedFile, path: String)]) -> [SiteRedirect] {
    chosen(
      files.flatMap { file, path in
        (moves?.formerNames(of: file.path) ?? []).compactMap { renderer.redirect(from: $0, toFile: path) }
      })
  }

  /// Returns the first redirect of each address that nothing else has, as a file or as a folder.
  private func chosen(_ redirects: [SiteRedirect]) -> [SiteRedirect] {
    var files = taken.union([NoteRenderer.redirectList])
    var folders = Set(taken.flatMap(Self.folders))
    return redirects.filter { redirect in
      guard redirect.isDeclared || former.contains(redirect.path), !folders.contains(redirect.path),
        Self.folders(of: redirect.path).allSatisfy({ !files.contains($0) }), files.insert(redirect.path).inserted
      else { return false }
      folders.formUnion(Self.folders(of: redirect.path))
      return true
    }
  }

  private static func folders(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}

/// The names that notes had before, as the journal of commands and git know them.
package struct KnownMoves {
  /// Oldest first; of files and of folders.
  private let moves: [(from: NotePath, to: NotePath)]

  /// The places of the moves to each name.
  private let places: [NotePath: [Int]]
  /// The places of moves of anything but notes.
  private let folders: [Int]

  package init(_ moves: [(from: NotePath, to: NotePath)]) {
    self.moves = moves
    places = Dictionary(grouping: moves.indices) { moves[$0].to }
    folders = moves.indices.filter { !moves[$0].to.isMarkdown }
  }

  /// - Parameters:
  ///   - journal: The moves of commands; those that were undone do not count.
  ///   - git: Its renames come before those of the journal; a repository without git has none.
  package init(of journal: Journal, git: any GitClient) {
    let entries = (try? journal.history().entries) ?? []
    self.init(Self.renames(git) + entries.filter { $0.state == .done }.flatMap(\.moves))
  }

  private static func renames(_ git: any GitClient) -> [(from: NotePath, to: NotePath)] {
    let command = GitCommand.reading(
      "log", "--reverse", "-M", "--diff-filter=R", "--name-status", "--format=", "-z", "--relative")
    guard let output = try? git.output(command) else { return [] }
    var renames: [(from: NotePath, to: NotePath)] = []
    var fields = output.texts[...]
    while let state = fields.popFirst() {
      // `R` and how alike the two are, then the names.
      guard state.hasPrefix("R"), Int(state.dropFirst()) != nil, let old = fields.popFirst(),
        let new = fields.popFirst(), let from = NotePath(old), let to = NotePath(new)
      else { continue }
      renames.append((from: from, to: to))
    }
    return renames
  }

  /// Returns the names that a file had, the last one first; also by the folders that it was in.
  package func formerNames(of path: NotePath) -> [NotePath] {
    var names: [NotePath] = []
    var name = path
    var limit = moves.count
    while names.count < Self.nameLimit {
      let file = places[name]?.last { $0 < limit }
      let folder = folders.last { $0 < limit && moves[$0].to.contains(name) }
      guard let index = [file, folder].compactMap(\.self).max() else { break }
      let move = moves[index]
      name = index == file ? move.from : name.moved(from: move.to, to: move.from)
      names.append(name)
      limit = index
    }
    return names.filter { $0 != path }
  }

  private static let nameLimit = 50
}
