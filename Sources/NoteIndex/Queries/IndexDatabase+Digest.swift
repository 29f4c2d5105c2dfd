package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The tasks that are open and due by a day, or were closed in these days, those of a note in the order of their lines.
  ///
  /// Those of drafts and private notes are not among them.
  ///
  /// - Parameter due: nil if open ones are not wanted.
  package func tasks(dueUntil due: Day?, closedIn days: DayRange) throws -> [LocatedTask] {
    // A day more at both ends: the index has the user's days, a note the days of whoever wrote it.
    let first = days.first.daysSinceEpoch - 1
    let last = days.last.daysSinceEpoch + 1
    return try tasks(
      """
      (task.isClosed = 0 AND task.dueDay <= ?
        OR task.isClosed = 1 AND task.closedDay BETWEEN ? AND ?)
      AND note.isDraft = 0 AND note.isPublishable IS NOT 0
      AND task.title <> ''
      """, [due?.daysSinceEpoch, first, last])
  }

  /// The notes that rules hold back, with the reason.
  package func heldBack(by rules: PublicationRules) throws -> [NotePath: HeldBackReason] {
    try writer.read { database in try Self.heldBack(database, rules) }
  }

  /// The notes with tasks, by their paths.
  package func notesWithTasks() throws -> Set<NotePath> {
    try writer.read { database in
      Set(
        try String.fetchAll(
          database, sql: "SELECT path FROM note WHERE id IN (SELECT note FROM task)"
        ).map { NotePath(trusted: $0) })
    }
  }
}
