package import CivilCalendar

/// An entry of a day in the agenda.
package enum AgendaItem: Hashable, Sendable {
  /// Overdue by this many days: listed today.
  case overdue(LocatedTask, days: Int)
  case reminder(LocatedTask, at: CivilMoment)
  /// A note that is no task is to be remembered.
  indirect case noteReminder(RemindedNote, at: CivilMoment)
  case due(LocatedTask)
  case scheduled(LocatedTask)
  /// A task that repeats will come back on this day.
  case comingBack(LocatedTask)
  /// A diary entry or another note of the day.
  indirect case entry(NoteSummary)
  /// A sealed letter opens. Nil until its day has passed or is today.
  indirect case letter(NoteSummary?)

  package var task: LocatedTask? {
    switch self {
    case .overdue(let task, _), .reminder(let task, _), .due(let task), .scheduled(let task), .comingBack(let task):
      task
    case .noteReminder, .entry, .letter: nil
    }
  }

  /// The item's place. Nil for a letter that is not open.
  package var position: NotePosition? {
    switch self {
    case .noteReminder(let note, _): NotePosition(note.path)
    case .entry(let note), .letter(let note?): NotePosition(note.path)
    case .letter(nil): nil
    default: task?.position
    }
  }

  /// The word that programs read.
  package var kind: String {
    switch self {
    case .overdue: "overdue"
    case .reminder, .noteReminder: "reminder"
    case .due: "due"
    case .scheduled: "scheduled"
    case .comingBack: "repeat"
    case .entry: "entry"
    case .letter: "letter"
    }
  }

  /// Returns the time of day on the clock of `now`, if the item has a time.
  package func time(at now: CivilMoment) -> TimeOfDay? {
    switch self {
    case .reminder(_, let moment), .noteReminder(_, let moment): now.here(moment).time
    case .due(let task): task.item.due?.here(at: now).time
    case .scheduled(let task): task.item.scheduled?.here(at: now).time
    case .comingBack(let task): (task.item.due ?? task.item.scheduled)?.here(at: now).time
    default: nil
    }
  }

  /// Returns the key for a day's order: overdue tasks, letters, items with a time, others, repeated tasks, entries.
  fileprivate func order(at now: CivilMoment) -> (rank: Int, second: Int) {
    let time = time(at: now)
    let rank =
      switch self {
      case .overdue: 0
      case .letter: 1
      case .due, .scheduled, .reminder, .noteReminder: time == nil ? 3 : 2
      case .comingBack: 4
      case .entry: 5
      }
    return (rank, time?.secondsSinceMidnight ?? 0)
  }
}

extension CivilDate {
  package var time: TimeOfDay? {
    if case .moment(let moment) = self { moment.time } else { nil }
  }
}

/// The days of a span with their entries.
package struct Agenda: Sendable {
  package struct AgendaDay: Sendable {
    package let day: Day
    package let items: [AgendaItem]
  }

  package let range: DayRange
  package let today: Day
  /// Every day that contains something, in order; today even if it is empty.
  package let days: [AgendaDay]

  /// Creates an agenda. `items` of one day keep their order if no rule decides it.
  package init(range: DayRange, now: CivilMoment, items: [Day: [AgendaItem]]) {
    self.range = range
    today = now.day
    var days = Set(items.keys)
    if range.contains(today) { days.insert(today) }
    self.days = days.filter(range.contains).sorted().map { day in
      let items = items[day] ?? []
      let orders = items.map { $0.order(at: now) }
      let sorted = items.indices.sorted { left, right in
        (orders[left].rank, orders[left].second, left) < (orders[right].rank, orders[right].second, right)
      }
      return AgendaDay(day: day, items: sorted.map { items[$0] })
    }
  }
}
