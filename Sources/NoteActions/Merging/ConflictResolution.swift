package import NoteHistory
package import NoteMerging
import NoteModel
package import NoteRepository
package import Wording

/// Merges what other programs could not: notes with conflict markers, and conflict copies.
///
/// Each file is merged whole or left as it is.
package struct ConflictResolution {
  private let workspace: Workspace
  private let versions: EarlierGitVersions

  /// `git`: In the folder of notes. Where it is missing, nothing counts as removed.
  package init(_ workspace: Workspace, git: any GitClient) {
    self.workspace = workspace
    versions = EarlierGitVersions(git)
  }

  /// What became of a file.
  package enum Outcome: Sendable {
    case merged
    /// Both sides changed the same.
    case conflicts([MergeOutcome.Conflict])
    case impossible(Message)
  }

  /// Puts the merge of each file into a transaction.
  ///
  /// - Returns: What became of each, in their order. What is not merged stays as it is.
  package func resolve(
    _ conflicted: [ConflictedFile], into transaction: inout Transaction
  ) throws -> [(file: ConflictedFile, outcome: Outcome)] {
    var results: [(file: ConflictedFile, outcome: Outcome)] = []
    let byNote = Dictionary(grouping: conflicted, by: \.note).sorted { $0.key < $1.key }
    for (note, files) in byNote {
      let before = try workspace.files.read(note)
      var bytes = before
      // Markers first: a copy is merged into what they come to.
      let ordered = files.sorted { $0.isMarked && !$1.isMarked }
      for file in ordered {
        let outcome = try resolve(file, &bytes)
        if case .merged = outcome, case .copy(let copy) = file {
          transaction.remove(copy.path, expecting: try workspace.files.read(copy.path))
        }
        results.append((file, outcome))
      }
      transaction.replace(note, expecting: before, with: bytes)
    }
    return results
  }

  private func resolve(_ file: ConflictedFile, _ bytes: inout [UInt8]) throws -> Outcome {
    let merged: MergeOutcome?
    switch file {
    case .markers(let path):
      guard let marked = MarkedText(bytes) else { return .impossible(Self.incompleteMarkers) }
      merged = NoteMerge(rules: .notes).merge(
        base: marked.base ?? versions.stagedBase(of: path), ours: marked.ours,
        theirs: marked.theirs)
    case .copy(let copy):
      merged = try self.merged(copy, into: bytes)
    }
    guard let merged else { return .impossible(Self.unreadable) }
    guard merged.isClean else { return .conflicts(merged.conflicts) }
    bytes = merged.bytes
    return .merged
  }

  /// A copy that was committed once has nothing new; else it is merged with nothing removed, and where that
  /// conflicts, with the committed version that is most like it.
  private func merged(_ copy: ConflictCopy, into bytes: [UInt8]) throws -> MergeOutcome? {
    let other = try workspace.files.read(copy.path)
    guard MarkedText(bytes) == nil else { return nil }
    let committed = versions.committed(copy.original)
    if other != bytes, committed.contains(other) {
      return MergeOutcome(bytes: bytes, conflicts: [])
    }
    let merge = NoteMerge(rules: .notes)
    let plain = merge.merge(base: nil, ours: bytes, theirs: other)
    if plain?.isClean == true { return plain }
    guard let base = LineDistance.nearest(to: other, among: committed),
      !LineDistance.removesLines(from: base, in: other),
      let merged = merge.merge(base: base, ours: bytes, theirs: other), merged.isClean
    else { return plain }
    return merged
  }

  private static let incompleteMarkers = Message(
    "its conflict markers are not complete", ko: "충돌 표시가 온전하지 않습니다")
  private static let unreadable = Message(
    "its front matter cannot be read on both sides, or it has markers of its own",
    ko: "양쪽의 머리말을 읽을 수 없거나 충돌 표시가 남아 있습니다")
}

extension ConflictedFile {
  fileprivate var isMarked: Bool { if case .markers = self { true } else { false } }
}
