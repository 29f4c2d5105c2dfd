import CivilCalendar
import NoteModel

/// The times of calendar alarms, and the same in `remind`.
///
/// Programs disagree on when a day begins that something is due on. So an alarm of such a day is a moment; one of a
/// series counts from midnight.
struct ICSAlarmClock {
  let zone: LocalZone
  /// The time at which a day begins to count if something is due on it without a time.
  let dayTime: TimeOfDay

  /// Returns `15m` of a task that is due at a time as `TRIGGER;RELATED=END:-PT15M`.
  ///
  /// - Parameters:
  ///   - date: The date that the reminder counts from.
  ///   - relation: The date that calendars count from, if it is not the beginning: `;RELATED=END`.
  /// - Returns: nil for a text that is no reminder, and for one that has nothing to count from.
  func trigger(_ text: String, before date: CivilDate?, isSeries: Bool, relation: String) -> String? {
    switch ReminderText(text) {
    case nil: return nil
    case .at(let date)?: return absolute(moment(of: date))
    case .before(let duration)?:
      guard let date else { return nil }
      let seconds = -(duration.wholeDays * 86_400 + duration.secondsBesideDays)
      guard case .day(let day) = date else { return "TRIGGER\(relation):" + ICSText.duration(seconds) }
      if isSeries { return "TRIGGER\(relation):" + ICSText.duration(dayTime.secondsSinceMidnight + seconds) }
      let start = zone.moment(on: day.adding(days: -duration.wholeDays), at: dayTime)
      let second = start.secondsSinceEpoch() - duration.secondsBesideDays
      return zone.moment(secondsSinceEpoch: second).flatMap(absolute)
    }
  }

  private func absolute(_ moment: CivilMoment) -> String? {
    "TRIGGER;VALUE=DATE-TIME:" + ICSDate.utc(.moment(moment), in: zone)
  }

  private func moment(of date: CivilDate) -> CivilMoment {
    switch date {
    case .day(let day): zone.moment(on: day, at: dayTime)
    case .moment(let moment): moment.utcOffsetSeconds == nil ? zone.moment(on: moment.day, at: moment.time) : moment
    }
  }

  /// Returns the values of `remind` for the alarms of an entry: `15m` before it, or a moment.
  func reminders(of component: ICSComponent, _ zones: ICSZones) -> [String] {
    component.components.filter { $0.name == "VALARM" }.compactMap { alarm in
      alarm["TRIGGER"].flatMap { reminder($0, of: component, zones) }
    }
  }

  private func reminder(_ trigger: ICSProperty, of component: ICSComponent, _ zones: ICSZones) -> String? {
    if ICSDate.read(trigger.value) != nil { return zones.moment(trigger).map { "\($0)" } }
    guard let seconds = ICSText.seconds(trigger.value) else { return nil }
    let start = component["DTSTART"] ?? component["DUE"]
    let end = component[component.isEvent ? "DTEND" : "DUE"] ?? start
    let base = trigger.parameters["RELATED"]?.uppercased() == "END" ? end : start
    let own = component.isEvent ? start : component["DUE"] ?? start
    guard let base, let own, let moment = zones.moment(base) else { return nil }
    var before = -seconds
    if case .day? = zones.date(own) { before += dayTime.secondsSinceMidnight }
    if before >= 0, base.value == own.value { return Self.text(before) }
    return ImportDates(zone: zone).moment(unix: Double(moment.secondsSinceEpoch() + seconds))?.description
  }

  /// Returns a duration such as `1d`, `26h` or `15m`.
  private static func text(_ seconds: Int) -> String {
    if seconds % 86_400 == 0, seconds > 0 { return "\(seconds / 86_400)d" }
    if seconds % 3_600 == 0, seconds > 0 { return "\(seconds / 3_600)h" }
    return "\(seconds / 60)m"
  }
}
