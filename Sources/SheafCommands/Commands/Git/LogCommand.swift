import ArgumentParser
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository

/// `sheaf log`
struct LogCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: localized(
        "Show in words what happened to notes, from git.", ko: "git에 남은 메모의 변경 내역을 말로 보여 줍니다."),
      discussion: localized(
        """
        A note is followed through its former names. --board shows only what moved on the board.

        Examples:
          sheaf log
          sheaf log 'Tax return'
          sheaf log tag:work --since monday
          sheaf log --board --since 2026-11-01
        """,
        ko: """
          메모의 이름이 바뀌었어도 이전 이름까지 이어서 보여 줍니다. --board는 보드에서 옮긴 것만 보여 줍니다.

          예:
            sheaf log
            sheaf log '세금 신고'
            sheaf log tag:일 --since 월요일
            sheaf log --board --since 2026-11-01
          """))
  }

  @Argument(help: help("A note, or a query; without: all notes.", ko: "메모나 검색식. 없으면 모든 메모"))
  var words: [String] = []

  @Option(
    help: help("Only what came after a day or a commit.", ko: "이 날짜나 커밋 다음의 것만 보여 줍니다."))
  var since: String?

  @Flag(help: help("Only what moved on the board.", ko: "보드에서 옮긴 것만 보여 줍니다."))
  var board = false

  @Option(help: help("Show at most N commits.", ko: "보여 줄 커밋의 최대 개수"))
  var limit: Int?

  @OptionGroup var output: OutputOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let git = context.git(in: workspace.repository)
    let subject = try LogSubject(words, in: context, workspace)
    var request = NoteLogRequest(paths: subject.paths)
    request.limit = limit
    request.isOfBoard = board
    if let since { try request.begin(after: since, in: context, git) }
    let log = try workspace.log(request, from: git, today: context.clock().day)
    let report = NoteLogReport(log, isOfOneNote: subject.isOneNote, in: context)
    context.show(
      report, output.choices, keys: log.entries.flatMap { $0.events.map(\.path.string) }.uniqued(),
      pager: workspace.configuration.program("pager"))
    if log.entries.isEmpty { throw ExitStatus.negative }
  }
}
