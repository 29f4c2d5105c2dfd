import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import TerminalText
import Wording

/// `sheaf digest`
struct DigestCommand: ContextCommand {

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "digest",
      abstract: localized(
        "Summarise a date range or the results of a query for others.",
        ko: "기간이나 검색식에 맞는 내용을 공유용으로 요약합니다."),
      discussion: localized(
        """
        Default: the last seven days. Sealed letters, drafts and notes with publish: false
        are left out; only their number is shown.

        Examples:
          sheaf digest --week --html -o week.html
          sheaf digest 2026-11 --md
          sheaf digest tag:work --eml --to me@example.org -o work.eml
        """,
        ko: """
          기간을 지정하지 않으면 지난 7일을 요약합니다. 봉인한 편지, 초안, publish: false인 메모는 제외하고 개수만
          표시합니다.

          예:
            sheaf digest --week --html -o week.html
            sheaf digest 2026-11 --md
            sheaf digest tag:일 --eml --to me@example.org -o work.eml
          """))
  }

  @OptionGroup var options: DigestOptions

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let digest = try gathered(in: workspace, context)
    if let output = options.output {
      try OutputFile.write(
        DigestFile(digest, options, workspace, context).bytes, toNamed: context.absolutePath(output)
      )
      context.note(Message("Wrote \(output)", ko: "저장했습니다: \(output)"))
    } else if options.face == .text {
      context.page(
        context.theme.encode(DigestText(digest, context.language).lines(context.page)),
        configured: workspace.configuration.program("pager"))
    } else {
      context.console.write(DigestFile(digest, options, workspace, context).bytes)
    }
    if digest.isEmpty { throw ExitStatus.negative }
  }

  private func gathered(in workspace: Workspace, _ context: CommandContext) throws -> Digest {
    let now = context.clock()
    let git = context.git(in: workspace.repository)
    if let since = options.since, options.until == nil,
      DateExpression.parse(since, relativeTo: now) == nil,
      let revision = try? context.revision(since, in: git)
    {
      return try workspace.digest(since: revision, text: since + "..", from: git, now: now)
    }
    if let range = try options.days(at: context.clock()) {
      return try workspace.digest(of: range, now: now)
    }
    var arguments = QueryArguments()
    arguments.query = options.words
    let query = try arguments.parsed(in: context, workspace).query
    return try workspace.digest(
      of: query, text: options.words.joined(separator: " "), now: now)
  }
}
