/// A note or an attachment that has the name a link asks for.
package struct LinkCandidateNote: Hashable, Sendable {
  package let path: NotePath
  /// The kind of name by which it was found.
  package let rank: NoteName.Rank
  /// The number in the index, or 0 if it is unknown.
  package let number: Int

  package init(path: NotePath, rank: NoteName.Rank, number: Int = 0) {
    self.path = path
    self.rank = rank
    self.number = number
  }
}

/// The target of a resolved link.
package struct LinkGoal: Hashable, Sendable {
  /// The part of the link that says so.
  package enum Form: Int, Sendable {
    case asWritten
    /// `[[text|note]]`, in Dendron's notes.
    case reversed
    /// The note's definition of its label.
    case defined
    /// The destination, counted from the address of the note's page.
    case seenFromPage
  }

  package let path: NotePath
  /// The kind of name by which it was found.
  package let rank: NoteName.Rank
  package let number: Int
  package var form = Form.asWritten

  init(_ candidate: LinkCandidateNote, by rank: NoteName.Rank) {
    path = candidate.path
    self.rank = rank
    number = candidate.number
  }

  private init(ownNote path: NotePath) {
    self.path = path
    rank = .path
    number = 0
  }

  static func ownNote(_ path: NotePath) -> LinkGoal { LinkGoal(ownNote: path) }
}

package enum LinkResolution: Hashable, Sendable {
  case resolved(LinkGoal)
  /// Several files have the name, and none of these files is nearest. Sheaf does not guess.
  case ambiguous([NotePath])
  case broken
  /// A definition leads out of the repository.
  case external

  /// Resolves `target` from a note at `source`.
  ///
  /// - Parameter files: The files of a key.
  package init(
    _ target: LinkTarget, from source: NotePath, roots: LinkRoots = [],
    files: (String) throws -> NamedFiles
  ) rethrows {
    if target.isOwnNote {
      self = .resolved(.ownNote(source))
      return
    }
    let start = LinkStart(in: source, roots: roots)
    if roots.textComesFirst, case .reversed(let other)? = target.alternative,
      let found = try files(other.key).resolution(of: other, from: start, upTo: .fileName)
    {
      self = found.in(.reversed)
      return
    }
    if let found = try files(target.key).resolution(of: target, from: start, upTo: target.lastRank) {
      self = found
      return
    }
    switch target.alternative {
    case .defined(nil)?: self = .external
    case .defined(let other?)?: self = try LinkResolution(other, from: source, roots: roots, files: files).in(.defined)
    case .seenFromPage(let other)?:
      self =
        try files(other.key).resolution(of: other, from: start)?.in(.seenFromPage)
        ?? Self.page(of: other, from: start, roots, files)?.in(.seenFromPage) ?? .broken
    case .reversed?, nil: self = try Self.page(of: target, from: start, roots, files) ?? .broken
    }
  }

  /// Returns the page whose address is the whole text.
  private static func page(
    of target: LinkTarget, from start: LinkStart, _ roots: LinkRoots, _ files: (String) throws -> NamedFiles
  ) rethrows -> LinkResolution? {
    let key = roots.haveAddresses ? target.addressKey : nil
    return try key.flatMap { try files($0).resolution(ofAddressFrom: start) }
  }

  private func `in`(_ form: LinkGoal.Form) -> LinkResolution {
    guard case .resolved(var goal) = self else { return self }
    goal.form = form
    return .resolved(goal)
  }

  /// The target. Nil for none or several.
  package var goal: LinkGoal? {
    if case .resolved(let goal) = self { goal } else { nil }
  }

  package var path: NotePath? { goal?.path }
}
