package import NoteHistory
package import NoteMerging
import NoteRepository

/// One merge that git asks its driver for: three files, the result of which takes the place of ours.
package struct DriverMerge {
  private let base: String
  private let ours: String
  private let theirs: String
  private let markerLength: Int
  private let git: any GitClient

  /// - Parameters:
  ///   - base: Absolute path of the common ancestor.
  ///   - ours: Absolute path of the version that is merged into.
  ///   - theirs: Absolute path of the other version.
  ///   - markerLength: The length of the markers of conflicts.
  ///   - git: Asked only if something conflicts or cannot be merged as a note.
  package init(
    base: String, ours: String, theirs: String, markerLength: Int, git: any GitClient
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.markerLength = markerLength
    self.git = git
  }

  /// The result of a merge. The merged text is in the file of ours.
  package enum Ending: Sendable, Hashable {
    case clean
    case conflicts([MergeOutcome.Conflict])
    /// Git merged the lines; the number of conflicts is not known.
    case mergedByGit(isClean: Bool)
  }

  /// Merges and writes.
  ///
  /// - Throws: If a file cannot be read or written, or git could not merge the lines either.
  package func run() throws -> Ending {
    let versions = (try readFile(base), try readFile(ours), try readFile(theirs))
    guard let outcome = merged(versions, .merge) else { return try mergeByGit() }
    if outcome.isClean {
      try write(outcome.bytes)
      return .clean
    }
    let form = conflictForm()
    let shown = form == .merge ? outcome : merged(versions, form) ?? outcome
    try write(shown.bytes)
    return .conflicts(shown.conflicts)
  }

  private func merged(
    _ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8]), _ form: ConflictStyle.Form
  ) -> MergeOutcome? {
    let style = ConflictStyle(form: form, markerLength: markerLength)
    return NoteMerge(rules: .notes, style: style).merge(
      base: versions.base, ours: versions.ours, theirs: versions.theirs)
  }

  /// Git's setting; its own form if git does not answer.
  private func conflictForm() -> ConflictStyle.Form {
    let setting = try? git.output(.asking(.config, "--get", "merge.conflictStyle")).text
    return setting.flatMap { ConflictStyle.Form(rawValue: $0) } ?? .merge
  }

  private func mergeByGit() throws -> Ending {
    let merge = GitTextMerge(
      base: base, ours: ours, theirs: theirs, markerLength: markerLength,
      form: conflictForm().rawValue)
    let (bytes, isClean) = try merge.run(with: git)
    try write(bytes)
    return .mergedByGit(isClean: isClean)
  }

  /// In place: git made the file for this, and made its name.
  private func write(_ bytes: [UInt8]) throws { try OutputFile.overwrite(bytes, at: ours) }
}
