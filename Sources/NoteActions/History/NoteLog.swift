package import CivilCalendar
package import NoteHistory
package import NoteModel
import NoteSyntax

/// What happened to notes, commit by commit, the latest first.
package struct NoteLog: Sendable {
  /// What a commit did to one note.
  package struct Event: Sendable {
    package let path: NotePath
    package let title: String
    package let changes: [NoteChange]
  }

  package struct Entry: Sendable {
    package let commit: GitCommit
    package let events: [Event]
  }

  package let entries: [Entry]
}

/// Which part of the history is asked for.
package struct NoteLogRequest: Sendable {
  /// The notes by the names that they have now; nil for all.
  package var paths: Set<NotePath>?
  /// Revisions as git takes them.
  package var range = "HEAD"
  /// Seconds since the epoch; nil for the beginning.
  package var since: Int?
  package var limit: Int?
  /// Only what shows on the board.
  package var isOfBoard = false

  package init(paths: Set<NotePath>? = nil) {
    self.paths = paths
  }
}

extension Workspace {
  /// Reads the history of notes from git and says what happened in it.
  ///
  /// - Throws: ``GitError``
  package func log(
    _ request: NoteLogRequest, from git: any GitClient, today: Day
  ) throws(GitError) -> NoteLog {
    let single = request.paths.flatMap { $0.count == 1 ? $0.first : nil }
    let limit = request.limit ?? .max
    let reader = HistoryReader(git, layout: layout, today: today)
    var entries: [NoteLog.Entry] = []
    var count = limit
    while true {
      let wanted = count
      let trail = try GitLog(git).read(
        request.range, path: single?.string,
        options: request.since.map { ["--since=@\($0)"] } ?? [], into: NoteTrail(request.paths),
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

/// Follows notes back through the names that they had.
struct NoteTrail: Sendable {
  /// The commits that are about the notes, with nothing else in them; the latest first.
  private(set) var commits: [GitCommit] = []
  /// nil for all notes.
  private var names: Set<String>?

  init(_ paths: Set<NotePath>?) {
    names = paths.map { Set($0.map(\.string)) }
  }

  /// - Parameter commit: That before the last one.
  mutating func follow(_ commit: GitCommit) {
    var commit = commit
    commit.changes = commit.changes.filter { takes($0) }
    if !commit.changes.isEmpty { commits.append(commit) }
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
  private let git: any GitClient
  private let layout: VaultLayout
  private let today: Day

  /// The most commits whose contents are in memory at once.
  static let portion = 200

  init(_ git: any GitClient, layout: VaultLayout, today: Day) {
    self.git = git
    self.layout = layout
    self.today = today
  }

  func entries(of commits: [GitCommit], boardOnly: Bool) throws(GitError) -> [NoteLog.Entry] {
    let names = commits.flatMap { $0.changes.flatMap { [$0.before, $0.after] } }.compactMap(\.self)
    let contents = try GitObjects(git).contents(of: names)
    return commits.compactMap { commit in
      let events = commit.changes.compactMap { change in
        event(change, contents, boardOnly: boardOnly)
      }
      return events.isEmpty ? nil : NoteLog.Entry(commit: commit, events: events)
    }
  }

  private func event(
    _ change: GitFileChange, _ contents: [String: [UInt8]], boardOnly: Bool
  ) -> NoteLog.Event? {
    let path = NotePath(trusted: change.path)
    let old = note(change.before, change.formerPath ?? change.path, contents)
    let new = note(change.after, change.path, contents)
    var changes = changes(change, old, new)
    guard let shown = new ?? old else {
      guard !boardOnly, case .missing? = changes.first else { return nil }
      return NoteLog.Event(path: path, title: path.string, changes: changes)
    }
    if boardOnly { changes = changes.flatMap { board($0, shown) } }
    guard !changes.isEmpty else { return nil }
    return NoteLog.Event(path: path, title: shown.title, changes: changes)
  }

  private func changes(_ change: GitFileChange, _ old: Note?, _ new: Note?) -> [NoteChange] {
    if change.kind == .modified, change.before == nil { return [.merged] }
    if let missing = [(change.before, old), (change.after, new)].first(where: {
      $0 != nil && $1 == nil
    })?.0 {
      return [.missing(object: missing)]
    }
    let isSealed = [old, new].contains { $0?.isSealed(on: today) == true }
    return NoteChange.changes(from: old, to: new, hidesText: isSealed)
  }

  /// A task that comes or goes comes to a column or leaves it.
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
    return Note(Document(parsing: bytes), at: NotePath(trusted: path), in: layout)
  }
}
