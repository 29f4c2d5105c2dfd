import NoteModel

/// The undecided part of a merge that somebody began with git, as the index has it.
package struct GitUnmerged: Sendable {
  /// nil if changes were taken out of a stash, or applied in another way that git does not remember.
  package let operation: GitOperation?
  /// The conflicts by path. Ours are the changes of this computer, in a rebase too.
  package private(set) var conflicts: [GitConflict] = []

  /// Unmerged files outside of the folder, which only git can settle; as they are called from there.
  package private(set) var elsewhere: [String] = []

  /// True in a rebase: git calls the commits that are made again theirs.
  package var isSwapped: Bool { operation == .rebase }

  /// - Parameter git: In the folder from which the paths count.
  package init(in git: any GitClient) throws(GitError) {
    operation = try GitOperation.underWay(in: git)
    var stages: [NotePath: [Int: MergeTreeOutput.Entry]] = [:]
    for field in try git.output(.reading("ls-files", "--unmerged", "-z")).texts {
      guard MergeTreeOutput.read(field, into: &stages) else { continue }
    }
    if operation != nil { elsewhere = try Self.unmergedPaths(outsideOf: git) }
    guard !stages.isEmpty else { return }
    if isSwapped {
      stages = stages.mapValues { entries in
        Dictionary(uniqueKeysWithValues: entries.map { ([1: 1, 2: 3, 3: 2][$0] ?? $0, $1) })
      }
    }
    conflicts = Self.renames(takenFrom: &stages)
    let objects = stages.values.flatMap { $0.values.map(\.object) }
    let contents = try GitObjects(git).contents(of: objects)
    for (place, entries) in stages.sorted(by: { $0.key < $1.key }) {
      let path = place.string
      func content(_ stage: Int) -> [UInt8]? { entries[stage].flatMap { contents[$0.object] } }
      switch (entries[2], entries[3]) {
      case (.some, .some):
        conflicts.append(.contents(path, GitFileVersions(base: content(1), ours: content(2), theirs: content(3))))
      case (nil, .some): conflicts.append(.removedHere(path))
      case (.some, nil): conflicts.append(.removedThere(path))
      case (nil, nil): conflicts.append(.other(path))
      }
    }
  }

  private static func unmergedPaths(outsideOf git: any GitClient) throws(GitError) -> [String] {
    let depth = try git.output(.asking(.revParse, "--show-prefix")).text.count { $0 == "/" }
    guard depth > 0 else { return [] }
    let up = String(repeating: "../", count: depth)
    let fields = try git.output(.reading("ls-files", "--unmerged", "-z", paths: [up])).texts
    let paths = fields.compactMap { field in
      field.firstIndex(of: "\t").map { String(field[field.index(after: $0)...]) }
    }
    return Set(paths.filter { $0.hasPrefix("../") }).sorted()
  }

  /// Returns notes that both sides renamed: the old name is only in the ancestor, and both new names have one content.
  private static func renames(takenFrom stages: inout [NotePath: [Int: MergeTreeOutput.Entry]]) -> [GitConflict] {
    func alone(_ stage: Int) -> [NotePath] {
      stages.filter { $0.value.count == 1 && $0.value[stage] != nil }.map(\.key).sorted()
    }
    let (formers, here, there) = (alone(1), alone(2), alone(3))
    let pairs = here.compactMap { path -> (NotePath, NotePath)? in
      let object = stages[path]?[2]?.object
      return there.first { stages[$0]?[3]?.object == object }.map { (path, $0) }
    }
    let isSingle = formers.count == 1 && here.count == 1 && there.count == 1
    let all = pairs.count == formers.count ? pairs : isSingle ? [(here[0], there[0])] : []
    guard all.count == formers.count else { return [] }
    return zip(formers, all).map { former, pair in
      for path in [former, pair.0, pair.1] { stages[path] = nil }
      // A file at both places is merged, maybe with markers.
      return .renamed(
        from: former.string, here: pair.0.string, there: pair.1.string,
        GitFileVersions(base: nil, ours: nil, theirs: nil))
    }
  }
}

extension GitUnmerged {
  /// The result of ``finish(_:in:)``.
  package enum Ending: Sendable, Hashable {
    case done
    /// The operation has come to further conflicts.
    case conflicts
  }

  /// Puts settled files into the index, and finishes the operation if nothing else is left.
  ///
  /// - Parameters:
  ///   - paths: Settled, or gone.
  ///   - git: As for ``init(in:)``.
  ///   - mayGoOn: True if the content may be committed.
  /// - Throws: ``GitRefusal``, ``GitError``
  package func finish(_ paths: [String], in git: any GitClient, mayGoOn: () throws -> Bool) throws -> Ending {
    if !paths.isEmpty {
      _ = try git.output(
        .writing(
          "add", "--all", "--force", "--pathspec-from-file=-", "--pathspec-file-nul",
          input: paths.flatMap { Array($0.utf8) + [0] }))
    }
    let rest = try GitUnmerged(in: git)
    guard rest.conflicts.isEmpty else { return .conflicts }
    guard let operation else {
      try unstage(paths, in: git)
      return .done
    }
    guard try mayGoOn() else { return .conflicts }
    guard rest.elsewhere.isEmpty else { throw GitRefusal.unmergedElsewhere(rest.elsewhere) }
    var outcome = try git.run(
      operation == .merge ? .writing("commit", "--quiet", "--no-edit") : .writing(operation.command, "--continue"))
    if outcome.isSuccess { return .done }
    if !(try GitUnmerged(in: git).conflicts.isEmpty) { return .conflicts }
    guard try GitOperation.underWay(in: git) == operation else { return .done }
    // A commit of which nothing is left. A patch that could not be applied looks the same, and is the user's to skip.
    let isEmpty = try GitCommitter(git).stagedPaths().isEmpty
    if isEmpty, operation == .am { throw GitRefusal.underWay(.am) }
    if isEmpty, operation != .merge {
      outcome = try git.run(.writing(operation.command, "--skip"))
      if outcome.isSuccess { return .done }
      if !(try GitUnmerged(in: git).conflicts.isEmpty) { return .conflicts }
    }
    if GitRefusal.isAboutIdentity(outcome.errors) { throw GitRefusal.noIdentity }
    throw GitRefusal.commitRefused(said: outcome.errors + outcome.output.text)
  }

  /// Unstages changes from a stash, because the changes were unstaged before.
  private func unstage(_ paths: [String], in git: any GitClient) throws {
    let stashed = try git.run(.reading("diff-tree", "-r", "-z", "--name-only", "--relative", "stash^1", "stash"))
    let added = try GitCommitter(git).stagedPaths()
    try GitCommitter(git).unstage(added.filter { paths.contains($0) || stashed.output.texts.contains($0) })
  }
}
