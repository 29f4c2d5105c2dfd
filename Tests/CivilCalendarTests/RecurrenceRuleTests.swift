import CivilCalendar
import Testing

/// Rules in words, counted from an anchor.
@Suite struct RecurrenceRuleTests {
  private func days(_ rule: String, from anchor: String, count: Int = 4) throws -> String {
    let rule = try RecurrenceRule.parse(rule)
    let anchor = try #require(Day(iso: anchor))
    return rule.days(from: anchor).prefix(count).map(\.description).joined(separator: " ")
  }

  private static let table: [(rule: String, anchor: String, days: String)] = [
    ("every day", "2026-11-21", "2026-11-21 2026-11-22 2026-11-23 2026-11-24"),
    ("매일", "2026-11-21", "2026-11-21 2026-11-22 2026-11-23 2026-11-24"),
    ("every 3 days", "2026-11-21", "2026-11-21 2026-11-24 2026-11-27 2026-11-30"),
    ("3일마다", "2026-11-21", "2026-11-21 2026-11-24 2026-11-27 2026-11-30"),
    ("every other day", "2026-11-21", "2026-11-21 2026-11-23 2026-11-25 2026-11-27"),
    ("격일", "2026-11-21", "2026-11-21 2026-11-23 2026-11-25 2026-11-27"),
    ("every week", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04 2026-12-11"),
    ("weekly", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04 2026-12-11"),
    ("매주", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04 2026-12-11"),
    ("매 주", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04 2026-12-11"),
    ("every mon,fri", "2026-11-20", "2026-11-20 2026-11-23 2026-11-27 2026-11-30"),
    ("every monday and friday", "2026-11-20", "2026-11-20 2026-11-23 2026-11-27 2026-11-30"),
    ("매주 월,금", "2026-11-20", "2026-11-20 2026-11-23 2026-11-27 2026-11-30"),
    ("매주 월요일 금요일", "2026-11-20", "2026-11-20 2026-11-23 2026-11-27 2026-11-30"),
    ("매주 월금", "2026-11-20", "2026-11-20 2026-11-23 2026-11-27 2026-11-30"),
    ("every 2 weeks on mon,fri", "2026-11-20", "2026-11-20 2026-11-30 2026-12-04 2026-12-14"),
    ("2주마다 월,금", "2026-11-20", "2026-11-20 2026-11-30 2026-12-04 2026-12-14"),
    ("격주 월,금", "2026-11-20", "2026-11-20 2026-11-30 2026-12-04 2026-12-14"),
    ("두 주마다 월요일", "2026-11-23", "2026-11-23 2026-12-07 2026-12-21 2027-01-04"),
    ("every 2nd week on tuesday", "2026-11-24", "2026-11-24 2026-12-08 2026-12-22 2027-01-05"),
    ("every workday", "2026-11-20", "2026-11-20 2026-11-23 2026-11-24 2026-11-25"),
    ("이틀마다", "2026-11-21", "2026-11-21 2026-11-23 2026-11-25 2026-11-27"),
    ("보름마다", "2026-11-21", "2026-11-21 2026-12-06 2026-12-21 2027-01-05"),
    ("반년마다", "2026-11-30", "2026-11-30 2027-05-30 2027-11-30 2028-05-30"),
    ("일주일마다", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04 2026-12-11"),
    ("3 일마다", "2026-11-21", "2026-11-21 2026-11-24 2026-11-27 2026-11-30"),
    ("두달마다", "2026-11-30", "2026-11-30 2027-01-30 2027-03-30 2027-05-30"),
    ("석 달마다", "2026-11-30", "2026-11-30 2027-02-28 2027-05-30 2027-08-30"),
    ("세 달에 한 번", "2026-11-30", "2026-11-30 2027-02-28 2027-05-30 2027-08-30"),
    ("2주에 한번", "2026-11-20", "2026-11-20 2026-12-04 2026-12-18 2027-01-01"),
    ("월수금마다", "2026-11-20", "2026-11-20 2026-11-23 2026-11-25 2026-11-27"),
    ("매달 마지막 날", "2028-01-31", "2028-01-31 2028-02-29 2028-03-31 2028-04-30"),
    ("매주 월요일과 목요일", "2026-11-23", "2026-11-23 2026-11-26 2026-11-30 2026-12-03"),
    ("every 15th of the month", "2026-11-15", "2026-11-15 2026-12-15 2027-01-15 2027-02-15"),
    ("every 31st of the month", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
    ("every 2nd month", "2026-01-31", "2026-01-31 2026-03-31 2026-05-31 2026-07-31"),
    (
      "every April and December on the 1st and 24th", "2026-04-01",
      "2026-04-01 2026-04-24 2026-12-01 2026-12-24"
    ),
    ("every weekday", "2026-11-20", "2026-11-20 2026-11-23 2026-11-24 2026-11-25"),
    ("매주 평일", "2026-11-20", "2026-11-20 2026-11-23 2026-11-24 2026-11-25"),
    ("주말마다", "2026-11-21", "2026-11-21 2026-11-22 2026-11-28 2026-11-29"),
    ("every month", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
    ("매달", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
    ("every month on the 31st", "2026-02-28", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
    ("매월 31일", "2026-02-28", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
    ("매월 말일", "2027-12-31", "2027-12-31 2028-01-31 2028-02-29 2028-03-31"),
    ("every month on the last day", "2028-01-31", "2028-01-31 2028-02-29 2028-03-31 2028-04-30"),
    (
      "every month on the 1st and 15th", "2026-11-15", "2026-11-15 2026-12-01 2026-12-15 2027-01-01"
    ),
    ("매월 1일, 15일", "2026-11-15", "2026-11-15 2026-12-01 2026-12-15 2027-01-01"),
    ("every 3 months", "2026-11-30", "2026-11-30 2027-02-28 2027-05-30 2027-08-30"),
    ("3개월마다", "2026-11-30", "2026-11-30 2027-02-28 2027-05-30 2027-08-30"),
    ("quarterly", "2026-11-30", "2026-11-30 2027-02-28 2027-05-30 2027-08-30"),
    ("every month on the last friday", "2026-11-27", "2026-11-27 2026-12-25 2027-01-29 2027-02-26"),
    ("매월 마지막 금요일", "2026-11-27", "2026-11-27 2026-12-25 2027-01-29 2027-02-26"),
    ("every last friday", "2026-11-27", "2026-11-27 2026-12-25 2027-01-29 2027-02-26"),
    ("매월 둘째 화요일", "2026-11-10", "2026-11-10 2026-12-08 2027-01-12 2027-02-09"),
    ("매월 두 번째 화요일", "2026-11-10", "2026-11-10 2026-12-08 2027-01-12 2027-02-09"),
    ("매월 둘째 주 화요일", "2026-11-10", "2026-11-10 2026-12-08 2027-01-12 2027-02-09"),
    (
      "every month on the second last friday", "2026-11-20",
      "2026-11-20 2026-12-18 2027-01-22 2027-02-19"
    ),
    (
      "every month on the last weekday", "2026-10-30", "2026-10-30 2026-11-30 2026-12-31 2027-01-29"
    ),
    ("every year on feb 29", "2028-02-29", "2028-02-29 2029-02-28 2030-02-28 2031-02-28"),
    ("매년 2월 29일", "2031-02-28", "2031-02-28 2032-02-29 2033-02-28 2034-02-28"),
    ("every year", "2028-02-29", "2028-02-29 2029-02-28 2030-02-28 2031-02-28"),
    ("every 2 years on march 3", "2026-03-03", "2026-03-03 2028-03-03 2030-03-03 2032-03-03"),
    (
      "every year on the last friday of november", "2026-11-27",
      "2026-11-27 2027-11-26 2028-11-24 2029-11-30"
    ),
    ("every week until 2026-12-04", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04"),
    ("every week until dec 4 2026", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04"),
    ("매주 2026년 12월 4일까지", "2026-11-20", "2026-11-20 2026-11-27 2026-12-04"),
    ("every week count 2", "2026-11-20", "2026-11-20 2026-11-27"),
    ("every week, 2 times", "2026-11-20", "2026-11-20 2026-11-27"),
    ("매주 2번", "2026-11-20", "2026-11-20 2026-11-27"),
    (
      "RRULE:FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31",
      "2026-01-31 2026-03-31 2026-05-31 2026-07-31"
    ),
    (
      "freq=yearly;bymonth=2;bymonthday=29", "2028-02-29",
      "2028-02-29 2032-02-29 2036-02-29 2040-02-29"
    ),
    (
      "RRULE:FREQ=MONTHLY;SKIP=BACKWARD", "2026-01-31",
      "2026-01-31 2026-02-28 2026-03-31 2026-04-30"
    ),
    ("RRULE:FREQ=DAILY;UNTIL=20261122T145959Z", "2026-11-21", "2026-11-21 2026-11-22"),
  ]

  @Test(arguments: table)
  func `a rule in words falls on the days that people mean`(
    example: (rule: String, anchor: String, days: String)
  ) throws {
    #expect(try days(example.rule, from: example.anchor) == example.days, "\(example.rule)")
  }

  @Test(arguments: [
    "every month", "every month on the 31st", "every month on the 30th", "every year on feb 29",
    "every year", "every 2 weeks on mon,fri", "every month on the last friday",
    "every 3 days count 4",
    "every month on the last weekday", "매월 말일", "every week until 2031-01-01",
  ])
  func `the rule that calendar programs get names the same days`(text: String) throws {
    let anchor = try #require(Day(iso: "2028-01-31"))
    let rule = try RecurrenceRule.parse(text)
    let written = try RecurrenceRule(rfc5545: rule.rfc5545(anchor: anchor))
    #expect(written.missingDay == .skipped)
    let expected = Array(rule.days(from: anchor).prefix(40))
    #expect(Array(written.days(from: anchor).prefix(40)) == expected)
    #expect(!expected.isEmpty)
  }

  private static let completions: [(rule: String, done: String, next: String)] = [
    ("after 3 days", "2026-11-21", "2026-11-24"), ("완료 후 3일", "2026-11-21", "2026-11-24"),
    ("끝낸 뒤 2주", "2026-11-21", "2026-12-05"), ("after a month", "2026-01-31", "2026-02-28"),
    ("every 10 days when done", "2026-11-21", "2026-12-01"),
    ("every week on Monday, Wednesday, Friday when done", "2026-11-25", "2026-11-27"),
    ("every monday when done", "2026-11-23", "2026-11-30"),
    ("every weekday when done", "2026-11-20", "2026-11-23"),
    ("every month on the 2nd wednesday when done", "2026-11-11", "2026-12-09"),
    ("매주 금요일 완료 후", "2026-11-21", "2026-11-27"),
    ("every 2 weeks after completion", "2026-11-21", "2026-12-05"),
  ]

  @Test(arguments: completions)
  func `a rule from completion counts from the day it was done`(
    example: (rule: String, done: String, next: String)
  ) throws {
    let rule = try RecurrenceRule.parse(example.rule)
    let done = try #require(Day(iso: example.done))
    #expect(rule.basis == .completion)
    let next = rule.next(after: done, anchor: Day(daysSinceEpoch: 0))
    #expect(next?.description == example.next)
  }

  @Test func `a late completion does not move the days of the anchor`() throws {
    let rule = try RecurrenceRule.parse("every 2 weeks on fri")
    let anchor = try #require(Day(iso: "2026-11-06"))
    let late = try #require(Day(iso: "2026-11-14"))
    #expect(rule.next(after: late, anchor: anchor)?.description == "2026-11-20")
  }

  @Test(arguments: [
    "", "friday", "every", "every blue moon", "every 40th", "every week on the 3rd",
    "every year on the 5th", "every year on mar 3 and sep 5", "every 0 days", "every 99999999 days",
    "after 3 fridays", "every week until tomorrow", "every week until", "매주 곧까지",
    "every week until 2026-12-04 count 3", "every day on the last friday",
    "RRULE:", "RRULE:FREQ=HOURLY", "RRULE:FREQ=WEEKLY;FREQ=DAILY", "RRULE:FREQ=DAILY;INTERVAL=0",
    "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20261231", "RRULE:FREQ=MONTHLY;BYMONTHDAY=32",
    "RRULE:FREQ=WEEKLY;BYDAY=1MO", "RRULE:FREQ=DAILY;BYHOUR=9", "RRULE:FREQ=MONTHLY;BYDAY=XX",
    "RRULE:FREQ=DAILY;UNTIL=2026", "RRULE:FREQ=DAILY;INTERVAL", "RRULE:FREQ=MONTHLY;BYSETPOS=0",
  ])
  func `what is no rule, or a rule in part, is refused`(text: String) {
    #expect(throws: RecurrenceError.self) { try RecurrenceRule.parse(text) }
  }

  @Test func `a rule that never comes true ends`() throws {
    let rule = try RecurrenceRule(rfc5545: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
    #expect(rule.days(from: Day(daysSinceEpoch: 20_000)).first { _ in true } == nil)
  }
}
