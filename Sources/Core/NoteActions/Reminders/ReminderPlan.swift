package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository

/// Every reminder of open tasks and of notes with reminders, with its time and its delivery.
package struct ReminderPlan {
  package let graph: TaskGraph
  package let now: CivilMoment
  let state: ReminderState
  /// The reminders that other computers delivered. Nil if deliveries are not shared.
  let shared: SharedReminders?
  /// The reminders, earliest first.
  private let reminders: [PendingReminder]

  package init(in workspace: Workspace, now: CivilMoment, zone: LocalZone) throws {
    self.now = now
    let tasks = try workspace.index.tasks(TaskRequest(scope: .open, now: now))
    graph = try workspace.index.tasks.graph(of: tasks)
    state = ReminderState(folder: workspace.repository.stateFolder, now: now.secondsSinceEpoch())
    shared = workspace.configuration.flag("remind.shared") ? SharedReminders(in: workspace.files) : nil
    var reminders: [PendingReminder] = []
    let dayTime = workspace.configuration.dayTime
    let notes = try workspace.index.notes.reminded()
    for subject in tasks.map({ .task($0) }) + notes.map({ ReminderSubject.note($0) }) {
      for time in subject.times(zone: zone, dayTime: dayTime) {
        reminders.append(PendingReminder(subject, at: time.moment))
      }
      if let seconds = state.snoozed[subject.key], let moment = zone.moment(secondsSinceEpoch: seconds) {
        reminders.append(PendingReminder(subject, at: moment))
      }
    }
    // A snoozed reminder and another reminder of the task can be at the same moment.
    self.reminders = Set(reminders).sorted { ($0.seconds, $0.key) < ($1.seconds, $1.key) }
  }

  /// The reminders to deliver now: due, not delivered, not blocked, and for each task or note the latest only.
  package var due: [PendingReminder] {
    let waiting = reminders.filter { reminder in
      reminder.seconds <= now.secondsSinceEpoch() && reminder.seconds >= state.since
        && !state.isTold(reminder.key) && shared?.isTold(reminder.key) != true
        && reminder.subject.task.map(graph.isBlocked) != true
    }
    var latest: [String: PendingReminder] = [:]
    for reminder in waiting { latest[reminder.subject.key] = reminder }
    return waiting.filter { latest[$0.subject.key] == $0 }
  }

  /// Returns all keys that count as delivered with these reminders, including earlier ones of the same task or note.
  func keys(coveredBy delivered: [PendingReminder]) -> [String] {
    let subjects = Set(delivered.map(\.subject.key))
    return reminders.filter {
      subjects.contains($0.subject.key) && $0.seconds <= now.secondsSinceEpoch()
    }.map(\.key)
  }

  package func upcoming(days: Int) -> [PendingReminder] {
    let end = now.secondsSinceEpoch() + days * 86_400
    return reminders.filter { $0.seconds > now.secondsSinceEpoch() && $0.seconds <= end }
  }
}
