import ByteBasics
package import NoteHistory
import NoteIndex
package import NoteMerging
package import NoteModel
package import NoteRepository
import NoteSyntax
package import Wording

/// Merges notes with conflict markers, conflict copies, and two notes for one occurrence.
///
/// Each file is merged whole or left as it is.
package struct ConflictResolution {
  private let workspace: Workspace
  private let versions: EarlierGitVersions
  private let choices: [SyncChoice]
  private let isSwapped: Bool

  /// - Parameters:
  ///   - git: In the folder of notes. If it is missing, nothing counts as removed.
  ///   - choices: The user's decisions about conflicting changes; a later one wins.
  ///   - isSwapped: True if the first lines of a conflict are those of the other side: in a rebase.
  package init(_ workspace: Workspace, git: any GitClient, choices: [SyncChoice] = [], isSwapped: Bool = false) {
    self.workspace = workspace
    self.choices = choices
    self.isSwapped = isSwapped
    versions = EarlierGitVersions(git: git)
  }

  /// The result for a file.
  package enum Outcome: Sendable {
    case merged
    /// Both sides changed the same parts.
    case conflicts([MergeOutcome.Conflict])
    case impossible(Message)
  }

  /// Adds the merge of each file to a transaction.
  ///
  /// - Returns: The result for each file, in order. A file that cannot be merged is not changed.
  package func resolve(
    _ conflicted: [ConflictedFile], into transaction: inout Transaction
  ) throws -> [(file: ConflictedFile, outcome: Outcome)] {
    var results: [(file: ConflictedFile, outcome: Outcome)] = []
    let touched = Set(conflicted.flatMap { [$0.path, $0.note] })
    var merged: [NotePath: [UInt8]] = [:]
    for (note, files) in Self.ordered(conflicted) {
      let before = try workspace.originals.read(note)
      var bytes = before
      // Markers first: a copy is merged into their result.
      let ordered = files.sorted { $0.isMarked && !$1.isMarked }
      for file in ordered {
        let links = try fixedLinks(file)
        let outcome = try resolve(file, &bytes, links, touched, merged)
        if case .merged = outcome, file.path != note {
          transaction.remove(file.path, expecting: try workspace.originals.read(file.path))
          for change in links?.notes ?? [] where !touched.contains(change.path) {
            transaction.replace(change.path, expecting: change.before, with: change.after)
          }
        }
        results.append((file, outcome))
      }
      transaction.replace(note, expecting: before, with: bytes)
      merged[note] = bytes
    }
    return results.sorted { $0.file.path < $1.file.path }
  }

  /// Returns the files by their notes. Occurrences come last, because they are merged with the previous task, which may
  /// have conflicts.
  private static func ordered(_ files: [ConflictedFile]) -> [(note: NotePath, files: [ConflictedFile])] {
    let groups = Dictionary(grouping: files, by: \.note).sorted { $0.key < $1.key }
    func isLast(_ files: [ConflictedFile]) -> Bool { files.contains(where: \.isOccurrence) }
    return (groups.filter { !isLast($0.value) } + groups.filter { isLast($0.value) })
      .map { (note: $0.key, files: $0.value) }
  }

  /// Returns the links to a removed note with the remaining note as their target. Nil if a link cannot lead to that
  /// note.
  private func fixedLinks(_ file: ConflictedFile) throws -> LinkFixes? {
    guard case .occurrence(let pair) = file else { return nil }
    let move = PathMoves.Move(from: pair.other, to: pair.kept)
    return try RenamePlan(PathMoves([move]), in: workspace).linkFixes()
  }

  /// - Parameter links: The fixes of the links to a note that is removed.
  private func resolve(
    _ file: ConflictedFile, _ bytes: inout [UInt8], _ links: LinkFixes?,
    _ touched: Set<NotePath>, _ contents: [NotePath: [UInt8]]
  ) throws -> Outcome {
    let merged: MergeOutcome?
    switch file {
    case .markers(let path):
      guard let marked = MarkedText(bytes) else { return .impossible(Self.incompleteMarkers) }
      merged = NoteMerge(rules: .notes).merge(
        base: marked.base ?? versions.stagedBase(of: path), ours: marked.ours, theirs: marked.theirs)
    case .copy(let copy): merged = try self.merged(copy, into: bytes)
    case .occurrence(let pair):
      // Links of notes that are merged themselves are left to a second run.
      let own = [pair.kept, pair.other]
      let isLinked = links?.notes.contains { !own.contains($0.path) && touched.contains($0.path) }
      guard isLinked != true, links?.lost.isEmpty != false else {
        return .impossible(
          Message(
            "first change the links to \(pair.other) that are in notes with conflicts or cannot be rewritten",
            ko: "\(pair.other) 메모로 가는 링크를 먼저 고쳐야 합니다. 충돌이 있는 메모에 있거나 자동으로 고칠 수 없는 링크입니다"))
      }
      merged = try self.merged(pair, into: bytes, contents)
    }
    guard let merged else { return .impossible(Self.unreadable) }
    guard !merged.isClean else {
      bytes = merged.bytes
      return .merged
    }
    let decided = decided(merged.bytes, file)
    let isDecided = MarkedText(decided) == nil
    // A decision made in a note with markers stays.
    if isDecided || file.isMarked && decided != merged.bytes { bytes = decided }
    return isDecided ? .merged : .conflicts(merged.conflicts)
  }

  private func decided(_ bytes: [UInt8], _ file: ConflictedFile) -> [UInt8] {
    var bytes = bytes
    for choice in choices.reversed() where choice.concerns([file.path.string, file.note.string]) {
      guard let side = choice.side else { continue }
      let shown = isSwapped && file.isMarked ? side.swapped : side
      bytes = MarkedText.deciding(bytes, shown, part: choice.part)
    }
    return bytes
  }

  /// Returns the two sides of a note with markers; nil if the markers do not show them.
  package func conflict(in path: NotePath) -> GitConflict? {
    guard let bytes = try? workspace.files.read(path), let marked = MarkedText(bytes) else { return nil }
    let base = marked.base ?? versions.stagedBase(of: path)
    let (ours, theirs) = isSwapped ? (marked.theirs, marked.ours) : (marked.ours, marked.theirs)
    return .contents(path.string, GitFileVersions(base: base, ours: ours, theirs: theirs))
  }

  /// Notes with markers of their own wait until these are resolved.
  ///
  /// - Parameter contents: The merged contents of notes.
  private func merged(
    _ pair: DoubledOccurrence, into bytes: [UInt8], _ contents: [NotePath: [UInt8]]
  ) throws -> MergeOutcome? {
    let other = try workspace.originals.read(pair.other)
    guard MarkedText(bytes) == nil, MarkedText(other) == nil else { return nil }
    return try OccurrenceMerging(workspace: workspace, contents: contents).merged(pair, kept: bytes, other: other)
  }

  /// Merges a copy into a note. A copy that was committed once, or that Syncthing has replaced, has nothing new. Other
  /// copies are merged with nothing removed, and in a conflict with the most similar earlier version.
  private func merged(_ copy: ConflictCopy, into bytes: [UInt8]) throws -> MergeOutcome? {
    let other = try workspace.originals.read(copy.path)
    guard MarkedText(bytes) == nil else { return nil }
    let committed = versions.committed(copy.original) + workspace.versionsOfSyncthing(of: copy.original)
    if other != bytes, committed.contains(other) { return MergeOutcome(bytes: bytes, conflicts: []) }
    let merge = NoteMerge(rules: .notes)
    let plain = merge.merge(base: nil, ours: bytes, theirs: other)
    if plain?.isClean == true { return plain }
    guard let base = LineDistance.nearest(to: other, among: committed),
      !LineDistance.removesLines(from: base, in: other),
      let merged = merge.merge(base: base, ours: bytes, theirs: other), merged.isClean
    else { return plain }
    return merged
  }

  private static let incompleteMarkers = Message("its conflict markers are not complete", ko: "충돌 표시가 온전하지 않습니다")
  private static let unreadable = Message(
    "its front matter cannot be read on both sides, or conflict markers remain",
    ko: "양쪽의 머리말을 읽을 수 없거나 충돌 표시가 남아 있습니다")
}

/// The markers that a merge leaves in a note: no note with them is committed.
package enum ConflictMarks {
  /// Returns true if a note has markers outside of code.
  package static func areIn(_ note: [UInt8]) -> Bool {
    note.firstRange(of: Array("<<<<<<<".utf8)) != nil
      && Document(parsing: note).diagnostics.contains { $0.check == "conflict-mark" }
  }
}

extension ConflictedFile {
  fileprivate var isMarked: Bool { if case .markers = self { true } else { false } }
  fileprivate var isOccurrence: Bool { if case .occurrence = self { true } else { false } }
}

/// A file in which a merge left something to do.
package enum ConflictedFile: Sendable, Hashable {
  case markers(NotePath)
  /// A conflict copy next to a note.
  case copy(ConflictCopy)
  /// A second note for one occurrence of a task that repeats.
  case occurrence(DoubledOccurrence)

  package var path: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.path
    case .occurrence(let pair): pair.other
    }
  }

  package var markedPath: NotePath? { if case .markers(let path) = self { path } else { nil } }

  /// The note that it is about.
  package var note: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.original
    case .occurrence(let pair): pair.kept
    }
  }
}

extension Workspace {
  /// Returns every note with conflict markers, every conflict copy, and every note for an occurrence that has one
  /// already, in the order of their paths.
  ///
  /// The index must be up to date: it tells which notes have a problem, and only these are read.
  package func conflictedFiles() throws -> [ConflictedFile] {
    let marked = try index.notes.withProblems().filter { path in
      (try? originals.read(path)).map(ConflictMarks.areIn) ?? false
    }
    let shared = try index.notes.withSharedIdentifiers()
    let doubled = doubledOccurrences(among: shared)
    // By the key of the table, which needs no sorting.
    let paths = try index.files.paths(beginningWith: "")
    let copies = try conflictCopies(among: paths, named: namedCopies, sharingIdentifiers: shared)
    return
      (marked.map { .markers($0) } + copies.map { .copy($0) }
      + doubled.map { .occurrence($0) }).sorted { $0.path < $1.path }
  }
}

/// Versions of a note in git. Empty without git, or if git does not contain the note.
struct EarlierGitVersions {
  let git: any GitClient

  /// The most versions of one note that are looked at.
  private static let limit = 50

  /// Returns the common ancestor of a note whose merge is not finished.
  func stagedBase(of path: NotePath) -> [UInt8]? { contents(of: [":1:./" + path.string]).first }

  /// Returns the versions that were committed, newest first, each once.
  func committed(_ path: NotePath) -> [[UInt8]] {
    let log = GitCommand.reading("log", "--max-count=\(Self.limit)", "--format=%H", paths: [path.string])
    guard let commits = try? git.output(log).text, !commits.isEmpty else { return [] }
    return contents(of: commits.split(separator: "\n").map { "\($0):./\(path.string)" })
  }

  /// Returns the contents of those objects that exist.
  private func contents(of names: [String]) -> [[UInt8]] { (try? GitObjects(git).versions(names)) ?? [] }
}

extension Workspace {
  /// Returns the versions that Syncthing has kept of a note, newest first, each once: files of its name, with the time
  /// before the ending, in the `.stversions` of a folder that holds it.
  fileprivate func versionsOfSyncthing(of path: NotePath) -> [[UInt8]] {
    let parts = path.string.split(separator: "/")
    let dot = parts[parts.count - 1].lastIndex(of: ".") ?? parts[parts.count - 1].endIndex
    let (stem, ending) = (parts[parts.count - 1][..<dot], parts[parts.count - 1][dot...])
    var versions: [[UInt8]] = []
    for depth in parts.indices {
      let folder = (parts[..<depth] + [".stversions"] + parts[depth...].dropLast()).joined(separator: "/")
      let place = NotePath(trusted: folder)
      let names = ((try? originals.names(in: place)) ?? []).filter { name in
        name.hasSuffix(ending) && (name.hasPrefix(stem + "~") || name == stem + ending)
      }
      for name in names.sorted(by: >).prefix(50) {
        guard let bytes = try? originals.read(place.appending(name)), !versions.contains(bytes) else { continue }
        versions.append(bytes)
      }
    }
    return versions
  }
}

/// The difference between two versions of a note, in lines.
enum LineDistance {
  /// Returns the version among `others` with the fewest lines that differ from `version`.
  static func nearest(to version: [UInt8], among others: [[UInt8]]) -> [UInt8]? {
    let lines = counts(version)
    return others.min { distance(counts($0), lines) < distance(counts($1), lines) }
  }

  static func counts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    bytes.split(separator: UInt8(ascii: "\n")).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static func distance(_ one: [ArraySlice<UInt8>: Int], _ other: [ArraySlice<UInt8>: Int]) -> Int {
    let missing = one.reduce(0) { $0 + max(0, $1.value - (other[$1.key] ?? 0)) }
    let added = other.reduce(0) { $0 + max(0, $1.value - (one[$1.key] ?? 0)) }
    return missing + added
  }

  /// Returns true if a version removes more lines than it adds.
  static func removesLines(from base: [UInt8], in version: [UInt8]) -> Bool {
    let (old, new) = (counts(base), counts(version))
    let removed = old.reduce(0) { $0 + max(0, $1.value - (new[$1.key] ?? 0)) }
    let added = new.reduce(0) { $0 + max(0, $1.value - (old[$1.key] ?? 0)) }
    return removed > added
  }
}
