import ArgumentParser
import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

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
    let (paths, isOfOneNote) = try subject(context, workspace)
    var request = NoteLogRequest(paths: paths)
    request.limit = limit
    request.isOfBoard = board
    try limit(&request, context, git)
    let log = try workspace.log(request, from: git, today: context.clock().day)
    let report = NoteLogReport(
      entries: log.entries.map { entry in
        NoteLogReport.Entry(
          commit: entry.commit.id, moment: context.moment(entry.commit.seconds),
          author: entry.commit.author, subject: entry.commit.subject,
          events: entry.events.map {
            NoteLogReport.Event(path: $0.path, title: $0.title, changes: $0.changes)
          })
      }, isOfOneNote: isOfOneNote)
    context.show(
      report, output.choices, keys: log.entries.flatMap { $0.events.map(\.path.string) }.uniqued(),
      pager: workspace.configuration.program("pager"))
    if log.entries.isEmpty { throw ExitStatus.negative }
  }

  /// The notes whose history is asked for; nil for all.
  private func subject(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> (Set<NotePath>?, isOfOneNote: Bool) {
    guard !words.isEmpty else { return (nil, false) }
    let text = words.joined(separator: " ")
    do {
      return ([try context.pathNowOrThen(text, in: workspace)], true)
    } catch let error as NoteLookupError {
      guard case .notFound = error else { throw error }
      let found = try context.notes(where: text, in: workspace)
      guard !found.isEmpty else { throw error }
      return (Set(found), false)
    }
  }

  /// `--since` names a commit, or the day from whose beginning on it counts.
  private func limit(
    _ request: inout NoteLogRequest, _ context: CommandContext, _ git: any GitClient
  ) throws {
    guard let since else { return }
    if let revision = try? GitRevision(since, endOfDay: nil, in: git) {
      request.range = revision.commit + "..HEAD"
    } else if case .day(let day)? = DateExpression.parse(since, relativeTo: context.clock()) {
      request.since = context.seconds(at: day)
    } else {
      _ = try context.revision(since, in: git)
    }
  }
}
