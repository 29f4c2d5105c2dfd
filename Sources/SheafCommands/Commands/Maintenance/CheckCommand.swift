import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteHistory
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import TerminalText
import Wording

/// `sheaf check`
struct CheckCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: localized("Find problems in notes and links.", ko: "메모와 링크의 문제를 검사합니다."),
      discussion: localized(
        CheckManual.discussion(in: .english), ko: CheckManual.discussion(in: .korean)))
  }

  @Argument(help: help("Notes, folders and queries. Default: all.", ko: "메모, 폴더, 검색식(기본값: 모두)"))
  var notes: [String] = []

  @Flag(
    help: help(
      "Fix what can be fixed; sheaf undo reverts it.",
      ko: "고칠 수 있는 문제를 고칩니다. sheaf undo로 되돌릴 수 있습니다."))
  var fix = false

  @Flag(
    help: help(
      "Also check that linked web pages exist.",
      ko: "링크한 웹 페이지가 있는지도 확인합니다."))
  var external = false

  @Flag(
    help: help(
      "Only what the next commit changes, as it is staged.", ko: "다음 커밋에 들어갈 메모만, 스테이징한 내용으로 검사합니다."
    ))
  var staged = false

  @Option(
    help: help(
      "For continuous integration: github or sarif.", ko: "지속적 통합(CI)용 형식: github 또는 sarif"))
  var format: Format?

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case github, sarif
  }

  @OptionGroup var writing: WritingOptions

  @OptionGroup var output: OutputOptions

  init() {}

  func validate() throws {
    guard !staged || !fix && !external && notes.isEmpty else {
      throw ValidationError(
        localized("--staged is used alone.", ko: "--staged는 따로 쓰는 옵션입니다."))
    }
  }

  func run(in context: CommandContext) throws {
    guard !fix else { return try fix(in: context) }
    try context.reportSkippedNamesAgain()
    let workspace = try context.openWorkspace()
    var result = try found(in: context, workspace)
    if external {
      result.findings += try context.webFindings(
        in: try namedNotes(context, workspace), workspace)
    }
    try show(result, context, workspace)
  }

  /// nil for all.
  private func namedNotes(
    _ context: CommandContext, _ workspace: Workspace
  ) throws -> Set<NotePath>? {
    notes.isEmpty ? nil : Set(try context.notes(notes, in: workspace))
  }

  private func found(
    in context: CommandContext, _ workspace: Workspace
  ) throws -> CheckRound.Result {
    let choice = CheckRound.Choice(workspace.configuration.table("check"))
    let contents =
      staged ? try StagedNotes(in: context.git(in: workspace.repository)).contents : [:]
    let paths = staged ? Set(contents.keys) : try namedNotes(context, workspace)
    let result = try CheckRound(workspace, choice: choice, contents: contents).run(
      only: paths, today: context.clock().day)
    for problem in result.problems { context.warn(problem.explanation) }
    return result
  }

  private func show(
    _ result: CheckRound.Result, _ context: CommandContext, _ workspace: Workspace
  ) throws {
    let positions = positions(of: result, workspace)
    let items = result.findings.map { finding in
      let offset = finding.diagnostic.range?.lowerBound
      return CheckReport.Item(
        path: finding.path, diagnostic: finding.diagnostic,
        position: offset.flatMap { positions[finding.path]?[$0] }
          ?? finding.line.map { SourcePosition(line: $0, column: 1) })
    }
    let report = CheckReport(findings: items)
    if let format {
      print(report, as: format, context, workspace)
    } else {
      context.show(
        report, output.choices, keys: result.findings.map(\.path.string).uniqued(),
        pager: workspace.configuration.program("pager"))
    }
    let isWrong = result.findings.contains { $0.diagnostic.check != WebLinkCheck.untold }
    if isWrong { throw ExitStatus.negative }
    if !result.problems.isEmpty { throw ExitStatus.failure }
  }

  /// Paths count from the root of the git repository there.
  private func print(
    _ report: CheckReport, as format: Format, _ context: CommandContext, _ workspace: Workspace
  ) {
    let git = context.git(in: workspace.repository)
    let prefix = (try? git.output(.reading("rev-parse", "--show-prefix")).text) ?? ""
    switch format {
    case .github:
      for line in report.workflowCommands(prefix: prefix) { context.console.writeLine(line) }
    case .sarif:
      context.console.writeLine(
        report.sarif(version: sheafVersion, prefix: prefix).text(pretty: true))
    }
  }

  /// Where the findings of each note are. A note is read once, however much is found in it.
  private func positions(
    of result: CheckRound.Result, _ workspace: Workspace
  ) -> [NotePath: [Int: SourcePosition]] {
    let offsets = Dictionary(
      grouping: result.findings.filter { $0.diagnostic.range != nil }, by: \.path)
    return offsets.reduce(into: [:]) { positions, element in
      let (path, findings) = element
      let source = result.sources[path] ?? (try? workspace.files.read(path)).map(SourceBuffer.init)
      positions[path] = source?.positions(of: findings.compactMap(\.diagnostic.range?.lowerBound))
    }
  }

  /// Writes every fix that touches no other, in one transaction, and shows what is left.
  private func fix(in context: CommandContext) throws {
    let fixed = try context.write(writing) { workspace, transaction in
      let result = try found(in: context, workspace)
      var fixed = 0
      let findings = Dictionary(grouping: result.findings, by: \.path)
      for (path, source) in result.sources.sorted(by: { $0.key < $1.key }) {
        let fixes = (findings[path] ?? []).compactMap(\.diagnostic.fix)
        var proof = FixProof(source)
        let proved = proof.provable(DisjointEdits.first(of: fixes.map(\.edits)))
        guard !proved.isEmpty, let after = try? source.applying(proved.flatMap(\.self)) else {
          continue
        }
        transaction.replace(path, expecting: source.bytes, with: after.bytes)
        fixed += proved.count
      }
      return fixed
    }
    context.note(
      writing.dryRun
        ? Message("\(counted(fixed, "problem")) would be fixed", ko: "\(fixed)곳을 고칠 예정입니다")
        : Message("\(counted(fixed, "problem")) fixed", ko: "\(fixed)곳을 고쳤습니다"))
    if !writing.dryRun {
      let workspace = try context.openWorkspace()
      try show(try found(in: context, workspace), context, workspace)
    }
  }
}

/// What sheaf-check(1) lists.
enum CheckManual {
  static func discussion(in language: Language) -> String {
    let names =
      NoteChecks.all.map { ($0.name, $0.summary) }
      + RepositoryChecks.all.map { ($0.name, $0.summary) } + WebLinkCheck.all
    let list = names.map { "  \($0): \($1.text(in: language))" }.joined(separator: "\n")
    return Message(
      """
      Examples:
        sheaf check
        sheaf check Memo
        sheaf check --fix

      Exits with 1 if a problem was found. The setting check: turns a check off or sets its severity:

        check:
          unlinked-attachment: off
          broken-link: error

      With --external, curl requests every linked page once: HEAD before GET, each host no faster than
      links.external-interval, sending nothing about you but the name of the program. Only 404, 410, a host without
      an address and an HTML page without the linked anchor count as dead; pages in an unclear state are listed but do
      not count. Answers are cached. Sealed letters, addresses of this machine and network, and addresses with a
      user name are never requested.

      The checks:
      \(list)
      """,
      ko: """
        예:
          sheaf check
          sheaf check Memo
          sheaf check --fix

        문제를 찾으면 종료 코드는 1입니다. check: 설정에서 검사를 끄거나 심각도를 정할 수 있습니다:

          check:
            unlinked-attachment: off
            broken-link: error

        --external을 지정하면 링크한 페이지마다 curl로 한 번씩 요청합니다. HEAD를 먼저, 그다음 GET을 보내고, 한 호스트에는
        links.external-interval보다 자주 요청하지 않으며, 프로그램 이름 말고는 아무것도 보내지 않습니다. 404, 410, 없는
        호스트, 링크한 위치가 없는 HTML 페이지만 끊긴 링크로 처리합니다. 알 수 없는 페이지는 목록에만 표시하고 문제로 세지
        않습니다. 응답은 캐시에 저장합니다. 봉인한 편지, 이 컴퓨터와 사설 네트워크의 주소, 사용자 이름이 들어 있는 주소는
        요청하지 않습니다.

        검사:
        \(list)
        """
    ).text(in: language)
  }
}
