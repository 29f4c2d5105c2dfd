import NoteActions
import NoteModel
import NotePresentation
import NoteRepository

/// A board in the form that the options of `board` ask for.
struct BoardAnswer {
  private let options: BoardOptions
  private let context: CommandContext
  private let workspace: Workspace

  init(_ options: BoardOptions, _ context: CommandContext, _ workspace: Workspace) {
    self.options = options
    self.context = context
    self.workspace = workspace
  }

  func show(_ report: BoardReport) throws {
    if options.md || options.html { context.rememberRows([], of: workspace) }
    if options.md {
      context.console.write(BoardDocument(report, language: context.language).markdown)
    } else if options.html {
      context.console.write(BoardDocument(report, language: context.language).html)
    } else if options.choices.format != nil {
      try Listing(report.list, options.choices).show(in: context, workspace)
    } else {
      let output = options.choices.output
      context.rememberRows(output.isForPrograms ? [] : report.list.numberedPlaces, of: workspace)
      context.show(
        report, output, keys: report.tasks.map(\.reference),
        pager: workspace.configuration.program("pager"))
    }
  }
}
