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
    context.footprint.leave()
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
