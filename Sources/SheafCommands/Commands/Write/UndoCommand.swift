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
        "Take back the last commands that wrote.", ko: "마지막으로 쓴 명령을 되돌립니다."),
      discussion: localized(
        """
        All files of a command get their bytes back, or none does: where one was changed since, nothing
        is undone and the file is named. “sheaf redo” makes the commands again.

        Examples:
          sheaf undo
          sheaf undo 3 --dry-run
          sheaf undo --list
        """,
        ko: """
          명령이 바꾼 파일은 모두 예전 바이트로 돌아가거나 하나도 돌아가지 않습니다. 그 뒤에 바뀐 파일이
          있으면 아무것도 되돌리지 않고 그 파일을 알립니다. “sheaf redo”로 다시 할 수 있습니다.

          보기:
            sheaf undo
            sheaf undo 3 --dry-run
            sheaf undo --list
          """))
  }

  @Argument(help: help("How many commands.", ko: "명령의 수."))
  var count = 1

  @Flag(help: help("List the commands that can be undone.", ko: "되돌릴 수 있는 명령을 늘어놓습니다."))
  var list = false

  @Flag(help: help("With --list: one JSON document.", ko: "--list와 함께: JSON 문서 하나로."))
  var json = false

  @OptionGroup var writing: WritingOptions

  init() {}

  func validate() throws {
    guard count > 0 else {
      throw ValidationError(localized("The number is at least 1.", ko: "수는 1 이상이어야 합니다."))
    }
  }

  func run(in context: CommandContext) throws {
    guard !list else { return try showHistory(context) }
    let done = try context.replay(writing) { journal throws(RepositoryError) in
      try journal.undoing(count)
    }
    guard !done.isEmpty else {
      throw NothingToReplay(
        explanation: Message("There is nothing to undo", ko: "되돌릴 것이 없습니다"))
    }
    guard !writing.dryRun else { return }
    for entry in done {
      context.note(Message("Undone: \(entry.command)", ko: "되돌림: \(entry.command)"))
      for path in entry.formerPaths { context.console.writeLine(path.string) }
    }
  }

  private func showHistory(_ context: CommandContext) throws {
    let repository = try context.repository()
    let configuration = context.configuration(of: repository)
    let history = try context.journal(of: repository, configuration).history()
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
