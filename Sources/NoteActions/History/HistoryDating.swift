import NoteHistory
import NoteIndex
import NoteRepository
import ParallelWork

/// Dates the notes of an index by the history of a commit, which another thread reads meanwhile.
struct HistoryDating {
  private let head: String
  private let dates: Deferred<[String: NoteDates]>

  /// nil where the index is dated by the last commit already, and where there is no history.
  ///
  /// - Parameter isFresh: True for an index that knows nothing yet, whatever it knew before.
  init?(_ workspace: Workspace, isFresh: Bool = false) throws {
    let head = Self.isPossible(in: workspace) ? GitHead.current(of: workspace.repository.root) : nil
    let known = isFresh ? nil : try workspace.index.historyHead()
    guard (head?.name ?? "") != (known ?? ""), let git = workspace.git else { return nil }
    self.head = head?.name ?? ""
    guard let head else {
      dates = Deferred { [:] }
      return
    }
    let earlier = known.flatMap { GitHead(name: $0) }
    // A history that was cut off may go back further now.
    let isContinued = earlier?.shallowSize == head.shallowSize
    let entries = isContinued ? try workspace.index.historyEntries() : [:]
    dates = Deferred {
      let since =
        entries.isEmpty ? nil : earlier.map { ($0.commit, entries.mapValues { NoteDates($0) }) }
      // Where git cannot be asked, files have the dates that they have; the next commit asks again.
      return (try? GitDates.read(git, at: head.commit, since: since)) ?? [:]
    }
  }

  /// True where the notes have a history and the configuration lets it date them.
  static func isPossible(in workspace: Workspace) -> Bool {
    workspace.git != nil && workspace.configuration.flag("git.dates")
  }

  func write(to table: HistoryTable) throws {
    try table.replace(
      with: dates.value().mapValues {
        HistoryTable.Entry(created: $0.created, changed: $0.changed, content: $0.content)
      }, head: head)
  }
}

extension NoteDates {
  fileprivate init(_ entry: HistoryTable.Entry) {
    self.init(created: entry.created, changed: entry.changed, content: entry.content)
  }
}
