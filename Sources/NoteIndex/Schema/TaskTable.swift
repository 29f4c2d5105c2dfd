import CivilCalendar
import NoteModel

enum TaskColumn: Int, TableColumn {
  case note, position, line, title, status, isClosed
  case due, dueDay, dueSeconds, scheduledDay, scheduledSeconds, startDay, startSeconds
  case closedDay, closedSeconds, priority, tags, tagKeys, identifier, details, place, firstDay

  static let table = "task"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .isClosed, .priority: "INTEGER NOT NULL"
    case .title, .status, .tags, .tagKeys: "TEXT NOT NULL"
    case .due, .identifier, .details: "TEXT"
    case .line, .dueDay, .dueSeconds, .scheduledDay, .scheduledSeconds, .startDay, .startSeconds,
      .closedDay, .closedSeconds, .place, .firstDay:
      "INTEGER"
    }
  }
}

/// What a task has beyond its columns, and the names of other tasks.
enum TaskFieldColumn: Int, TableColumn {
  case note, task, key, position, text, folded, number, day, seconds, name, path, target

  static let table = "taskField"
  static let primaryKey: String? = "note, task, key, position"

  var type: String {
    switch self {
    case .note, .task, .position: "INTEGER NOT NULL"
    case .key, .text: "TEXT NOT NULL"
    case .folded, .name, .path: "TEXT"
    case .number: "REAL"
    case .day, .seconds, .target: "INTEGER"
    }
  }
}

/// What a task in its note is made of.
enum LocatedTaskColumn: Int, SelectList {
  case note, path, noteTitle, line, title, status, due, dueDay, priority, tags, details

  static let table = "task"

  var sql: String {
    switch self {
    case .path: "note.path"
    case .noteTitle: "note.title"
    default: "task.\(self)"
    }
  }
}

extension LocatedTask {
  /// The rest of the rows.
  ///
  /// - Parameter statuses: What the user's own statuses mean.
  static func read(_ rows: BulkStatement, _ statuses: OwnStatuses) throws -> [LocatedTask] {
    var tasks: [LocatedTask] = []
    var note: (number: Int64, path: NotePath, title: String)?
    let row = BulkRow<LocatedTaskColumn>(rows)
    while try rows.next() {
      let number = row.integer(.note)
      // The tasks of a note share what is known of it.
      let holder =
        if let note, note.number == number { note } else {
          (number: number, path: row.path(.path), title: row.text(.noteTitle))
        }
      note = holder
      tasks.append(
        LocatedTask(
          path: holder.path, noteTitle: holder.title, item: try TaskItem(row, holder.title).started(in: statuses)))
    }
    return tasks
  }
}

extension TaskItem {
  /// - Parameter noteTitle: The title of the note that is the task or holds it.
  init(_ row: BulkRow<LocatedTaskColumn>, _ noteTitle: String) throws {
    let line = row.optionalNumber(.line)
    let source: Source = line.map { .checkbox(line: $0) } ?? .note
    let title = line == nil ? noteTitle : row.text(.title)
    let status = TaskStatus(storedName: row.text(.status), isCheckbox: line != nil)
    let due = try Self.due(row)
    let priority = TaskPriority(rawValue: row.number(.priority)) ?? .normal
    let tags = Self.tags(row)
    guard let text = row.optionalText(.details) else {
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
  private static func due(_ row: BulkRow<LocatedTaskColumn>) throws -> CivilDate? {
    guard let day = row.optionalNumber(.dueDay) else { return nil }
    return row.byteCount(.due) == 10
      ? .day(try Day(stored: day)) : CivilDate(iso: row.text(.due))
  }

  private static func tags(_ row: BulkRow<LocatedTaskColumn>) -> [TagName] {
    guard row.byteCount(.tags) > 0 else { return [] }
    return row.text(.tags).utf8.split(separator: UInt8(ascii: "\n")).map {
      TagName(trusted: String(Substring($0)))
    }
  }
}

extension TaskStatus {
  /// The status by its stored name; a check box's sign of the user's own is one letter.
  init(storedName name: String, isCheckbox: Bool) {
    switch name {
    case "todo": self = .todo
    case "done": self = .done
    case "doing": self = .doing
    case "cancelled": self = .cancelled
    default: self = isCheckbox && name.count == 1 ? .custom(name) : TaskStatus(name)
    }
  }
}
