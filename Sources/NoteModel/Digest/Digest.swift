package import CivilCalendar

/// What a span of days, or a query, contains that is worth telling others.
package struct Digest: Sendable {
  /// A task with the note that it is in.
  package struct TaskEntry: Sendable, Hashable {
    package let task: TaskItem
    package let note: NotePath

    package init(task: TaskItem, note: NotePath) {
      self.task = task
      self.note = note
    }
  }

  /// An entry of the diary.
  package struct DiaryEntry: Sendable {
    package let day: Day
    package let note: Note

    package init(day: Day, note: Note) {
      self.day = day
      self.note = note
    }
  }

  /// What was asked for.
  package enum Subject: Sendable, Hashable {
    case days(DayRange)
    case query(String)
  }

  package let subject: Subject
  package let now: CivilMoment
  package var diary: [DiaryEntry] = []
  package var done: [TaskEntry] = []
  package var overdue: [TaskEntry] = []
  package var coming: [TaskEntry] = []
  package var created: [Note] = []
  package var changed: [Note] = []
  /// New and changed notes after the first ``notesLimit``.
  package var furtherNotes = 0
  /// Sealed letters, drafts and private notes that belong to the subject. Never named.
  package var leftOut = 0

  /// The number of new or changed notes that are shown with their first lines.
  package static let notesLimit = 60
  /// Tasks of this many days after today are upcoming.
  package static let comingDays = 7

  package init(subject: Subject, now: CivilMoment) {
    self.subject = subject
    self.now = now
  }

  package var today: Day { now.day }

  package var isEmpty: Bool {
    diary.isEmpty && done.isEmpty && overdue.isEmpty && coming.isEmpty && created.isEmpty
      && changed.isEmpty
  }
}

extension NotePath {
  /// The day that a file is named after: `2026-11-21.md`, `2026-11-21 rain.md`.
  package var namedDay: Day? { Day(iso: stem.prefix(10)) }

  /// The day at the beginning of a file's name, with more after it: `2026-11-21-first-post.md`, as Jekyll has it.
  package var leadingDay: Day? {
    let name = stem.utf8
    guard name.count > 10, name.first.map({ $0 &- 0x30 < 10 }) == true,
      "-_ ".utf8.contains(name[name.index(name.startIndex, offsetBy: 10)])
    else { return nil }
    return namedDay
  }
}
