import ArgumentParser
import CivilCalendar
import Wording

/// What `sheaf digest` can be given.
struct DigestOptions: ParsableArguments {
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

  /// The days that were asked for; nil where the words are a query.
  func days(at now: CivilMoment) throws -> DayRange? {
    let today = now.day
    if since != nil || until != nil {
      let last = try until.map { try Self.reading($0, at: now).lastDay } ?? today
      let first =
        try since.map { try Self.reading($0, at: now).firstDay } ?? last.adding(days: -6)
      return DayRange(first, last)
    }
    if week {
      return DayRange(today.startOfWeek(.monday), today.startOfWeek(.monday).adding(days: 6))
    }
    if month { return DayRange(today.startOfMonth, today.endOfMonth) }
    guard !words.isEmpty else { return DayRange(today.adding(days: -6), today) }
    let reading = DateExpression.parse(words.joined(separator: " "), relativeTo: now)
    return reading.map { DayRange($0.firstDay, $0.lastDay) }
  }

  private static func reading(_ text: String, at now: CivilMoment) throws -> DateReading {
    guard let reading = DateExpression.parse(text, relativeTo: now) else {
      throw UsageError(
        Message("Not a date: “\(text)”", ko: "날짜로 읽을 수 없습니다: “\(text)”"),
        hint: Message(
          "Use today, monday, 2026-11-01 or 2026-11.", ko: "오늘, 월요일, 2026-11-01, 2026-11처럼 입력하세요."))
    }
    return reading
  }
}
