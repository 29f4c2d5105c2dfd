import CivilCalendar
package import NoteHistory
import NoteIndex
package import NoteModel
package import NotePresentation
import NoteSyntax

/// The changes to notes, commit by commit, the latest first.
package struct NoteLog: Sendable {
  package struct Entry: Sendable {
    package let commit: GitCommit
    package let events: [NoteLogReport.Event]
  }

  package let entries: [Entry]
}

/// The requested part of the history.
package struct NoteLogRequest: Sendable {
  /// The notes by the names that they have now; nil for all.
  package var paths: Set<NotePath>?
  /// Revisions as git takes them.
  package var range = "HEAD"
  /// Seconds since the epoch; nil for the beginning.
  package var since: Int?
  package var until: Int?
  package var limit: Int?
  /// True to list only moves on the board.
  package var isOfBoard = false
  /// A part of the name of a commit's author, or the program that asked for it.
  package var author: String?

  package init(paths: Set<NotePath>? = nil) { self.paths = paths }
}

extension Workspace {
  /// Reads the history of notes from git and lists its events.
  ///
  /// - Throws: ``GitError``
  package func log(_ request: NoteLogRequest, from git: any GitClient) throws -> NoteLog {
    let single = request.paths.flatMap { $0.count == 1 ? $0.first : nil }
    let limit = request.limit ?? .max
    let letters = try index.notes.sealedLetters()
    var reader = HistoryReader(git: git, layout: layout, gate: ReadingGate(today: gate.today, letters: letters))
    var entries: [NoteLog.Entry] = []
    var count = limit
    while true {
      let wanted = count
      let trail = try GitLog(git).read(
        request.range, path: single?.string,
        options: (request.since.map { ["--since=@\($0)"] } ?? []) + (request.until.map { ["--until=@\($0)"] } ?? []),
        into: NoteTrail(request.paths, sealed: letters, by: request.author),
        until: { $0.commits.count >= wanted }, { $0.follow($1) })
      entries = []
      var rest = trail.commits.prefix(wanted)
      while !rest.isEmpty, entries.count < limit {
        let portion = rest.prefix(HistoryReader.portion)
        rest = rest.dropFirst(portion.count)
        entries += try reader.entries(of: Array(portion), boardOnly: request.isOfBoard)
      }
      guard entries.count < limit, trail.commits.count >= wanted else { break }
      // Some commits had nothing to show. Reading more of them in one go costs less than going on one by one.
      count = wanted > Int.max / 8 ? .max : wanted * 8
    }
    return NoteLog(entries: Array(entries.prefix(limit)))
  }
}

/// The names that sealed letters had in commits. Messages of commits that changed a letter may contain them.
private struct SealedNames: Sendable {
  private var names: Set<String>

  init(_ letters: [NotePath: Day]) { names = Set(letters.keys.map(\.string)) }

  /// - Parameter commit: The commit before the last one.
  mutating func hideSubject(of commit: inout GitCommit) {
    guard !names.isEmpty else { return }
    let own = commit.changes.filter { names.contains($0.path) }
    guard !own.isEmpty else { return }
    names.formUnion(own.compactMap(\.formerPath))
    if own.contains(where: { $0.kind == .added }) {
      names.formUnion(commit.changes.filter { $0.kind == .removed }.map(\.path))
    }
    commit.hideSubject()
  }
}

/// Follows notes back through the names that they had.
struct NoteTrail: Sendable {
  /// The commits that are about the notes, with nothing else in them; the latest first.
  private(set) var commits: [GitCommit] = []
  /// The names of the notes; nil for all notes.
  private var names: Set<String>?
  private var sealed: SealedNames
  /// The author in lower case; nil for all authors.
  private let author: String?

  init(_ paths: Set<NotePath>?, sealed letters: [NotePath: Day], by author: String? = nil) {
    self.author = author?.lowercased()
    names = paths.map { Set($0.map(\.string)) }
    sealed = SealedNames(letters)
  }

  /// - Parameter commit: The commit before the last one.
  mutating func follow(_ commit: GitCommit) {
    var commit = commit
    sealed.hideSubject(of: &commit)
    commit.changes = commit.changes.filter { takes($0) }
    let isAsked =
      author.map { name in
        [commit.author, commit.program].contains { $0.lowercased().contains(name) }
      } ?? true
    if isAsked, !commit.changes.isEmpty { commits.append(commit) }
  }

  private mutating func takes(_ change: GitFileChange) -> Bool {
    let path = NotePath(trusted: change.path)
    guard path.isMarkdown, !path.isHidden else { return false }
    guard let known = names else { return true }
    guard known.contains(change.path) else { return false }
    if let former = change.formerPath {
      names?.remove(change.path)
      names?.insert(former)
    }
    return true
  }
}

/// Reads the versions of notes that commits are about, many at a time, and compares them.
struct HistoryReader {
  let git: any GitClient
  let layout: VaultLayout
  /// Grows from commit to commit, because earlier versions of a letter are sealed with the letter.
  fileprivate var gate: ReadingGate

  /// The most commits whose contents are in memory at once.
  static let portion = 200

  /// Returns the entries of `commits`, latest first, which come before the commits of the previous call.
  mutating func entries(of commits: [GitCommit], boardOnly: Bool) throws(GitError) -> [NoteLog.Entry] {
    let names = commits.flatMap { $0.changes.flatMap { [$0.before, $0.after] } }.compactMap(\.self)
    let contents = try GitObjects(git).texts(of: names)
    return commits.compactMap { commit in
      var commit = commit
      gate.close(commit.changes, in: layout) { change in
        (change.before.flatMap { contents[$0] }, change.after.flatMap { contents[$0] })
      }
      let isAboutLetter = commit.changes.contains { change in
        [change.path, change.formerPath].compactMap(\.self).contains { gate.letters[NotePath(trusted: $0)] != nil }
      }
      if isAboutLetter { commit.hideSubject() }
      let events = commit.changes.compactMap { change in
        event(change, contents, boardOnly: boardOnly)
      }
      return events.isEmpty ? nil : NoteLog.Entry(commit: commit, events: events)
    }
  }

  private func event(_ change: GitFileChange, _ contents: [String: [UInt8]], boardOnly: Bool) -> NoteLogReport.Event? {
    let path = NotePath(trusted: change.path)
    let old = note(change.before, change.formerPath ?? change.path, contents)
    let new = note(change.after, change.path, contents)
    var changes = changes(change, old, new)
    guard let shown = new ?? old else {
      guard !boardOnly, case .missing? = changes.first else { return nil }
      return NoteLogReport.Event(path: path, title: path.string, changes: changes)
    }
    if boardOnly { changes = changes.flatMap { board($0, shown) } }
    guard !changes.isEmpty else { return nil }
    return NoteLogReport.Event(path: path, title: shown.title, changes: changes)
  }

  private func changes(_ change: GitFileChange, _ old: Note?, _ new: Note?) -> [NoteChange] {
    if change.kind == .modified, change.before == nil { return [.merged] }
    if let missing = [(change.before, old), (change.after, new)].first(where: {
      $0 != nil && $1 == nil
    })?.0 {
      return [.missing(object: missing)]
    }
    return NoteChange.changes(from: old, to: new)
  }

  /// Returns the moves on the board: a new task moves to a column, a removed task leaves its column.
  private func board(_ change: NoteChange, _ note: Note) -> [NoteChange] {
    let state = note.tasks.first { $0.source == .note }?.status.name
    switch change {
    case .created: return state == nil ? [] : [.moved(from: nil, to: state)]
    case .removed: return state == nil ? [] : [change]
    default: return change.isOfBoard ? [change] : []
    }
  }

  private func note(_ object: String?, _ path: String, _ contents: [String: [UInt8]]) -> Note? {
    guard let object, let bytes = contents[object] else { return nil }
    let path = NotePath(trusted: path)
    return Note(Document(parsing: gate.readable(bytes, at: path, in: layout)), at: path, in: layout)
  }
}
