import CivilCalendar
import Wording

/// sheaf-dates(7): words for times, and rules of recurrence. The fixed words come from ``DayWords``.
enum DatesManual {
  /// - Returns: The page in mdoc, without its head.
  static func page(in language: Language) -> String {
    introduction.text(in: language)
      + list(DayWords.all.filter { !$0.isPeriod }, in: language) + item(dayRows, in: language)
      + ".Ss \(timesTitle.text(in: language))\n" + item(timeRows, in: language)
      + times.text(in: language) + periods.text(in: language)
      + list(DayWords.all.filter(\.isPeriod), in: language) + item(rangeRows, in: language)
      + diary.text(in: language) + rulesStart.text(in: language)
      + items(ruleRows, in: language) + rulesEnd.text(in: language)
  }

  private static let introduction = Message(
    """
    .Sh NAME
    .Nm sheaf-dates
    .Nd dates, times and recurrence rules in words
    .Sh DESCRIPTION
    Wherever a date or a time is expected, English and Korean words are understood, relative to now.
    Letters may be of any case; spaces within Korean words do not matter, and neither do
    .Ql the
    and
    .Ql on .
    An ambiguous date is refused.
    .Ss Days

    """,
    ko: """
      .Sh 이름
      .Nm sheaf-dates
      .Nd 말로 입력하는 날짜, 시각, 반복 규칙
      .Sh 설명
      날짜나 시각을 입력하는 곳에서는 현재 시각을 기준으로 한국어와 영어 단어를 사용할 수 있습니다.
      대소문자는 구분하지 않습니다.
      한국어 단어 안의 띄어쓰기와
      .Ql the ,
      .Ql on
      은 상관없습니다.
      여러 가지로 해석할 수 있는 날짜는 받지 않습니다.
      .Ss 날짜

      """)

  /// A list of fixed words, each with its sentence.
  private static func list(_ rows: [DayWords], in language: Language) -> String {
    let items = rows.map { row in
      let isKorean = language == .korean
      let names = isKorean ? row.korean + row.english : row.english + row.korean
      let words = names.map(escaped).joined(separator: " , ")
      return ".It Ql \(words)\n\(isKorean ? row.summary.korean : row.summary.english)\n"
    }
    return ".Bl -tag -width Ds\n" + items.joined() + ".El\n"
  }

  /// Letters beyond ASCII as mdoc writes them.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.isASCII
        ? String(scalar) : "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
    }.joined()
  }

  /// Examples and a sentence for each row; a test reads every one of them.
  typealias Row = (examples: [String], sentence: Message)

  static let dayRows: [Row] =
    [
      (
        ["2026-11-30", "2026/11/30", "2026.11.30", "2026. 11. 30.", "20261130", "2026-3-3"],
        Message(
          "A numeric date, year first; a two-digit year (26. 11. 30.) is in this century.",
          ko: "연도가 먼저인 숫자 날짜. 두 자리 연도(26. 11. 30.)는 이번 세기로 해석합니다.")
      ),
      (
        ["2026-W48-5", "2026-334"],
        Message(
          "A day of an ISO week, a day of the year.",
          ko: "ISO 주의 날, 한 해의 몇 번째 날")
      ),
      (
        ["11/30", "11.30", "nov 30", "30 nov", "15th", "12월 3일", "3일"],
        Message(
          "Without a year or a month: the next such day, today included. The month comes before the day.",
          ko: "연도나 월이 없으면 오늘을 포함해 다음에 오는 그날. 월이 일보다 먼저입니다.")
      ),
      (
        ["sat nov 28 2026", "11월 30일 (월)", "march 1 next year", "내년 3월 1일", "작년 오늘"],
        Message(
          "A day with its weekday, which must be correct, and days of another year.",
          ko: "요일을 붙인 날(요일이 맞아야 합니다)과 다른 해의 날")
      ),
      (
        ["fri", "friday", "금요일", "next friday", "오는 금요일"],
        Message(
          "The next such day, today excluded.",
          ko: "오늘을 빼고 다음에 오는 그 요일")
      ),
      (
        ["this friday"],
        Message(
          "The same, but it may be today.",
          ko: "같은 뜻이지만 오늘도 포함합니다.")
      ),
      (
        ["last friday", "지난 금요일", "저번 금요일"],
        Message(
          "The one before today.",
          ko: "오늘 이전의 마지막 그 요일")
      ),
      (
        ["friday next week", "다음 주 금요일", "다음 금요일", "이번 금요일"],
        Message(
          "That day of that week. In Korean 이번 and 다음 always mean the week.",
          ko: "그 주의 그 요일. 이번과 다음은 항상 주를 뜻합니다.")
      ),
      (
        ["+3d", "-2w", "+1m", "+1y", "in 3 days", "2 weeks", "2 weeks ago", "사흘 뒤", "한달 뒤", "3일후"],
        Message(
          "Days, weeks, months, years from today. A month after the 31st is the last day of a shorter month.",
          ko: "오늘부터 며칠, 몇 주, 몇 달, 몇 년. 31일의 한 달 뒤는 짧은 달의 마지막 날입니다.")
      ),
      (
        ["2 weeks after friday", "a day before next monday"],
        Message(
          "Counted from another day.",
          ko: "다른 날부터 센 날")
      ),
      (
        [
          "end of next month", "15th of next month", "first monday of december", "다음 달 말",
          "다음 달 3일", "다음 달 첫째 월요일",
        ],
        Message(
          "A day of that month.",
          ko: "그 달의 날")
      ),
    ]

  private static let timesTitle = Message("Times of day", ko: "시각")

  private static let times = Message(
    """
    .Pp
    A date with a time is written with its offset from UTC, which never changes.
    When clocks change, an hour that occurs twice means the first of the two, and an hour that
    is skipped counts as if the clock had not been changed.
    A task that is due on a day without a time is due until the end of that day, local time.
    A check box has its time in a separate field,
    .Ql [time:: 21:00] ,
    because other programs read only a day after the emoji.

    """,
    ko: """
      .Pp
      시각이 있는 날짜는 UTC와의 차이와 함께 저장하며, 이 값은 바뀌지 않습니다.
      서머타임으로 두 번 나오는 시각은 앞의 것이고, 건너뛴 시각은 시계가 바뀌지 않은 것으로 셉니다.
      시각이 없는 마감은 현지 시간으로 그날이 끝날 때까지입니다.
      다른 프로그램은 이모지 뒤의 날짜만 읽으므로, 체크박스의 시각은 다른 필드
      .Ql [time:: 21:00]
      에 저장합니다.

      """)

  static let timeRows: [Row] =
    [
      (
        ["tomorrow 9pm", "fri at 14:30", "9pm tomorrow", "noon", "내일 오후 3시 반", "오후 3:05"],
        Message(
          "A time with a day, or without one for today; for a deadline, a time that has passed today means tomorrow. Korean hours without a part of the day are those of a 24-hour clock.",
          ko: "날짜가 있는 시각. 날짜가 없으면 오늘이고, 마감에서는 이미 지난 시각이면 내일입니다. 오전, 오후가 없는 시각은 24시간제로 해석합니다.")
      ),
      (
        ["midnight", "자정"],
        Message(
          "The next midnight; with a day it could be either end of that day and is refused.",
          ko: "다음 자정. 날짜와 함께 쓰면 그날의 시작과 끝 가운데 어느 쪽인지 알 수 없어 받지 않습니다.")
      ),
      (
        ["tomorrow morning", "내일 아침", "내일 저녁"],
        Message(
          "Parts of the day mean an hour: " + partsOfDay, ko: "하루의 때를 나타내는 말의 시각: " + partsOfDay)
      ),
      (
        ["in 20 minutes", "in 20m", "+6h", "2시간 뒤", "1시간 30분 뒤", "half an hour ago"],
        Message(
          "From now.",
          ko: "지금부터")
      ),
    ]

  private static let partsOfDay: String = {
    let hours = PartOfDay.all.compactMap { part in
      part.usualHour.map { "\(part.words.map(escaped).joined(separator: " ")) \($0):00" }
    }
    return hours.joined(separator: ", ") + "."
  }()

  private static let periods = Message(
    """
    .Ss Periods
    Where a day is asked for, words for a period still to come and a coming week by its number mean the
    first day, and a weekend its Saturday; other periods are refused.

    """,
    ko: """
      .Ss 기간
      날짜 하나를 입력하는 곳에서는 앞으로 올 기간과 번호로 쓴 주는 그 첫날을, 주말은 토요일을 뜻합니다.
      다른 기간은 받지 않습니다.

      """)

  private static let diary = Message(
    """
    .Ss The diary
    In the diary, a weekday and a date without a year mean the last one, and a weekend is its Saturday.
    The day of
    the week in a date such as Mon 30 Nov decides whether it is past or to come.

    """,
    ko: """
      .Ss 일기
      일기에서는 요일과 연도가 없는 날짜가 지난 날을, 주말은 그 토요일을 뜻합니다.
      11월 30일 (월)처럼 쓴 날짜의 요일은 지난 날인지 앞으로 올 날인지를 정합니다.

      """)

  static let rangeRows: [Row] = [
    (
      ["2026-11", "2026-W48", "2026-Q4", "2026", "november 2026", "2026년 4분기", "2026년 48번째 주"],
      Message(
        "A month, an ISO week, a quarter, a year.",
        ko: "한 달, ISO 주, 분기, 한 해")
    ),
    (
      ["2026-11-01..2026-11-15", "2026-11..", "..today", "monday to friday"],
      Message(
        "From one to another, both included.",
        ko: "앞의 날부터 뒤의 날까지, 양쪽 모두 포함")
    ),
  ]

  /// A list of examples with a sentence each.
  private static func item(_ rows: [Row], in language: Language) -> String {
    ".Bl -tag -width Ds\n" + items(rows, in: language) + "\n.El\n"
  }

  private static func items(_ rows: [Row], in language: Language) -> String {
    rows.map { row in
      let sentence = row.sentence.text(in: language).replacing(". ", with: ".\n")
      return ".It Ql \(row.examples.map(escaped).joined(separator: " , "))\n\(escaped(sentence))"
    }.joined(separator: "\n")
  }

  static let ruleRows: [Row] = [
    (
      ["every 2 weeks on mon,fri"],
      Message(
        "In every second week, counted from the week of the first day.",
        ko: "첫날의 주부터 세어 2주마다")
    ),
    (
      ["every weekday", "every workday", "every other day", "weekly", "quarterly"],
      Message(
        "And their like.",
        ko: "그 밖의 비슷한 표현")
    ),
    (
      ["every month on the 31st"],
      Message(
        "Where a month has no 31st, its last day; the next month has the 31st again.",
        ko: "31일이 없는 달은 마지막 날, 다음 달은 다시 31일")
    ),
    (
      [
        "every month on the last friday", "every month on the 1st and 15th",
        "every 15th of the month",
      ],
      Message(
        "Days of a month.",
        ko: "한 달의 날")
    ),
    (
      ["every year on feb 29"],
      Message(
        "In ordinary years 28 February.",
        ko: "평년에는 2월 28일")
    ),
    (
      ["after 3 days", "every 3 days when done", "every monday when done"],
      Message(
        "Counted from the day on which it was done.",
        ko: "완료한 날부터 셉니다.")
    ),
    (
      ["every week until 2027-03-01", "every week count 10"],
      Message(
        "A rule with an end.",
        ko: "끝이 있는 규칙")
    ),
    (
      ["매주 월,금", "2주마다", "이틀마다", "반년마다", "매월 말일", "완료 후 3일"],
      Message(
        "The same in Korean.",
        ko: "같은 규칙을 한국어로")
    ),
  ]

  private static let rulesStart = Message(
    """
    .Ss Recurrence rules
    A rule is written in the field
    .Ic repeat
    and after the emoji \\[u1F501] of a check box, where everything up to the next emoji field is the rule.
    Text that is not entirely a rule is reported, and the task is not completed.
    .Bl -tag -width Ds

    """,
    ko: """
      .Ss 반복 규칙
      규칙은
      .Ic repeat
      필드나 체크박스의 \\[u1F501] 이모지 뒤에 씁니다.
      이모지 뒤에서는 다음 이모지 필드 앞까지가 규칙입니다.
      규칙으로 읽을 수 없는 텍스트가 있으면 표시하고 할 일을 완료하지 않습니다.
      .Bl -tag -width Ds

      """)

  private static let rulesEnd = Message(
    """

    .It Ql RRULE:FREQ=MONTHLY;BYDAY=-1FR
    A rule of RFC 5545 for days, with INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYWEEKNO, BYYEARDAY,
    BYSETPOS, WKST, COUNT, UNTIL and SKIP.
    As in the RFC, a month without a 31st is skipped.
    .El
    .Pp
    A rule is counted from the first due day, which is kept in the field
    .Ic anchor
    where needed, so that the rule never drifts, however late a task is done.
    .Sh SEE ALSO
    .Xr sheaf-add 1 ,
    .Xr sheaf-done 1 ,
    .Xr sheaf-note 5 ,
    .Xr sheaf-query 7

    """,
    ko: """

      .It Ql RRULE:FREQ=MONTHLY;BYDAY=-1FR
      RFC 5545의 날짜 규칙.
      INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, BYWEEKNO, BYYEARDAY, BYSETPOS, WKST, COUNT, UNTIL, SKIP을
      사용할 수 있습니다.
      RFC와 같이 31일이 없는 달은 건너뜁니다.
      .El
      .Pp
      규칙은 첫 마감일부터 셉니다.
      필요하면 그날을
      .Ic anchor
      필드에 저장하므로, 늦게 완료해도 규칙이 밀리지 않습니다.
      .Sh 관련 항목
      .Xr sheaf-add 1 ,
      .Xr sheaf-done 1 ,
      .Xr sheaf-note 5 ,
      .Xr sheaf-query 7

      """)
}
