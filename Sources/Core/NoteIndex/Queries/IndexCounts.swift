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
      .task, now: now, telephoneRegions: index.telephoneRegions,
      ownStatuses: index.ownStatuses)
    self = try index.read { database in
      func count(_ table: String, _ condition: String = "1", what: String = "*") throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(\(what)) FROM \(table) WHERE \(condition)")
          ?? 0
      }
      let external = StoredLinkState.external.rawValue
      let open = QueryCompiler.isOpen
      let notes = try RemindedNote.all(database)
      let isToday = "task.dueDay = \(day) AND NOT \(compiler.isOverdue)"
      return IndexCounts(
        notes: try count("note", "NOT isSealed"), diaryEntries: try count("note", "kind = 'diary'"),
        attachments: try Int.fetchOne(database, sql: "SELECT count(*) FROM attachment") ?? 0,
        tags: try count("tag", what: "DISTINCT tag.folded"),
        links: try count("link", "link.state <> \(external)"),
        brokenLinks: try count("link", "link.state = \(StoredLinkState.broken.rawValue)"),
        openTasks: try count("task", open),
        overdueTasks: try count("task", "\(open) AND \(compiler.isOverdue)"),
        dueToday: try count("task", "\(open) AND \(isToday)"),
        notesWithProblems: try count("note", "problems > 0"),
        reminders: try count("task", "\(open) AND \(TaskDetails.hasReminder)") + notes.count,
        remindersWithoutDay: try Self.remindersWithoutDay(database)
          + notes.count { $0.reminders.contains { CivilDate(iso: $0) == nil } })
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
