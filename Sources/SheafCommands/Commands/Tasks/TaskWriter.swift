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
  private let arguments: TaskArguments
  /// Passes over occurrences whose day is gone.
  private let skipsMissed: Bool

  init(_ context: CommandContext, _ arguments: TaskArguments, skipsMissed: Bool = false) {
    self.context = context
    self.arguments = arguments
    self.skipsMissed = skipsMissed
  }

  /// What was done, told when it is done.
  private struct Outcome {
    var changed: [TaskReference] = []
    var notes: [Message] = []
    var refused = 0
  }

  /// `change`: What is to become of a task; nil where it is so already.
  func run(_ words: [String], _ change: (TaskItem) -> TaskChange?) throws {
    let outcome = try context.write(dryRun: arguments.dryRun) { workspace, transaction in
      let references = try arguments.references(words, in: context, workspace) {
        change($0) != nil
      }
      var outcome = Outcome()
      var paths: [NotePath] = []
      for reference in references where !paths.contains(reference.path) {
        paths.append(reference.path)
      }
      for path in paths {
        let lines = references.filter { $0.path == path }.map(\.line)
        try plan(path, lines, change, workspace, &transaction, &outcome)
      }
      if let expect = arguments.expect, expect != outcome.changed.count {
        throw TaskExpectationError(expected: expect, actual: outcome.changed.count)
      }
      return outcome
    }
    if !arguments.dryRun {
      for reference in outcome.changed { context.console.writeLine(reference.text) }
    }
    for message in outcome.notes { context.note(message) }
    if outcome.refused > 0 { throw ExitStatus.badData }
  }

  /// All changes in one note, from its end so that line numbers hold.
  private func plan(
    _ path: NotePath, _ lines: [Int?], _ change: (TaskItem) -> TaskChange?, _ workspace: Workspace,
    _ transaction: inout Transaction, _ outcome: inout Outcome
  ) throws {
    var file = TaskFile(path: path, bytes: try workspace.files.read(path), in: workspace.layout)
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
            ko: "이미 \(task.status.name) 상태입니다: “\(task.title)”"))
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
        if let line, case .status(let status, _) = change { cards[line] = status }
        outcome.notes += openBlockers(of: task, at: reference, change, workspace)
        try addNext(of: task, change, to: &file, line, workspace, &transaction, &outcome)
      } catch {
        outcome.refused += 1
        context.warn(
          Message(
            "\(path):\(error.line): left unchanged: \(error.message.english)",
            ko: "\(path):\(error.line): 그대로 두었습니다: \(error.message.korean)"))
      }
    }
    let places = Self.moveCards(cards, in: &file)
    for index in outcome.changed.indices.dropFirst(first) {
      guard let line = outcome.changed[index].line, let place = places[line] else { continue }
      outcome.changed[index] = TaskReference(path: path, line: place)
    }
    transaction.replace(path, expecting: file.before, with: file.bytes)
  }

  /// Moves cards of a Kanban note to the columns of their new status.
  ///
  /// `cards`: By the line that the box had before anything changed.
  /// - Returns: The new lines of the boxes that have moved, by those before.
  private static func moveCards(
    _ cards: [Int: TaskStatus], in file: inout TaskFile
  ) -> [Int: Int] {
    guard !cards.isEmpty, KanbanBoard(file.note.document) != nil else { return [:] }
    let insertions = file.insertions
    func place(_ line: Int) -> Int { line + insertions.count { $0 <= line } }
    let statuses = Dictionary(uniqueKeysWithValues: cards.map { (place($0.key), $0.value) })
    let places = file.moveCards(statuses)
    return cards.keys.reduce(into: [:]) { $0[$1] = places[place($1)] }
  }

  /// What should have been done before; the user may know better, so this stops nothing.
  private func openBlockers(
    of task: TaskItem, at reference: TaskReference, _ change: TaskChange, _ workspace: Workspace
  ) -> [Message] {
    guard case .status(let status, let today) = change, status == .doing || status == .done,
      !task.dependencies.isEmpty, let graph = try? workspace.index.taskGraph(of: [], today: today)
    else { return [] }
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
    guard case .status(.done, let today) = change, let rule = task.repetition else { return }
    let next: TaskOccurrence?
    do throws(RecurrenceError) {
      next = try TaskOccurrence(
        after: task, at: file.path, done: today, skipsMissed: skipsMissed)
    } catch {
      context.warn(RecurrenceMistake(error, in: rule).explanation)
      return
    }
    guard let next else {
      outcome.notes.append(
        Message("“\(task.title)” does not repeat any more", ko: "반복이 끝났습니다: “\(task.title)”"))
      return
    }
    outcome.notes.append(Self.comingBack(task, next, today: today))
    if let line {
      file.insert(next, above: line)
    } else {
      let copy = try file.next(next)
      if let path = freePath(for: copy, next, workspace) { transaction.create(path, copy.bytes) }
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

  /// Where the next occurrence goes; nil where another machine has made it already.
  private func freePath(
    for file: TaskFile, _ next: TaskOccurrence, _ workspace: Workspace
  ) -> NotePath? {
    let known = (try? workspace.index.notes(named: next.identifier)) ?? []
    if known.contains(where: { $0.identifier == next.identifier }) { return nil }
    guard workspace.files.fingerprint(file.path) != nil else { return file.path }
    let name = "\(file.path.stem) \(next.identifier).md"
    return file.path.folder?.appending(name) ?? NotePath(trusted: name)
  }
}

/// Another number of tasks would change than was expected. Nothing was written.
struct TaskExpectationError: ExplainedError {
  let expected: Int
  let actual: Int

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    Message(
      "\(counted(actual, "task")) would change, not \(expected); nothing was written",
      ko: "바뀔 할 일이 \(expected)개가 아니라 \(actual)개라서 아무것도 저장하지 않았습니다")
  }
}
