import ByteBasics
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

  /// What a template names and the objects of the rows lack: fields of the notes that have the tasks.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func members(
    for names: Set<String>, _ report: TaskListReport
  ) throws -> (TaskListReport.Row) -> [JSONValue.Member] {
    guard let first = report.rows.first else { return { _ in [] } }
    let known = report.json(of: first).memberNames
    let values = try names.subtracting(known).map { name in
      try FieldNames(index).check(name)
      return (name, try index.values(of: name, at: Set(tasks.map(\.path))))
    }
    return { row in
      values.map { name, values in
        JSONValue.Member(name, .string((values[row.task.path] ?? []).joined(separator: ", ")))
      }
    }
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
