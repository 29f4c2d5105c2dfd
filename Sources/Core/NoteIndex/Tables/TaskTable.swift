package import CivilCalendar
import GRDB
package import NoteModel

enum TaskColumn: Int, TableColumn {
  case note, position, notePath, noteTitle, line, mark, fields, title, status, isClosed
  case due, dueDay, dueSeconds, scheduledDay, scheduledSeconds, startDay, startSeconds
  case closedDay, closedSeconds, priority, tags, tagKeys, identifier, details, place, firstDay

  static let table = "task"
  static let primaryKey: String? = "note, position"

  var type: String {
    switch self {
    case .note, .position, .isClosed, .priority: "INTEGER NOT NULL"
    case .notePath, .title, .status, .tags, .tagKeys: "TEXT NOT NULL"
    case .noteTitle, .mark, .fields, .due, .identifier, .details: "TEXT"
    case .line, .dueDay, .dueSeconds, .scheduledDay, .scheduledSeconds, .startDay, .startSeconds,
      .closedDay, .closedSeconds, .place, .firstDay:
      "INTEGER"
    }
  }
}

/// The fields of a task beyond its columns, and the names of other tasks.
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

/// The columns of a task in its note. The note's path is in the task's row as well, and its title if that is another:
/// listings read thousands of tasks, and their notes lie on all pages of another table.
enum LocatedTaskColumn: Int, SelectList {
  case note, notePath, noteTitle, line, title, status, due, dueDay, priority, tags, details

  static let table = "task"
}

/// A check box as it is written, without its words.
package struct WrittenBox: Sendable {
  /// The line, from 1.
  package let line: Int
  /// The character between the brackets.
  package let mark: String
  /// ``BoxFields/text``; nil if only its note has them.
  package let fields: String?
}

extension IndexedNotes {
  /// Returns the check boxes of all notes, in their order, by the numbers of the notes.
  package func boxes() throws -> [Int: [WrittenBox]] {
    try index.read { database in
      var boxes: [Int: [WrittenBox]] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT note, line, mark, fields FROM task WHERE line IS NOT NULL ORDER BY note, position")
      while let row = try rows.next() {
        boxes[try row.integer(0), default: []].append(
          WrittenBox(line: try row.integer(1), mark: try row.text(2), fields: row[3]))
      }
      return boxes
    }
  }
}

extension LocatedTask {
  /// Returns the rest of the rows, read with the user's own statuses.
  static func read(_ rows: BulkStatement, _ statuses: OwnStatuses) throws -> [LocatedTask] {
    var tasks: [LocatedTask] = []
    var note: (number: Int64, path: NotePath, title: String)?
    let row = BulkRow<LocatedTaskColumn>(rows)
    while try rows.next() {
      let number = row.integer(.note)
      let title = row.text(.title)
      // The tasks of a note share the facts about the note.
      let holder =
        if let note, note.number == number { note } else {
          (number: number, path: row.path(.notePath), title: row.optionalText(.noteTitle) ?? title)
        }
      note = holder
      tasks.append(
        LocatedTask(path: holder.path, noteTitle: holder.title, item: try TaskItem(row, title).started(in: statuses)))
    }
    return tasks
  }
}

extension TaskItem {
  fileprivate init(_ row: BulkRow<LocatedTaskColumn>, _ title: String) throws {
    let line = row.optionalNumber(.line)
    let source: Source = line.map { .checkbox(line: $0) } ?? .note
    let status = TaskStatus(storedName: row.text(.status), isCheckbox: line != nil)
    let due = try Self.due(row)
    let priority = TaskPriority(rawValue: row.number(.priority)) ?? .normal
    let tags = row.lines(.tags).map { TagName(trusted: $0) }
    guard let text = row.optionalText(.details) else {
      self.init(plain: source, title: title, status: status, due: due, priority: priority, tags: tags)
      return
    }
    let details = TaskDetails(text)
    func date(_ key: TaskDetails.Key) -> CivilDate? { details.value(of: key).flatMap { CivilDate(iso: $0) } }
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

  /// Reads a due day, which is stored as its number.
  private static func due(_ row: BulkRow<LocatedTaskColumn>) throws -> CivilDate? {
    guard let day = row.optionalNumber(.dueDay) else { return nil }
    return row.byteCount(.due) == 10 ? .day(try Day(stored: day)) : CivilDate(iso: row.text(.due))
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

/// The tasks that a request is about.
package enum TaskScope: Sendable, Equatable {
  case all
  /// A task that is neither done nor cancelled.
  case open
  /// Open, and the start day has come.
  case startable
  /// Open, and possibly part of an agenda up to a day.
  case openUntil(Day)

  fileprivate func condition(_ compiler: QueryCompiler) -> String {
    switch self {
    case .all: ""
    case .open: "AND \(QueryCompiler.isOpenAndShown)"
    case .startable: "AND \(QueryCompiler.isOpenAndShown) AND \(compiler.isForNow) AND \(compiler.hasStarted)"
    case .openUntil(let day): "AND task.firstDay <= \(day.daysSinceEpoch)"
    }
  }
}

/// A request for tasks: the query, its scope and the most results.
package struct TaskRequest: Sendable {
  package var query: Query
  /// The tasks that are searched. Closed tasks and tasks with a later start are searched in any scope if the query
  /// has a condition about closed tasks or starts.
  package var scope: TaskScope
  package var now: CivilMoment
  /// The most tasks: the first in the order of ``LocatedTask/inOrder(_:)``.
  package var limit: Int?

  package init(query: Query = .all, scope: TaskScope = .all, now: CivilMoment) {
    self.query = query
    self.scope = query.speaksOfClosedTasks ? .all : scope == .startable && query.speaksOfStarts ? .open : scope
    self.now = now
  }

  /// Selects the tasks that an agenda up to a day may report, whatever the query is.
  package init(query: Query, until day: Day, now: CivilMoment) {
    self.query = query
    scope = .openUntil(day)
    self.now = now
  }
}

/// A column of a board: its first tasks, and how many there are.
package struct BoardColumn: Sendable {
  package let status: String
  package let count: Int
  package let tasks: [LocatedTask]
}

/// Open tasks that no agenda of today lists.
package struct WaitingTasks: Sendable {
  /// The tasks that are due within a week, then started tasks, then tasks that are due later, then tasks without a day.
  package let tasks: [LocatedTask]
  /// The number of all tasks, including tasks that are due later.
  package let count: Int
}

/// The title of a task with its place and due date, without its other fields.
package struct TaskName: Sendable, Hashable {
  package let title: String
  package let path: NotePath
  /// The check box's line; nil for a note.
  package let line: Int?
  /// The due date as stored: a day or a moment.
  package let due: String?

  /// The name on the command line: `Memo/a.md`, `Memo/a.md:12`.
  package var reference: String { NotePosition(path, line: line).text }
}

/// The tasks: notes and check boxes.
package struct IndexedTasks: Sendable {
  let index: IndexDatabase

  /// Returns the tasks that a query asks for: notes and check boxes. The check boxes of a note are together, in the
  /// order of their lines. Boxes without a text are left out.
  package func callAsFunction(_ request: TaskRequest) throws -> [LocatedTask] {
    var compiler = QueryCompiler(
      .task, now: request.now, telephoneRegions: index.telephoneRegions,
      ownStatuses: index.ownStatuses, names: try index.names(in: request.query))
    let condition = compiler.compileTasks(request.query)
    let wanted = "\(condition) \(request.scope.condition(compiler)) AND task.title <> ''"
    let tables = Self.tables(of: request.query)
    guard let limit = request.limit, request.scope != .all else {
      let tasks = try rows(from: tables, where: wanted, compiler.arguments)
      return request.limit.map { Array(LocatedTask.inOrder(tasks).prefix($0)) } ?? tasks
    }
    // Open tasks are stored with their place in a list.
    let order = "ORDER BY task.place, task.title, task.notePath, task.line LIMIT \(limit)"
    return try rows(from: tables, where: "\(wanted) \(order)", compiler.arguments)
  }

  /// Returns every task, also boxes without a text.
  package func callAsFunction() throws -> [LocatedTask] { try rows(where: "1") }

  private static let withNotes = "CROSS JOIN note ON note.id = task.note"

  /// Returns the tables that the condition of a query is about: that of the notes only where it may ask for something
  /// of theirs.
  private static func tables(of query: Query, by index: String = "") -> String {
    "task \(index) \(query == .all ? "" : withNotes)"
  }

  /// Returns the tasks for which a condition on tables is true, by default one on `task` alone.
  private func rows(
    from tables: String = "task", where condition: String, _ arguments: [(any DatabaseValueConvertible)?] = []
  ) throws -> [LocatedTask] {
    try index.read { database in
      let sql = "SELECT \(LocatedTaskColumn.list) FROM \(tables) WHERE \(condition)"
      return try LocatedTask.read(try BulkStatement(database, sql, arguments), index.ownStatuses)
    }
  }

  /// Returns all tasks by their status, each column in the order of ``LocatedTask/inColumnOrder(_:)``.
  ///
  /// - Parameter limit: The most tasks of a column, by its status.
  package func columns(limit: (String) -> Int) throws -> [BoardColumn] {
    let shown = "task.place IS NOT NULL"
    return try index.read { database in
      let counts = try BulkStatement(database, "SELECT status, count(*) FROM task WHERE \(shown) GROUP BY status")
      let first = try BulkStatement(
        database,
        """
        SELECT \(LocatedTaskColumn.list) FROM task WHERE task.status = ? AND \(shown)
        ORDER BY place, title, notePath, line LIMIT ?
        """)
      var columns: [BoardColumn] = []
      while try counts.next() {
        let status = counts.text(0)
        first.bind(status)
        first.bind(limit(status))
        columns.append(
          BoardColumn(
            status: status, count: Int(counts.integer(1)), tasks: try LocatedTask.read(first, index.ownStatuses)))
      }
      return columns
    }
  }

  /// Returns the tasks that can be started and are not due or scheduled until today: tasks due in the next seven days,
  /// started tasks, tasks due later, and the rest, with only a few check boxes.
  ///
  /// - Parameter others: Tasks that are shown already.
  package func waiting(
    of query: Query, now: CivilMoment, besides others: [LocatedTask], limit: Int
  ) throws -> WaitingTasks {
    var compiler = QueryCompiler(
      .task, now: now, telephoneRegions: index.telephoneRegions,
      ownStatuses: index.ownStatuses, names: try index.names(in: query))
    let isWanted = compiler.compileTasks(query)
    let arguments = compiler.arguments
    let day = now.day.daysSinceEpoch
    let tables = Self.tables(of: query, by: "INDEXED BY taskOpen")
    let ready = """
      \(isWanted) AND \(QueryCompiler.isOpenAndShown) AND \(compiler.isForNow) AND \(compiler.hasStarted)
        AND NOT \(compiler.isBlocked) AND (task.scheduledDay IS NULL OR task.scheduledDay > \(day))
      """
    let undated = "task.dueDay IS NULL AND task.scheduledDay IS NULL"
    let later = "task.dueDay > \(day)"
    let listed = Set(others.map(\.position))
    var tasks: [LocatedTask] = []
    // Tasks are read in the order of their positions, so earlier tasks are skipped, and reading stops at the limit.
    func add(_ condition: String, after day: Day?, most: Int = .max) throws {
      guard tasks.count < limit else { return }
      let condition = "task.place >= \(TaskItem.leastDuePlace(after: day)) AND \(condition)"
      let order = "ORDER BY task.place, \(compiler.isStarted) DESC, task.title, task.notePath, task.line"
      tasks += try firstWanted(min(most, limit - tasks.count), where: { !listed.contains($0.position) }) { limit in
        try rows(from: tables, where: "\(ready) AND \(condition) \(order) LIMIT \(limit)", arguments)
      }
    }
    let begun = "\(compiler.isStarted) AND"
    let idle = "NOT \(begun)"
    try add("task.dueDay BETWEEN \(day + 1) AND \(day + 7)", after: now.day)
    try add("\(begun) task.dueDay > \(day + 7)", after: now.day)
    try add("\(begun) \(undated)", after: nil)
    try add("\(idle) task.dueDay > \(day + 7)", after: now.day)
    try add("\(idle) \(undated) AND task.line IS NULL", after: nil)
    try add("\(idle) \(undated) AND task.line IS NOT NULL", after: nil, most: Self.mostBoxes)
    func count(_ condition: String, _ more: [(any DatabaseValueConvertible)?] = []) throws -> Int {
      try index.read { database in
        try Int.fetchOne(
          database,
          sql: "SELECT count(*) FROM \(tables) WHERE \(ready) AND (\(undated) OR \(later)) AND \(condition)",
          arguments: StatementArguments(arguments) + StatementArguments(more)) ?? 0
      }
    }
    // Reminders show tasks that are due later or at no time.
    let early = Set(others.filter { $0.item.due.map { $0.day > now.day } ?? true }.map(\.position))
    let counted = try early.reduce(0) {
      try $0 + count("task.notePath = ? AND task.line IS ?", [$1.path.string, $1.line])
    }
    return WaitingTasks(tasks: tasks, count: try count("TRUE") - counted)
  }

  /// The most check boxes without a day among tasks to begin: notes of other programs may have thousands.
  private static let mostBoxes = 3

  /// Returns true for a note that a task waits for or is part of.
  package func isNamed(_ note: NotePath) throws -> Bool {
    let sql = "SELECT count(*) FROM taskField WHERE target = (SELECT id FROM file WHERE path = ?)"
    return try index.read { try Int.fetchOne($0, sql: sql, arguments: [note.string]) ?? 0 } > 0
  }

  /// Returns the graph of dependencies and parts, of tasks that were read before and of all that name another.
  package func graph(of tasks: [LocatedTask]) throws -> TaskGraph {
    let edges = try index.read { try TaskRelations.edges($0) }
    guard !edges.isEmpty else { return TaskGraph(tasks, edges: []) }
    let linked = try rows(where: TaskRelations.hasPart)
    return TaskGraph(tasks + linked, edges: edges)
  }

  /// Returns the tasks that are open and due by a day, and the tasks that were closed in these days. Tasks of one note
  /// are in the order of their lines.
  ///
  /// The result includes tasks of drafts and private notes.
  ///
  /// - Parameter due: nil if open ones are not wanted.
  package func callAsFunction(dueUntil due: Day?, closedIn days: DayRange) throws -> [LocatedTask] {
    // A day more at both ends: the index has the user's days, a note the days of whoever wrote it.
    let first = days.first.daysSinceEpoch - 1
    let last = days.last.daysSinceEpoch + 1
    return try rows(
      from: "task \(Self.withNotes)",
      where: """
        (task.isClosed = 0 AND task.dueDay <= ?
          OR task.isClosed = 1 AND task.closedDay BETWEEN ? AND ?)
        AND task.title <> ''
        """, [due?.daysSinceEpoch, first, last])
  }

  /// Returns the tasks that are open, or closed, with `part` in their title, the best match first, then by due day.
  package func names(matching part: NamePart?, isClosed: Bool, limit: Int) throws -> [TaskName] {
    try index.read { database in
      let rows = try BulkStatement(
        database,
        """
        SELECT \(TaskNameColumn.list) FROM task
        WHERE task.isClosed = \(isClosed ? 1 : 0) AND task.title <> ''
        ORDER BY coalesce(task.dueDay, 9999999), task.closedDay DESC, task.note, task.position
        """)
      var found: [(match: NamePart.Match, name: TaskName)] = []
      let row = BulkRow<TaskNameColumn>(rows)
      while try rows.next() {
        let title = row.text(.title)
        var match = NamePart.Match.beginning
        if let part {
          guard part.mayMatch(folded: foldedName(title)), let own = part.match(TypedName(title)) else { continue }
          match = own
        } else if found.count >= limit {
          break
        }
        found.append(
          (
            match,
            TaskName(title: title, path: row.path(.path), line: row.optionalNumber(.line), due: row.optionalText(.due))
          ))
      }
      let ranked = NamePart.Match.allCases.flatMap { match in found.filter { $0.match == match } }
      return ranked.prefix(limit).map(\.name)
    }
  }
}

/// Returns the first rows that pass a condition. Most rows pass, so only a few extra rows are read at first, and more if
/// these rows are not enough.
///
/// - Parameters:
///   - count: The most rows.
///   - isWanted: True for a row that counts.
///   - read: Reads the first rows of an order, at most so many.
func firstWanted<Row>(
  _ count: Int, where isWanted: (Row) -> Bool, reading read: (_ limit: Int) throws -> [Row]
) rethrows -> [Row] {
  var limit = count + 32
  while true {
    let rows = try read(limit)
    let wanted = rows.filter(isWanted)
    if wanted.count >= count || rows.count < limit { return Array(wanted.prefix(count)) }
    limit *= 8
  }
}

extension IndexDatabase {
  package var tasks: IndexedTasks { IndexedTasks(index: self) }
}

private enum TaskNameColumn: Int, SelectList {
  case title, path, line, due

  static let table = "task"

  var sql: String {
    switch self {
    case .path: "task.notePath"
    case .title, .line, .due: "task.\(self)"
    }
  }
}
