import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteHistory
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

struct CheckCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: localized("Find problems in notes and links.", ko: "메모와 링크의 문제를 검사합니다."),
      discussion: prose(PackageResources.check_txt, ko: PackageResources.check_ko_txt) + "\n" + list)
  }

  /// The names and the meaning of all checks, a line each.
  private static var list: String {
    let checks =
      NoteChecks.all.map { ($0.name, $0.summary) } + RepositoryChecks.all.map { ($0.name, $0.summary) }
      + Program.current.slowChecks.map { ($0.name, $0.summary) }
    return checks.map { "  \($0): \($1.text(in: HelpLanguage.current))" }.joined(separator: "\n")
  }

  @OptionGroup var options: CheckOptions

  func run(in context: CommandContext) throws {
    guard !options.fix else { return try fix(in: context) }
    try context.reportSkippedNamesAgain()
    try showProblems(in: context)
  }

  /// Shows the problems that there are now, of linked web pages too if they are asked for.
  private func showProblems(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    var result = try found(in: context, workspace)
    if options.external {
      result.findings += try context.program.slowFindings(in: context, of: namedNotes(context, workspace), workspace)
    }
    try show(result, in: context, workspace)
  }

  /// Returns the notes that the words name. Nil for all notes.
  private func namedNotes(_ context: CommandContext, _ workspace: Workspace) throws -> Set<NotePath>? {
    guard !options.isOfAll else { return nil }
    let named = NamedPlaces(.notes, context, workspace)
    return Set(try named.places(options.notes, where: options.change.condition).map(\.path))
  }

  private func found(in context: CommandContext, _ workspace: Workspace) throws -> CheckRound.Result {
    let choice = CheckRound.Choice(workspace.configuration.table("check"))
    let contents = options.staged ? try StagedNotes(in: context.git(in: workspace.repository)).contents : [:]
    let paths = options.staged ? Set(contents.keys) : try namedNotes(context, workspace)
    let result = try CheckRound(
      workspace, choice: choice, contents: contents,
      reading: context.program.formulaReading(in: context, of: workspace.repository),
      answers: workspace.bakingAnswers(now: context.clock(), context.language),
      git: context.git(in: workspace.repository)
    ).run(only: paths)
    for problem in result.problems { context.warn(problem.explanation) }
    return result
  }

  /// Writes all fixes that do not overlap, in one transaction, and shows the remaining problems.
  private func fix(in context: CommandContext) throws {
    let dryRun = options.change.writing.dryRun
    let fixed = try context.write(options.change.writing.care(json: options.listing.output.json && dryRun)) {
      workspace, transaction in
      let fixes = CheckFixes(of: try found(in: context, workspace))
      for change in fixes.changes {
        transaction.replace(change.path, expecting: change.before, with: change.after)
      }
      return fixes.count
    }
    context.note(
      dryRun
        ? Message("\(counted(fixed, "problem")) would be fixed", ko: "\(fixed)곳을 고칠 예정입니다")
        : Message("\(counted(fixed, "problem")) fixed", ko: "\(fixed)곳을 고쳤습니다"))
    if !dryRun { try showProblems(in: context) }
  }
}

struct CheckOptions: ParsableArguments {
  enum Format: String, FileForms { case text, json, jsonl, csv, tsv, md, github, sarif }

  @Argument(help: help(.noteOrFile, "Notes, folders and queries. Default: all.", ko: "메모, 폴더, 검색식(기본값: 모두)"))
  var notes: [String] = []

  @Flag(
    help: help(
      "Fix the problems that have a fix; “sheaf undo” reverts the fixes.",
      ko: "고칠 수 있는 문제를 고칩니다. “sheaf undo”로 되돌릴 수 있습니다."))
  var fix = false

  @Flag(
    help: help(
      "Check that linked web pages exist, too.",
      ko: "링크한 웹 페이지가 있는지도 확인합니다."))
  var external = false

  @Flag(
    help: help("Read only the staged changes, as the next commit has them.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 검사합니다."))
  var staged = false

  @OptionGroup var change: ChangeOptions<ListedNotes>
  @OptionGroup var listing: FormedListing<Format>

  /// True if no notes are named.
  var isOfAll: Bool { notes.isEmpty && change.condition == nil }

  func validate() throws {
    guard !staged || !fix && !external && isOfAll else {
      throw ValidationError(
        localized(
          "--staged cannot be used with notes, --fix or --external",
          ko: "--staged는 메모, --fix, --external과 함께 지정할 수 없습니다"))
    }
    guard !external || !Program.current.slowChecks.isEmpty else {
      throw ValidationError(localized("This program has no checks of web pages", ko: "이 프로그램에는 웹 페이지 검사가 없습니다"))
    }
    guard !fix || !external || !change.writing.dryRun else { throw OptionsApart.error("--external", "--fix --dry-run") }
  }
}

extension CheckCommand {
  /// Prints the problems. Throws ``ExitStatus/negative`` if there are any.
  private func show(_ result: CheckRound.Result, in context: CommandContext, _ workspace: Workspace) throws {
    let positions = result.positions(in: workspace, countsScalars: options.listing.file.form == .sarif)
    let items = result.findings.map { finding in
      let offset = finding.diagnostic.range?.lowerBound
      return CheckReport.Item(
        path: finding.path, diagnostic: finding.diagnostic,
        position: offset.flatMap { positions[finding.path]?[$0] }
          ?? finding.line.map { SourcePosition(line: $0, column: 1) })
    }
    let report = CheckReport(findings: items)
    let form = options.listing.file.form
    let shown = try options.listing.order.rowOrder.arranged(report)
    if form == .github || form == .sarif {
      try context.write(
        Array(text(shown, isSARIF: form == .sarif, in: context, workspace).utf8), to: options.listing.file.output)
    } else {
      var listing = Listing(shown, options.listing)
      listing.whenEmpty = {
        guard result.problems.isEmpty, options.isOfAll, !options.staged else {
          return Message("No problems found", ko: "찾은 문제가 없습니다")
        }
        let count = try workspace.index.notes.count()
        return Message("\(counted(count, "note")), no problems", ko: "메모 \(count)개, 문제 없음")
      }
      try listing.show(in: context, workspace)
    }
    let uncounted = Set(context.program.slowChecks.filter { !$0.isProblem }.map(\.name))
    let isWrong = result.findings.contains { !uncounted.contains($0.diagnostic.check) }
    if isWrong { throw ExitStatus.negative }
    if !result.problems.isEmpty { throw ExitStatus.failure }
  }

  /// Prints a report in a format for continuous integration. Paths count from the root of the git repository.
  private func text(
    _ report: CheckReport, isSARIF: Bool, in context: CommandContext, _ workspace: Workspace
  ) -> String {
    let git = context.git(in: workspace.repository)
    let prefix = (try? git.output(.asking(.revParse, "--show-prefix")).text) ?? ""
    return isSARIF
      ? report.sarif(version: sheafVersion, prefix: prefix).text(pretty: true) + "\n"
      : report.workflowCommands(prefix: prefix).map { $0 + "\n" }.joined()
  }
}
