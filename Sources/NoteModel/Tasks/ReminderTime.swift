package import CivilCalendar

/// When a task asks to be remembered.
package struct ReminderTime: Hashable, Sendable {
  /// As written: `1d`, `2026-11-30T09:00:00+09:00`.
  package let text: String
  package let moment: CivilMoment

  /// The times of a task, the earliest first.
  ///
  /// - Parameter dayTime: When a day begins to count for what is due on a day without a time.
  package static func times(
    of task: TaskItem, zone: LocalZone, dayTime: TimeOfDay
  ) -> [ReminderTime] {
    task.reminders.compactMap { text in
      moment(text, task, zone, dayTime).map { ReminderTime(text: text, moment: $0) }
    }.sorted { $0.moment.secondsSinceEpoch() < $1.moment.secondsSinceEpoch() }
  }

  private static func moment(
    _ text: String, _ task: TaskItem, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> CivilMoment? {
    switch ReminderText(text) {
    case nil: return nil
    case .at(let date)?: return placed(date, zone, dayTime)
    case .before(let duration)?:
      guard let due = task.due ?? task.scheduled else { return nil }
      return before(due, by: duration, zone, dayTime)
    }
  }

  /// Whole days are counted on the calendar, so that an hour that clocks lose or gain does not count.
  private static func before(
    _ due: CivilDate, by duration: Duration, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> CivilMoment? {
    let start = placed(due.adding(days: -duration.wholeDays), zone, dayTime)
    return zone.moment(
      secondsSinceEpoch: start.secondsSinceEpoch() - duration.secondsBesideDays)
  }

  private static func placed(
    _ date: CivilDate, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> CivilMoment {
    switch date {
    case .day(let day): zone.moment(on: day, at: dayTime)
    case .moment(let moment):
      moment.utcOffsetSeconds == nil ? zone.moment(on: moment.day, at: moment.time) : moment
    }
  }
}

/// A reminder of a task at a time, with the key under which its delivery is remembered.
package struct PendingReminder: Hashable, Sendable {
  package let task: LocatedTask
  package let moment: CivilMoment

  package init(task: LocatedTask, moment: CivilMoment) {
    self.task = task
    self.moment = moment
  }

  package var seconds: Int { moment.secondsSinceEpoch() }

  /// What names the task as long as it is the same: its id, else its place and title.
  package var taskKey: String {
    let name = task.item.identifier ?? "\(task.path) \(task.item.title)"
    return String(name.map { $0.isNewline ? " " : $0 })
  }

  package var key: String { "\(seconds) \(taskKey)" }

  /// Whole minutes since it was due; 0 within five.
  package func minutesLate(at now: CivilMoment) -> Int {
    let minutes = (now.secondsSinceEpoch() - seconds) / 60
    return minutes >= 5 ? minutes : 0
  }
}
