import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import Wording

struct SyncCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("sync", PackageResources.sync_txt, ko: PackageResources.sync_ko_txt)
  }

  @OptionGroup var options: SyncOptions

  func run(in context: CommandContext) throws {
    let repository = try context.repository()
    if let timer = options.timer {
      return try TimerSetup(context: context).set(
        timer, { .synchronisation(repository, program: ThisProgram.path, minutes: $0) }
      ) { Message("The notes are synchronised every \($0) min", ko: "\($0)분마다 메모를 동기화합니다") }
    }
    if options.dryRun { return try rehearse(context, try context.openWorkspace()) }
    typealias Result = (
      Workspace, SyncRun, SyncOutcome, [SyncConflict], SyncRun.Uncommitted?, went: Message?, came: Message?
    )
    let result = try context.changes.withLock { repository, configuration, _ -> Result? in
      context.footprint.markSideEffect()
      let beginning = SyncBeginning(of: repository, configuration, git: context.git(in: repository))
      if beginning.isSettled { return nil }
      let workspace = try context.openWorkspace(of: repository, configuration)
      var run = SyncRun(workspace, git: { context.git(in: $0) })
      run.sendsKeys = context.globals.assumeYes
      let (outcome, open, known, came, went) = try run.run(
        context.syncWriting(in: repository, message: options.message), sends: !options.pull, since: beginning)
      return (workspace, run, outcome, open, known, run.titles(of: went), run.titles(of: came))
    }
    guard let (workspace, run, outcome, open, known, went, came) = result else {
      return context.note(SyncOutcome.upToDate.explanation(went: nil, came: nil))
    }
    if known == nil { try workspace.synchronize() }
    for pair in try workspace.doubledOccurrences() {
      context.warn(
        Message(
          "\(pair.kept) and \(pair.other) are the same occurrence of a task, and both were changed (sheaf resolve)",
          ko: "반복하는 할 일의 같은 차례가 양쪽에서 달라졌습니다: \(pair.kept), \(pair.other) (sheaf resolve)"))
    }
    guard outcome.isComplete else {
      if let came { context.note(SyncOutcome.received(came)) }
      throw outcome.problem
    }
    let left = try known ?? run.uncommitted()
    let others = left.others
    tell(of: left, nested: try run.unnamed(left.nested), isWhole: false, context)
    if others.isEmpty || outcome != .upToDate { context.note(outcome.explanation(went: went, came: came)) }
    if !others.isEmpty { context.note(outcome.notCommitted(others)) }
    if case .noRemote = outcome, let way = outcome.hint { context.note(way) }
    if !open.isEmpty { throw SyncOutcome.open(open).problem }
  }

  private func tell(of left: SyncRun.Uncommitted, nested: [String], isWhole: Bool, _ context: CommandContext) {
    let (warnings, notes) = SyncOutcome.left(left, nested: nested, isWhole: isWhole)
    for warning in warnings { context.warn(warning) }
    for note in notes { context.note(note) }
  }

  private func rehearse(_ context: CommandContext, _ workspace: Workspace) throws {
    let run = SyncRun(workspace, git: { context.git(in: $0) })
    try run.check()
    let left = try run.uncommitted()
    let paths = left.ours
    tell(of: left, nested: left.nested, isWhole: true, context)
    if !left.others.isEmpty {
      context.note(SyncOutcome.noRemote(committed: 0).notCommitted(left.others, isWhole: true))
    }
    for path in paths.sorted() { context.console.writeLine(path) }
    context.note(
      paths.isEmpty
        ? Message("Nothing to commit", ko: "커밋할 파일이 없습니다")
        : Message(
          "\(counted(paths.count, "file")) would be committed", ko: "파일 \(paths.count)개를 커밋할 예정입니다")
    )
  }
}

extension CommandContext {
  /// Returns the way that `sync` and `resolve` write files and commits.
  ///
  /// - Parameter message: The message of every commit; nil for a message with the names of the files.
  func syncWriting(in repository: Repository, message: String? = nil) -> SyncRun.Writing {
    let journal = changes.journal(of: repository, configuration(of: repository))
    return SyncRun.Writing(
      message: { message ?? text(SyncRun.commitMessage($0)) },
      write: { try journal.commit($0, at: clock()) },
      answers: { $0.bakingAnswers(now: clock(), language) },
      remember: { try journal.remember($0, words: ["resolve"], at: clock()) }, warn: { warn($0) })
  }
}

struct SyncOptions: ParsableArguments {
  @Flag(
    name: [.customShort("n"), .long],
    help: help(
      "List the files that would be committed; do not contact the remote.",
      ko: "저장하거나 연결하지 않고 커밋할 파일만 출력합니다."))
  var dryRun = false

  @Flag(
    help: help(
      "Commit and merge, and send nothing.", ko: "커밋하고 병합하되 보내지 않습니다."))
  var pull = false

  @Option(
    name: [.customShort("m"), .long],
    help: help(.message, "Commit message.", ko: "커밋 메시지"))
  var message: String?

  @Option(
    help: help(
      .interval, "Run sync by a systemd user timer at this interval, such as 15m or 2h; off removes the timer.",
      ko: "systemd 사용자 타이머로 이 간격(예: 15m, 2h)마다 실행합니다. off면 중지합니다."))
  var timer: String?

  func validate() throws {
    guard timer == nil || !dryRun else { throw OptionsApart.error("--timer", "--dry-run") }
    guard message?.allSatisfy(\.isWhitespace) != true else {
      throw ValidationError(localized("The message is empty", ko: "커밋 메시지가 비어 있습니다"))
    }
  }
}

/// The part of `sheaf status` about merging.
struct GitAdvice {
  let context: CommandContext
  let workspace: Workspace

  /// Returns the files with conflicts, and the drivers that this clone lacks.
  func lines(_ conflicted: [ConflictedFile]) -> [Message] {
    var lines: [Message] = []
    let merge = try? GitUnmerged(in: context.git(in: workspace.repository))
    let unmerged = (merge?.conflicts ?? []).map { UserMerge.path(of: $0) }
    let pending = SyncRun.pendingPaths(in: workspace.repository) ?? []
    let paths = Set(conflicted.map(\.path.string) + unmerged + pending).sorted()
    if !paths.isEmpty {
      let names = paths.prefix(10).map { "\n    " + $0 }.joined()
      let more = paths.count > 10 ? "\n    …" : ""
      lines.append(
        Message(
          "\(counted(paths.count, "file")) with conflicts (sheaf resolve):\(names)\(more)",
          ko: "충돌이 있는 파일 \(paths.count)개 (sheaf resolve):\(names)\(more)"))
    }
    if let operation = merge?.operation {
      let refusal = GitRefusal.underWay(operation)
      lines.append(
        Message(
          refusal.explanation.english + (refusal.hint.map { ". " + $0.english } ?? ""),
          ko: refusal.explanation.korean + (refusal.hint.map { ". " + $0.korean } ?? "")))
    }
    if context.gitSetup(of: workspace.repository).isAskedForButMissing {
      lines.append(
        Message(
          ".gitattributes requires the merge driver, which is not set up in this clone (sheaf git setup)",
          ko: ".gitattributes에서 요청하는 병합 드라이버가 이 클론에 없습니다 (sheaf git setup)"))
    }
    return lines
  }
}
