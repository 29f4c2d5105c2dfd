import CivilCalendar
import NoteModel

/// The days of an entry that repeats, as another program says them: `RRULE`, `EXDATE`, cancelled exceptions.
struct ICSForeignSeries: CustomStringConvertible {
  /// nil if we cannot follow the rule.
  private var rule: RecurrenceRule?
  private let text: String
  /// `RDATE`, which no rule of ours says.
  private let added: [String]
  var hasAddedDays: Bool { !added.isEmpty }
  private let start: CivilDate
  private let zone: LocalZone
  /// The distance in days of its first day from the first that is not cancelled.
  private var distance = 0
  /// True if the days of the rule are those of a clock in UTC, and no others.
  private(set) var isInUTC = false

  /// - Parameters:
  ///   - component: The entry.
  ///   - exceptions: The entries for single days of it.
  /// - Returns: nil for an entry that does not repeat.
  init?(_ component: ICSComponent, _ exceptions: [ICSComponent], _ zones: ICSZones) {
    added = component.all("RDATE").map(\.value).sorted()
    guard component["RRULE"] != nil || !added.isEmpty,
      let property = component["DTSTART"] ?? component["DUE"], let start = zones.date(property)
    else { return nil }
    text = component["RRULE"]?.value.uppercased() ?? ""
    self.start = start
    zone = zones.local
    guard component.all("RRULE").count == 1 else { return }
    let offset = zones.utcOffset(atEndOf: text, like: property)
    guard var rule = try? RecurrenceRule(rfc5545: text, utcOffsetSeconds: offset) else { return }
    if let written = ICSDate.read(property.value)?.day, written != start.day {
      isInUTC = !Self.shift(&rule, by: start.day.days(since: written))
    }
    let cancelled = exceptions.filter { $0["STATUS"]?.value.uppercased() == "CANCELLED" }
      .compactMap { $0["RECURRENCE-ID"] }
    let excluded = component.all("EXDATE") + cancelled
    rule.exceptions = Set(
      excluded.flatMap { property in
        property.value.split(separator: ",").compactMap { zones.day($0, like: property, start) }
      })
    self.rule = rule
    // The series begins on the first day that is not cancelled, and keeps later cancellations.
    guard rule.exceptions.contains(start.day), let first = rule.days(from: start.day).first(where: { _ in true })
    else { return }
    if case .count = rule.end {
      var all = rule
      all.exceptions = []
      if let last = Array(all.days(from: start.day).prefix(20_000)).last { rule.end = .until(last) }
    }
    distance = first.days(since: start.day)
    self.rule = rule
  }

  /// Shifts `BYDAY` from UTC to local weekdays. Returns false if other parts of the rule would change, too.
  private static func shift(_ rule: inout RecurrenceRule, by days: Int) -> Bool {
    let hasOthers =
      !rule.monthDays.isEmpty || !rule.months.isEmpty || !rule.yearDays.isEmpty
      || !rule.weekNumbers.isEmpty || !rule.setPositions.isEmpty
    if hasOthers || !rule.weekdays.isEmpty && rule.frequency != .weekly { return false }
    rule.weekdays = rule.weekdays.map { term in
      let number = (term.weekday.rawValue - 1 + days + 7) % 7 + 1
      return Weekday(rawValue: number).map { RecurrenceRule.WeekdayTerm($0) } ?? term
    }
    return true
  }

  /// Returns a date of the entry for the first day that is not cancelled.
  func moved(_ date: CivilDate) -> CivilDate {
    distance == 0 ? date : date.moved(to: date.day.adding(days: distance), in: zone)
  }

  /// The rule as `repeat` says it; nil if we cannot follow it.
  var rfc5545: String? {
    guard let rule else { return nil }
    let first = start.day.adding(days: distance)
    let days = rule.exceptions.filter { $0 >= first }.sorted().map(ICSDate.digits)
    return "RRULE:" + rule.rfc5545(anchor: first) + (days.isEmpty ? "" : " EXDATE:" + days.joined(separator: ","))
  }

  /// Equal for two rules that mean the same days.
  var description: String { ([rfc5545 ?? text] + added.map { "RDATE:" + $0 }).joined(separator: " ") }
}
