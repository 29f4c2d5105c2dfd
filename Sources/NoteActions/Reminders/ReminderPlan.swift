package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository

/// Every reminder of the open tasks: when it is due, and whether it was told.
package struct ReminderPlan {
  package let graph: TaskGraph
  package let now: CivilMoment
  let state: ReminderState
  /// What other machines delivered; nil if they keep it to themselves.
  let shared: SharedReminders?
  /// The earliest first.
  private let reminders: [PendingReminder]

  package init(in workspace: Workspace, now: CivilMoment, zone: LocalZone) throws {
    self.now = now
    let tasks = try workspace.index.tasks(TaskRequest(scope: .open, now: now))
    graph = try workspace.index.tasks.graph(of: tasks)
    state = ReminderState(
      folder: workspace.repository.stateFolder, now: now.secondsSinceEpoch())
    shared =
      workspace.configuration.flag("remind.shared") ? SharedReminders(in: workspace.files) : nil
    var reminders: [PendingReminder] = []
    let dayTime = workspace.configuration.dayTime
    for task in tasks {
      for time in ReminderTime.times(of: task.item, zone: zone, dayTime: dayTime) {
        reminders.append(PendingReminder(task: task, moment: time.moment))
      }
      let key = PendingReminder(task: task, moment: now).taskKey
      if let seconds = state.snoozed[key],
        let moment = zone.moment(secondsSinceEpoch: seconds)
      {
        reminders.append(PendingReminder(task: task, moment: moment))
      }
    }
    self.reminders = reminders.sorted { ($0.seconds, $0.key) < ($1.seconds, $1.key) }
  }

  /// What is to be delivered now: due, not told, not blocked, and for each task the latest only.
  package var due: [PendingReminder] {
    let waiting = reminders.filter { reminder in
      reminder.seconds <= now.secondsSinceEpoch() && reminder.seconds >= state.since
        && !state.isTold(reminder.key) && shared?.isTold(reminder.key) != true
        && !graph.isBlocked(reminder.task)
    }
    var latest: [String: PendingReminder] = [:]
    for reminder in waiting { latest[reminder.taskKey] = reminder }
    return waiting.filter { latest[$0.taskKey] == $0 }
  }

  /// All keys that count as told when these are delivered: earlier ones of the same task too.
  func keys(coveredBy delivered: [PendingReminder]) -> [String] {
    let tasks = Set(delivered.map(\.taskKey))
    return reminders.filter {
      tasks.contains($0.taskKey) && $0.seconds <= now.secondsSinceEpoch()
    }.map(\.key)
  }

  package func upcoming(days: Int) -> [PendingReminder] {
    let end = now.secondsSinceEpoch() + days * 86_400
    return reminders.filter { $0.seconds > now.secondsSinceEpoch() && $0.seconds <= end }
  }
}
