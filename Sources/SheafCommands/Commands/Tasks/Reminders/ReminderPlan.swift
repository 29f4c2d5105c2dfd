import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// Every reminder of the open tasks: when it is due, and whether it was told.
struct ReminderPlan {
  let graph: TaskGraph
  let now: CivilMoment
  let state: ReminderState
  /// What other machines delivered; nil where they keep it to themselves.
  let shared: SharedReminders?
  /// The earliest first.
  let reminders: [PendingReminder]

  init(_ context: CommandContext, _ workspace: Workspace) throws {
    now = context.clock()
    let tasks = try workspace.index.tasks(TaskRequest(scope: .open, now: now))
    graph = try workspace.index.taskGraph(of: tasks, today: now.day)
    state = ReminderState(
      folder: workspace.repository.stateFolder, now: now.secondsSinceEpoch())
    shared =
      workspace.configuration.flag("remind.shared") ? SharedReminders(in: workspace.files) : nil
    var reminders: [PendingReminder] = []
    let dayTime = workspace.configuration.dayTime
    for task in tasks {
      for time in ReminderTime.times(of: task.item, zone: context.zone, dayTime: dayTime) {
        reminders.append(PendingReminder(task: task, moment: time.moment))
      }
      let key = PendingReminder(task: task, moment: now).taskKey
      if let seconds = state.snoozed[key],
        let moment = context.zone.moment(secondsSinceEpoch: seconds)
      {
        reminders.append(PendingReminder(task: task, moment: moment))
      }
    }
    self.reminders = reminders.sorted { ($0.seconds, $0.key) < ($1.seconds, $1.key) }
  }

  /// What is to be delivered now: due, not told, not blocked, and for each task the latest only.
  var due: [PendingReminder] {
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

  func upcoming(days: Int) -> [PendingReminder] {
    let end = now.secondsSinceEpoch() + days * 86_400
    return reminders.filter { $0.seconds > now.secondsSinceEpoch() && $0.seconds <= end }
  }
}

/// A sealed letter whose day has come, and which was not reported yet.
struct OpenedLetter {
  let title: String
  /// What names it, and its day, for as long as both are the same.
  let key: String

  /// The letters that opened since reminders are delivered, the earliest first.
  ///
  /// A letter opens at `remind.day-time` of its day.
  static func all(in workspace: Workspace, _ plan: ReminderPlan, zone: LocalZone) throws
    -> [OpenedLetter]
  {
    let request = NoteRequest(
      query: .kind(.letter), sort: [SortKey("unseal")], now: plan.now)
    return try workspace.index.notes(request).compactMap { note in
      guard let day = note.unseal, !note.isSealed(on: plan.now.day) else { return nil }
      let seconds =
        zone.moment(on: day, at: workspace.configuration.dayTime).secondsSinceEpoch()
      let letter = OpenedLetter(
        title: note.title, key: "\(seconds) letter \(note.identifier ?? note.path.string)")
      let isNew = seconds <= plan.now.secondsSinceEpoch() && seconds >= plan.state.since
      let isTold = plan.state.isTold(letter.key) || plan.shared?.isTold(letter.key) == true
      return isNew && !isTold ? letter : nil
    }
  }
}
