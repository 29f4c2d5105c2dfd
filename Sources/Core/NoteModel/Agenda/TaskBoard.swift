package struct TaskBoard: Sendable {
  /// The property that the columns are grouped by.
  package enum Grouping: String, Sendable, CaseIterable {
    case status, tag, project, priority
  }

  package struct BoardColumn: Sendable {
    /// The key as it is written in notes, empty for tasks without a value.
    package let key: String
    package let tasks: [LocatedTask]
    /// The number of tasks beyond the limit.
    package let hiddenCount: Int

    package init(key: String, tasks: [LocatedTask], hiddenCount: Int) {
      self.key = key
      self.tasks = tasks
      self.hiddenCount = hiddenCount
    }

    package var count: Int { tasks.count + hiddenCount }

    /// Joins two columns under the name of the column that has one, with its tasks first.
    fileprivate func joined(with other: BoardColumn) -> BoardColumn {
      let (first, second) = key.count > 1 ? (self, other) : (other, self)
      let name = first.key.count > 1 ? first.key : TaskStatus.todo.name
      return BoardColumn(key: name, tasks: first.tasks + second.tasks, hiddenCount: hiddenCount + other.hiddenCount)
    }
  }

  package let grouping: Grouping
  package let columns: [BoardColumn]

  /// - Parameters:
  ///   - tasks: The tasks in their order on the board.
  ///   - order: The columns that are first, even if they are empty.
  ///   - limits: The most tasks of a column, by its key; `""` for all others; 0 for no limit.
  package init(_ tasks: [LocatedTask], by grouping: Grouping, order: [String], limits: [String: Int]) {
    self.grouping = grouping
    var groups: [String: [LocatedTask]] = [:]
    for task in tasks {
      for key in Self.keys(of: task, grouping) {
        groups[Self.column(of: key, grouping, order), default: []].append(task)
      }
    }
    columns = Self.ordered(Array(groups.keys), order).map { key in
      let all = groups[key] ?? []
      let limit = limits[key] ?? limits[""] ?? 0
      let shown = limit > 0 ? Array(all.prefix(limit)) : all
      return BoardColumn(key: key, tasks: shown, hiddenCount: all.count - shown.count)
    }
  }

  /// Creates a board by status from columns that contain the number of hidden tasks.
  package init(columns: [BoardColumn], order: [String]) {
    grouping = .status
    let byKey = Dictionary(
      columns.map { (Self.column(of: $0.key, .status, order), $0) }, uniquingKeysWith: { $0.joined(with: $1) })
    self.columns = Self.ordered(Array(byKey.keys), order).map { key in
      let column = byKey[key]
      return BoardColumn(key: key, tasks: column?.tasks ?? [], hiddenCount: column?.hiddenCount ?? 0)
    }
  }

  /// Returns the column of a status. A theme's own character in a box, `- [i]`, has no column: its task is listed with
  /// the tasks to do, unless `board.columns` contains the character.
  private static func column(of key: String, _ grouping: Grouping, _ order: [String]) -> String {
    let isThemed = grouping == .status && key.count == 1 && !order.contains(key)
    return isThemed ? TaskStatus.todo.name : key
  }

  /// Sorts keys: those of `first`, then the others by name, with the empty key last.
  private static func ordered(_ keys: [String], _ first: [String]) -> [String] {
    first
      + keys.filter { !first.contains($0) }.sorted { left, right in
        left.isEmpty != right.isEmpty ? right.isEmpty : left < right
      }
  }

  private static func keys(of task: LocatedTask, _ grouping: Grouping) -> [String] {
    switch grouping {
    case .status: [task.item.status.name]
    case .project: [task.item.project ?? ""]
    case .priority: [task.item.priority.name]
    case .tag: task.item.tags.isEmpty ? [""] : task.item.tags.map(\.string)
    }
  }
}
