import ArgumentParser
import NoteActions
import NoteHistory
import NoteModel
import NoteRepository
import Wording

/// `sheaf restore`
struct RestoreCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "restore",
      abstract: localized(
        "Bring back a note as a commit has it.", ko: "메모를 커밋에 있는 내용으로 되살립니다."),
      discussion: localized(
        """
        Without --from, as the last commit has it. A note that was removed is brought back, one that was
        renamed keeps its present name. “sheaf undo” takes it back.

        Examples:
          sheaf restore 'Tax return'
          sheaf restore Memo/plan.md --from yesterday
          sheaf restore Memo/plan.md --from HEAD~3 --dry-run
        """,
        ko: """
          --from이 없으면 마지막 커밋의 내용으로 되살립니다. 삭제한 메모도 되살리고, 이름이 바뀐 메모는 지금 이름을
          유지합니다. “sheaf undo”로 되돌릴 수 있습니다.

          예:
            sheaf restore '세금 신고'
            sheaf restore Memo/계획.md --from 어제
            sheaf restore Memo/계획.md --from HEAD~3 --dry-run
          """))
  }

  @Argument(help: help("A note, or the path of one that was removed.", ko: "메모나 삭제한 메모의 경로"))
  var note: String

  @Option(help: help("A commit, or a day.", ko: "커밋이나 날짜"))
  var from = "HEAD"

  @OptionGroup var writing: WritingOptions

  init() {}

  func run(in context: CommandContext) throws {
    let path = try context.write(writing) { workspace, transaction in
      let git = context.git(in: workspace.repository)
      let path = try context.pathNowOrThen(note, in: workspace)
      let revision = try context.revision(from, in: git)
      let former = try workspace.version(of: path, at: revision, from: git).bytes
      if workspace.files.fingerprint(path) == nil {
        transaction.create(path, former)
      } else {
        transaction.replace(path, expecting: try workspace.files.read(path), with: former)
      }
      return transaction.changes.isEmpty ? nil : path
    }
    guard let path else {
      return context.note(
        Message("It is already as it was then", ko: "이미 그때의 내용과 같습니다"))
    }
    if !writing.dryRun { context.console.writeLine(path.string) }
  }
}
