import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// Changes tasks of several notes in one transaction, and makes the next occurrence of those that repeat.
struct TaskWriter {
  private let context: CommandContext
  private let care: WritingCare
  /// A query whose tasks are changed too.
  private let condition: String?
  private let deed: TaskDeed?
  /// Passes over occurrences whose day is gone.
  private let skipsMissed: Bool

  /// - Parameters:
  ///   - context: Where messages go.
  ///   - care: How carefully it writes.
  ///   - condition: A query whose tasks are changed too.
  ///   - deed: What a terminal reports as done; nil for a caller that reports it.
  ///   - skipsMissed: Passes over occurrences whose day is gone.
  init(
    _ context: CommandContext, care: WritingCare = WritingCare(), condition: String? = nil,
    _ deed: TaskDeed? = nil, skipsMissed: Bool = false
  ) {
    self.context = context
    self.care = care
    self.condition = condition
    self.deed = deed
    self.skipsMissed = skipsMissed
  }

  init(
    _ context: CommandContext, _ options: ChangeOptions<ChangedTasks>, _ deed: TaskDeed,
    skipsMissed: Bool = false
  ) {
    self.init(
      context, care: options.writing.care, condition: options.condition, deed,
      skipsMissed: skipsMissed)
  }

  /// What was done, told when it is done.
  struct Outcome {
    var changed: [TaskReference] = []
    /// Of the changed ones.
    var titles: [String] = []
    /// Open tasks of today that are left.
    var left = 0
    var notes: [Message] = []
    var refused = 0
    /// What blocks what, where a task that waits for another was looked at.
    var graph: TaskGraph?
  }

  /// - Parameter change: What is to become of a task; nil where it is so already.
  func run(_ words: [String], _ change: (TaskItem) -> TaskChange?) throws {
    let outcome = try context.write(dryRun: care.dryRun) { workspace, transaction in
      let references = try references(words, workspace) { change($0) != nil }
      var outcome = Outcome()
      let linesByPath = Dictionary(grouping: references, by: \.path).mapValues {
        $0.map(\.line)
      }
      var seen: Set<NotePath> = []
      for path in references.map(\.path) where seen.insert(path).inserted {
        let lines = linesByPath[path] ?? []
        try plan(path, lines, change, workspace, &transaction, &outcome)
      }
      try check(outcome.changed.count, named: words.count)
      if tellsTitles {
        outcome.left = try workspace.tasksLeftToday(without: references, now: context.clock())
      }
      return outcome
    }
    report(outcome)
    for message in outcome.notes { context.note(message) }
    if outcome.refused > 0 { throw ExitStatus.badData }
  }

  /// Moves tasks to another day, or point in time.
  func postpone(_ words: [String], to date: CivilDate) throws {
    try run(words) { task in
      (task.due ?? task.scheduled) == date ? nil : .postpone(date)
    }
  }

  /// The tasks that words and the query name, each once.
  private func references(
    _ words: [String], _ workspace: Workspace, isMeant: (TaskItem) -> Bool
  ) throws -> [TaskReference] {
    var references = try words.flatMap { word -> [TaskReference] in
      do {
        return [try context.task(word, in: workspace, isMeant: isMeant)]
      } catch let error as NoteLookupError {
        guard case .notFound = error, context.isQuery(word, in: workspace) else { throw error }
        let found = try tasks(where: word, workspace)
        guard !found.isEmpty else { throw error }
        return found
      }
    }
    if let condition { references += try tasks(where: condition, workspace) }
    guard !references.isEmpty || condition != nil else {
      throw UsageError(
        Message("No task given", ko: "할 일을 지정해야 합니다"),
        hint: Message("“sheaf tasks” lists them.", ko: "“sheaf tasks”로 목록을 확인하세요."))
    }
    return references.uniqued()
  }

  /// The open tasks of a query.
  private func tasks(where condition: String, _ workspace: Workspace) throws -> [TaskReference] {
    let parsed = try context.parsedQuery([condition], in: workspace)
    let tasks = try workspace.index.tasks(
      TaskRequest(query: parsed.query, scope: .open, now: context.clock()))
    return LocatedTask.inOrder(tasks).map { TaskReference(path: $0.path, line: $0.line) }
  }

  /// A terminal gets what was done, a program where.
  private var tellsTitles: Bool {
    deed != nil && context.console.capabilities.isOutputTerminal && !care.dryRun
  }

  private func report(_ outcome: Outcome) {
    guard !care.dryRun else { return }
    let lines =
      tellsTitles
      ? deed?.lines(outcome.titles, left: outcome.left, context.page) ?? []
      : outcome.changed.map(\.text)
    for line in lines { context.console.writeLine(line) }
  }

  /// A query may mean more tasks than the user had in mind.
  private func check(_ count: Int, named: Int) throws {
    if let expect = care.expect {
      guard expect != count else { return }
      throw ExpectationError(
        expected: expect, actual: count, noun: Message("task", ko: "할 일이"))
    }
    guard count > max(named, 1), !care.dryRun else { return }
    try context.confirm(
      Message("Change \(counted(count, "task"))?", ko: "할 일 \(count)개를 바꿀까요?"))
  }

  /// All changes in one note, from its end so that line numbers hold.
  private func plan(
    _ path: NotePath, _ lines: [Int?], _ change: (TaskItem) -> TaskChange?, _ workspace: Workspace,
    _ transaction: inout Transaction, _ outcome: inout Outcome
  ) throws {
    var file = TaskFile(path: path, bytes: try workspace.files.read(path), in: workspace.layout)
    try self.change(lines, in: &file, change, workspace, &transaction, &outcome)
    transaction.replace(path, expecting: file.before, with: file.bytes)
  }

  /// The same for a file that has other changes too; the caller writes it.
  func change(
    _ lines: [Int?], in file: inout TaskFile, _ change: (TaskItem) -> TaskChange?,
    _ workspace: Workspace, _ transaction: inout Transaction, _ outcome: inout Outcome
  ) throws {
    let path = file.path
    var cards: [Int: TaskStatus] = [:]
    let first = outcome.changed.count
    for line in lines.sorted(by: { ($0 ?? 0) > ($1 ?? 0) }) {
      let reference = TaskReference(path: path, line: line)
      guard let task = file.task(at: line) else {
        throw NotATask(reference: reference, boxes: file.note.document.checkboxes.map(\.line))
      }
      guard let change = change(task) else {
        outcome.notes.append(
          Message(
            "“\(task.title)” is already \(task.status.name)",
            ko: "이미 “\(task.status.label.korean)” 상태입니다: “\(task.title)”"))
        continue
      }
      if let mistake = file.mistake(of: task, at: line, before: change) {
        outcome.refused += 1
        context.warn(
          Message(
            "\(reference.text): left unchanged: \(mistake.explanation.english)",
            ko: "\(reference.text): 그대로 두었습니다: \(mistake.explanation.korean)"))
        continue
      }
      do throws(FrontMatterRefusal) {
        try file.apply(change, at: line)
        outcome.changed.append(reference)
        outcome.titles.append(task.title)
        if let line, case .status(let status, _) = change { cards[line] = status }
        let blockers = openBlockers(
          of: task, at: reference, change, workspace, &outcome.graph)
        outcome.notes += blockers
        try addNext(of: task, change, to: &file, line, workspace, &transaction, &outcome)
      } catch {
        outcome.refused += 1
        context.warn(
          Message(
            "\(path):\(error.line): left unchanged: \(error.message.english)",
            ko: "\(path):\(error.line): 그대로 두었습니다: \(error.message.korean)"))
      }
    }
    let places = file.moveChangedCards(cards)
    for index in outcome.changed.indices.dropFirst(first) {
      guard let line = outcome.changed[index].line, let place = places[line] else { continue }
      outcome.changed[index] = TaskReference(path: path, line: place)
    }
  }

  /// What should have been done before; the user may know better, so this stops nothing.
  private func openBlockers(
    of task: TaskItem, at reference: TaskReference, _ change: TaskChange, _ workspace: Workspace,
    _ known: inout TaskGraph?
  ) -> [Message] {
    guard case .status(let status, let today) = change, status == .doing || status == .done,
      !task.dependencies.isEmpty,
      let graph = try? known ?? workspace.index.taskGraph(of: [], today: today)
    else { return [] }
    known = graph
    return graph.blockers(of: reference.text).map { blocker in
      Message(
        "“\(task.title)” depends on “\(blocker.item.title)”, which is still open",
        ko: "“\(task.title)”보다 먼저 완료할 할 일이 남아 있습니다: “\(blocker.item.title)”")
    }
  }

  /// What is done comes back where its rule says so.
  private func addNext(
    of task: TaskItem, _ change: TaskChange, to file: inout TaskFile, _ line: Int?,
    _ workspace: Workspace, _ transaction: inout Transaction, _ outcome: inout Outcome
  ) throws(FrontMatterRefusal) {
    let next = try workspace.addNext(
      of: task, after: change, to: &file, at: line, skipsMissed: skipsMissed)
    switch next {
    case .none: return
    case .unreadable(let mistake): context.warn(mistake.explanation)
    case .ended:
      outcome.notes.append(
        Message("“\(task.title)” does not repeat any more", ko: "반복이 끝났습니다: “\(task.title)”"))
    case .inserted(let next), .note(let next, nil):
      outcome.notes.append(Self.comingBack(task, next, today: next.done))
    case .note(let next, let created?):
      outcome.notes.append(Self.comingBack(task, next, today: next.done))
      transaction.create(created.path, created.bytes)
    }
  }

  private static func comingBack(
    _ task: TaskItem, _ next: TaskOccurrence, today: Day
  ) -> Message {
    let late = today.days(since: next.day)
    let missed =
      late > 0
      ? Message(
        " (\(late)d ago; --skip-missed skips days that have passed)",
        ko: "(\(late)일 전. --skip-missed로 지난 반복을 건너뛸 수 있습니다)")
      : Message(verbatim: "")
    return Message(
      "“\(task.title)” repeats on \(next.day)\(missed.english)",
      ko: "\(next.day)에 다시 반복합니다\(missed.korean): “\(task.title)”")
  }
}
