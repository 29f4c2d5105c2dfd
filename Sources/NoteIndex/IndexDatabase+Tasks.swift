package import CivilCalendar
import GRDB
package import NoteModel

/// Which tasks are asked for.
package enum TaskScope: Sendable, Equatable {
  case all
  /// What is not done or cancelled.
  case open
  /// Of these what an agenda up to a day may tell of.
  case openUntil(Day)

  fileprivate var condition: String {
    switch self {
    case .all: ""
    case .open: "AND NOT task.isClosed"
    case .openUntil(let day): "AND task.firstDay <= \(day.daysSinceEpoch)"
    }
  }
}

extension IndexDatabase {
  /// Notes and check boxes. Those of sealed letters are not told of. Those of a note come together, in the order of
  /// their lines.
  package func tasks(_ scope: TaskScope = .all, today: Day) throws -> [LocatedTask] {
    try writer.read { database in
      try LocatedTask.read(
        BulkStatement(
          database,
          """
          SELECT \(TaskColumns.all) FROM task CROSS JOIN note ON note.id = task.note
          WHERE (note.unseal IS NULL OR note.unseal <= \(today.daysSinceEpoch)) \(scope.condition)
          """))
    }
  }

  /// A column of a board: its first tasks, and how many there are.
  package struct TaskColumn: Sendable {
    package let status: String
    package let count: Int
    package let tasks: [LocatedTask]
  }

  /// All tasks by their status, each column in the order of ``LocatedTask/inColumnOrder(_:)``.
  ///
  /// `limit`: The most tasks of a column, by its status.
  package func taskColumns(today: Day, limit: (String) -> Int) throws -> [TaskColumn] {
    let shown = """
      task.place IS NOT NULL
      AND task.note NOT IN (SELECT id FROM note WHERE unseal > \(today.daysSinceEpoch))
      """
    return try writer.read { database in
      let counts = try BulkStatement(
        database, "SELECT status, count(*) FROM task WHERE \(shown) GROUP BY status")
      let first = try BulkStatement(
        database,
        """
        SELECT \(TaskColumns.all) FROM task CROSS JOIN note ON note.id = task.note
        WHERE task.status = ? AND \(shown)
        ORDER BY place, task.title, note.path, task.line LIMIT ?
        """)
      var columns: [TaskColumn] = []
      while try counts.next() {
        let status = counts.text(0)
        first.bind(status)
        first.bind(limit(status))
        columns.append(
          TaskColumn(
            status: status, count: Int(counts.integer(1)), tasks: try LocatedTask.read(first)))
      }
      return columns
    }
  }

  /// The tasks that are asked for, and what blocks what.
  ///
  /// Where one of them waits for another or is part of a note, all tasks are there: any may be the other.
  package func taskGraph(_ scope: TaskScope = .all, today: Day) throws -> TaskGraph {
    try taskGraph(of: try tasks(scope, today: today), isAll: scope == .all, today: today)
  }

  /// The same for tasks that were read before.
  package func taskGraph(of tasks: [LocatedTask], isAll: Bool, today: Day) throws -> TaskGraph {
    let isLinked = tasks.contains { task in
      !task.item.dependencies.isEmpty || task.line == nil && task.item.parent != nil
    }
    guard isLinked else { return TaskGraph(tasks, names: [:]) }
    let all = isAll ? tasks : try self.tasks(today: today)
    return TaskGraph(
      all.sorted { ($0.path, $0.line ?? 0) < ($1.path, $1.line ?? 0) }, names: try taskNames())
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
