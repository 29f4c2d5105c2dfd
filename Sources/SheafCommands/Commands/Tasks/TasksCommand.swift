import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import Wording

/// `sheaf tasks`
struct TasksCommand: IndexReadingCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tasks",
      abstract: localized("List tasks, next due first.", ko: "할 일 목록을 마감이 가까운 순서로 보여 줍니다."),
      discussion: localized(
        """
        Examples:
          sheaf tasks
          sheaf tasks today
          sheaf tasks overdue tag:work
          sheaf tasks is:ready --tree

        Lists notes with a status and check boxes of any note. As the first word, overdue, today and week mean what is
        due or scheduled up to then. Closed tasks are listed only if the query contains a status, or with --all; tasks
        that start on a later day only if it contains “start”, or with --all. --sort urgency is explained in
        sheaf-query(7). Tasks that wait for one another are reported.
        """,
        ko: """
          예:
            sheaf tasks
            sheaf tasks 오늘
            sheaf tasks 지남 tag:일
            sheaf tasks is:ready --tree

          상태가 있는 메모와 모든 메모의 체크박스를 표시합니다. 첫 단어 지남, 오늘, 이번주는 그때까지 마감이거나 예정된
          할 일입니다. 닫은 할 일은 검색식에 상태가 있거나 --all을 지정하면 표시하고, 시작일이 아직 오지 않은 할 일은 검색식에
          시작(start)이 있거나 --all을 지정하면 표시합니다. --sort urgency는 sheaf-query(7)에 설명이 있습니다.
          순환하며 서로 기다리는 할 일이 있으면 경고합니다.
          """))
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var revision: RevisionOptions
  @OptionGroup var listing: ListingOptions

  @Flag(
    name: [.customShort("a"), .long], help: help("Include closed tasks.", ko: "닫은 할 일도 포함합니다."))
  var all = false

  @Flag(help: help("Show subtasks below their parent task.", ko: "하위 할 일을 상위 할 일 아래에 표시합니다."))
  var tree = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: revision.at)
    let parsed = try TaskSpan.expanded(query).parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    var tasks = LocatedTask.inOrder(
      try workspace.index.tasks(
        TaskRequest(query: parsed.query, scope: all ? .all : .startable, now: context.clock())))
    let graph = try workspace.index.taskGraph(of: tasks, today: context.clock().day)
    tasks = try TaskOrder(
      listing.order.keys + parsed.sort, isReversed: listing.order.reverse,
      limit: listing.order.limit
    ).sorted(tasks) { $0.item.urgency(isBlocked: graph.isBlocked($0), at: context.clock()) }
    var report = TaskListReport(tasks: tasks, graph: graph, now: context.clock())
    if tree { report = report.asTree }
    var list = Listing(report, listing)
    let rows = TaskRows(tasks, workspace.index)
    list.groupValues = { try rows.values(of: $0) }
    list.templateMembers = { try rows.members(for: $0, report) }
    if tasks.isEmpty {
      let answer = EmptyAnswer(to: parsed.query, in: workspace, now: context.clock())
      list.whenEmpty = answer.ofTasks
    }
    try list.show(in: context, workspace)
    context.warn(ofCyclesIn: graph)
    if tasks.isEmpty { throw ExitStatus.negative }
  }
}

extension CommandContext {
  /// Reports tasks that wait for one another.
  func warn(ofCyclesIn graph: TaskGraph) {
    for cycle in graph.cycles {
      let names = (cycle + cycle.prefix(1)).map { "“\($0.item.title)”" }.joined(separator: " → ")
      warn(
        Message(
          "circular dependency: these tasks wait for one another: \(names)",
          ko: "서로 기다리는 할 일입니다: \(names)"))
    }
  }
}

/// What tasks can be put under headings by: what they say themselves, else any field of their notes.
struct TaskRows {
  private let tasks: [LocatedTask]
  private let index: IndexDatabase

  init(_ tasks: [LocatedTask], _ index: IndexDatabase) {
    self.tasks = tasks
    self.index = index
  }

  /// What a template names and the objects of the rows lack: fields of the notes that have the tasks.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func members(
    for names: Set<String>, _ report: TaskListReport
  ) throws -> (TaskListReport.Row) -> [JSONValue.Member] {
    guard let first = report.rows.first else { return { _ in [] } }
    let known = report.json(of: first).memberNames
    let values = try names.subtracting(known).map { name in
      try FieldNames(index).check(name)
      return (name, try index.values(of: name, at: Set(tasks.map(\.path))))
    }
    return { row in
      values.map { name, values in
        JSONValue.Member(name, .string((values[row.task.path] ?? []).joined(separator: ", ")))
      }
    }
  }

  /// The values of a field; nil for one that the rows’ objects tell.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func values(of field: String) throws -> ((TaskListReport.Row) -> [String])? {
    switch field {
    case "due": return { $0.task.item.due.map { [$0.day.description] } ?? [] }
    case "folder": return { $0.task.path.folder.map { [$0.string] } ?? [] }
    case "tag": return { $0.task.item.tags.map(\.string) }
    case "status", "priority", "project", "tags", "note", "path", "label", "ticket", "color",
      "scheduled", "start", "parent":
      return nil
    default:
      try FieldNames(index).check(field)
      let values = try index.values(of: field, at: Set(tasks.map(\.path)))
      return { values[$0.task.path] ?? [] }
    }
  }
}
