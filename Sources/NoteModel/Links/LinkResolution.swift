/// A note or an attachment that has the name a link asks for.
package struct LinkCandidateNote: Hashable, Sendable {
  package let path: NotePath
  /// By which kind of name it was found.
  package let rank: NoteName.Rank

  package init(path: NotePath, rank: NoteName.Rank) {
    self.path = path
    self.rank = rank
  }
}

/// What became of a link.
package enum LinkResolution: Hashable, Sendable {
  case resolved(NotePath)
  /// Several notes have the name; none is guessed.
  case ambiguous([NotePath])
  case broken

  /// Chooses among the notes that have the name: path, then id, title, alias, file name.
  ///
  /// A written path is tried from the linking note's folder, then from the root, then as the end of a path.
  package init(_ target: LinkTarget, from source: NotePath, candidates: [LinkCandidateNote]) {
    if let path = target.path, let found = Self.byPath(path, from: source, candidates) {
      self = .resolved(found)
      return
    }
    let isPlain = target.path.map { !$0.contains("/") } ?? true
    let pool =
      isPlain ? candidates : candidates.filter { Self.endsWith($0.path, target.path ?? "") }
    guard let best = pool.map(\.rank).min() else {
      self = .broken
      return
    }
    let paths = Set(pool.filter { $0.rank == best }.map(\.path)).sorted()
    if paths.count == 1 {
      self = .resolved(paths[0])
    } else {
      // The note beside the linking one is what its writer meant.
      let beside = paths.filter { $0.folder == source.folder }
      self = beside.count == 1 ? .resolved(beside[0]) : .ambiguous(paths)
    }
  }

  private static func byPath(
    _ text: String, from source: NotePath, _ candidates: [LinkCandidateNote]
  ) -> NotePath? {
    let relative = (source.folder.map { $0.string + "/" } ?? "") + text
    let tried = [text.hasPrefix("/") ? String(text.dropFirst()) : relative, text]
    for attempt in tried.compactMap({ NotePath($0) }) {
      if let exact = candidates.first(where: { $0.path == attempt }) { return exact.path }
      let names = [foldedName(attempt.string), foldedName(attempt.string + ".md")]
      if let found = candidates.first(where: { names.contains(foldedName($0.path.string)) }) {
        return found.path
      }
    }
    return nil
  }

  private static func endsWith(_ path: NotePath, _ text: String) -> Bool {
    let trimmed = text.split(separator: "/").filter { $0 != "." && $0 != ".." }.joined(
      separator: "/")
    let folded = foldedName(trimmed)
    let whole = foldedName(path.string)
    return [folded, folded + ".md"].contains { whole == $0 || whole.hasSuffix("/" + $0) }
  }
}
