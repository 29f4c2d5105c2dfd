import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// `sheaf diff`
struct DiffCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff",
      abstract: localized(
        "Show how notes differ from a commit: fields in words, text by word.",
        ko: "커밋과 비교해 바뀐 필드와 단어를 보여 줍니다."),
      discussion: localized(
        """
        Without a note, all that differ; without a commit, the last one. Korean is compared by character.

        Examples:
          sheaf diff
          sheaf diff 'Tax return'
          sheaf diff 'Tax return' yesterday
          sheaf diff HEAD~3
          sheaf diff HEAD~1 HEAD
        """,
        ko: """
          메모가 없으면 달라진 모든 메모를, 커밋이 없으면 마지막 커밋과 비교합니다. 한글은 글자별로 비교합니다.

          예:
            sheaf diff
            sheaf diff '세금 신고'
            sheaf diff '세금 신고' 어제
            sheaf diff HEAD~3
          sheaf diff HEAD~1 HEAD
          """))
  }

  @Argument(help: help(.noteOrRevision, "A note or a commit.", ko: "메모나 커밋"))
  var first: String?

  @Argument(
    help: help(
      .revision, "After a note: a commit, or a day. After a commit: a later commit.",
      ko: "메모 다음: 커밋이나 날짜. 커밋 다음: 나중 커밋"))
  var second: String?

  @Flag(help: help("Print one JSON document.", ko: "JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    let differences: [NoteDifference]
    if let (former, latter) = commits(context, workspace, git) {
      differences = try workspace.differences(from: former, to: latter, in: git)
    } else {
      let (path, revision) = try subject(context, workspace, git)
      differences = try workspace.differences(of: path, from: revision, in: git)
    }
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

  /// Two commits, if the first word is no note.
  private func commits(
    _ context: CommandContext, _ workspace: Workspace, _ git: any GitClient
  ) -> (GitRevision, GitRevision)? {
    guard let first, let second, (try? context.note(first, in: workspace, parts: .refused)) == nil,
      let former = try? context.revision(first, in: git), let latter = try? context.revision(second, in: git)
    else { return nil }
    return (former, latter)
  }

  /// One word is a note if one is called so, else a commit.
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

/// `sheaf textconv`
struct TextconvCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "textconv",
      abstract: localized(
        "Print a note in a form to compare.", ko: "비교하기 좋은 형태로 메모를 출력합니다."),
      discussion: localized(
        """
        Examples:
          sheaf textconv Memo/plan.md

        One line per value of the front matter, days with their weekday, then the text. The text of a sealed letter is
        not shown. Changes of quotes and order do not appear.

        For a diff driver of your own: “git config diff.NAME.textconv "sheaf textconv --"” and “*.md diff=NAME” in
        .git/info/attributes. Git then starts a program for each version of each note; its patches do not apply, and
        “git blame” counts the lines of this text. “sheaf diff” and “sheaf log” need none of it.
        """,
        ko: """
          예:
            sheaf textconv Memo/계획.md

          머리말의 값을 한 줄에 하나씩, 날짜는 요일과 함께 출력하고 본문을 이어서 출력합니다. 봉인한 편지의 본문은 표시하지
          않습니다. 따옴표와 순서의 변화는 나타나지 않습니다.

          직접 diff 드라이버로 쓰려면 “git config diff.이름.textconv "sheaf textconv --"”를 실행하고
          .git/info/attributes에 “*.md diff=이름”을 적으세요. 그러면 git이 메모의 버전마다 프로그램을 실행하고, 패치를
          적용할 수 없으며, “git blame”의 줄 번호가 달라집니다. “sheaf diff”와 “sheaf log”에는 필요하지 않습니다.
          """))
  }

  @Argument(help: help(.file, "The file.", ko: "파일"))
  var file: String

  init() {}

  func run(in context: CommandContext) throws {
    // git hands over a copy, wherever it is.
    let bytes = ReadingGate(today: context.clock().day).readable(
      try readNamedFile(context.absolutePath(file)), at: NotePath(trusted: "note.md"),
      in: .standard)
    context.console.write(
      ReadableNote(bytes, in: context.language == .korean ? .korean : .english).text)
  }
}
