import ArgumentParser
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace

/// `sheaf list`
struct ListCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: localized("List notes, the last changed first.", ko: "메모를 늘어놓습니다. 나중에 고친 것이 먼저."),
      discussion: localized(
        """
        Examples:
          sheaf list tag:work status:todo --sort due
          sheaf list in:Memo created:2026-11 --json
        """,
        ko: """
          보기:
            sheaf list tag:일 status:todo --sort due
            sheaf list in:Memo created:2026-11 --json
          """),
      aliases: ["ls"])
  }

  @OptionGroup var query: QueryArguments
  @OptionGroup var output: OutputOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let parsed = try query.parsed(in: context, workspace)
    if query.explain { context.explain(parsed) }
    let request = try query.request(parsed, in: context, workspace)
    let notes = try workspace.index.notes(request)
    if let format = output.format, !output.isForPrograms {
      try context.write(notes, format: format)
    } else {
      let report = NoteListReport(notes: notes, today: request.today)
      if !output.isForPrograms, context.console.capabilities.isOutputTerminal {
        TerminalMemory(context, workspace).rememberRows(notes.map(\.path))
      }
      context.show(
        report, output, paths: notes.map(\.path),
        pager: workspace.configuration.nonEmptyText("pager"))
    }
    if notes.isEmpty { throw ExitStatus.negative }
  }
}
