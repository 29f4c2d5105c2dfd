import ArgumentParser
import CivilCalendar
import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace
import Wording

/// `sheaf tasks`
struct TasksCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tasks",
      abstract: localized("List tasks, the next due first.", ko: "할 일을 마감이 가까운 순서로 늘어놓습니다."),
      discussion: localized(
        """
        Notes with a status and check boxes of any note. Closed ones are listed where the query speaks of a
        status, or with --all. A circle of tasks that wait for one another is told of.

        Examples:
          sheaf tasks
          sheaf tasks tag:work due:<=sunday
          sheaf tasks is:ready --tree
        """,
        ko: """
          상태가 있는 메모와 모든 메모의 체크 상자입니다. 닫은 것은 검색식에 상태가 있거나 --all일 때 나옵니다.
          서로 기다리며 맴도는 할 일이 있으면 알립니다.

          보기:
            sheaf tasks
            sheaf tasks tag:일 due:<=일요일
            sheaf tasks is:ready --tree
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var output: OutputOptions

  @Flag(name: [.customShort("a"), .long], help: help("Closed ones too.", ko: "닫은 것도."))
  var all = false

  @Flag(help: help("Parts below the task they belong to.", ko: "하위 할 일을 상위 할 일 아래에."))
  var tree = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var selection = try TaskSelection(workspace.index, now: context.clock())
    var tasks = try selection.tasks(parsed.query, includesClosed: all)
    let keys = (query.sort?.split(separator: ",").map { SortKey($0) } ?? []) + parsed.sort
    tasks = try TaskOrder(keys).sorted(tasks)
    if query.reverse { tasks.reverse() }
    if let limit = query.limit { tasks = Array(tasks.prefix(max(0, limit))) }
    let report = TaskListReport(
      tasks: tasks, graph: selection.graph, now: context.clock(), isTree: tree)
    if !output.isForPrograms, context.console.capabilities.isOutputTerminal {
      TerminalMemory(context, workspace).rememberRows(report.tasks)
    }
    context.show(
      report, output, paths: report.tasks.map { NotePath(trusted: $0.reference) },
      pager: workspace.configuration.nonEmptyText("pager"))
    context.warn(ofCyclesIn: selection.graph)
    if tasks.isEmpty { throw ExitStatus.negative }
  }
}

extension CommandContext {
  /// Tells of tasks that wait for one another.
  func warn(ofCyclesIn graph: TaskGraph) {
    for cycle in graph.cycles {
      let names = (cycle + cycle.prefix(1)).map { "“\($0.item.title)”" }.joined(separator: " → ")
      warn(
        Message("these tasks wait for one another: \(names)", ko: "서로 기다리는 할 일: \(names)"))
    }
  }
}

/// The order that `--sort` asks for.
struct TaskOrder {
  private let keys: [SortKey]

  /// `Throws`: ``UsageError`` for a key that tasks do not have.
  init(_ keys: [SortKey]) throws {
    for key in keys where !Self.known.contains(key.field) {
      throw UsageError(
        Message(
          "Tasks cannot be sorted by “\(key.field)”", ko: "할 일은 “\(key.field)”(으)로 정렬할 수 없습니다"),
        hint: Message(verbatim: Self.known.joined(separator: ", ")))
    }
    self.keys = keys
  }

  private static let known = [
    "due", "scheduled", "start", "closed", "created", "priority", "status", "title", "project",
    "path",
  ]

  /// Tasks that are alike keep their order.
  func sorted(_ tasks: [LocatedTask]) -> [LocatedTask] {
    guard !keys.isEmpty else { return tasks }
    return tasks.enumerated().sorted { left, right in
      for key in keys {
        let (one, other) = (
          Self.value(key.field, left.element), Self.value(key.field, right.element)
        )
        if one == other { continue }
        // What has no value comes last in either direction.
        if one.isEmpty || other.isEmpty { return other.isEmpty }
        return key.isDescending ? one > other : one < other
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private static func value(_ field: String, _ task: LocatedTask) -> String {
    switch field {
    case "due": task.item.due?.description ?? ""
    case "scheduled": task.item.scheduled?.description ?? ""
    case "start": task.item.start?.description ?? ""
    case "closed": task.item.closed?.description ?? ""
    case "created": task.item.created?.description ?? ""
    case "priority": String(2 - task.item.priority.rawValue)
    case "status": task.item.status.name
    case "project": task.item.project ?? ""
    case "path": task.reference
    default: foldedName(task.item.title)
    }
  }
}
