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
  enum Face: String, EnumerableFlag {
    case text, html, md, eml

    static func help(for face: Face) -> ArgumentHelp? {
      switch face {
      case .text: SheafCommands.help("Print plain text (default).", ko: "텍스트로 출력합니다(기본값).")
      case .html:
        SheafCommands.help(
          "Print one self-contained HTML file, to mail, print or keep.",
          ko: "다른 파일이 필요 없는 HTML 파일 하나로 출력합니다.")
      case .md: SheafCommands.help("Print Markdown.", ko: "마크다운으로 출력합니다.")
      case .eml:
        SheafCommands.help("Print a mail with text and HTML.", ko: "텍스트와 HTML이 있는 메일로 출력합니다.")
      }
    }
  }

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

  @Argument(
    parsing: .allUnrecognized,
    help: help(
      "Days (2026-11, last week, 2026-11-01..2026-11-15) or a query.",
      ko: "기간(2026-11, 지난주, 2026-11-01..2026-11-15) 또는 검색식"))
  var words: [String] = []

  @Flag(help: help("Summarise this week.", ko: "이번 주를 요약합니다."))
  var week = false

  @Flag(help: help("Summarise this month.", ko: "이번 달을 요약합니다."))
  var month = false

  @Option(help: help("The first day, or a commit after which.", ko: "첫날, 또는 이 커밋 다음"))
  var since: String?

  @Option(help: help("The last day. Default: today.", ko: "마지막 날(기본값: 오늘)"))
  var until: String?

  @Flag(exclusivity: .exclusive)
  var face: Face = .text

  @Option(name: .shortAndLong, help: help("Write to this file.", ko: "출력할 파일"))
  var output: String?

  @Option(help: help("With --eml: the sender.", ko: "--eml과 함께: 보내는 사람"))
  var from: String?

  @Option(help: help("With --eml: the recipient.", ko: "--eml과 함께: 받는 사람"))
  var to: String?

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let digest = try gathered(in: workspace, context)
    if let output {
      let path = output.hasPrefix("/") ? output : context.workingDirectory + "/" + output
      try OutputFile.write(rendered(digest, workspace, context), to: path)
      context.note(Message("Wrote \(output)", ko: "저장했습니다: \(output)"))
    } else if face == .text {
      context.page(
        context.theme.encode(DigestText(digest, context.language).lines(context.page)),
        configured: workspace.configuration.program("pager"))
    } else {
      context.console.write(rendered(digest, workspace, context))
    }
    if digest.isEmpty { throw ExitStatus.negative }
  }

  private func gathered(in workspace: Workspace, _ context: CommandContext) throws -> Digest {
    let now = context.clock()
    let git = context.git(in: workspace.repository)
    if let since, until == nil, DateExpression.parse(since, relativeTo: now) == nil,
      let revision = try? context.revision(since, in: git)
    {
      return try workspace.digest(since: revision, text: since + "..", from: git, now: now)
    }
    if let range = try range(context) {
      return try workspace.digest(of: range, now: now)
    }
    var arguments = QueryArguments()
    arguments.query = words
    let query = try arguments.parsed(in: context, workspace).query
    return try workspace.digest(
      of: query, text: words.joined(separator: " "), now: now)
  }

  /// The days that were asked for; nil where the words are a query.
  private func range(_ context: CommandContext) throws -> DayRange? {
    let today = context.clock().day
    if since != nil || until != nil {
      let last = try until.map { try DigestDays.read($0, context).lastDay } ?? today
      let first =
        try since.map { try DigestDays.read($0, context).firstDay } ?? last.adding(days: -6)
      return DayRange(first, last)
    }
    if week {
      return DayRange(today.startOfWeek(.monday), today.startOfWeek(.monday).adding(days: 6))
    }
    if month { return DayRange(today.startOfMonth, today.endOfMonth) }
    guard !words.isEmpty else { return DayRange(today.adding(days: -6), today) }
    let reading = DateExpression.parse(words.joined(separator: " "), relativeTo: context.clock())
    return reading.map { DayRange($0.firstDay, $0.lastDay) }
  }

  private func rendered(
    _ digest: Digest, _ workspace: Workspace, _ context: CommandContext
  ) -> [UInt8] {
    let language = context.language
    switch face {
    case .md: return Array(DigestMarkdown(digest, language).text.utf8)
    case .html: return html(digest, workspace, language)
    case .text: return letter(digest, language)
    case .eml:
      let mail = DigestMail(
        subject: DigestWords(digest, language).title,
        text: String(decoding: letter(digest, language), as: UTF8.self),
        html: html(digest, workspace, language), now: context.clock(),
        sender: from ?? "Sheaf <sheaf@localhost>", recipient: to)
      return Array(mail.message.utf8)
    }
  }

  private func letter(_ digest: Digest, _ language: Language) -> [UInt8] {
    let lines = DigestText(digest, language).lines(DigestDays.letterPage(language))
    return Theme.plain.encode(lines).bytes
  }

  private func html(_ digest: Digest, _ workspace: Workspace, _ language: Language) -> [UInt8] {
    let pictures = DigestPictures(workspace, today: digest.today)
    return DigestHTML(digest, language) { pictures.place(of: $1, in: $0) }.page
  }
}

/// Days as the options of `digest` name them.
private enum DigestDays {
  static func read(_ text: String, _ context: CommandContext) throws -> DateReading {
    guard let reading = DateExpression.parse(text, relativeTo: context.clock()) else {
      throw UsageError(
        Message("Not a date: “\(text)”", ko: "날짜로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use today, monday, 2026-11-01 or 2026-11.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 입력하세요."))
    }
    return reading
  }

  /// The page of a text that is kept or mailed.
  static func letterPage(_ language: Language) -> Page {
    Page(columns: 72, language: language, asciiOnly: false, isTerminal: false)
  }
}
