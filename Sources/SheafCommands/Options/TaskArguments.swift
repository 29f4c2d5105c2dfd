import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// Which tasks a command changes, and how carefully.
struct TaskArguments: ParsableArguments {
  @Option(
    name: .customLong("where"), help: help("Also the tasks of this query.", ko: "이 검색식에 맞는 할 일도."))
  var condition: String?

  @Option(help: help("Refuse unless so many tasks would change.", ko: "바뀔 할 일이 이만큼이 아니면 거절합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "쓰지 않고 달라질 것을 찍습니다."))
  var dryRun = false

  init() {}

  /// The tasks that words and `--where` name, each once.
  func references(
    _ words: [String], in context: CommandContext, _ workspace: Workspace,
    isMeant: (TaskItem) -> Bool
  ) throws -> [TaskReference] {
    var references = try words.map { try context.task($0, in: workspace, isMeant: isMeant) }
    if let condition {
      var query = try QueryArguments.parse([])
      query.query = [condition]
      let parsed = try query.parsed(in: context, workspace)
      let tasks = try workspace.index.tasks(
        TaskRequest(query: parsed.query, scope: .open, now: context.clock()))
      references += LocatedTask.inOrder(tasks).map { TaskReference(path: $0.path, line: $0.line) }
    }
    guard !references.isEmpty || condition != nil else {
      throw UsageError(
        Message("No task is named", ko: "할 일이 없습니다"),
        hint: Message("sheaf tasks lists them.", ko: "sheaf tasks에 나옵니다."))
    }
    var seen: Set<TaskReference> = []
    return references.filter { seen.insert($0).inserted }
  }
}
