package import CivilCalendar

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
