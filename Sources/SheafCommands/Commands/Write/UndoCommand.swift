import ArgumentParser
import ByteBasics
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// `sheaf undo`
struct UndoCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo",
      abstract: localized(
        "Undo the last commands that changed files.", ko: "파일을 바꾼 최근 명령을 되돌립니다."),
      discussion: localized(
        """
        Either all files of a command get their bytes back or none does: if one was changed since, nothing
        is undone and the file is reported. “sheaf redo” redoes the commands.

        Examples:
          sheaf undo
          sheaf undo 3 --dry-run
          sheaf undo --list
        """,
        ko: """
          명령으로 바뀐 파일을 모두 원래 내용으로 되돌리거나, 하나도 되돌리지 않습니다. 그 뒤에 바뀐 파일이 있으면 아무것도
          되돌리지 않고 그 파일을 표시합니다. “sheaf redo”로 다시 실행할 수 있습니다.

          예:
            sheaf undo
            sheaf undo 3 --dry-run
            sheaf undo --list
          """))
  }

  @OptionGroup var replay: ReplayOptions

  @Flag(help: help("List the commands that can be undone.", ko: "되돌릴 수 있는 명령의 목록을 보여 줍니다."))
  var list = false

  @Flag(help: help("With --list: print one JSON document.", ko: "--list와 함께: JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    guard !list else { return try showHistory(context) }
    try replay.run(
      in: context, { journal, count throws(RepositoryError) in try journal.undoing(count) },
      nothing: Message("There is nothing to undo", ko: "되돌릴 명령이 없습니다"),
      hint: Message(
        "Every command that changes files can be undone; “sheaf undo --list” lists them.",
        ko: "파일을 바꾼 명령은 모두 되돌릴 수 있습니다. “sheaf undo --list”로 목록을 확인하세요.")
    ) { entry in
      (Message("Undone: \(entry.command)", ko: "되돌렸습니다: \(entry.command)"), entry.formerPaths)
    }
  }

  private func showHistory(_ context: CommandContext) throws {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let history = try context.journalToRead(of: repository, configuration).history()
    for path in history.damaged { context.warn(RepositoryError.damagedJournal(path).explanation) }
    let entries = history.entries.reversed()
    let report = HistoryReport(
      entries: entries.map {
        HistoryReport.Entry(
          command: $0.command, moment: $0.moment, paths: $0.paths, isUndone: $0.state == .undone)
      })
    if json {
      context.console.writeLine(report.json.text(pretty: true))
    } else {
      context.page(
        context.theme.encode(report.lines(context.page)),
        configured: configuration.program("pager"))
    }
    if entries.isEmpty { throw ExitStatus.negative }
  }
}
