package import CivilCalendar
import NoteIndex
package import NoteModel

/// Puts the tasks of a query into the columns of a board.
package struct BoardGathering {
  package let board: TaskBoard
  package let graph: TaskGraph
  /// True if no task matches the query, whether its column is shown or not.
  package let isEmpty: Bool

  package struct Plan {
    let grouping: TaskBoard.Grouping
    let order: [String]
    let limits: [String: Int]
    let showsCancelled: Bool

    /// - Parameters:
    ///   - order: The columns that are first, even if they are empty.
    ///   - limits: The most tasks of a column, by its key; `""` for all others; 0 for no limit.
    ///   - showsCancelled: True if cancelled tasks have a column.
    package init(grouping: TaskBoard.Grouping, order: [String], limits: [String: Int], showsCancelled: Bool) {
      self.grouping = grouping
      self.order = order
      self.limits = limits
      self.showsCancelled = showsCancelled
    }

    fileprivate func limit(of key: String) -> Int { limits[key] ?? limits[""] ?? 0 }

    fileprivate func isShown(_ status: String) -> Bool {
      showsCancelled || status != TaskStatus.cancelled.name
    }
  }

  /// - Parameter sort: The order within the columns. Nil for the usual one.
  package init(
    _ query: Query, _ plan: Plan, in workspace: Workspace, now: CivilMoment,
    sort: (([LocatedTask]) -> [LocatedTask])? = nil
  ) throws {
    self =
      query == .all && plan.grouping == .status && sort == nil
      ? try BoardGathering(all: plan, in: workspace, now: now)
      : try BoardGathering(of: query, plan, in: workspace, now: now, sort: sort)
  }

  private init(
    of query: Query, _ plan: Plan, in workspace: Workspace, now: CivilMoment, sort: (([LocatedTask]) -> [LocatedTask])?
  ) throws {
    let tasks = LocatedTask.inColumnOrder(
      try workspace.index.tasks(TaskRequest(query: query, scope: plan.grouping == .status ? .all : .open, now: now)))
    board = TaskBoard(
      (sort?(tasks) ?? tasks).filter { plan.isShown($0.item.status.name) }, by: plan.grouping,
      order: plan.order, limits: plan.limits)
    graph = try workspace.index.tasks.graph(of: tasks)
    isEmpty = tasks.isEmpty
  }

  /// Gathers all tasks. The index stores them in this order, so that only the shown tasks are read.
  private init(all plan: Plan, in workspace: Workspace, now: CivilMoment) throws {
    let columns = try workspace.index.tasks.columns { status in
      let limit = plan.isShown(status) ? plan.limit(of: status) : 1
      return limit > 0 ? limit : .max
    }
    board = TaskBoard(
      columns: columns.filter { plan.isShown($0.status) }.map { column in
        TaskBoard.BoardColumn(key: column.status, tasks: column.tasks, hiddenCount: column.count - column.tasks.count)
      }, order: plan.order)
    graph = try workspace.index.tasks.graph(of: board.columns.flatMap(\.tasks))
    isEmpty = columns.isEmpty
  }
}
