package import NoteHistory
package import NoteMerging
import NoteModel
import NoteRepository

/// One run of git's merge driver: three files; the result replaces ours.
package struct DriverMerge {
  private let base: String
  private let ours: String
  private let theirs: String
  private let markerLength: Int
  private let path: String?
  private let git: any GitClient

  /// - Parameters:
  ///   - base: Absolute path of the common ancestor.
  ///   - ours: Absolute path of the version that is merged into.
  ///   - theirs: Absolute path of the other version.
  ///   - markerLength: The length of the markers of conflicts.
  ///   - path: Where the note is in the repository; its attributes count.
  ///   - git: In the root of the work tree. It is asked only if something conflicts or cannot be merged as a note.
  package init(base: String, ours: String, theirs: String, markerLength: Int, path: String?, git: any GitClient) {
    self.path = path
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
    let stored = (try readFile(base), try readFile(ours), try readFile(theirs))
    let filtered = try filteredPath(stored)
    let versions = try filtered.map { (try opened(base, $0), try opened(ours, $0), try opened(theirs, $0)) } ?? stored
    if let path, let parts = KeyedMerge(path: path) {
      let (base, ours, theirs) = versions
      guard let bytes = parts.merge(base: base.isEmpty ? nil : base, ours: ours, theirs: theirs) else {
        return try mergeByGit(versions)
      }
      try write(bytes, at: filtered)
      return .clean
    }
    // Two new notes that only happen to have one name.
    let areTwo = versions.0.isEmpty && ConflictDeciding.haveTwoTitles(versions.1, versions.2, at: path ?? base)
    guard !areTwo, let outcome = merged(versions, .merge) else { return try mergeByGit(versions) }
    if outcome.isClean {
      try write(outcome.bytes, at: filtered)
      return .clean
    }
    let form = conflictForm()
    let shown = form == .merge ? outcome : merged(versions, form) ?? outcome
    try write(shown.bytes, at: filtered)
    return .conflicts(shown.conflicts)
  }

  /// Returns the path of a note whose versions from git are encrypted by a filter. Nil for a text.
  private func filteredPath(_ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8])) throws -> String? {
    guard let path, [versions.base, versions.ours, versions.theirs].contains(where: { $0.contains(0) }),
      try !GitFilters(git).names(of: [path]).isEmpty
    else { return nil }
    return path
  }

  private func opened(_ file: String, _ path: String) throws -> [UInt8] {
    let object = try git.output(.writing("hash-object", "-w", "--no-filters", paths: [file])).text
    return try GitFilters(git).opened(object, at: path)
  }

  private func merged(
    _ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8]), _ form: ConflictStyle.Form
  ) -> MergeOutcome? {
    let style = ConflictStyle(form: form, markerLength: markerLength)
    return NoteMerge(rules: .notes, style: style).merge(
      base: versions.base, ours: versions.ours, theirs: versions.theirs)
  }

  /// Returns Git's setting; its own form if git does not answer.
  private func conflictForm() -> ConflictStyle.Form {
    let setting = try? git.output(.asking(.config, "--get", "merge.conflictStyle")).text
    return setting.flatMap { ConflictStyle.Form(rawValue: $0) } ?? .merge
  }

  private func mergeByGit(_ versions: (base: [UInt8], ours: [UInt8], theirs: [UInt8])) throws -> Ending {
    let form = conflictForm()
    let merge = GitTextMerge(base: base, ours: ours, theirs: theirs, markerLength: markerLength, form: form.rawValue)
    let (bytes, isClean) = try merge.run(with: git)
    let notes = NoteMerge(rules: .notes, style: ConflictStyle(form: form, markerLength: markerLength))
    if isClean, path.map({ NotePath(trusted: $0).isMarkdown }) ?? true,
      !notes.admits(bytes, base: versions.base, ours: versions.ours, theirs: versions.theirs)
    {
      try write(notes.conflict(base: versions.base, ours: versions.ours, theirs: versions.theirs))
      return .mergedByGit(isClean: false)
    }
    try write(bytes)
    return .mergedByGit(isClean: isClean)
  }

  /// Writes the result into the file that git made for the driver, in the form in which git stores a content.
  private func write(_ bytes: [UInt8], at filtered: String? = nil) throws {
    var bytes = bytes
    if let filtered {
      let object = try GitFilters(git).stored(bytes, at: filtered)
      guard let stored = try GitObjects(git).contents(of: [object])[object] else {
        throw GitError.failed("cat-file", status: 0, said: object)
      }
      bytes = stored
    }
    try OutputFile.overwrite(bytes, at: ours)
  }
}
