import CivilCalendar
import NoteHistory
import NoteModel
import NoteSyntax

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
    guard let shown = new ?? old else { return nil }
    var changes = changes(change, old, new)
    if boardOnly { changes = changes.flatMap { board($0, shown) } }
    guard !changes.isEmpty else { return nil }
    return NoteLog.Event(path: path, title: shown.title, changes: changes)
  }

  private func changes(_ change: GitFileChange, _ old: Note?, _ new: Note?) -> [NoteChange] {
    if change.kind == .modified, change.before == nil { return [.merged] }
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
