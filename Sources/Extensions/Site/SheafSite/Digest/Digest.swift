package import CivilCalendar
package import NoteModel

/// The news of a span of days, or of the notes of a query: the facts that every form of a digest shows.
package struct Digest: Sendable {
  /// The days on which somebody changed a note, and who did.
  package struct Touch: Sendable, Hashable {
    package var authors: [String] = []
    package var days: [Day] = []
  }

  /// A task with the note that it is in.
  package struct TaskEntry: Sendable, Hashable {
    package let task: TaskItem
    package let note: NotePath
    /// The title of the note, for a check box.
    package var noteTitle: String?
    /// True if the task was begun. With ``formerDue`` and ``change``, the news of a task in motion.
    package var isBegun = false
    package var formerDue: CivilDate?
    package var change: NoteNews.Change?
    package var touch = Touch()

    package init(_ task: TaskItem, of note: NotePath, titled title: String? = nil) {
      self.task = task
      self.note = note
      if case .checkbox = task.source { noteTitle = title }
    }
  }

  package struct NoteEntry: Sendable {
    package let note: Note
    /// The changes; nil for a new note, and if git does not know the changes.
    package var news: NoteNews?
    package var touch = Touch()
    /// The day that a new note says it was written, if that was before.
    package var written: Day?
    var weight = 0.0
  }

  package struct DiaryEntry: Sendable {
    package let day: Day
    package let note: Note
  }

  /// Many notes with which one thing happened at once.
  package struct Bulk: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case added, removed
      case moved(to: String)
      case retagged(from: String, to: String)
    }

    package let kind: Kind
    /// The last part of the folder's name; empty for the repository itself.
    package let folder: String
    package let paths: [NotePath]
    /// The largest folders in it, with the numbers of their notes.
    package let parts: [String: Int]
    package var touch: Touch
    package var count: Int { paths.count }
  }

  /// A part of a digest, named as in `digest.sections`, in the usual order.
  package enum Section: Sendable, Hashable {
    case intro, tasks, notes, diary, ahead, years
    /// The answer to a saved query, or a whole note, by its name.
    case own(String)

    package static let usual: [Section] = [.intro, .tasks, .notes, .diary, .ahead]
    private static let names: [String: Section] = [
      "intro": .intro, "tasks": .tasks, "notes": .notes, "diary": .diary, "ahead": .ahead, "years": .years,
    ]
    package static let allNames = ["intro", "tasks", "notes", "diary", "ahead", "years"]

    package init(_ name: String) { self = Self.names[name] ?? .own(name) }

    package var name: String {
      if case .own(let name) = self { name } else { Self.names.first { $0.value == self }?.key ?? "" }
    }
  }

  /// The days or the query that the digest is of.
  package enum Subject: Sendable, Hashable {
    case days(DayRange)
    case query(String)
  }

  package let subject: Subject
  /// The moment that tasks are late or not by: the end of the days, or now.
  package let now: CivilMoment
  /// The requested sections, in display order.
  package let sections: [Section]
  package var introduction: (note: Note, author: String?)?
  /// The introductions of the months and weeks of a book.
  package var letters: [(days: DayRange, note: Note)] = []
  package var diary: [DiaryEntry] = []
  package var done: [TaskEntry] = []
  package var motion: [TaskEntry] = []
  package var late: [TaskEntry] = []
  package var coming: [TaskEntry] = []
  package var created: [NoteEntry] = []
  package var changed: [NoteEntry] = []
  package var bulks: [Bulk] = []
  /// Entries of the diary of the same days of earlier years, the latest year first.
  package var years: [DiaryEntry] = []
  /// The parts of one's own, each as a note.
  package var own: [String: Note] = [:]
  /// All authors of the news, the most active first.
  package var authors: [String] = []
  /// The notes that each of them wrote or changed.
  var authorCounts: [String: Int] = [:]
  /// The titles to which most entries and new notes of a book lead, with their numbers.
  var linked: [(title: String, count: Int)] = []
  /// Notes and tasks that were changed on a day.
  package var touched: [Day: Int] = [:]
  /// False if git does not know the changes.
  package var hasHistory = true
  /// The number of notes of the subject that are left out, by reason. These notes are never named.
  package var leftOut: [HeldBackReason: Int] = [:]

  /// Entries of earlier years that are shown.
  package static let yearsLimit = 12
  /// A longer span has a page, or half of it, of each earlier year: those are no memories of a day.
  package static let longestSpan = 42

  package init(subject: Subject, now: CivilMoment, sections: [Section] = Section.usual) {
    self.subject = subject
    self.now = now
    self.sections = sections
  }

  package var lastDay: Day { now.day }

  package var days: DayRange? { if case .days(let days) = subject { days } else { nil } }

  /// True for a span that is too long for a letter.
  var isBook: Bool { days.map { $0.last.days(since: $0.first) >= Self.longestSpan } ?? false }

  /// The number of new notes, including notes that were added together.
  var newCount: Int { created.count + bulks.reduce(0) { $0 + ($1.kind == .added ? $1.count : 0) } }

  /// True if nothing happened; memories of earlier years and an introduction alone are not worth sending.
  package var isEmpty: Bool {
    done.isEmpty && motion.isEmpty && late.isEmpty && coming.isEmpty && created.isEmpty && changed.isEmpty
      && bulks.isEmpty && diary.isEmpty && own.isEmpty
  }

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
      (done + motion + late + coming).map(\.note) + (diary + years).map(\.note.path)
        + (created + changed).map(\.note.path))
  }
}
