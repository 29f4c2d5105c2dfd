import ByteBasics
import CivilCalendar
import GRDB
package import NoteModel
package import NoteSyntax

/// Notes that are open in an editor: their text counts instead of their files', which the index has read.
package struct UnsavedNotes: Sendable {
  package let notes: [NotePath: Note]

  package init(_ notes: [NotePath: Note]) {
    self.notes = notes
  }

  /// The files that have a name, `stored` being those that the index knows.
  func candidates(key: String, stored: [LinkCandidateNote]) -> [LinkCandidateNote] {
    var candidates = stored.filter { notes[$0.path] == nil }
    for (path, note) in notes {
      for name in note.names where name.key == key {
        candidates.append(LinkCandidateNote(path: path, rank: name.rank))
      }
    }
    return candidates
  }

  /// The paths with a condition, `stored` being those for which the index says so. Sorted.
  func paths(_ stored: [NotePath], where holds: (Note) -> Bool) -> [NotePath] {
    let kept = stored.filter { notes[$0] == nil }
    return Set(kept + notes.values.filter(holds).map(\.path)).sorted()
  }
}

extension Note {
  /// True where a link of the note asks for one of these names.
  func asks(forAny keys: Set<String>, _ roots: LinkRoots) -> Bool {
    document.links.contains { link in
      LinkTarget(link).map { !keys.isDisjoint(with: $0.keys(in: roots)) } ?? false
    }
  }

  /// True where the note has a tag, or one below it.
  func isTagged(below tag: TagName) -> Bool {
    let folded = foldedName(tag.string)
    return tags.contains {
      let name = foldedName($0.string)
      return name == folded || name.hasPrefix(folded + "/")
    }
  }
}

/// What was found for the links of one note: many of them say the same.
private struct KnownTargets {
  struct Wording: Hashable {
    let kind: Link.Kind
    let destination: String
    let fragment: String?
    let text: String?
    let definition: String?

    init(_ link: Link) {
      kind = link.kind
      destination = link.destination
      fragment = link.fragment
      text = link.text
      definition = link.definition
    }
  }

  var files: [String: NamedFiles] = [:]
  var resolutions: [Wording: LinkResolution] = [:]
}

extension IndexDatabase {
  /// Where the links of a note lead, by its text and not by the index.
  package func links(of note: Note) throws -> [LinkRow] {
    var known = KnownTargets()
    return try note.links.map { link in
      try row(of: link, in: note.path, &known)
    }.filter { $0.isShown(in: telephoneRegions) }
  }

  /// Where one link of a note leads.
  package func row(of link: Link, in path: NotePath) throws -> LinkRow {
    var known = KnownTargets()
    return try row(of: link, in: path, &known)
  }

  /// Where a target leads from a note; the files of an ambiguous name are all given.
  package func resolution(
    of target: LinkTarget, from path: NotePath
  ) throws -> LinkResolution {
    try resolving { try $0(target, path) }
  }

  /// Calls `body` with what resolves a link of a note; the index is asked in one transaction, however many links
  /// there are.
  ///
  /// - Parameter body: Must not ask the index for anything else.
  package func resolving<Value>(
    _ body: (_ resolve: (LinkTarget, NotePath) throws -> LinkResolution) throws -> Value
  ) throws -> Value {
    let roots = linkRoots
    return try writer.read { database in
      let isKnown = try unsaved == nil || Self.isBuilt(database)
      let names = isKnown ? try StoredNames(database) : nil
      return try body { target, path in
        try LinkResolution(target, from: path, roots: roots) { key in
          let stored = try names?.candidates(key: key) ?? []
          return NamedFiles(unsaved?.candidates(key: key, stored: stored) ?? stored)
        }
      }
    }
  }

  private func row(
    of link: Link, in path: NotePath, _ known: inout KnownTargets
  ) throws -> LinkRow {
    func row(
      _ target: NotePath?, _ state: LinkRow.State, _ goal: LinkGoal? = nil
    ) -> LinkRow {
      LinkRow(
        source: path, kind: link.kind.rawValue, destination: link.destination,
        fragment: link.fragment, text: link.text, line: link.line, range: link.range,
        target: target, state: state, rank: goal?.rank, form: goal?.form ?? .asWritten,
        definition: link.definition)
    }
    let wording = KnownTargets.Wording(link)
    let resolution = try known.resolutions[wording] ?? resolution(of: link, in: path, &known.files)
    known.resolutions[wording] = resolution
    switch resolution {
    case .resolved(let goal): return row(goal.path, .resolved, goal)
    case .ambiguous: return row(nil, .ambiguous)
    case .broken: return row(nil, .broken)
    case .external: return row(nil, .external)
    }
  }

  private func resolution(
    of link: Link, in path: NotePath, _ files: inout [String: NamedFiles]
  ) throws -> LinkResolution {
    guard let target = LinkTarget(link) else { return .external }
    return try LinkResolution(target, from: path, roots: linkRoots) { key in
      if let known = files[key] { return known }
      let named = NamedFiles(try candidates(key: key))
      files[key] = named
      return named
    }
  }

  /// The rows of the index with those of unsaved notes in place of theirs, and with the links that unsaved names
  /// have given another target.
  ///
  /// - Parameter isWanted: What the rows of the index were asked for.
  func withUnsaved(
    _ stored: [LinkRow], where isWanted: (LinkRow) -> Bool
  ) throws -> [LinkRow] {
    guard let unsaved else { return stored }
    let keys = try changedKeys(unsaved)
    var rows = stored.filter { row in
      guard unsaved.notes[row.source] == nil else { return false }
      return keys.isEmpty || !row.asks(forAny: keys, linkRoots)
    }
    if !keys.isEmpty {
      for row in try storedLinks(askingForAny: keys)
      where unsaved.notes[row.source] == nil {
        guard let target = LinkTarget(row) else { continue }
        let now = row.leading(by: try resolution(of: target, from: row.source))
        if isWanted(now) { rows.append(now) }
      }
    }
    for note in unsaved.notes.values {
      rows += try links(of: note).filter(isWanted)
    }
    return rows.sorted { left, right in
      left.source == right.source
        ? (left.line, left.range?.lowerBound ?? 0) < (right.line, right.range?.lowerBound ?? 0)
        : left.source < right.source
    }
  }

  /// True where a note that is not saved has other names than its file.
  func hasUnsavedNames() throws -> Bool {
    guard let unsaved else { return false }
    return try !changedKeys(unsaved).isEmpty
  }

  /// The names that unsaved notes have and their files have not, or the other way round.
  private func changedKeys(_ unsaved: UnsavedNotes) throws -> Set<String> {
    var keys: Set<String> = []
    for (path, note) in unsaved.notes {
      let changed = Set(try storedNames(of: path)).symmetricDifference(note.names)
      keys.formUnion(changed.map(\.key))
    }
    return keys
  }
}

extension LinkTarget {
  /// What a link of the index asks for.
  package init?(_ link: LinkRow) {
    guard let kind = Link.Kind(rawValue: link.kind) else { return nil }
    self.init(
      kind: kind, destination: link.destination, fragment: link.fragment, text: link.text,
      definition: nil)
  }
}

extension LinkRow {
  fileprivate func asks(forAny keys: Set<String>, _ roots: LinkRoots) -> Bool {
    LinkTarget(self).map { !keys.isDisjoint(with: $0.keys(in: roots)) } ?? false
  }

  fileprivate func leading(by resolution: LinkResolution) -> LinkRow {
    let state: State =
      switch resolution {
      case .resolved: .resolved
      case .ambiguous: .ambiguous
      case .broken: .broken
      case .external: .external
      }
    return LinkRow(
      source: source, kind: kind, destination: destination, fragment: fragment, text: text,
      line: line, range: range, target: resolution.path, state: state,
      rank: resolution.goal?.rank)
  }
}
