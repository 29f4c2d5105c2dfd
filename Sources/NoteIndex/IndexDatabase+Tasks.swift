package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// Every task, notes and check boxes, in the order of paths and lines. Those of sealed letters are not told of.
  package func tasks(today: Day) throws -> [LocatedTask] {
    let sql = """
      SELECT note.path, note.title, task.line, task.title, task.status, task.due, task.priority,
        task.tags, task.details
      FROM task JOIN note ON note.id = task.note
      WHERE note.unseal IS NULL OR note.unseal <= ? ORDER BY note.path, task.position
      """
    return try writer.read { database in
      let rows = try Row.fetchCursor(database, sql: sql, arguments: [today.daysSinceEpoch])
      var tasks: [LocatedTask] = []
      while let row = try rows.next() { tasks.append(LocatedTask(row)) }
      return tasks
    }
  }

  /// What blocks what, among all tasks.
  package func taskGraph(today: Day) throws -> TaskGraph {
    let tasks = try tasks(today: today)
    let isLinked = tasks.contains { task in
      !task.item.dependencies.isEmpty || task.line == nil && task.item.parent != nil
    }
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
  fileprivate init(_ row: Row) {
    let line: Int? = row[2]
    let due: String? = row[5]
    let tags: String = row[7]
    let status: String = row[4]
    let details = TaskDetails.decoded(row[8])
    func date(_ key: String) -> CivilDate? { details[key]?.first.flatMap { CivilDate(iso: $0) } }
    let item = TaskItem(
      source: line.map { .checkbox(line: $0) } ?? .note, title: row[3],
      status: line == nil ? TaskStatus(status) : TaskStatus(checkboxName: status),
      due: due.flatMap { CivilDate(iso: $0) }, scheduled: date("scheduled"), start: date("start"),
      created: date("created"), closed: date("closed"),
      priority: TaskPriority(rawValue: row[6]) ?? .normal,
      tags: tags.split(separator: "\n").compactMap { TagName($0) },
      repetition: details["repeat"]?.first, reminders: details["remind"] ?? [],
      identifier: details["id"]?.first, dependencies: details["depends"] ?? [],
      parent: details["parent"]?.first, project: details["project"]?.first,
      color: details["color"]?.first, label: details["label"]?.first,
      anchor: date("anchor")?.day, series: details["series"]?.first)
    self.init(path: NotePath(trusted: row[0]), noteTitle: row[1], item: item)
  }
}

extension TaskStatus {
  /// The status of a check box by its stored name; a sign of the user's own is one letter.
  fileprivate init(checkboxName name: String) {
    self = name.count == 1 ? .custom(name) : TaskStatus(name)
  }
}
