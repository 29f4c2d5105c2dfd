package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository

extension Workspace {
  /// Reminds of tasks, and of notes with reminders, again later.
  ///
  /// - Parameters:
  ///   - positions: The tasks and notes.
  ///   - moment: The new time, which is in the future.
  ///   - now: The moment that counts as now.
  /// - Returns: The tasks and notes.
  /// - Throws: ``Problem`` if it is neither; nothing is remembered then.
  package func snooze(
    _ positions: [NotePosition], until moment: CivilMoment, now: CivilMoment
  ) throws -> [ReminderSubject] {
    let known = try index.tasks().map { ReminderSubject.task($0) } + index.notes.reminded().map { .note($0) }
    let all = Dictionary(known.map { ($0.position, $0) }, uniquingKeysWith: { first, _ in first })
    let subjects = try positions.map { position in
      guard let subject = all[position] else { throw notATask(position) }
      return subject
    }
    try ReminderState.update(folder: repository.stateFolder, now: now.secondsSinceEpoch()) { state in
      for subject in subjects { state.snooze(subject.key, until: moment.secondsSinceEpoch()) }
    }
    return subjects
  }
}
