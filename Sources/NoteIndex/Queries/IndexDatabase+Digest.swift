package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The notes with open tasks due by a day, or with closed tasks and a change since another.
  ///
  /// Sealed letters, drafts and private notes are not among them.
  package func notesWithTasks(
    dueUntil due: Day, changedSince change: Day, today: Day
  ) throws -> [NotePath] {
    let sql = """
      SELECT path FROM note WHERE id IN (
        SELECT task.note FROM task JOIN note ON note.id = task.note
        WHERE (task.isClosed = 0 AND task.dueDay <= ?)
          OR (task.isClosed = 1 AND note.modifiedSeconds >= ?))
      AND isDraft = 0 AND isPublishable IS NOT 0 AND (unseal IS NULL OR unseal <= ?)
      ORDER BY path
      """
    // A day earlier: the file's clock may stand in another zone.
    let seconds = (change.daysSinceEpoch - 1) * 86_400
    return try writer.read { database in
      try String.fetchAll(
        database, sql: sql, arguments: [due.daysSinceEpoch, seconds, today.daysSinceEpoch]
      ).map { NotePath(trusted: $0) }
    }
  }

  /// The notes that are not for others: sealed letters, drafts, notes with `publish: false`.
  package func privatePaths(today: Day) throws -> Set<NotePath> {
    let sql = "SELECT path FROM note WHERE isDraft = 1 OR isPublishable = 0 OR unseal > ?"
    return try writer.read { database in
      Set(
        try String.fetchAll(database, sql: sql, arguments: [today.daysSinceEpoch])
          .map { NotePath(trusted: $0) })
    }
  }
}
