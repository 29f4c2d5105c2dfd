import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import Wording

/// Changes tasks of several notes in one transaction, and makes the next occurrence of those that repeat.
struct TaskWriter {
  private let context: CommandContext
  private let care: WriteOptions
  /// A query whose tasks are changed too.
  private let condition: String?
  private let deed: TaskActionSummary?
  /// Passes over occurrences whose day is gone.
  private let skipsMissed: Bool
  /// A second condition on the tasks that the query finds.
  private let queryLimit: String?

  /// - Parameters:
  ///   - context: The context of the command, which gets the messages.
  ///   - care: The limits of writing: the expected number, the dry run.
  ///   - condition: A query whose tasks are changed too.
  ///   - deed: The action that a terminal reports as done; nil for a caller that reports it.
  ///   - skipsMissed: Passes over occurrences whose day is gone.
  ///   - queryLimit: A second condition on the tasks that the query finds.
  init(
    _ context: CommandContext, care: WriteOptions = WriteOptions(), condition: String? = nil,
    _ deed: TaskActionSummary? = nil, skipsMissed: Bool = false, queryLimit: String? = nil
  ) {
    self.context = context
    self.care = care
    self.condition = condition
    self.deed = deed
    self.skipsMissed = skipsMissed
    self.queryLimit = queryLimit
  }

  init(
    _ context: CommandContext, _ options: ChangeOptions<ChangedTasks>, _ deed: TaskActionSummary,
    skipsMissed: Bool = false
  ) {
    self.init(
      context, care: options.writing.care, condition: options.condition, deed,
      skipsMissed: skipsMissed)
  }

  /// - Parameter change: The change of a task; nil if none is needed.
  func run(_ words: [String], _ change: (TaskItem) -> TaskChange?) throws {
    let (changes, left) = try context.write(WriteOptions(dryRun: care.dryRun)) { workspace, transaction in
      let positions = try positions(words, workspace) { change($0) != nil }
      var changes = TaskChanges(in: workspace, skipsMissed: skipsMissed)
      try changes.make(positions, &transaction, change)
      for fact in changes.facts { fact.warn(in: context) }
      try check(changes.changed.count, named: words.count)
      let left =
        tellsTitles
        ? try workspace.tasksLeftToday(without: positions, now: context.clock()) : 0
      return (changes, left)
    }
    report(changes, left: left)
    for fact in changes.facts { fact.note(in: context) }
    if changes.facts.contains(where: \.isRefusal) { throw ExitStatus.badData }
  }

  /// Moves tasks to another day or point in time, or to none.
  func postpone(_ words: [String], to date: CivilDate?) throws {
    try run(words) { .postponing($0, to: date, in: context.zone) }
  }

  /// The tasks that words and the query name, each once.
  private func positions(
    _ words: [String], _ workspace: Workspace, isMeant: (TaskItem) -> Bool
  ) throws -> [NotePosition] {
    var positions = try context.typedNames(words).flatMap { word -> [NotePosition] in
      do {
        return [try context.task(word, in: workspace, isMeant: isMeant)]
      } catch let error as NoteLookupError {
        guard case .notFound = error, context.isQuery(word, in: workspace) else { throw error }
        let found = try tasks(where: word, workspace)
        guard !found.isEmpty else { throw error }
        return found
      }
    }
    if let condition { positions += try tasks(where: condition, workspace) }
    guard !positions.isEmpty || condition != nil else {
      throw UsageError.noTask
    }
    return positions.uniqued()
  }

  /// The open tasks of a query.
  private func tasks(where condition: String, _ workspace: Workspace) throws -> [NotePosition] {
    let parsed = try context.parsedQuery([condition] + (queryLimit.map { [$0] } ?? []), in: workspace)
    let tasks = try workspace.index.tasks(
      TaskRequest(query: parsed.query, scope: .open, now: context.clock()))
    return LocatedTask.inOrder(tasks).map(\.position)
  }

  /// A terminal gets what was done, a program where.
  private var tellsTitles: Bool {
    deed != nil && context.console.capabilities.isOutputTerminal && !care.dryRun
  }

  private func report(_ changes: TaskChanges, left: Int) {
    guard !care.dryRun else { return }
    let lines =
      tellsTitles
      ? deed?.lines(changes.titles, left: left, context.page) ?? [] : changes.changed.map(\.text)
    for line in lines { context.console.writeLine(line) }
  }

  /// A query may mean more tasks than the user had in mind.
  private func check(_ count: Int, named: Int) throws {
    if let expect = care.expect { return try ExpectationError.check(count, expect, ExpectationError.tasks) }
    guard count > max(named, 1), !care.dryRun else { return }
    try context.confirm(
      Message("Change \(counted(count, "task"))?", ko: "할 일 \(count)개를 바꿀까요?"))
  }
}

extension UsageError {
  /// A command that changes tasks got none.
  static let noTask = UsageError(
    Message("No task given", ko: "할 일을 지정해야 합니다"),
    hint: Message("“sheaf tasks” lists them.", ko: "“sheaf tasks”로 목록을 확인하세요."))
}
