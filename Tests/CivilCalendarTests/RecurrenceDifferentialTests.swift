import CivilCalendar
import Foundation
import NoteTestSupport
import Testing

/// Generated rules, expanded here and by python-dateutil. `make setup-test` installs it.
@Suite struct RecurrenceDifferentialTests {
  private static let python = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent()
    .appendingPathComponent(".build/dateutil/bin/python3").path
  private static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

  private static let script = """
    import sys, itertools, types, datetime as calendar
    import dateutil.rrule
    from datetime import datetime
    from dateutil.rrule import rrulestr
    # A rule that never comes true is given up here rather than in the year 9999.
    dateutil.rrule.datetime = types.SimpleNamespace(**{**vars(calendar), "MAXYEAR": 2120})
    for line in sys.stdin.read().splitlines():
        anchor, rule = line.split(" ")
        days = rrulestr(rule, dtstart=datetime.fromisoformat(anchor))
        print(",".join(day.strftime("%Y-%m-%d") for day in itertools.islice(days, 15)))
    """

  @Test(.enabled(if: isInstalled, "python-dateutil is not installed: make setup-test"))
  func `three thousand rules fall on the days that dateutil finds`() throws {
    var generator = RuleGenerator(seed: 5545)
    let cases = (0..<3_000).map { _ in generator.next() }
    let input = cases.map { "\($0.anchor) \($0.rule)\n" }.joined()
    let run = try ProgramRun.run(
      Self.python, ["-c", Self.script], in: fixturesFolder, input: input)
    #expect(run.errors == "")
    let expected = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(expected.count == cases.count + 1)
    for (example, days) in zip(cases, expected) {
      let rule = try RecurrenceRule(rfc5545: example.rule)
      let found = rule.days(from: example.anchor).prefix(15).map(\.description)
      #expect(found.joined(separator: ",") == days, "\(example.anchor) \(example.rule)")
    }
  }
}

/// Rules of every frequency with every part, inside what RFC 5545 allows and dateutil reads alike.
private struct RuleGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func numbers(_ range: ClosedRange<Int>, upTo count: Int) -> String {
    let numbers = (0..<Int.random(in: 1...count, using: &random)).map { _ in
      var number = 0
      while number == 0 { number = Int.random(in: range, using: &random) }
      return number
    }
    return Set(numbers).sorted().map { String($0) }.joined(separator: ",")
  }

  private mutating func weekdays(withOrdinals range: ClosedRange<Int>?) -> String {
    let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].shuffled(using: &random)
    let count = Int.random(in: 1...3, using: &random)
    guard let range, chance(50) else { return codes.prefix(count).joined(separator: ",") }
    let terms = codes.prefix(count).map { numbers(range, upTo: 1) + $0 }
    return terms.joined(separator: ",")
  }

  mutating func next() -> (anchor: Day, rule: String) {
    var anchor = Day(daysSinceEpoch: Int.random(in: 10_000...25_000, using: &random))
    let frequency = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random) ?? ""
    var parts = ["FREQ=" + frequency]
    if chance(50) { parts.append("INTERVAL=\(Int.random(in: 2...6, using: &random))") }
    parts += filters(of: frequency)
    if frequency == "WEEKLY", chance(20) {
      // dateutil cuts the first week off at the anchor; from a Monday on both see the same sets.
      anchor = anchor.startOfWeek(.monday)
      parts.append("BYSETPOS=" + numbers(-2...2, upTo: 2))
    } else if chance(40) {
      parts.append("WKST=" + (chance(50) ? "SU" : "TH"))
    }
    // A count that is never reached would be looked for up to the year 9999.
    let filters = parts.filter { $0.hasPrefix("BY") }
    let isFrequent = filters.isEmpty || filters.count == 1 && filters[0].hasPrefix("BYDAY")
    return (anchor, (parts + [end(anchor, isFrequent: isFrequent)]).joined(separator: ";"))
  }

  private mutating func filters(of frequency: String) -> [String] {
    var parts: [String] = []
    if chance(25) { parts.append("BYMONTH=" + numbers(1...12, upTo: 3)) }
    switch frequency {
    case "DAILY":
      if chance(40) { parts.append("BYDAY=" + weekdays(withOrdinals: nil)) }
      if chance(20) { parts.append("BYMONTHDAY=" + numbers(-31...31, upTo: 6)) }
    case "WEEKLY":
      if chance(70) { parts.append("BYDAY=" + weekdays(withOrdinals: nil)) }
    case "MONTHLY":
      if chance(50) { parts.append("BYDAY=" + weekdays(withOrdinals: -5...5)) }
      if chance(35) { parts.append("BYMONTHDAY=" + numbers(-31...31, upTo: 4)) }
    default: parts += yearlyFilters()
    }
    let hasSet = parts.contains { $0.hasPrefix("BYDAY") || $0.hasPrefix("BYMONTHDAY") }
    if hasSet, frequency == "MONTHLY" || frequency == "YEARLY", chance(30) {
      parts.append("BYSETPOS=" + numbers(-3...3, upTo: 2))
    }
    return parts
  }

  private mutating func yearlyFilters() -> [String] {
    // Week 52 is left out: dateutil does not see that 2039-01-02 lies in week 52 of 2038.
    switch Int.random(in: 0..<6, using: &random) {
    case 0: ["BYWEEKNO=" + numbers(-50...51, upTo: 3)]
    case 1:
      ["BYWEEKNO=" + numbers(1...51, upTo: 3), "BYDAY=" + weekdays(withOrdinals: nil)]
    case 2: ["BYYEARDAY=" + numbers(-366...366, upTo: 5)]
    case 3: ["BYDAY=" + weekdays(withOrdinals: -4...4)]
    case 4: ["BYMONTHDAY=" + numbers(-31...31, upTo: 3)]
    default: []
    }
  }

  private mutating func end(_ anchor: Day, isFrequent: Bool) -> String {
    if isFrequent, chance(40) { return "COUNT=\(Int.random(in: 1...12, using: &random))" }
    let days = Int.random(in: 30...(chance(10) ? 15_000 : 1_500), using: &random)
    return "UNTIL=" + anchor.adding(days: days).description.filter { $0 != "-" }
  }
}
