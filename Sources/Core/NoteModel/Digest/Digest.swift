package import CivilCalendar

/// A summary of a span of days, or of a query's notes, that can be sent to others.
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

  /// A task that went from one column of the board to another and is not done.
  package struct Move: Sendable, Hashable {
    package let title: String
    package let note: NotePath
    package let from: TaskStatus
    package let to: TaskStatus

    package init(title: String, note: NotePath, from: TaskStatus, to: TaskStatus) {
      self.title = title
      self.note = note
      self.from = from
      self.to = to
    }
  }

  /// A part of a digest, named as in `digest.sections`, in the usual order.
  package enum Section: String, Sendable, CaseIterable {
    case done, overdue, upcoming, board, diary, new, changed, years

    package var isOfTasks: Bool { [.done, .overdue, .upcoming, .board].contains(self) }
  }

  /// The days or the query that the digest is of.
  package enum Subject: Sendable, Hashable {
    case days(DayRange)
    case query(String)
  }

  package let subject: Subject
  package let now: CivilMoment
  /// The requested sections, in display order.
  package let sections: [Section]
  package var diary: [DiaryEntry] = []
  package var done: [TaskEntry] = []
  package var overdue: [TaskEntry] = []
  package var coming: [TaskEntry] = []
  package var created: [Note] = []
  package var changed: [Note] = []
  /// The changes to each changed note, if git knows them.
  package var changes: [NotePath: [NoteChange]] = [:]
  package var moved: [Move] = []
  /// Entries of the diary of the same days of earlier years, the latest year first.
  package var years: [DiaryEntry] = []
  /// New and changed notes after the first ``notesLimit``.
  package var furtherNotes = 0
  /// The number of notes of the subject that are left out, by reason. They are never named.
  package var leftOut: [HeldBackReason: Int] = [:]

  /// The number of new or changed notes that are shown with their first lines.
  package static let notesLimit = 60
  /// Tasks of this many days after today are upcoming.
  package static let comingDays = 7

  /// Entries of earlier years that are shown.
  package static let yearsLimit = 12
  /// A longer span has a page, or half of it, of each earlier year: those are no memories of a day.
  package static let longestSpan = 42

  package init(
    subject: Subject, now: CivilMoment, sections: [Section] = Section.allCases
  ) {
    self.subject = subject
    self.now = now
    self.sections = sections
  }

  package var today: Day { now.day }

  /// The requested sections that are not empty.
  package var shown: [Section] { sections.filter { count(of: $0) > 0 } }

  /// True if nothing happened; memories of earlier years alone are not worth sending.
  package var isEmpty: Bool { shown.allSatisfy { $0 == .years } }

  /// The upcoming tasks by day.
  package var comingDays: [(day: Day, entries: [TaskEntry])] {
    var days: [(day: Day, entries: [TaskEntry])] = []
    for entry in coming {
      guard let day = entry.task.due?.day else { continue }
      if days.last?.day != day { days.append((day, [])) }
      days[days.count - 1].entries.append(entry)
    }
    return days
  }

  /// The notes that anything of is shown.
  package var notes: Set<NotePath> {
    Set(
      (done + overdue + coming).map(\.note) + moved.map(\.note)
        + (diary + years).map(\.note.path) + (created + changed).map(\.path))
  }

  package func count(of section: Section) -> Int {
    switch section {
    case .done: done.count
    case .overdue: overdue.count
    case .upcoming: coming.count
    case .board: moved.count
    case .diary: diary.count
    case .new: created.count
    case .changed: changed.count
    case .years: years.count
    }
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
