/// The keys of front matter that a merge decides by a rule of their own, in small letters.
///
/// The module merges values, and its caller defines the meaning of the keys.
package struct MergeRules: Sendable {
  /// The later of two dates wins: `updated`.
  package let later: Set<String>
  /// The earlier of two dates wins: `created`, and the day on which a task was closed.
  package let earlier: Set<String>
  /// True for two files that are two notes, which have no ancestor in common.
  package let areTwo: @Sendable ([UInt8], [UInt8]) -> Bool

  package init(
    later: Set<String> = [], earlier: Set<String> = [],
    areTwo: @escaping @Sendable ([UInt8], [UInt8]) -> Bool = { _, _ in false }
  ) {
    self.areTwo = areTwo
    self.later = later
    self.earlier = earlier
  }
}

package struct ConflictStyle: Sendable, Hashable {
  /// The values of git's `merge.conflictStyle`.
  package enum Form: String, Sendable, CaseIterable {
    /// Shows both sides, split at common lines.
    case merge
    /// Shows both sides and the base, undivided.
    case diff3
    /// The form of `diff3` without common lines at the beginning and the end.
    case zdiff3
  }

  package let form: Form
  /// The number of `<`, `|`, `=` and `>` in a marker; git's default is 7.
  package let markerLength: Int
  package let ours: String
  package let base: String
  package let theirs: String

  package init(
    form: Form = .merge, markerLength: Int = 7, ours: String = "ours", base: String = "base", theirs: String = "theirs"
  ) {
    self.form = form
    self.markerLength = max(1, markerLength)
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}

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
  /// The conflicts in the order of the file; empty if the merge is clean.
  package let conflicts: [Conflict]

  package init(bytes: [UInt8], conflicts: [Conflict]) {
    self.bytes = bytes
    self.conflicts = conflicts
  }

  package var isClean: Bool { conflicts.isEmpty }
}
