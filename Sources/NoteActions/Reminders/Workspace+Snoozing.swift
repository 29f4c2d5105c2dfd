package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository

extension Workspace {
  /// Reminds of tasks again later.
  ///
  /// - Parameters:
  ///   - positions: The tasks.
  ///   - moment: When; it is to come.
  ///   - now: The moment that counts as now.
  /// - Returns: The tasks.
  /// - Throws: ``NotATask``; nothing is remembered then.
  package func snooze(
    _ positions: [NotePosition], until moment: CivilMoment, now: CivilMoment
  ) throws -> [LocatedTask] {
    let all = Dictionary(
      try index.tasks().map { ($0.position, $0) },
      uniquingKeysWith: { first, _ in first })
    let tasks = try positions.map { position in
      guard let task = all[position] else { throw NotATask(position) }
      return task
    }
    let folder = repository.stateFolder
    var state = ReminderState(folder: folder, now: now.secondsSinceEpoch())
    for task in tasks {
      let reminder = PendingReminder(task: task, moment: moment)
      state.snooze(reminder.taskKey, until: reminder.seconds)
    }
    state.save(folder: folder, now: now.secondsSinceEpoch())
    return tasks
  }
}
