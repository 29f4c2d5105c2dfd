package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository

/// Gathers the entries of a span of days.
package struct AgendaGathering {
  private let workspace: Workspace
  private let now: CivilMoment
  private let zone: LocalZone
  private let dayTime: TimeOfDay
  private var items: [Day: [AgendaItem]] = [:]

  package init(_ workspace: Workspace, now: CivilMoment, zone: LocalZone) {
    self.workspace = workspace
    self.now = now
    self.zone = zone
    dayTime = workspace.configuration.dayTime
  }

  /// - Parameters:
  ///   - notes: The only notes whose reminders, entries and letters are listed; nil for all. A sealed letter is no match.
  ///   - includesRepeats: Also the days on which tasks that repeat will come back.
  package mutating func agenda(
    of range: DayRange, tasks: [LocatedTask], notes: Set<NotePath>? = nil, includesRepeats: Bool
  ) throws -> Agenda {
    items = [:]
    for task in tasks where !task.item.status.isClosed && !task.item.title.isEmpty {
      add(task, in: range)
      if includesRepeats { addRepeats(of: task, in: range) }
    }
    for note in try workspace.index.notes.reminded() where notes?.contains(note.path) != false {
      for reminder in ReminderTime.times(of: note, zone: zone, dayTime: dayTime) {
        add(.noteReminder(note, at: reminder.moment), on: reminder.moment.day, in: range)
      }
    }
    for note in try workspace.index.notes.entries(in: range) where notes?.contains(note.path) != false {
      if let day = note.entryDay { add(.entry(note), on: day, in: range) }
    }
    for note in try workspace.index.notes.letters(openingIn: range) {
      guard let day = note.unseal, notes?.contains(note.path) != false else { continue }
      add(.letter(note.isSealed(on: now.day) ? nil : note), on: day, in: range)
    }
    return Agenda(range: range, now: now, items: items)
  }

  private mutating func add(_ item: AgendaItem, on day: Day, in range: DayRange) {
    if range.contains(day) { items[day, default: []].append(item) }
  }

  private mutating func add(_ task: LocatedTask, in range: DayRange) {
    switch task.item.dueState(at: now) {
    case .none: break
    case .overdue(let days): add(.overdue(task, days: days), on: now.day, in: range)
    case .today: add(.due(task), on: now.day, in: range)
    case .later(let day): add(.due(task), on: day, in: range)
    }
    if let planned = task.item.scheduled?.here(at: now).day, task.item.due?.here(at: now).day != planned {
      // A task that was planned and not begun waits for today.
      let day = task.item.status == .todo ? max(planned, now.day) : planned
      add(.scheduled(task), on: day, in: range)
    }
    for reminder in ReminderTime.times(of: task.item, zone: zone, dayTime: dayTime) {
      add(.reminder(task, at: reminder.moment), on: reminder.moment.day, in: range)
    }
  }

  private mutating func addRepeats(of task: LocatedTask, in range: DayRange) {
    guard let text = task.item.repetition, let rule = try? RecurrenceRule.parse(text),
      rule.basis == .anchor, let due = (task.item.due ?? task.item.scheduled)?.day
    else { return }
    for day in rule.days(from: task.item.anchor ?? due) where day > due {
      guard day <= range.last else { break }
      add(.comingBack(task), on: day, in: range)
    }
  }
}
