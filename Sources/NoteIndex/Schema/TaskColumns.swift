import CivilCalendar
import NoteModel

/// The columns of a task, in the order in which ``LocatedTask/read(_:)`` takes them.
enum TaskColumns {
  static let all = """
    task.note, note.path, note.title, task.line, task.title, task.status, task.due, task.dueDay, task.priority, \
    task.tags, task.details
    """
}

extension LocatedTask {
  /// The rest of the rows.
  static func read(_ rows: BulkStatement) throws -> [LocatedTask] {
    var tasks: [LocatedTask] = []
    var note: (number: Int64, path: NotePath, title: String)?
    while try rows.next() {
      let number = rows.integer(0)
      // The tasks of a note share what is known of it.
      let holder =
        if let note, note.number == number { note } else {
          (number: number, path: NotePath(trusted: rows.text(1)), title: rows.text(2))
        }
      note = holder
      tasks.append(
        LocatedTask(
          path: holder.path, noteTitle: holder.title, item: try TaskItem(rows, holder.title)))
    }
    return tasks
  }
}

extension TaskItem {
  /// - Parameter noteTitle: The title of the note that is the task or holds it.
  fileprivate init(_ row: BulkStatement, _ noteTitle: String) throws {
    let line = row.optionalInteger(3).map { Int($0) }
    let source: Source = line.map { .checkbox(line: $0) } ?? .note
    let title = line == nil ? noteTitle : row.text(4)
    let status = TaskStatus(storedName: row.text(5), isCheckbox: line != nil)
    let due = try Self.due(row)
    let priority = TaskPriority(rawValue: Int(row.integer(8))) ?? .normal
    let tags = Self.tags(row)
    guard let text = row.optionalText(10) else {
      self.init(
        plain: source, title: title, status: status, due: due, priority: priority, tags: tags)
      return
    }
    let details = TaskDetails(text)
    func date(_ key: TaskDetails.Key) -> CivilDate? {
      details.value(of: key).flatMap { CivilDate(iso: $0) }
    }
    self.init(
      source: source, title: title, status: status, due: due, scheduled: date(.scheduled),
      start: date(.start), created: date(.created), closed: date(.closed), priority: priority,
      tags: tags, repetition: details.value(of: .repetition),
      reminders: details.values(of: .reminder), identifier: details.value(of: .identifier),
      dependencies: details.values(of: .dependency), parent: details.value(of: .parent),
      project: details.value(of: .project), color: details.value(of: .color),
      label: details.value(of: .label), ticket: details.value(of: .ticket),
      anchor: date(.anchor)?.day,
      series: details.value(of: .series))
  }

  /// A day is stored as its number.
  private static func due(_ row: BulkStatement) throws -> CivilDate? {
    guard let day = row.optionalInteger(7) else { return nil }
    return row.byteCount(6) == 10
      ? .day(try Day(stored: Int(day))) : CivilDate(iso: row.text(6))
  }

  private static func tags(_ row: BulkStatement) -> [TagName] {
    guard row.byteCount(9) > 0 else { return [] }
    return row.text(9).utf8.split(separator: UInt8(ascii: "\n")).map {
      TagName(trusted: String(Substring($0)))
    }
  }
}

extension TaskStatus {
  /// The status by its stored name; a check box's sign of the user's own is one letter.
  fileprivate init(storedName name: String, isCheckbox: Bool) {
    switch name {
    case "todo": self = .todo
    case "done": self = .done
    case "doing": self = .doing
    case "cancelled": self = .cancelled
    default: self = isCheckbox && name.count == 1 ? .custom(name) : TaskStatus(name)
    }
  }
}
