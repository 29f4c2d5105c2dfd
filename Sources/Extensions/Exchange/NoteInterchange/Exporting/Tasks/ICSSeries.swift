import CivilCalendar
import NoteModel

/// A repeating open task in the form of calendars: a rule from the task's current day, or a list of days if no rule of
/// RFC 5545 gives the same days.
struct ICSSeries {
  let start: CivilDate
  private let rule: RecurrenceRule?
  private let anchor: Day
  /// Days besides those of the rule.
  private let added: [Day]
  private let exceptions: [Day]

  /// A rule is compared with ours over so many days.
  private static let proof = 24
  /// The number of days that are written for a series without a rule.
  private static let limit = 60

  /// - Parameter start: The day or moment of the present occurrence.
  /// - Returns: nil for a task that does not repeat, or only from its completion.
  init?(of record: TaskRecord, from start: CivilDate?) {
    guard let start, !record.task.status.isClosed, var rule = record.rule, rule.basis == .anchor else { return nil }
    self.start = start
    anchor = record.task.anchor ?? start.day
    exceptions = rule.exceptions.filter { $0 >= start.day }.sorted()
    rule.exceptions = []
    if case .count = rule.end, anchor != start.day || rule.days(from: anchor).first(where: { _ in true }) != start.day {
      // A count of days that is partly used up is written as the last of them.
      guard let last = Array(rule.days(from: anchor).prefix(20_000)).last else { return nil }
      rule.end = .until(last)
    }
    let days = rule.days(from: anchor).lazy.filter { $0 >= start.day }
    let ours = Array(days.prefix(Self.proof))
    guard ours.last.map({ $0 > start.day }) ?? false else { return nil }
    let written = try? RecurrenceRule(rfc5545: rule.rfc5545(anchor: anchor))
    // RFC 5545 does not define a first day that does not match the rule.
    if let written, ours.first == start.day, Array(written.days(from: start.day).prefix(Self.proof)) == ours {
      self.rule = rule
      added = []
    } else {
      self.rule = nil
      added = Array(days.prefix(Self.limit)).filter { $0 != start.day }
    }
  }

  /// Returns the properties of the series: its rule, the added dates and the exceptions.
  ///
  /// - Parameter property: Writes a date as a property with this name.
  func lines(in zone: LocalZone, property: (String, CivilDate) -> String) -> [String] {
    var lines: [String] = []
    if let rule {
      var plain = rule
      plain.end = .never
      switch rule.end {
      case .never: lines.append("RRULE:" + plain.rfc5545(anchor: anchor))
      case .count(let count): lines.append("RRULE:" + plain.rfc5545(anchor: anchor) + ";COUNT=\(count)")
      case .until(let day): lines.append("RRULE:" + plain.rfc5545(anchor: anchor) + ";UNTIL=" + until(day, zone))
      }
    }
    lines += added.map { property("RDATE", start.moved(to: $0, in: zone)) }
    return lines + exceptions.map { property("EXDATE", start.moved(to: $0, in: zone)) }
  }

  /// Returns the end of a series. That of moments is a moment in UTC, as RFC 5545 requires.
  private func until(_ day: Day, _ zone: LocalZone) -> String {
    guard case .moment = start else { return ICSDate.digits(day) }
    return ICSDate.utc(start.moved(to: day, in: zone), in: zone)
  }
}
