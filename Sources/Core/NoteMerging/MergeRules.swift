/// The keys of front matter that a merge decides by a rule of their own, in small letters.
///
/// The module knows how to merge, not what a key means; its caller fills this in.
package struct MergeRules: Sendable {
  /// The later of two dates wins: `updated`.
  package let later: Set<String>
  /// The earlier of two dates wins: `created`.
  package let earlier: Set<String>
  /// A task with one of these repeats.
  package let repetition: Set<String>
  /// The day on which a task was closed. If a task that repeats was closed on both sides, the earlier day wins.
  package let closing: Set<String>

  package init(
    later: Set<String> = [], earlier: Set<String> = [], repetition: Set<String> = [],
    closing: Set<String> = []
  ) {
    self.later = later
    self.earlier = earlier
    self.repetition = repetition
    self.closing = closing
  }
}

/// The format of a conflict.
package struct ConflictStyle: Sendable, Hashable {
  /// The values of git's `merge.conflictStyle`.
  package enum Form: String, Sendable, CaseIterable {
    /// Both sides, split at the lines that they share.
    case merge
    /// Both sides and the base, whole.
    case diff3
    /// As `diff3`, without the lines that both sides begin or end with.
    case zdiff3
  }

  package let form: Form
  /// The number of `<`, `|`, `=` and `>` in a marker; git's default is 7.
  package let markerLength: Int
  package let ours: String
  package let base: String
  package let theirs: String

  package init(
    form: Form = .merge, markerLength: Int = 7, ours: String = "ours", base: String = "base",
    theirs: String = "theirs"
  ) {
    self.form = form
    self.markerLength = max(1, markerLength)
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}

/// The result of a merge.
package struct MergeOutcome: Sendable, Hashable {
  /// A part that the two sides changed differently.
  package enum Conflict: Sendable, Hashable {
    /// The key of a field, as ours writes it.
    case field(String)
    /// Lines of the body: the first line of the conflict in the result, counted from 1.
    case lines(at: Int)
  }

  /// The merged file, with markers if there are conflicts.
  package let bytes: [UInt8]
  /// In the order of the file; empty if the merge is clean.
  package let conflicts: [Conflict]

  package init(bytes: [UInt8], conflicts: [Conflict]) {
    self.bytes = bytes
    self.conflicts = conflicts
  }

  package var isClean: Bool { conflicts.isEmpty }
}
