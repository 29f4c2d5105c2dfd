import ByteBasics
import CivilCalendar

/// Defines the user's clock in a calendar, from the first day that uses it on.
struct ICSZoneWriter {
  private let zone: LocalZone
  private var days: ClosedRange<Int>?
  /// Clocks that are never changed, of moments that are not on the user's own.
  private var fixed: Set<Int> = []
  /// The clocks that other programs have defined, by name.
  private var foreign: [String: [String]] = [:]

  /// Changes of clocks that no rule says are listed for so many days.
  private static let limit = 40 * 366
  /// A rule of clocks has to hold for so many years.
  private static let proof = 10

  init(zone: LocalZone) { self.zone = zone }

  /// Takes the clocks of other programs, each defined once.
  mutating func take(_ definitions: [String]) {
    for zone in ICSReader.read(definitions.joined(separator: "\n")).components {
      guard let name = zone["TZID"]?.value else { continue }
      foreign[name] = foreign[name] ?? zone.lines
    }
  }

  /// The name of the user's clock.
  var name: String { zone.name ?? ICSText.localZone }

  /// Stores a day that has a time by the user's clock.
  mutating func note(_ day: Day) {
    let number = day.daysSinceEpoch
    days = days.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  /// Returns the name of a clock that has this offset from UTC all the year.
  mutating func name(offset: Int) -> String {
    fixed.insert(offset)
    return Self.name(offset: offset)
  }

  private static func name(offset: Int) -> String { "Sheaf" + text(offset) }

  /// The components; nothing if no time needs one.
  var lines: [String] {
    let fixed = fixed.sorted().flatMap { offset in
      ["BEGIN:VTIMEZONE", "TZID:" + Self.name(offset: offset)]
        + Self.part("STANDARD", at: 0, from: offset, to: offset) + ["END:VTIMEZONE"]
    }
    let foreign = foreign.filter { days == nil || $0.key != name }
    let others = foreign.sorted { $0.key < $1.key }.flatMap(\.value) + fixed
    guard let days else { return others }
    let first = (days.lowerBound - 366) * 86_400
    let offset = offset(at: first)
    let parts = parts(from: first, through: min(days.upperBound, days.lowerBound + Self.limit))
    let zone =
      ["BEGIN:VTIMEZONE", "TZID:" + name]
      + Self.part("STANDARD", at: first, from: offset, to: offset) + parts + ["END:VTIMEZONE"]
    return zone + others
  }

  /// Writes the changes of the clock: one by one until the last day, by rules afterwards.
  private func parts(from first: Int, through lastDay: Int) -> [String] {
    let last = (lastDay + 366) * 86_400
    let proof = changes(from: last, days: (Self.proof + 1) * 366)
    let rules = Self.rules(proof)
    let end = rules == nil ? min(last + Self.limit * 86_400, 4_000_000_000) : last
    return changes(from: first, days: (end - first) / 86_400)
      .flatMap { Self.part($0.kind, at: $0.second, from: $0.from, to: $0.to) }
      + (rules ?? []).flatMap { change, rule in
        Self.part(change.kind, at: change.second, from: change.from, to: change.to, rule: rule)
      }
  }

  private struct Change {
    let second: Int
    let from: Int
    let to: Int

    var kind: String { to > from ? "DAYLIGHT" : "STANDARD" }
    var moment: CivilMoment? { CivilMoment(secondsSinceEpoch: second, utcOffsetSeconds: from) }
  }

  /// Returns the rules that give all of these changes, one or more a year. Nil if there are none.
  private static func rules(_ changes: [Change]) -> [(Change, String)]? {
    var byYear: [Int: [Change]] = [:]
    for change in changes {
      guard let year = change.moment?.day.year else { return nil }
      byYear[year, default: []].append(change)
    }
    if changes.isEmpty { return [] }
    // The first and the last year may be parts of a year.
    let years = byYear.keys.sorted().dropFirst().dropLast()
    guard years.count >= proof - 2, let count = years.first.flatMap({ byYear[$0]?.count }) else { return nil }
    var rules: [(Change, String)] = []
    for number in 0..<count {
      let same = years.compactMap { year in
        byYear[year].flatMap { $0.count == count ? $0[number] : nil }
      }
      guard same.count == years.count, let rule = rule(same) else { return nil }
      // The first of all that the rule says: with a part of a year there may be one before those years.
      let first = changes.first { self.rule([$0] + same) == rule } ?? same[0]
      rules.append((first, rule))
    }
    return rules
  }

  /// Returns the yearly rule that these changes follow. Nil if there is none.
  private static func rule(_ changes: [Change]) -> String? {
    guard let first = changes.first, let moment = first.moment else { return nil }
    let month = moment.day.month
    let isAlike = changes.allSatisfy { change in
      guard let other = change.moment else { return false }
      return other.day.month == month && other.day.weekday == moment.day.weekday
        && other.time == moment.time && change.from == first.from && change.to == first.to
    }
    guard isAlike else { return nil }
    let days = changes.compactMap(\.moment?.day)
    let code = RecurrenceRule.code(of: moment.day.weekday)
    let ordinals = Set(days.map { ($0.dayOfMonth - 1) / 7 + 1 })
    let areLast = days.allSatisfy { $0.adding(days: 7).month != month }
    guard areLast || ordinals.count == 1, let ordinal = ordinals.first else { return nil }
    return "RRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(areLast ? -1 : ordinal)\(code)"
  }

  private func changes(from first: Int, days: Int) -> [Change] {
    var changes: [Change] = []
    var (before, known) = (first, offset(at: first))
    let end = first + days * 86_400
    for second in Array(stride(from: first, to: end, by: 7 * 86_400)) + [end] {
      let now = offset(at: second)
      if now != known {
        changes.append(Change(second: change(between: before, and: second), from: known, to: now))
        known = now
      }
      before = second
    }
    return changes
  }

  private func offset(at seconds: Int) -> Int {
    zone.moment(secondsSinceEpoch: seconds)?.utcOffsetSeconds ?? 0
  }

  /// Returns the first second of the new offset.
  private func change(between early: Int, and late: Int) -> Int {
    let old = offset(at: early)
    return (early..<late).firstOrderedIndex { offset(at: $0) != old }
  }

  private static func part(_ name: String, at seconds: Int, from: Int, to: Int, rule: String? = nil) -> [String] {
    let local = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: from)
    let start = local.map { ICSDate.digits(local: $0) } ?? "19700101T000000"
    return ["BEGIN:" + name, "DTSTART:" + start] + (rule.map { [$0] } ?? [])
      + ["TZOFFSETFROM:" + text(from), "TZOFFSETTO:" + text(to), "END:" + name]
  }

  /// Writes an offset as `+0900`.
  private static func text(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
  }
}
