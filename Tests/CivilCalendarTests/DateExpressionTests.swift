import CivilCalendar
import Foundation
import NoteTestSupport
import Testing

/// Words for times at fixed moments in places with and without summer time.
@Suite struct DateExpressionTests {
  private struct Example {
    let now: CivilMoment
    let zone: LocalZone
    let words: String
    let meaning: String
  }

  private static func zone(_ name: String) throws -> LocalZone {
    let zone = try #require(TimeZone(identifier: name))
    return LocalZone { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  private static func examples() throws -> [Example] {
    let text = String(decoding: try readFixture("Dates/expressions.tsv"), as: UTF8.self)
    return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let columns = line.split(separator: "\t").map(String.init)
      let zone = try zone(columns[1])
      guard case .moment(let now)? = CivilDate(iso: columns[0]) else {
        throw CocoaError(.formatting)
      }
      return Example(
        now: zone.moment(on: now.day, at: now.time), zone: zone, words: columns[2],
        meaning: columns[3])
    }
  }

  @Test func `words mean the time that a person means`() throws {
    let examples = try Self.examples()
    #expect(examples.count > 300)
    for example in examples {
      let reading = DateExpression.parse(
        example.words, relativeTo: example.now, zone: example.zone)
      #expect(written(reading) == example.meaning, "\(example.words) at \(example.now)")
    }
  }

  /// On clocks that are nine hours ahead of UTC.
  @Test func `a deadline lies ahead, a diary looks back`() throws {
    let text = String(decoding: try readFixture("Dates/purposes.tsv"), as: UTF8.self)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t").map(String.init)
      guard case .moment(var now)? = CivilDate(iso: columns[0]) else {
        throw CocoaError(.formatting)
      }
      now.utcOffsetSeconds = 32_400
      for (purpose, meaning) in [(DatePurpose.deadline, columns[2]), (.diary, columns[3])] {
        let reading = DateExpression.parse(columns[1], relativeTo: now, for: purpose)
        #expect(
          reading?.date.map(\.description) ?? "-" == meaning, "\(columns[1]) for \(purpose)")
      }
    }
  }

  @Test(arguments: [
    ("monday", "2026-11-23"), ("wed", "2026-11-25"), ("월요일", "2026-11-23"), ("20 nov", "2026-11-20"),
    ("20 dec", "2025-12-20"), ("12월 20일", "2025-12-20"), ("yesterday", "2026-11-24"),
    ("last weekend", "2026-11-21..2026-11-22"), ("last week", "2026-11-16..2026-11-22"),
    ("지난주", "2026-11-16..2026-11-22"), ("2026-10", "2026-10-01..2026-10-31"),
  ])
  func `a query about the past takes the last such day, and a period as a whole`(words: String, meaning: String) throws
  {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-25")), time: try #require(TimeOfDay(hour: 10, minute: 0)))
    #expect(written(DateExpression.parse(words, relativeTo: now, for: .past)) == meaning)
  }

  @Test func `every fixed word is read, with spaces and without, and means what its row says`()
    throws
  {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-25")), time: try #require(TimeOfDay(hour: 10, minute: 0)))
    for row in DayWords.all {
      let readings = (row.english + row.korean).map { word in
        DateExpression.parse(word, relativeTo: now)
      }
      #expect(!readings.contains(nil), "\(row.english + row.korean)")
      #expect(Set(readings).count == 1, "\(row.english + row.korean)")
    }
  }

  @Test func `a word has one row`() {
    let words = DayWords.all.flatMap { $0.english + $0.korean }
    #expect(Set(words).count == words.count)
  }

  @Test func `long texts are no days, and are refused at once`() {
    let now = CivilMoment(day: Day(daysSinceEpoch: 20_000), time: .midnight)
    for piece in ["a", "일", "내일", "in 1 ", "..", "1", "첫째", "한 달 "] {
      for count in [10, 40, 2_000] {
        let text = String(repeating: piece, count: count) + "!"
        #expect(DateExpression.parse(text, relativeTo: now) == nil, "\(piece) × \(count)")
      }
    }
  }

  private func written(_ reading: DateReading?) -> String {
    switch reading {
    case nil: "-"
    case .day(let day)?: day.description
    case .moment(let moment)?: moment.description
    case .range(let range)?: "\(range.first)..\(range.last)"
    }
  }

  @Test func `ISO weeks turn with their Thursday`() throws {
    #expect(try #require(Day(iso: "2027-01-01")).isoWeek == (2026, 53))
    #expect(try #require(Day(iso: "2026-11-21")).isoWeek == (2026, 47))
    #expect(Day(isoYear: 2027, week: 53) == nil)
  }

  @Test func `a day ends when the next begins, also where clocks are put back`() throws {
    let newYork = try Self.zone("America/New_York")
    let short = try #require(Day(iso: "2027-03-14"))
    let long = try #require(Day(iso: "2027-11-07"))
    #expect(newYork.end(of: short) - newYork.end(of: short.adding(days: -1)) == 23 * 3_600)
    #expect(newYork.end(of: long) - newYork.end(of: long.adding(days: -1)) == 25 * 3_600)
  }
}
