import CivilCalendar

/// sheaf-dates(7): words for times, and rules of recurrence. The fixed words come from ``DayWords``.
enum DatesManual {
  static let text =
    introduction + list(DayWords.all.filter { !$0.isPeriod }) + days + times + periods
    + list(DayWords.all.filter(\.isPeriod)) + ranges + rules

  private static let introduction = """
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

    """

  /// A list of fixed words, each with its sentence.
  private static func list(_ rows: [DayWords]) -> String {
    let items = rows.map { row in
      let words = (row.english + row.korean).map(escaped).joined(separator: " , ")
      return ".It Ql \(words)\n\(row.summary)\n"
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

  private static let days = item(dayRows)

  /// Examples and a sentence for each row; a test reads every one of them.
  typealias Row = (examples: [String], sentence: String)

  static let dayRows: [Row] =
    [
      (
        ["2026-11-30", "2026/11/30", "2026.11.30", "2026. 11. 30.", "20261130", "2026-3-3"],
        "A numeric date, year first; a two-digit year (26. 11. 30.) is in this century."
      ),
      (["2026-W48-5", "2026-334"], "A day of an ISO week, a day of the year."),
      (
        ["11/30", "11.30", "nov 30", "30 nov", "15th", "12월 3일", "3일"],
        "Without a year or a month: the next such day, today included. The month comes before the day."
      ),
      (
        ["sat nov 28 2026", "11월 30일 (월)", "march 1 next year", "내년 3월 1일", "작년 오늘"],
        "A day with its weekday, which must be correct, and days of another year."
      ),
      (
        ["fri", "friday", "금요일", "next friday", "오는 금요일"],
        "The next such day, today excluded."
      ),
      (["this friday"], "The same, but it may be today."),
      (["last friday", "지난 금요일", "저번 금요일"], "The one before today."),
      (
        ["friday next week", "다음 주 금요일", "다음 금요일", "이번 금요일"],
        "That day of that week. In Korean 이번 and 다음 always mean the week."
      ),
      (
        ["+3d", "-2w", "+1m", "+1y", "in 3 days", "2 weeks", "2 weeks ago", "사흘 뒤", "한달 뒤", "3일후"],
        "Days, weeks, months, years from today. A month after the 31st is the last day of a shorter month."
      ),
      (["2 weeks after friday", "a day before next monday"], "Counted from another day."),
      (
        [
          "end of next month", "15th of next month", "first monday of december", "다음 달 말",
          "다음 달 3일", "다음 달 첫째 월요일",
        ],
        "A day of that month."
      ),
    ]

  private static let times =
    """
    .Ss Times of day

    """
    + item(timeRows) + """
      .Pp
      A date with a time is written with its offset from UTC, which never changes.
      When clocks change, an hour that occurs twice means the first of the two, and an hour that
      is skipped counts as if the clock had not been changed.
      A task that is due on a day without a time is due until the end of that day, local time.
      A check box has its time in a separate field,
      .Ql [time:: 21:00] ,
      because other programs read only a day after the emoji.

      """

  static let timeRows: [Row] =
    [
      (
        ["tomorrow 9pm", "fri at 14:30", "9pm tomorrow", "noon", "내일 오후 3시 반", "오후 3:05"],
        "A time with a day, or without one for today; for a deadline, a time that has passed today means tomorrow. Korean hours without a part of the day are those of a 24-hour clock."
      ),
      (
        ["midnight", "자정"],
        "The next midnight; with a day it could be either end of that day and is refused."
      ),
      (
        ["tomorrow morning", "내일 아침", "내일 저녁"],
        "Parts of the day mean an hour: " + partsOfDay
      ),
      (
        ["in 20 minutes", "in 20m", "+6h", "2시간 뒤", "1시간 30분 뒤", "half an hour ago"],
        "From now."
      ),
    ]

  private static let partsOfDay: String = {
    let hours = PartOfDay.all.compactMap { part in
      part.usualHour.map { "\(part.words.map(escaped).joined(separator: " ")) \($0):00" }
    }
    return hours.joined(separator: ", ") + "."
  }()

  private static let periods = """
    .Ss Periods
    Where a day is asked for, words for a period still to come and a coming week by its number mean the
    first day, and a weekend its Saturday; other periods are refused.

    """

  private static let ranges =
    item(rangeRows)
      + """
      .Ss The diary
      In the diary, a weekday and a date without a year mean the last one.

      """

  static let rangeRows: [Row] = [
    (
      ["2026-11", "2026-W48", "2026-Q4", "2026", "november 2026", "2026년 4분기", "2026년 48번째 주"],
      "A month, an ISO week, a quarter, a year."
    ),
    (
      ["2026-11-01..2026-11-15", "2026-11..", "..today", "monday to friday"],
      "From one to another, both included."
    ),
  ]

  /// A list of examples with a sentence each.
  private static func item(_ rows: [Row]) -> String {
    ".Bl -tag -width Ds\n" + items(rows) + "\n.El\n"
  }

  private static func items(_ rows: [Row]) -> String {
    rows.map { row in
      let sentence = row.sentence.replacing(". ", with: ".\n")
      return ".It Ql \(row.examples.map(escaped).joined(separator: " , "))\n\(escaped(sentence))"
    }.joined(separator: "\n")
  }

  static let ruleRows: [Row] = [
    (
      ["every 2 weeks on mon,fri"],
      "In every second week, counted from the week of the first day."
    ),
    (
      ["every weekday", "every workday", "every other day", "weekly", "quarterly"],
      "And their like."
    ),
    (
      ["every month on the 31st"],
      "Where a month has no 31st, its last day; the next month has the 31st again."
    ),
    (
      [
        "every month on the last friday", "every month on the 1st and 15th",
        "every 15th of the month",
      ], "Days of a month."
    ),
    (["every year on feb 29"], "In ordinary years 28 February."),
    (
      ["after 3 days", "every 3 days when done", "every monday when done"],
      "Counted from the day on which it was done."
    ),
    (["every week until 2027-03-01", "every week count 10"], "A rule with an end."),
    (
      ["매주 월,금", "2주마다", "이틀마다", "반년마다", "매월 말일", "완료 후 3일"],
      "The same in Korean."
    ),
  ]

  private static let rules = """
    .Ss Recurrence rules
    A rule is written in the field
    .Ic repeat
    and after the emoji \\[u1F501] of a check box, where everything up to the next emoji field is the rule.
    Text that is not entirely a rule is reported, and the task is not completed.
    .Bl -tag -width Ds
    \(items(ruleRows))
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

    """
}
