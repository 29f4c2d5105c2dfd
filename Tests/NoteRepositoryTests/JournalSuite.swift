import CivilCalendar
import NoteModel
import NoteRepository
import NoteTestSupport

/// Tests of the journal with notes and records in memory.
protocol JournalSuite {
  var files: InMemoryFileSystem { get }
  var store: InMemoryFileSystem { get }
}

extension JournalSuite {
  var moment: CivilMoment {
    CivilMoment(day: Day(daysSinceEpoch: 20_778), time: .midnight, utcOffsetSeconds: 0)
  }

  /// - Parameter budget: The calls that succeed before all fail, as for a process that is killed; nil: all succeed.
  func journal(entries: Int = 200, bytes: Int = 1 << 20, budget: CallBudget? = nil) -> Journal {
    let limits = Journal.Limits(entries: entries, bytes: bytes)
    guard let budget else {
      return Journal(files: files, store: store, storePlace: "/state", limits: limits)
    }
    return Journal(
      files: WatchedFileSystem(files, watcher: budget),
      store: WatchedFileSystem(store, watcher: budget), storePlace: "/state", limits: limits)
  }

  func path(_ text: String) -> NotePath { NotePath(trusted: text) }
  func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
