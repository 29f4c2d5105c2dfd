/// A note or an attachment that has the name a link asks for.
package struct LinkCandidateNote: Hashable, Sendable {
  package let path: NotePath
  /// By which kind of name it was found.
  package let rank: NoteName.Rank
  /// In the index; 0 where none is known.
  package let number: Int

  package init(path: NotePath, rank: NoteName.Rank, number: Int = 0) {
    self.path = path
    self.rank = rank
    self.number = number
  }
}

/// What a link was found to lead to.
package struct LinkGoal: Hashable, Sendable {
  /// Which part of the link says so.
  package enum Form: Int, Sendable {
    case asWritten
    /// `[[text|note]]`
    case reversed
    /// The note's definition of its label.
    case defined
  }

  package let path: NotePath
  /// By which kind of name it was found.
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

/// What became of a link.
package enum LinkResolution: Hashable, Sendable {
  case resolved(LinkGoal)
  /// Several files have the name, and none is nearer than the others; none is guessed.
  case ambiguous([NotePath])
  case broken
  /// A definition leads out of the repository.
  case external

  /// Where `target` leads from a note at `source`.
  ///
  /// `files`: The files of a key.
  package init(
    _ target: LinkTarget, from source: NotePath, roots: [NotePath] = [],
    files: (String) throws -> NamedFiles
  ) rethrows {
    if target.isOwnNote {
      self = .resolved(.ownNote(source))
      return
    }
    let start = LinkStart(folder: source.folder, roots: roots)
    if let found = try files(target.key).resolution(of: target, from: start) {
      self = found
      return
    }
    switch target.alternative {
    case .reversed(let other)?:
      self = try files(other.key).resolution(of: other, from: start)?.in(.reversed) ?? .broken
    case .defined(nil)?: self = .external
    case .defined(let other?)?:
      self = try LinkResolution(other, from: source, roots: roots, files: files).in(.defined)
    case nil: self = .broken
    }
  }

  private func `in`(_ form: LinkGoal.Form) -> LinkResolution {
    guard case .resolved(var goal) = self else { return self }
    goal.form = form
    return .resolved(goal)
  }

  /// Where it leads; nil for none or several.
  package var goal: LinkGoal? {
    if case .resolved(let goal) = self { goal } else { nil }
  }

  package var path: NotePath? { goal?.path }
}

/// Where a name is asked from.
package struct LinkStart: Sendable {
  /// nil for the repository's root.
  package let folder: NotePath?
  /// `links.roots`
  package let roots: [NotePath]

  package init(folder: NotePath?, roots: [NotePath] = []) {
    self.folder = folder
    self.roots = roots
  }

  /// The paths that a text may mean, in the order in which they are tried.
  ///
  /// From the note's folder, from the root, from `links.roots`, then from each folder above the note, the outermost
  /// first. `/x` is not tried from the note's folder first, and `./x` and `../x` only there.
  package func paths(for text: String) -> [NotePath] {
    if text.hasPrefix("./") || text.hasPrefix("../") || text == "." || text == ".." {
      return [path(text, below: folder)].compactMap(\.self)
    }
    let isAbsolute = text.hasPrefix("/")
    let relative = isAbsolute ? String(text.drop { $0 == "/" }) : text
    var bases: [NotePath?] = isAbsolute ? [nil] : [folder, nil]
    bases += roots + ancestors
    var seen: Set<NotePath> = []
    return bases.compactMap { path(relative, below: $0) }.filter { seen.insert($0).inserted }
  }

  private func path(_ text: String, below folder: NotePath?) -> NotePath? {
    guard let folder else { return NotePath(text) }
    return NotePath(folder.string + "/" + text)
  }

  /// The folder and those above it, the outermost first.
  private var ancestors: [NotePath] {
    var ancestors: [NotePath] = []
    var next = folder
    while let folder = next {
      ancestors.append(folder)
      next = folder.folder
    }
    return ancestors.reversed()
  }
}
