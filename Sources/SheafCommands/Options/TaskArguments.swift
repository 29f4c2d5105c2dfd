import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// Which tasks a command changes, and how carefully.
struct TaskArguments: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: help("Also the tasks that match this query.", ko: "이 검색식에 맞는 할 일도 포함합니다."))
  var condition: String?

  @Option(
    help: help("Abort unless exactly N tasks would change.", ko: "바뀔 할 일이 정확히 N개가 아니면 중단합니다."))
  var expect: Int?

  @Flag(
    name: [.customShort("n"), .long],
    help: help("Write nothing; print the difference.", ko: "저장하지 않고 변경 내용만 출력합니다."))
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
        Message("No task given", ko: "할 일을 지정해야 합니다"),
        hint: Message("“sheaf tasks” lists them.", ko: "“sheaf tasks”로 목록을 확인하세요."))
    }
    var seen: Set<TaskReference> = []
    return references.filter { seen.insert($0).inserted }
  }
}
