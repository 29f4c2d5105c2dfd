import ByteBasics
package import NoteHistory
import NoteMerging
package import NoteModel
package import NoteRepository

/// A merge, rebase, cherry-pick, revert or stash that the user began with git and that has come to conflicts.
package struct UserMerge {
  private let workspace: Workspace
  private let git: any GitClient
  package let unmerged: GitUnmerged

  /// - Parameter git: In the folder of notes.
  /// - Returns: nil if there is nothing to finish, and outside of git.
  package init?(_ workspace: Workspace, git: any GitClient) throws {
    guard let unmerged = try? GitUnmerged(in: git) else { return nil }
    guard !unmerged.conflicts.isEmpty || unmerged.operation != nil && unmerged.operation != .bisect else { return nil }
    self.workspace = workspace
    self.git = git
    self.unmerged = unmerged
  }

  /// Returns the path that identifies a conflict.
  package static func path(of conflict: GitConflict) -> String { conflict.paths[0] }

  /// The settled conflicts, and the others.
  package struct Settling {
    /// Paths that belong into the index as they will be, gone ones too.
    package fileprivate(set) var paths: [String] = []
    package fileprivate(set) var left: [GitConflict] = []

    /// Adds notes whose markers are gone, though git did not list these notes.
    package mutating func add(_ notes: [NotePath]) {
      paths += notes.map(\.string).filter { !paths.contains($0) }
    }
  }

  /// Settles all conflicts that it can, by choices of the user's or because the user has done it in the files.
  ///
  /// - Parameter transaction: Has the results for notes with markers.
  package func settle(_ choices: [SyncChoice], into transaction: inout Transaction) throws -> Settling {
    var settling = Settling()
    let written = transaction.results
    let deciding = ConflictDeciding(choices: choices)
    for conflict in unmerged.conflicts {
      let paths = conflict.paths
      let presents = Dictionary(
        paths.map { path in
          let place = NotePath(trusted: path)
          return (path, written[place] ?? (try? workspace.files.read(place)))
        }, uniquingKeysWith: { first, _ in first })
      if isSettled(conflict, presents) {
        settling.paths += paths
      } else if let decision = deciding.decision(on: conflict) {
        settling.paths += try carryOut(decision, conflict, presents, &transaction)
      } else {
        settling.left.append(conflict)
      }
    }
    return settling
  }

  /// Puts settled files into the index and goes on if nothing is left, and no note with markers would be committed.
  ///
  /// - Throws: ``GitRefusal``, ``GitError``
  package func finish(_ settling: Settling) throws -> GitUnmerged.Ending {
    try unmerged.finish(settling.paths, in: git) {
      try !StagedNotes(in: git).notes.contains { ConflictMarks.areIn($0.bytes) }
    }
  }

  /// Returns true if the user has decided it in the files themselves.
  private func isSettled(_ conflict: GitConflict, _ presents: [String: [UInt8]?]) -> Bool {
    switch conflict {
    case .contents(let path, let versions):
      guard let present = presents[path] ?? nil else { return true }
      let gitVersion = unmerged.isSwapped ? versions.theirs : versions.ours
      return present != gitVersion && MarkedText(present) == nil && versions.ours != nil
    case .removedHere(let path), .removedThere(let path): return (presents[path] ?? nil) == nil
    case .renamed(_, let here, let there, _):
      let left = [here, there].compactMap { presents[$0] ?? nil }
      return left.count == 1 && MarkedText(left[0]) == nil
    case .folder, .other: return false
    }
  }

  private func carryOut(
    _ decision: GitDecision, _ conflict: GitConflict, _ presents: [String: [UInt8]?], _ transaction: inout Transaction
  ) throws -> [String] {
    let paths = conflict.paths
    func put(_ bytes: [UInt8]?, at path: String) {
      let place = NotePath(trusted: path)
      switch (presents[path] ?? nil, bytes) {
      case (let present?, let bytes?): transaction.replace(place, expecting: present, with: bytes)
      case (let present?, nil): transaction.remove(place, expecting: present)
      case (nil, let bytes?): transaction.create(place, bytes)
      case (nil, nil): break
      }
    }
    switch (conflict, decision) {
    case (.contents(let path, _), .bytes(let bytes)): put(bytes, at: path)
    case (.contents(let path, let versions), .ours) where versions.ours != nil: put(versions.ours, at: path)
    case (.contents(let path, let versions), .theirs) where versions.theirs != nil: put(versions.theirs, at: path)
    case (.removedHere(let path), .remove), (.removedThere(let path), .remove): put(nil, at: path)
    case (.renamed(_, let here, let there, _), .name(let name, _)):
      guard let bytes = (presents[here] ?? nil) ?? (presents[there] ?? nil) else { break }
      for path in [here, there] where path != name { put(nil, at: path) }
      if name != here, name != there { put(bytes, at: name) }
      return paths + [name]
    default: break
    }
    return paths
  }
}
