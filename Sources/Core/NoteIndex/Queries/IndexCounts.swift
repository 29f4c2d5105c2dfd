package import CivilCalendar
import GRDB
import NoteModel

/// The numbers that `status` shows.
package struct IndexCounts: Hashable, Sendable {
  package let notes: Int
  package let diaryEntries: Int
  package let attachments: Int
  package let tags: Int
  package let links: Int
  package var brokenLinks: Int
  package let openTasks: Int
  package let overdueTasks: Int
  package let dueToday: Int
  package let notesWithProblems: Int
  /// The number of open tasks and other notes that have a reminder.
  package let reminders: Int
  /// The number of open tasks and notes with a reminder that counts from a day which they do not have.
  package let remindersWithoutDay: Int
}

extension IndexCounts {
  /// Counts notes, tasks, tags and links, and those of them that need care. Sealed letters are not counted.
  package init(_ index: IndexDatabase, now: CivilMoment) throws {
    let day = now.day.daysSinceEpoch
    let compiler = QueryCompiler(
      .task, now: now, telephoneRegions: index.telephoneRegions, ownStatuses: index.ownStatuses)
    self = try index.read { database in
      // One look at a table for all its numbers.
      func counts(_ table: String, _ conditions: String...) throws -> [Int] {
        let counts = conditions.map { "count(*) FILTER (WHERE \($0))" }.joined(separator: ", ")
        let row = try Row.fetchOne(database, sql: "SELECT \(counts) FROM \(table)")
        return try conditions.indices.map { try row?.integer($0) ?? 0 }
      }
      let reminded = try RemindedNote.all(database)
      let notes = try counts("note", "NOT isSealed", "kind = 'diary'", "problems > 0")
      let links = try counts(
        "link", "state <> \(StoredLinkState.external.rawValue)", "state = \(StoredLinkState.broken.rawValue)")
      let tasks = try counts(
        "task WHERE \(QueryCompiler.isOpen)", "TRUE", compiler.isOverdue,
        "task.dueDay = \(day) AND NOT \(compiler.isOverdue)", TaskDetails.hasReminder)
      return IndexCounts(
        notes: notes[0], diaryEntries: notes[1],
        attachments: try Int.fetchOne(database, sql: "SELECT count(*) FROM attachment") ?? 0,
        tags: try Int.fetchOne(database, sql: "SELECT count(DISTINCT folded) FROM tag") ?? 0,
        links: links[0], brokenLinks: links[1], openTasks: tasks[0], overdueTasks: tasks[1], dueToday: tasks[2],
        notesWithProblems: notes[2], reminders: tasks[3] + reminded.count,
        remindersWithoutDay: (tasks[3] == 0 ? 0 : try Self.remindersWithoutDay(database))
          + reminded.count { $0.reminders.contains { CivilDate(iso: $0) == nil } })
    }
  }

  private static func remindersWithoutDay(_ database: Database) throws -> Int {
    let details = try String.fetchAll(
      database,
      sql: """
        SELECT details FROM task WHERE isClosed = 0
          AND task.dueDay IS NULL AND \(TaskDetails.hasReminder)
        """)
    return details.count { text in
      let details = TaskDetails(text)
      return details.value(of: .scheduled) == nil
        && details.values(of: .reminder).contains { CivilDate(iso: $0) == nil }
    }
  }
}
