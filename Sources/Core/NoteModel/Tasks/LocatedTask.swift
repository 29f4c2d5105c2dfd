package import CivilCalendar

/// A task and its position.
///
/// Listings sort and filter tens of thousands of tasks, so a copy is one reference.
package struct LocatedTask: Sendable {
  private final class Storage: Sendable {
    let path: NotePath
    let noteTitle: String
    let item: TaskItem

    init(_ path: NotePath, _ noteTitle: String, _ item: TaskItem) {
      self.path = path
      self.noteTitle = noteTitle
      self.item = item
    }
  }

  private let storage: Storage

  package init(path: NotePath, noteTitle: String, item: TaskItem) { storage = Storage(path, noteTitle, item) }

  package var path: NotePath { storage.path }
  /// Title of the note that is the task or contains its check box.
  package var noteTitle: String { storage.noteTitle }
  package var item: TaskItem {
    // Lent, not copied: it has a dozen texts.
    _read { yield storage.item }
  }

  /// The check box's line. Nil for a note.
  package var line: Int? {
    if case .checkbox(let line) = item.source { line } else { nil }
  }

  /// The name on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var reference: String { position.text }

  package var position: NotePosition { NotePosition(path, line: line) }

  /// Sorts tasks: the earliest due day first, then the more urgent, then by name.
  package static func inOrder(_ tasks: [LocatedTask]) -> [LocatedTask] { ordered(tasks) { $0.duePlace } }

  /// Sorts tasks as in the columns of a board: open tasks as in a list, then closed tasks, the last closed first.
  package static func inColumnOrder(_ tasks: [LocatedTask]) -> [LocatedTask] {
    ordered(tasks.filter { !$0.item.status.isClosed }) { $0.columnPlace }
      + ordered(tasks.filter { $0.item.status.isClosed }) { $0.columnPlace }
  }

  /// Sorts tasks by a position, then by name. A key path instead of the closure would copy each item.
  private static func ordered(_ tasks: [LocatedTask], _ place: (TaskItem) -> Int) -> [LocatedTask] {
    let keys = tasks.enumerated().map { index, task in
      OrderKey(place: place(task.item), title: task.item.title, index: index)
    }
    return keys.sorted { left, right in
      if left.place != right.place { return left.place < right.place }
      if left.title != right.title { return left.title < right.title }
      let (one, other) = (tasks[left.index], tasks[right.index])
      let order = byteOrder(one.item.title, other.item.title)
      if order != 0 { return order < 0 }
      return one.path == other.path ? (one.line ?? 0) < (other.line ?? 0) : one.path < other.path
    }.map { tasks[$0.index] }
  }

  /// The main sort key, in four words: it decides most comparisons.
  private struct OrderKey {
    let place: Int
    /// The first sixteen bytes of the title.
    let title: (UInt64, UInt64)
    let index: Int

    init(place: Int, title: String, index: Int) {
      self.place = place
      var bytes = title.utf8.makeIterator()
      func word() -> UInt64 { (0..<8).reduce(0) { word, _ in word << 8 | UInt64(bytes.next() ?? 0) } }
      self.title = (word(), word())
      self.index = index
    }
  }
}

extension LocatedTask: Hashable {
  package static func == (left: LocatedTask, right: LocatedTask) -> Bool {
    left.path == right.path && left.noteTitle == right.noteTitle && left.item == right.item
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(item.source)
  }
}

/// The state of a due date relative to now.
package enum DueState: Hashable, Sendable {
  case none
  /// Overdue by this many days; 0 if its time today has passed.
  case overdue(days: Int)
  case today
  case later(Day)
}

extension TaskItem {
  /// Returns whether the task is due. A day without a time is due until that local day ends.
  package func dueState(at now: CivilMoment) -> DueState { DueState(due, at: now) }

  package func isOverdue(at now: CivilMoment) -> Bool {
    guard !status.isClosed, case .overdue = dueState(at: now) else { return false }
    return true
  }
}

extension DueState {
  /// Compares a due date with now. A day without a time is due until that local day ends.
  package init(_ due: CivilDate?, at now: CivilMoment) {
    let day: Day
    var isOver = false
    switch due {
    case nil:
      self = .none
      return
    case .day(let due)?: day = due
    case .moment(let moment)?:
      let local = now.here(moment)
      isOver = local.secondsSinceEpoch() < now.secondsSinceEpoch()
      day = local.day
    }
    if day < now.day || isOver {
      self = .overdue(days: max(0, now.day.days(since: day)))
    } else {
      self = day == now.day ? .today : .later(day)
    }
  }
}

// The sort keys before the title: numbers, so that an index can store them in order.

extension TaskItem {
  /// The position in a list: the earliest due first, then the more urgent.
  package var duePlace: Int {
    let seconds = due?.endSeconds ?? Self.never
    return seconds * TaskPriority.allCases.count + TaskPriority.urgent.rawValue - priority.rawValue
  }

  /// Returns a lower limit of ``duePlace`` for tasks due after a day, in every zone, or, for nil, without a due date.
  package static func leastDuePlace(after day: Day?) -> Int {
    // A moment is at most a day and two hours away from its day elsewhere.
    let seconds = day.map { ($0.daysSinceEpoch - 1) * 86_400 } ?? never
    return seconds * TaskPriority.allCases.count
  }

  /// The position in a column of a board: open tasks as in a list, closed ones by closing or due day, last first.
  package var columnPlace: Int {
    guard status.isClosed else { return duePlace }
    return (closed ?? due).map { -$0.startSeconds } ?? Self.never
  }

  /// The first day on which an agenda can report the open task, in every time zone. Nil if no agenda ever reports it.
  package var firstDay: Day? {
    let planned = [due, scheduled].compactMap { $0?.earliestDay }
    return (planned + reminders.compactMap(firstDay)).min()
  }

  private func firstDay(ofReminder text: String) -> Day? {
    guard let duration = Duration(reading: text) else { return CivilDate(iso: text)?.earliestDay }
    // Zones and the hours of a day move a reminder by less than two days.
    return (due ?? scheduled)?.earliestDay.adding(days: -duration.wholeDays - 2)
  }

  /// A position after every year that can be written.
  private static var never: Int { 1 << 60 }
}

extension CivilDate {
  /// A day without a time comes after every time of that day.
  fileprivate var endSeconds: Int {
    switch self {
    case .day(let day): day.daysSinceEpoch * 86_400 + 86_399
    case .moment(let moment): moment.localSeconds
    }
  }

  /// A day without a time comes before every time of that day.
  fileprivate var startSeconds: Int {
    switch self {
    case .day(let day): day.daysSinceEpoch * 86_400 - 1
    case .moment(let moment): moment.localSeconds
    }
  }

  /// The day itself; of a moment the one before, which it may be elsewhere.
  fileprivate var earliestDay: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day.adding(days: -1)
    }
  }
}

extension CivilMoment {
  /// The seconds on the wall clock by which the date was written.
  fileprivate var localSeconds: Int { day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight }
}
