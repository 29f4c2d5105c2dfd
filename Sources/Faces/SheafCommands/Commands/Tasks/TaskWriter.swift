import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// Changes tasks of several notes in one transaction, and makes the next occurrence of those that repeat.
struct TaskWriter {
  private let context: CommandContext
  private let care: WriteOptions
  /// A query whose tasks are changed too.
  private let condition: String?
  /// True if occurrences of past days are skipped.
  private let skipsMissed: Bool

  /// - Parameters:
  ///   - context: The context of the command, which gets the messages.
  ///   - care: The limits of writing: the expected number, the dry run.
  ///   - condition: A query whose tasks are changed too.
  ///   - skipsMissed: Passes over occurrences whose day is gone.
  init(
    _ context: CommandContext, care: WriteOptions = WriteOptions(), condition: String? = nil, skipsMissed: Bool = false
  ) {
    self.context = context
    self.care = care
    self.condition = condition
    self.skipsMissed = skipsMissed
  }

  init(_ context: CommandContext, _ options: ChangeOptions<ChangedTasks>, skipsMissed: Bool = false) {
    self.init(context, care: options.writing.care, condition: options.condition, skipsMissed: skipsMissed)
  }

  /// Changes tasks.
  ///
  /// - Parameters:
  ///   - refusesClosed: Nothing is done if one of the tasks is closed.
  ///   - intended: The change in words, for the question.
  ///   - change: The change of a task; nil if none is needed.
  func run(
    _ words: [String], refusesClosed: Bool = false, to intended: Message? = nil,
    _ change: @escaping (TaskItem) -> TaskChange?
  ) throws {
    let changes = try context.write(WriteOptions(dryRun: care.dryRun, json: care.json)) { workspace, transaction in
      let named = NamedPlaces(.tasks { change($0) != nil }, context, workspace)
      let positions = try named.places(words, where: condition)
      if refusesClosed { try refuseClosed(positions, in: workspace) }
      var changes = TaskChanges(in: workspace, skipsMissed: skipsMissed)
      try changes.make(positions, &transaction, change)
      for fact in changes.facts { fact.warn(in: context) }
      try Self.check(changes.titles, named: words, care, in: workspace, context, intended)
      return changes
    }
    context.writePlaces(changes.changed.map(\.text), dryRun: care.dryRun)
    // A task that has the day already keeps its status.
    for fact in changes.facts { fact.note(isOfStatus: !refusesClosed, in: context) }
    if changes.facts.contains(where: \.isRefusal) { throw ExitStatus.badData }
  }

  /// Moves tasks to another day or point in time, or to none.
  /// - Parameter afterDue: True: a task that is due on `date` or later goes to the day after its due day.
  func postpone(_ words: [String], to date: CivilDate?, afterDue: Bool = false) throws {
    let zone = context.zone
    let intended = date.map { Message("→ " + DayText.text($0, in: .english), ko: "→ " + DayText.text($0, in: .korean)) }
    try run(words, refusesClosed: true, to: intended) { task in
      var date = date
      if afterDue, let due = (task.due ?? task.scheduled)?.day, let day = date?.day, due >= day {
        date = .day(due.adding(days: 1))
      }
      return .postponing(task, to: date, in: zone)
    }
  }

  private func refuseClosed(_ places: [NotePosition], in workspace: Workspace) throws {
    for place in places {
      if let task = try workspace.note(at: place.path).task(at: place.line), task.status.isClosed {
        let english = task.closed.map { " since " + DayText.text($0, in: .english) } ?? ""
        let korean = task.closed.map { DayText.text($0, in: .korean) + "에 " } ?? ""
        let isDone = task.status == .done
        throw Problem(
          .conflict,
          Message(
            "“\(plainTitle(task.title))” is \(isDone ? "done" : "cancelled")\(english)",
            ko: "\(korean)\(isDone ? "완료" : "취소")한 할 일입니다: “\(plainTitle(task.title))”"),
          hint: Message(verbatim: "sheaf reopen " + typedWord(task.title)))
      }
    }
  }

  /// Asks before a query, a folder or a long range changes more tasks than expected. `titles` are the tasks that
  /// change.
  static func check(
    _ titles: [String], named words: [String], _ care: WriteOptions, in workspace: Workspace,
    _ context: CommandContext, _ change: Message? = nil
  ) throws {
    if let expect = care.expect { return try checkCount(titles.count, isExpected: expect, Message("task", ko: "할 일이")) }
    try context.confirm(
      titles.count, named: words, care, in: workspace,
      context.question(about: titles, of: titles.count, areTasks: true, change))
  }
}

extension UsageError {
  /// The error of a command that needs a note and got none.
  static let noNote = UsageError(
    Message("No note given", ko: "메모를 지정해야 합니다"),
    hint: Message("“sheaf list” lists the notes.", ko: "“sheaf list”로 목록을 확인하세요."))

  /// The error of a command that needs a task and got none.
  static let noTask = UsageError(
    Message("No task given", ko: "할 일을 지정해야 합니다"),
    hint: Message("“sheaf tasks” lists the tasks.", ko: "“sheaf tasks”로 목록을 확인하세요."))
}
