package import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteSyntax
import Wording

package struct TasksCommand: IndexReadingCommand, DaysTaking {
  package static var configuration: CommandConfiguration {
    explained("tasks", PackageResources.tasks_txt, ko: PackageResources.tasks_ko_txt)
  }

  @OptionGroup package var query: QueryArguments
  @OptionGroup var revision: RevisionOptions
  @OptionGroup package var listing: ListingOptions

  @Flag(
    name: [.customShort("a"), .long], help: help("Include closed tasks.", ko: "끝난 할 일도 포함합니다."))
  package var all = false

  @Flag(help: help("Show subtasks below their parent task.", ko: "하위 할 일을 상위 할 일 아래에 표시합니다."))
  var tree = false

  package init() {}

  package func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace(at: revision.at)
    let parsed = try TaskSpan.expanded(query, in: context).listed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let order = try TaskOrder(
      listing.order.keys + parsed.sort, isReversed: listing.order.reverse, limit: listing.order.limit)
    var request = TaskRequest(query: parsed.query, scope: all ? .all : .startable, now: context.clock())
    if order.isUsual { request.limit = listing.order.limit }
    var tasks = LocatedTask.inOrder(try workspace.index.tasks(request))
    let graph = try workspace.index.tasks.graph(of: tasks)
    tasks = order.sorted(tasks) { $0.item.urgency(isBlocked: graph.isBlocked($0), at: context.clock()) }
    var report = TaskListReport(tasks: tasks, graph: graph, now: context.clock())
    if tree { report = report.asTree }
    var list = Listing(report, listing)
    let rows = TaskRows(tasks: tasks, index: workspace.index)
    list.groupValues = { try rows.values(of: $0) }
    list.templateMembers = { try rows.members(for: $0, report) }
    if tasks.isEmpty {
      let answer = EmptyResultExplanation(of: query.query, parsed.query, in: workspace, now: context.clock())
      list.whenEmpty = answer.ofTasks
    }
    try list.show(in: context, workspace)
    context.warn(ofCyclesIn: graph)
    if tasks.isEmpty { throw ExitStatus.negative }
  }
}

extension CommandContext {
  /// Reports tasks that wait for one another.
  package func warn(ofCyclesIn graph: TaskGraph) {
    for cycle in graph.cycles {
      let names = (cycle + cycle.prefix(1)).map { "“\(plainTitle($0.item.title))”" }.joined(separator: " → ")
      warn(
        Message(
          "Circular dependency: these tasks wait for one another: \(names)",
          ko: "서로 기다리는 할 일입니다: \(names)"))
    }
  }
}

/// The values that tasks can be grouped by: their own, or any field of their notes.
struct TaskRows {
  let tasks: [LocatedTask]
  let index: IndexDatabase

  /// Returns the members that a template names and the objects of the rows lack: fields of the notes that have the
  /// tasks.
  ///
  /// - Throws: ``UsageError`` for a field that neither Sheaf nor any note knows.
  func members(for names: Set<String>, _ report: TaskListReport) throws -> (TaskListReport.Row) -> [JSONValue.Member] {
    guard let first = report.rows.first else { return { _ in [] } }
    let known = report.json(of: first).memberNames
    let values = try names.subtracting(known).map { name in
      try FieldNames(index: index).check(name)
      return (name, try index.fields.values(of: name, at: Set(tasks.map(\.path))))
    }
    return { row in
      values.map { name, values in
        JSONValue.Member(name, .string((values[row.task.path] ?? []).joined(separator: ", ")))
      }
    }
  }

  /// Returns the values of a field. Nil for one that the rows’ objects have.
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
      try FieldNames(index: index).check(field)
      let values = try index.fields.values(of: field, at: Set(tasks.map(\.path)))
      return { values[$0.task.path] ?? [] }
    }
  }
}

/// The order that `--sort` asks for.
struct TaskOrder {
  private let keys: [SortKey]
  private let order: RowOrder
  /// True for the order that tasks have anyway.
  let isUsual: Bool

  /// - Throws: ``UsageError`` for a key that tasks do not have.
  init(_ keys: [SortKey], isReversed: Bool, limit: Int?) throws {
    for key in keys where !Self.known.contains(key.field) {
      let nearest = nearestName(to: key.field, among: Self.known).map { Message.didYouMean($0) }
      throw UsageError(
        Message(
          "Tasks cannot be sorted by “\(key.field)”", ko: "할 일을 정렬할 수 없는 필드입니다: “\(key.field)”"),
        hint: nearest ?? Message(verbatim: Self.known.joined(separator: ", ")))
    }
    self.keys = keys
    order = RowOrder(keys, isReversed: isReversed, limit: limit)
    isUsual = keys.isEmpty && !isReversed
  }

  private static let known = [
    "due", "urgency", "scheduled", "start", "closed", "created", "priority", "status", "title",
    "project",
    "path",
  ]

  /// Sorts tasks; equal tasks keep their order. `urgency` is in tenths and only for open tasks.
  func sorted(_ tasks: [LocatedTask], urgency: (LocatedTask) -> Int) -> [LocatedTask] {
    let values = tasks.map { task in
      // The most urgent task comes first.
      keys.map { $0.field == "urgency" ? String(500_000 - urgency(task)) : Self.value($0.field, task) }
    }
    return order.indices(values).map { tasks[$0] }
  }

  private static func value(_ field: String, _ task: LocatedTask) -> String? {
    switch field {
    case "due": task.item.due?.description
    case "scheduled": task.item.scheduled?.description
    case "start": task.item.start?.description
    case "closed": task.item.closed?.description
    case "created": task.item.created?.description
    case "priority": String(2 - task.item.priority.rawValue)
    case "status": task.item.status.name
    case "project": task.item.project
    case "path": task.reference
    default: foldedName(task.item.title)
    }
  }
}

/// A word for the tasks up to a day: `sheaf tasks today`.
enum TaskSpan: String, CaseIterable {
  case overdue, today, week

  private var koreanNames: [String] {
    switch self {
    case .overdue: ["지남", "기한지남"]
    case .today: ["오늘"]
    case .week: ["이번주"]
    }
  }

  /// Returns the words as they are offered in a language.
  static func names(in language: Language) -> [String] {
    allCases.map { language == .korean ? $0.koreanNames[0] : $0.rawValue }
  }

  /// The query that the word stands for.
  var query: String {
    switch self {
    case .overdue: "is:overdue"
    case .today: "(due:<=today OR scheduled:<=today)"
    case .week: "(due:<=eow OR scheduled:<=eow)"
    }
  }

  private init?(typed word: String) {
    let folded = foldedName(word)
    guard
      let span = Self.allCases.first(where: {
        $0.rawValue == folded || $0.koreanNames.contains(folded)
      })
    else { return nil }
    self = span
  }

  /// Returns the query; a word for tasks or days in first place is replaced by its terms.
  static func expanded(_ arguments: QueryArguments, in context: CommandContext) -> QueryArguments {
    var expanded = arguments
    if let first = arguments.query.first, let span = TaskSpan(typed: first) {
      expanded.query[0] = span.query
    } else if let (days, text, query) = context.leadingDays(arguments.query, for: .query) {
      context.tell(days, typed: text)
      let span = "\(days.first)..\(days.last)"
      let overdue = days.contains(context.clock().day) ? "is:overdue OR " : ""
      expanded.query = ["(\(overdue)due:\(span) OR (scheduled:\(span) -has:due))"] + query
    }
    return expanded
  }
}

extension TaskFact {
  /// True if a task was left as it is against the user's will.
  var isRefusal: Bool {
    switch self {
    case .refused, .refusedFields: true
    case .unchanged, .blocked, .repeats, .ended, .unreadableRule, .undeletable: false
    }
  }

  /// Reports mistakes, before anything is written.
  package func warn(in context: CommandContext) {
    switch self {
    case .refused(let position, let mistake): context.warn(.leftUnchanged(position.text, mistake.explanation))
    case .refusedFields(let path, let refusal): context.warn(.leftUnchanged("\(path):\(refusal.line)", refusal.message))
    case .unreadableRule(let mistake): context.warn(mistake.explanation)
    case .unchanged, .blocked, .repeats, .ended, .undeletable: return
    }
  }

  /// Reports warnings and hints, after the change was written.
  ///
  /// - Parameter isOfStatus: False if other fields than the status were to change.
  package func note(isOfStatus: Bool = true, in context: CommandContext) {
    if !isOfStatus, case .unchanged(let task) = self {
      return context.note(Message("= \(plainTitle(task.title)), unchanged", ko: "= \(plainTitle(task.title)), 변경 없음"))
    }
    // The account shows the next occurrence.
    if case .repeats(_, let next) = self, next.day >= next.done, context.console.capabilities.isOutputTerminal {
      return
    }
    if let note { context.note(note) }
  }

  /// nil for a warning.
  var note: Message? {
    switch self {
    case .refused, .refusedFields, .unreadableRule: nil
    case .unchanged(let task):
      Message(
        "“\(plainTitle(task.title))” is already \(task.status.name)",
        ko: "이미 “\(task.status.label.korean)” 상태입니다: “\(plainTitle(task.title))”")
    case .blocked(let task, let blocker):
      Message(
        "“\(plainTitle(task.title))” depends on “\(plainTitle(blocker.item.title))”, which is still open",
        ko: "“\(plainTitle(task.title))”보다 먼저 완료할 할 일이 남아 있습니다: “\(plainTitle(blocker.item.title))”")
    case .ended(let task):
      Message("“\(plainTitle(task.title))” does not repeat any more", ko: "반복이 끝났습니다: “\(plainTitle(task.title))”")
    case .repeats(let task, let next): Self.repeating(task, next)
    case .undeletable(let task):
      Message(
        "“\(plainTitle(task.title))” is not deleted, because lines below belong to the task",
        ko: "딸린 줄이 있어 삭제하지 않았습니다: “\(plainTitle(task.title))”")
    }
  }

  private static func repeating(_ task: TaskItem, _ next: TaskOccurrence) -> Message {
    let late = next.done.days(since: next.day)
    let missed =
      late > 0
      ? Message(
        " (\(late)d ago; --skip-missed skips days that have passed)",
        ko: "(\(late)일 전. --skip-missed로 지난 반복을 건너뛸 수 있습니다)") : Message(verbatim: "")
    return Message(
      "“\(plainTitle(task.title))” repeats on \(DayText.text(.day(next.day), in: .english))\(missed.english)",
      ko: "\(DayText.text(.day(next.day), in: .korean))에 다시 반복합니다\(missed.korean): “\(plainTitle(task.title))”")
  }
}
