import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
import NoteRepository

/// `sheaf diff`
struct DiffCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff",
      abstract: localized(
        "Show how notes differ from a commit: fields in words, text by word.",
        ko: "메모가 커밋과 어떻게 다른지 필드는 말로, 본문은 단어별로 보여 줍니다."),
      discussion: localized(
        """
        Without a note, all that differ; without a commit, the last one. Korean is compared by character.

        Examples:
          sheaf diff
          sheaf diff 'Tax return'
          sheaf diff 'Tax return' yesterday
          sheaf diff HEAD~3
        """,
        ko: """
          메모가 없으면 달라진 모든 메모를, 커밋이 없으면 마지막 커밋과 비교합니다. 한글은 글자별로 비교합니다.

          예:
            sheaf diff
            sheaf diff '세금 신고'
            sheaf diff '세금 신고' 어제
            sheaf diff HEAD~3
          """))
  }

  @Argument(help: help("A note, or a commit.", ko: "메모나 커밋"))
  var first: String?

  @Argument(help: help("After a note: a commit, or a day.", ko: "메모 다음: 커밋이나 날짜"))
  var second: String?

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    let (path, revision) = try subject(context, workspace, git)
    let differences = try workspace.differences(
      of: path, from: revision, in: git, today: context.clock().day)
    let report = NoteDiffReport(
      entries: differences.map {
        NoteDiffReport.Entry(
          path: $0.path, title: $0.title, changes: $0.changes, before: $0.before, after: $0.after)
      })
    context.show(
      report, OutputChoices(json: json), keys: differences.map(\.path.string),
      pager: workspace.configuration.program("pager"))
    if differences.isEmpty { throw ExitStatus.negative }
  }

  /// One word is a note where one is called so, else a commit.
  private func subject(
    _ context: CommandContext, _ workspace: Workspace, _ git: any GitClient
  ) throws -> (NotePath?, GitRevision) {
    guard let first else { return (nil, try context.revision("HEAD", in: git)) }
    if let second {
      return (
        try context.pathNowOrThen(first, in: workspace), try context.revision(second, in: git)
      )
    }
    if let path = try? context.note(first, in: workspace, parts: .refused) {
      return (path, try context.revision("HEAD", in: git))
    }
    if let revision = try? context.revision(first, in: git) { return (nil, revision) }
    return (
      try context.pathNowOrThen(first, in: workspace), try context.revision("HEAD", in: git)
    )
  }
}
