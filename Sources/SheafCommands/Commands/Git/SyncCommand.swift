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
        "Commit the notes, then pull and push.",
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

  @OptionGroup var options: SyncOptions

  init() {}

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    if options.install || options.uninstall {
      return try SyncTimer(options, context).set(in: repository)
    }
    if options.dryRun { return try rehearse(context, try context.openWorkspace()) }
    let lock = try WriteLock.acquire(folder: repository.stateFolder, command: "sync") { holder in
      context.note(Message("Waiting for process \(holder)", ko: "\(holder) 프로세스를 기다리는 중"))
    }
    let workspace = try context.openWorkspace(of: repository, configuration)
    context.footprint.markSideEffect()
    let run = SyncRun(workspace, git: { context.git(in: $0) })
    let journal = context.journal(of: repository, configuration)
    let outcome = try run.run(
      message: { context.text(SyncRun.commitMessage($0)) },
      write: { try journal.commit($0, at: context.clock()) })
    _ = consume lock
    try workspace.synchronize()
    for pair in try workspace.doubledOccurrences() {
      context.warn(
        Message(
          "\(pair.kept) and \(pair.other) are the same occurrence of a task, and both were changed (sheaf resolve)",
          ko: "반복하는 할 일의 같은 차례가 양쪽에서 달라졌습니다: \(pair.kept), \(pair.other) (sheaf resolve)"))
    }
    guard outcome.isComplete else { throw IncompleteSync(outcome) }
    let left = try run.uncommitted()
    let others = left.others
    if !left.marked.isEmpty { context.warn(SyncOutcome.marked(left.marked)) }
    if others.isEmpty || outcome != .upToDate { context.note(outcome.explanation) }
    if !others.isEmpty { context.note(SyncOutcome.notCommitted(others)) }
  }

  private func rehearse(_ context: CommandContext, _ workspace: Workspace) throws {
    let run = SyncRun(workspace, git: { context.git(in: $0) })
    try run.check()
    let paths = try run.uncommitted().ours
    for path in paths.sorted() { context.console.writeLine(path) }
    context.note(
      paths.isEmpty
        ? Message("There is nothing to commit", ko: "커밋할 파일이 없습니다")
        : Message(
          "\(counted(paths.count, "file")) would be committed", ko: "파일 \(paths.count)개를 커밋할 예정입니다")
    )
  }
}

/// What `sheaf sync` can be given.
struct SyncOptions: ParsableArguments {
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
}

/// The timer that synchronises the notes.
struct SyncTimer {
  private let options: SyncOptions
  private let context: CommandContext

  init(_ options: SyncOptions, _ context: CommandContext) {
    self.options = options
    self.context = context
  }

  /// Installs or removes it, as the options say.
  func set(in repository: Repository) throws {
    let minutes = try minutes
    let timer = UserTimer.synchronisation(
      repository, program: ThisProgram.path, minutes: minutes)
    let setup = TimerSetup(context: context, timer: timer)
    guard options.install else { return try setup.uninstall() }
    try setup.install(
      Message(
        "The notes are synchronised every \(minutes) min", ko: "\(minutes)분마다 메모를 동기화합니다"))
  }

  /// How often the timer runs.
  ///
  /// - Throws: Where the text is no interval of a minute or more.
  private var minutes: Int {
    get throws {
      let text = options.every ?? "15m"
      guard let duration = Duration(reading: text), duration.seconds >= 60 else {
        throw UsageError(
          Message(
            "Not an interval of a minute or more: “\(text)”",
            ko: "1분 이상의 간격으로 읽을 수 없습니다: “\(text)”"),
          hint: Message("Use a form such as 15m or 2h.", ko: "15m이나 2h처럼 입력하세요."))
      }
      return Int(duration.seconds) / 60
    }
  }
}

/// What `status` says about merging.
struct GitAdvice {
  private let context: CommandContext
  private let workspace: Workspace

  init(_ context: CommandContext, _ workspace: Workspace) {
    self.context = context
    self.workspace = workspace
  }

  /// The files with conflicts, and the drivers that this clone lacks.
  func lines(_ conflicted: [ConflictedFile]) -> [Message] {
    var lines: [Message] = []
    if !conflicted.isEmpty {
      let names = conflicted.prefix(10).map { "\n    " + $0.path.string }.joined()
      let more = conflicted.count > 10 ? "\n    …" : ""
      lines.append(
        Message(
          "\(counted(conflicted.count, "file")) with conflicts (sheaf resolve):\(names)\(more)",
          ko: "충돌이 있는 파일 \(conflicted.count)개 (sheaf resolve):\(names)\(more)"))
    }
    if context.gitSetup(of: workspace.repository).isAskedForButMissing {
      lines.append(
        Message(
          ".gitattributes asks for the merge driver, which this clone lacks (sheaf git setup)",
          ko: ".gitattributes에서 요청하는 병합 드라이버가 이 클론에 없습니다 (sheaf git setup)"))
    }
    return lines
  }
}
