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
      case .text: SheafCommands.help("Plain text. This is the default.", ko: "글. 기본값입니다.")
      case .html:
        SheafCommands.help(
          "One HTML file that needs nothing else: to mail, print or keep.",
          ko: "다른 것이 필요 없는 HTML 파일 하나. 보내고 인쇄하고 간직하세요.")
      case .md: SheafCommands.help("Markdown.", ko: "마크다운.")
      case .eml:
        SheafCommands.help("A mail with text and HTML.", ko: "글과 HTML이 함께 든 편지.")
      }
    }
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "digest",
      abstract: localized(
        "Sum up a span of days, or a query, for others to read.", ko: "기간이나 검색식을 남이 읽게 간추립니다."),
      discussion: localized(
        """
        Without words: the last seven days. Sealed letters, drafts and notes with publish: false
        are left out and counted.

        Examples:
          sheaf digest --week --html -o week.html
          sheaf digest 2026-11 --md
          sheaf digest tag:work --eml --to me@example.org -o work.eml
        """,
        ko: """
          낱말이 없으면 지난 이레를 간추립니다. 봉한 편지, 초안, publish: false인 메모는 빼고 수만 셉니다.

          보기:
            sheaf digest --week --html -o week.html
            sheaf digest 2026-11 --md
            sheaf digest tag:일 --eml --to me@example.org -o work.eml
          """))
  }

  @Argument(
    parsing: .allUnrecognized,
    help: help(
      "Days (2026-11, last week, 2026-11-01..2026-11-15) or a query.",
      ko: "날(2026-11, 지난주, 2026-11-01..2026-11-15)이나 검색식."))
  var words: [String] = []

  @Flag(help: help("This week.", ko: "이번 주."))
  var week = false

  @Flag(help: help("This month.", ko: "이번 달."))
  var month = false

  @Option(help: help("The first day, or a commit after which.", ko: "첫날, 또는 이 커밋 다음"))
  var since: String?

  @Option(help: help("The last day; today where it is missing.", ko: "마지막 날. 없으면 오늘."))
  var until: String?

  @Flag(exclusivity: .exclusive)
  var face: Face = .text

  @Option(name: .shortAndLong, help: help("Write to this file.", ko: "이 파일에 씁니다."))
  var output: String?

  @Option(help: help("With --eml: who sends it.", ko: "--eml과 함께: 보내는 사람."))
  var from: String?

  @Option(help: help("With --eml: who is to get it.", ko: "--eml과 함께: 받는 사람."))
  var to: String?

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let digest = try gathered(in: workspace, context)
    if let output {
      let path = output.hasPrefix("/") ? output : context.workingDirectory + "/" + output
      try OutputFile.write(rendered(digest, workspace, context), to: path)
      context.note(Message("Wrote \(output)", ko: "\(output)에 썼습니다"))
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
        Message("“\(text)” is no day", ko: "“\(text)”은(는) 날이 아닙니다"),
        hint: Message(
          "today, monday, 2026-11-01 and 2026-11 are.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 쓰세요."))
    }
    return reading
  }

  /// The page of a text that is kept or mailed.
  static func letterPage(_ language: Language) -> Page {
    Page(columns: 72, language: language, asciiOnly: false, isTerminal: false)
  }
}
