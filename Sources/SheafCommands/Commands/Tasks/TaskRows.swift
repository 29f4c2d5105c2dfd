import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation

/// What tasks can be put under headings by: what they say themselves, else any field of their notes.
struct TaskRows {
  private let tasks: [LocatedTask]
  private let index: IndexDatabase

  init(_ tasks: [LocatedTask], _ index: IndexDatabase) {
    self.tasks = tasks
    self.index = index
  }

  /// The values of a field; nil for one that the rows’ objects tell.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func values(of field: String) throws -> ((TaskListReport.Row) -> [String])? {
    switch field {
    case "due": return { $0.task.item.due.map { [$0.day.description] } ?? [] }
    case "folder": return { $0.task.path.folder.map { [$0.string] } ?? [] }
    case "tag": return { $0.task.item.tags.map(\.string) }
    case "status", "priority", "project", "tags", "note", "path", "label", "ticket", "color",
      "scheduled", "start", "parent":
      return nil
    default:
      try FieldNames(index).check(field)
      let values = try index.values(of: field, at: Set(tasks.map(\.path)))
      return { values[$0.task.path] ?? [] }
    }
  }
}
