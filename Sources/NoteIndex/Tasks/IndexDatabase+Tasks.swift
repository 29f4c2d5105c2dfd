package import CivilCalendar
import GRDB
package import NoteModel

/// Which tasks are asked for.
package enum TaskScope: Sendable, Equatable {
  case all
  /// What is not done or cancelled.
  case open
  /// Of these what can be started: its start day has come.
  case startable
  /// Of the open ones what an agenda up to a day may report.
  case openUntil(Day)

  fileprivate func condition(_ compiler: QueryCompiler) -> String {
    switch self {
    case .all: ""
    case .open: "AND NOT task.isClosed"
    case .startable: "AND NOT task.isClosed AND \(compiler.isForNow) AND \(compiler.hasStarted)"
    case .openUntil(let day): "AND task.firstDay <= \(day.daysSinceEpoch)"
    }
  }
}

/// Which tasks are wanted.
package struct TaskRequest: Sendable {
  package var query: Query
  /// Which tasks are looked at. Where it leaves out closed ones, or those of a later start, and the query speaks of them,
  /// they are as well.
  package var scope: TaskScope
  package var now: CivilMoment

  package init(query: Query = .all, scope: TaskScope = .all, now: CivilMoment) {
    self.query = query
    self.scope =
      query.speaksOfClosedTasks ? .all : scope == .startable && query.speaksOfStarts ? .open : scope
    self.now = now
  }

  /// What an agenda up to a day may report, whatever the query speaks of.
  package init(query: Query, until day: Day, now: CivilMoment) {
    self.query = query
    scope = .openUntil(day)
    self.now = now
  }
}

extension IndexDatabase {
  /// The tasks that a query asks for: notes and check boxes, those of a note together in the order of their lines.
  /// Boxes without a text are left out.
  package func tasks(_ request: TaskRequest) throws -> [LocatedTask] {
    var compiler = QueryCompiler(
      .task, now: request.now, telephoneRegions: telephoneRegions,
      ownStatuses: ownStatuses, names: try names(in: request.query))
    let condition = compiler.compileTasks(request.query)
    return try tasks(
      "\(condition) \(request.scope.condition(compiler)) AND task.title <> ''", compiler.arguments)
  }

  /// Every task, also boxes without a text.
  package func tasks() throws -> [LocatedTask] { try tasks("1") }

  /// The tasks for which a condition on the tables `task` and `note` is true.
  func tasks(
    _ condition: String, _ arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> [LocatedTask] {
    try writer.read { database in
      let rows = try BulkStatement(
        database,
        """
        SELECT \(LocatedTaskColumn.list) FROM task CROSS JOIN note ON note.id = task.note
        WHERE \(condition)
        """)
      for argument in arguments { rows.bind(argument?.databaseValue ?? .null) }
      return try LocatedTask.read(rows, ownStatuses)
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
  /// - Parameter limit: The most tasks of a column, by its status.
  package func taskColumns(limit: (String) -> Int) throws -> [TaskColumn] {
    let shown = "task.place IS NOT NULL"
    return try writer.read { database in
      let counts = try BulkStatement(
        database, "SELECT status, count(*) FROM task WHERE \(shown) GROUP BY status")
      let first = try BulkStatement(
        database,
        """
        SELECT \(LocatedTaskColumn.list) FROM task CROSS JOIN note ON note.id = task.note
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
            status: status, count: Int(counts.integer(1)), tasks: try LocatedTask.read(first, ownStatuses)))
      }
      return columns
    }
  }

  /// Open tasks that no agenda of today lists.
  package struct WaitingTasks: Sendable {
    /// The next due, then those without a day: the more urgent first, then those that were started.
    package let tasks: [LocatedTask]
    /// How many there are with those that are due later.
    package let count: Int
  }

  /// What can be started and is neither due nor scheduled until today, in the order in which it is of interest.
  ///
  /// - Parameter listed: The references of tasks that are shown already.
  package func waitingTasks(
    of query: Query, now: CivilMoment, besides listed: Set<String>, limit: Int
  ) throws -> WaitingTasks {
    var compiler = QueryCompiler(
      .task, now: now, telephoneRegions: telephoneRegions,
      ownStatuses: ownStatuses, names: try names(in: query))
    let isWanted = compiler.compileTasks(query)
    let arguments = compiler.arguments
    let day = now.day.daysSinceEpoch
    let ready = """
      task.place IS NOT NULL AND \(QueryCompiler.isOpen) AND \(compiler.isForNow) AND \(compiler.hasStarted) AND NOT \(compiler.isBlocked)
        AND (task.scheduledDay IS NULL OR task.scheduledDay > \(day))
      """
    let undated = "\(ready) AND task.dueDay IS NULL AND task.scheduledDay IS NULL"
    let later = "\(ready) AND task.dueDay > \(day)"
    func first(_ condition: String, _ count: Int) throws -> [LocatedTask] {
      let rows =
        "\(isWanted) AND \(condition) ORDER BY task.place, \(compiler.isStarted) DESC, task.title, note.path, task.line LIMIT \(count)"
      return try tasks(rows, arguments).filter { !listed.contains($0.reference) }
    }
    let next = try first(later, listed.count + 1).prefix(1)
    let count = try writer.read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM task CROSS JOIN note ON note.id = task.note
          WHERE \(isWanted) AND ((\(undated)) OR (\(later)))
          """, arguments: StatementArguments(arguments)) ?? 0
    }
    return WaitingTasks(
      tasks: Array((next + (try first(undated, listed.count + limit))).prefix(limit)), count: count)
  }

  /// What blocks what and what is part of what, of tasks that were read before and of all that name another.
  package func taskGraph(of tasks: [LocatedTask]) throws -> TaskGraph {
    let edges = try writer.read { try TaskRelations.edges($0) }
    guard !edges.isEmpty else { return TaskGraph(tasks, edges: []) }
    let linked = try self.tasks(TaskRelations.hasPart)
    return TaskGraph(tasks + linked, edges: edges)
  }
}
