import CivilCalendar
import NoteModel
import NoteTestSupport
import Testing

/// Numbers that no calendar has, wherever a number may stand in words for days, rules and lengths of time. Notes come
/// from others, so no number may end the program.
@Suite struct ExtremeNumbersTests {
  private static let numbers = [
    Int.min, .min + 1, -4_611_686_018_427_387_905, -10_001, -1, 0, 1, 10_001, 4_611_686_018_427_387_904, .max,
  ]

  /// Each `#` is a number.
  private static let forms = [
    // days and moments
    "#d", "+#w", "-#y", "+#m", "-#h", "+#h #min", "#th", "#th monday of december", "#th of next month", "2026-w#",
    "2026-w#-5", "2026-#", "#", "in # days", "# days ago", "# weeks after tomorrow", "#일", "#일 뒤", "다음 달 #일",
    "다음 달 #번째 월요일", "내년 #월 #일", "#년 #분기", "q#", "#/#/#", "#:#", "#pm", "오후 #시 #분", "# nov", "nov #th",
    "2026-01-01T#:00",
    // rules
    "every # days", "every # fortnight", "every # quarters", "every #th friday", "every #th week",
    "every month on the #th", "every month on the second #th friday", "every week count #", "#일마다", "#주마다 월",
    "매월 #일", "매년 #월 #일", "매주 #번", "격주 # fortnight", "완료 후 #일", "every #분기", "FREQ=DAILY;INTERVAL=#",
    "FREQ=DAILY;COUNT=#", "FREQ=DAILY;UNTIL=#", "FREQ=MONTHLY;BYMONTHDAY=#", "FREQ=MONTHLY;BYDAY=#MO",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=#", "FREQ=YEARLY;BYWEEKNO=#", "FREQ=YEARLY;BYYEARDAY=#", "FREQ=YEARLY;BYMONTH=#",
    // lengths of time
    "#s", "#m", "#h", "#y#d", "1h#m", "#h before", "#시간 전",
  ]

  private let now: CivilMoment

  init() throws {
    now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: try #require(TimeOfDay(hour: 10, minute: 0)),
      utcOffsetSeconds: 32_400)
  }

  private func text(_ form: String, _ number: Int) -> String {
    form.split(separator: "#", omittingEmptySubsequences: false).joined(separator: String(number))
  }

  /// Gives a text to everything that reads days, rules and lengths of time.
  private func read(_ text: String) throws {
    for purpose in [DatePurpose.query, .deadline, .diary] {
      guard let reading = DateExpression.parse(text, relativeTo: now, for: purpose) else { continue }
      #expect(reading.firstDay <= reading.lastDay, "\(text)")
    }
    if let rule = try? RecurrenceRule.parse(text) {
      #expect((1...10_000).contains(rule.interval), "\(text)")
      _ = rule.rfc5545(anchor: now.day)
    }
    #expect(Duration(reading: "1h 30m")?.seconds == 5_400)
    if let duration = Duration(reading: text) {
      #expect((0...3_660_000).contains(duration.wholeDays), "\(text)")
      #expect((0..<86_400).contains(duration.secondsBesideDays), "\(text)")
    }
    _ = ReminderText(text)
    for key in ["due", "estimate", "created"] {
      _ = try? QueryParser.parse("\(key):\"\(text)\" \(key):>\"\(text)\"", now: now, views: [:])
    }
    for key in ["due", "repeat", "remind", "estimate", "priority"] {
      _ = try? TaskDraft(reading: ["x", "\(key):\(text)"], now: now, zone: nil)
    }
  }

  @Test func `no number is too large for a day, a rule or a length of time`() throws {
    for form in Self.forms { for number in Self.numbers { try read(text(form, number)) } }
  }

  @Test func `several such numbers in one text are none either`() throws {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<2_000 {
      let parts = (0...1 + random.below(3)).map { _ in
        text(random.word(of: Self.forms), random.element(of: Self.numbers) ?? 0)
      }
      try read(parts.joined(separator: random.chance(1, in: 4) ? "" : " "))
    }
  }

  @Test func `the days of a rule that was read can be counted`() throws {
    for text in ["every 5000 fortnight", "every 10000 days", "FREQ=DAILY;INTERVAL=10000"] {
      #expect(try RecurrenceRule.parse(text).days(from: now.day).prefix(3).count { _ in true } == 3, "\(text)")
    }
    #expect(throws: RecurrenceError.self) { try RecurrenceRule.parse("every 5001 fortnight") }
  }

  @Test func `a moment lies in a year of four digits`() {
    for number in Self.numbers + [253_402_300_800, -377_705_116_801] {
      let isMoment = CivilMoment(secondsSinceEpoch: number, utcOffsetSeconds: 32_400) != nil
      #expect(isMoment == (number.magnitude < 20_000), "\(number)")
    }
    #expect(CivilMoment(secondsSinceEpoch: 253_402_300_799, utcOffsetSeconds: 0)?.day == .latest)
  }
}
