package import CivilCalendar
import GRDB
package import NoteModel

/// Which tasks are asked for.
package enum TaskScope: Sendable {
  case all
  /// What is not done or cancelled.
  case open
  /// Of these the notes, and the check boxes that bear a day or anything else beside their text.
  case openMarked

  fileprivate var condition: String {
    switch self {
    case .all: ""
    case .open: "AND NOT task.isClosed"
    case .openMarked:
      "AND NOT task.isClosed AND (line IS NULL OR task.due IS NOT NULL OR details IS NOT NULL)"
    }
  }
}

extension IndexDatabase {
  /// Notes and check boxes, in the order of paths and lines. Those of sealed letters are not told of.
  package func tasks(_ scope: TaskScope = .all, today: Day) throws -> [LocatedTask] {
    let sql = """
      SELECT note.path, note.title, task.line, task.title, task.status, task.due, task.priority,
        task.tags, task.details
      FROM task JOIN note ON note.id = task.note
      WHERE (note.unseal IS NULL OR note.unseal <= ?) \(scope.condition)
      ORDER BY note.path, task.position
      """
    return try writer.read { database in
      let rows = try BulkStatement(database, sql)
      rows.bind(today.daysSinceEpoch)
      var tasks: [LocatedTask] = []
      while try rows.next() { tasks.append(LocatedTask(rows)) }
      return tasks
    }
  }

  /// The tasks that are asked for, and what blocks what.
  ///
  /// Where one of them waits for another or is part of a note, all tasks are there: any may be the other.
  package func taskGraph(_ scope: TaskScope = .all, today: Day) throws -> TaskGraph {
    var tasks = try tasks(scope, today: today)
    let isLinked = tasks.contains { task in
      !task.item.dependencies.isEmpty || task.line == nil && task.item.parent != nil
    }
    if isLinked, scope != .all { tasks = try self.tasks(today: today) }
    return TaskGraph(tasks, names: isLinked ? try taskNames() : [:])
  }

  /// The notes with a status, by each of their names.
  private func taskNames() throws -> [String: [NotePath]] {
    let sql = """
      SELECT name.key, note.path FROM name JOIN note ON note.id = name.note
      WHERE note.status IS NOT NULL ORDER BY name.rank, note.path
      """
    return try writer.read { database in
      try Row.fetchAll(database, sql: sql).reduce(into: [:]) { names, row in
        names[row[0], default: []].append(NotePath(trusted: row[1]))
      }
    }
  }
}

extension LocatedTask {
  fileprivate init(_ row: BulkStatement) {
    let line = row.optionalInteger(2).map { Int($0) }
    let status = row.text(4)
    let tags = row.text(7)
    let details = TaskDetails(row.optionalText(8))
    func date(_ key: String) -> CivilDate? { details.value(of: key).flatMap { CivilDate(iso: $0) } }
    let item = TaskItem(
      source: line.map { .checkbox(line: $0) } ?? .note, title: row.text(3),
      status: line == nil ? TaskStatus(status) : TaskStatus(checkboxName: status),
      due: row.optionalText(5).flatMap { CivilDate(iso: $0) }, scheduled: date("scheduled"),
      start: date("start"),
      created: date("created"), closed: date("closed"),
      priority: TaskPriority(rawValue: Int(row.integer(6))) ?? .normal,
      tags: tags.isEmpty ? [] : tags.split(separator: "\n").compactMap { TagName($0) },
      repetition: details.value(of: "repeat"), reminders: details.values(of: "remind"),
      identifier: details.value(of: "id"), dependencies: details.values(of: "depends"),
      parent: details.value(of: "parent"), project: details.value(of: "project"),
      color: details.value(of: "color"), label: details.value(of: "label"),
      anchor: date("anchor")?.day, series: details.value(of: "series"))
    self.init(path: NotePath(trusted: row.text(0)), noteTitle: row.text(1), item: item)
  }
}

extension TaskStatus {
  /// The status of a check box by its stored name; a sign of the user's own is one letter.
  fileprivate init(checkboxName name: String) {
    self = name.count == 1 ? .custom(name) : TaskStatus(name)
  }
}
