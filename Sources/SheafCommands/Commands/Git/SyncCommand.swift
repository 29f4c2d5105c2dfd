import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import Wording

/// `sheaf sync`
struct SyncCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync",
      abstract: localized(
        "Commit the notes, and exchange commits with the other machine.",
        ko: "메모를 커밋하고 다른 컴퓨터와 커밋을 주고받습니다."),
      discussion: localized(
        """
        Notes and attachments are committed, what the remote has is merged (or rebased on, as git is
        configured), and the result is sent. Where both sides changed the same thing, everything stays as it
        was and the notes are listed. Nothing is ever forced or discarded.

        Examples:
          sheaf sync
          sheaf sync --dry-run
          sheaf sync --install 30m
        """,
        ko: """
          메모와 첨부 파일을 커밋하고, 원격 저장소의 커밋을 병합(git 설정에 따라 리베이스)한 뒤 보냅니다. 양쪽에서
          같은 곳을 바꿨으면 모두 그대로 두고 그 메모를 알려 줍니다. 강제로 덮어쓰거나 버리는 일은 없습니다.

          예:
            sheaf sync
            sheaf sync --dry-run
            sheaf sync --install 30m
          """))
  }

  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "Only list what would be committed; ask the remote nothing.",
      ko: "저장하거나 연결하지 않고 커밋할 파일만 출력합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Run it with a systemd user timer, every 15 minutes or as EVERY says.",
      ko: "systemd 사용자 타이머로 15분마다, 또는 EVERY 간격으로 실행합니다."))
  var install = false

  @Flag(help: help("Remove that timer.", ko: "그 타이머를 제거합니다."))
  var uninstall = false

  @Argument(
    help: help(
      "With --install: how often, such as 15m or 2h.", ko: "--install과 함께: 실행 간격. 예: 15m, 2h"))
  var every: String?

  init() {}

  func validate() throws {
    guard every == nil || install else {
      throw ValidationError(
        localized("EVERY is used with --install.", ko: "EVERY는 --install과 함께 쓰는 인수입니다."))
    }
  }

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    if install || uninstall { return try setTimer(context, repository) }
    if dryRun { return try rehearse(context, try context.openWorkspace()) }
    let lock = try WriteLock.acquire(folder: repository.stateFolder, command: "sync") { holder in
      context.note(Message("Waiting for process \(holder)", ko: "\(holder) 프로세스를 기다리는 중"))
    }
    let workspace = try context.openWorkspace(of: repository, configuration)
    context.footprint.leave()
    let run = SyncRun(workspace, git: context.git(in: repository))
    let journal = context.journal(of: repository, configuration)
    let outcome = try run.run(
      message: { context.text(Self.message($0)) },
      write: { try journal.commit($0, at: context.clock()) })
    _ = consume lock
    try workspace.synchronize()
    for pair in try workspace.doubledOccurrences() {
      context.warn(
        Message(
          "\(pair.kept) and \(pair.other) are the same occurrence of a task, and both were changed (sheaf resolve)",
          ko: "반복하는 할 일의 같은 차례가 양쪽에서 달라졌습니다: \(pair.kept), \(pair.other) (sheaf resolve)"))
    }
    guard outcome.isComplete else { throw IncompleteSync(outcome: outcome) }
    context.note(outcome.explanation)
  }

  private func setTimer(_ context: CommandContext, _ repository: Repository) throws {
    let every = every ?? "15m"
    guard let duration = Duration(reading: every), duration.seconds >= 60 else {
      throw UsageError(
        Message(
          "Not an interval of a minute or more: “\(every)”",
          ko: "1분 이상의 간격으로 읽을 수 없습니다: “\(every)”"),
        hint: Message("Use a form such as 15m or 2h.", ko: "15m이나 2h처럼 입력하세요."))
    }
    let minutes = Int(duration.seconds) / 60
    let timer = UserTimer.synchronisation(
      repository, program: ThisProgram.path, minutes: minutes)
    let setup = TimerSetup(context: context, timer: timer)
    guard install else { return try setup.uninstall() }
    try setup.install(
      Message(
        "The notes are synchronised every \(minutes) min", ko: "\(minutes)분마다 메모를 동기화합니다"))
  }

  private func rehearse(_ context: CommandContext, _ workspace: Workspace) throws {
    let run = SyncRun(workspace, git: context.git(in: workspace.repository))
    try run.check()
    let paths = try run.uncommitted()
    for path in paths.sorted() { context.console.writeLine(path) }
    context.note(
      paths.isEmpty
        ? Message("There is nothing to commit", ko: "커밋할 파일이 없습니다")
        : Message(
          "\(counted(paths.count, "file")) would be committed", ko: "파일 \(paths.count)개를 커밋할 예정입니다")
    )
  }

  private static func message(_ paths: [String]) -> Message {
    guard paths.count == 1, let path = paths.first else {
      return Message("Sync \(counted(paths.count, "file"))", ko: "파일 \(paths.count)개 동기화")
    }
    return Message("Sync \(path)", ko: "동기화: \(path)")
  }
}

/// A synchronisation that could not do everything.
struct IncompleteSync: ExplainedError {
  let outcome: SyncOutcome

  var category: ErrorCategory {
    switch outcome {
    case .conflict, .unrelated, .inTheWay: .conflict
    case .failed, .raced: .locked
    default: .notFound
    }
  }
  var explanation: Message { outcome.explanation }
  var hint: Message? { outcome.hint }
}
