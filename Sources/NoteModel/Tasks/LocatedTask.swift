package import CivilCalendar

/// A task and where it stands.
package struct LocatedTask: Hashable, Sendable {
  package let path: NotePath
  /// Title of the note that is the task or holds its check box.
  package let noteTitle: String
  package let item: TaskItem

  package init(path: NotePath, noteTitle: String, item: TaskItem) {
    self.path = path
    self.noteTitle = noteTitle
    self.item = item
  }

  /// The check box's line; nil for a note.
  package var line: Int? {
    if case .checkbox(let line) = item.source { line } else { nil }
  }

  /// As it is named on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var reference: String { line.map { "\(path):\($0)" } ?? path.string }

  /// Due first, then the more urgent, then by name.
  ///
  /// Numbers are sorted rather than tasks: a task is large, and moving it about costs more than comparing.
  package static func inOrder(_ tasks: [LocatedTask]) -> [LocatedTask] {
    tasks.indices.sorted { isInOrder(tasks[$0], tasks[$1]) }.map { tasks[$0] }
  }

  private static func isInOrder(_ left: LocatedTask, _ right: LocatedTask) -> Bool {
    let (leftDue, rightDue) = (left.item.due?.orderSeconds, right.item.due?.orderSeconds)
    if leftDue != rightDue { return (leftDue ?? .max) < (rightDue ?? .max) }
    if left.item.priority != right.item.priority { return left.item.priority > right.item.priority }
    let (title, otherTitle) = (left.item.title.utf8, right.item.title.utf8)
    if title.lexicographicallyPrecedes(otherTitle) { return true }
    if otherTitle.lexicographicallyPrecedes(title) { return false }
    return left.path == right.path
      ? (left.line ?? 0) < (right.line ?? 0) : left.path < right.path
  }
}

extension CivilDate {
  /// For an order: a day without time comes behind every time of that day.
  fileprivate var orderSeconds: Int {
    switch self {
    case .day(let day): day.daysSinceEpoch * 86_400 + 86_399
    case .moment(let moment):
      moment.day.daysSinceEpoch * 86_400 + moment.time.secondsSinceMidnight
    }
  }
}

/// How a due date stands to now.
package enum DueState: Hashable, Sendable {
  case none
  /// Over by so many days; 0 where its time of today has passed.
  case overdue(days: Int)
  case today
  case later(Day)
}

extension TaskItem {
  /// A day without a time is due until that local day ends.
  package func dueState(at now: CivilMoment) -> DueState {
    let day: Day
    var isOver = false
    switch due {
    case nil: return .none
    case .day(let due)?: day = due
    case .moment(let moment)?:
      let offset = now.utcOffsetSeconds ?? 0
      let seconds = moment.secondsSinceEpoch(defaultOffsetSeconds: offset)
      isOver = seconds < now.secondsSinceEpoch()
      let local = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: offset)
      day = local?.day ?? moment.day
    }
    if day < now.day || isOver { return .overdue(days: max(0, now.day.days(since: day))) }
    return day == now.day ? .today : .later(day)
  }

  package func isOverdue(at now: CivilMoment) -> Bool {
    guard !status.isClosed, case .overdue = dueState(at: now) else { return false }
    return true
  }
}
