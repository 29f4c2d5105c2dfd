import ByteBasics
import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax

/// The problems of notes, in the form that the options of `check` ask for.
struct CheckAnswer {
  private let options: CheckOptions
  private let context: CommandContext
  private let workspace: Workspace

  init(_ options: CheckOptions, _ context: CommandContext, _ workspace: Workspace) {
    self.options = options
    self.context = context
    self.workspace = workspace
  }

  /// Prints the problems.
  ///
  /// - Throws: ``ExitStatus/negative`` where there are any.
  func show(_ result: CheckRound.Result) throws {
    let positions = result.positions(in: workspace)
    let items = result.findings.map { finding in
      let offset = finding.diagnostic.range?.lowerBound
      return CheckReport.Item(
        path: finding.path, diagnostic: finding.diagnostic,
        position: offset.flatMap { positions[finding.path]?[$0] }
          ?? finding.line.map { SourcePosition(line: $0, column: 1) })
    }
    let report = CheckReport(findings: items)
    if let format = options.format {
      print(report, as: format)
    } else {
      context.show(
        report, options.output.choices, keys: result.findings.map(\.path.string).uniqued(),
        pager: workspace.configuration.program("pager"))
    }
    let isWrong = result.findings.contains { $0.diagnostic.check != WebLinkCheck.untold }
    if isWrong { throw ExitStatus.negative }
    if !result.problems.isEmpty { throw ExitStatus.failure }
  }

  /// Paths count from the root of the git repository there.
  private func print(_ report: CheckReport, as format: CheckOptions.Format) {
    let git = context.git(in: workspace.repository)
    let prefix = (try? git.output(.asking(.revParse, "--show-prefix")).text) ?? ""
    switch format {
    case .github:
      for line in report.workflowCommands(prefix: prefix) { context.console.writeLine(line) }
    case .sarif:
      context.console.writeLine(
        report.sarif(version: sheafVersion, prefix: prefix).text(pretty: true))
    }
  }
}
