import ByteBasics
import CivilCalendar

/// The time zones that a calendar defines (VTIMEZONE), and time zones that the calendar only names.
struct ICSZones {
  /// A moment on the clock of a zone, and the difference from UTC that holds from that moment.
  private struct Onset {
    let second: Int
    let offset: Int
  }

  /// The changes of each zone, in order.
  private var zones: [String: [Onset]] = [:]
  /// Clocks that the system knows by the name in the calendar.
  private var named: [String: LocalZone] = [:]
  /// Unknown names of time zones, each with its first entry.
  private(set) var unknown: [(name: String, entry: ICSComponent)] = []
  let local: LocalZone

  /// Rules of clocks are followed until this year.
  private static let lastYear = 2100

  init(_ components: [ICSComponent], local: LocalZone) {
    self.local = local
    for zone in components where zone.name == "VTIMEZONE" {
      guard let name = zone["TZID"]?.value else { continue }
      zones[name] = zone.components.flatMap(Self.onsets).sorted { $0.second < $1.second }
    }
    for entry in components where entry.name != "VTIMEZONE" {
      for name in entry.properties.compactMap({ $0.parameters["TZID"] })
      where zones[name]?.isEmpty ?? true && !isLocal(name) && !unknown.contains(where: { $0.name == name }) {
        named[name] = NamedZones.zone(named: name)
        if named[name] == nil { unknown.append((name, entry)) }
      }
    }
  }

  private static func onsets(of part: ICSComponent) -> [Onset] {
    guard case .moment(let start)? = part["DTSTART"].flatMap({ ICSDate.read($0.value) }),
      let offset = offset(part["TZOFFSETTO"]?.value ?? "")
    else { return [] }
    let rule = part["RRULE"].flatMap { try? RecurrenceRule(rfc5545: $0.value) }
    // A rule of clocks has one or two days a year.
    let days = rule?.days(from: start.day).prefix { $0.year <= lastYear }.prefix(2_000)
    let more = part.all("RDATE").flatMap { $0.value.split(separator: ",") }.compactMap { ICSDate.read(String($0))?.day }
    return (Array(days ?? []) + more + [start.day]).map { day in
      Onset(second: day.daysSinceEpoch * 86_400 + start.time.secondsSinceMidnight, offset: offset)
    }
  }

  /// Returns the seconds of an offset such as `+0900` or `-053000`.
  private static func offset(_ text: String) -> Int? {
    let digits = text.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6,
      let number = Int(digits.prefix(4))
    else { return nil }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return sign == "-" ? -seconds : seconds
  }

  /// Returns the date of a property: a day, or a moment with an offset if the calendar says which clock it is of. A
  /// moment of the user's own clock has none.
  func date(_ property: ICSProperty) -> CivilDate? { date(property.value, like: property) }

  /// Returns a value of a property that may have several.
  func date(_ text: some StringProtocol, like property: ICSProperty) -> CivilDate? {
    guard let date = ICSDate.read(String(text)) else { return nil }
    guard case .moment(var moment) = date else { return date }
    if moment.utcOffsetSeconds == 0 {
      return local.moment(secondsSinceEpoch: moment.secondsSinceEpoch()).map { .moment($0) } ?? date
    }
    guard let zone = property.parameters["TZID"], !isLocal(zone) else {
      guard property.parameters["X-SHEAF-OFFSET"] != nil else { return date }
      return .moment(local.moment(on: moment.day, at: moment.time))
    }
    moment.utcOffsetSeconds = offset(of: moment, in: zone)
    return .moment(moment)
  }

  /// Returns the day that a value names on the clock of a series that begins at `start`.
  func day(_ text: some StringProtocol, like property: ICSProperty, _ start: CivilDate) -> Day? {
    guard let date = date(text, like: property) else { return nil }
    guard case .moment(let moment) = date, case .moment(let first) = start,
      moment.utcOffsetSeconds != nil
    else { return date.day }
    let second = moment.secondsSinceEpoch()
    guard let offset = first.utcOffsetSeconds else { return local.moment(secondsSinceEpoch: second)?.day }
    return CivilMoment(secondsSinceEpoch: second, utcOffsetSeconds: offset)?.day
  }

  /// Returns the offset from UTC, in seconds, of a property's clock at the end of a rule.
  func utcOffset(atEndOf rule: String, like property: ICSProperty) -> Int {
    guard let part = rule.split(separator: ";").first(where: { $0.hasPrefix("UNTIL=") }),
      case .moment(let end)? = ICSDate.read(String(part.dropFirst(6))),
      case .moment(let start)? = date(property)
    else { return 0 }
    let second = end.secondsSinceEpoch()
    let here = local.moment(secondsSinceEpoch: second)?.utcOffsetSeconds ?? 0
    guard let offset = start.utcOffsetSeconds, let zone = property.parameters["TZID"],
      let there = CivilMoment(secondsSinceEpoch: second, utcOffsetSeconds: offset)
    else { return here }
    return self.offset(of: there, in: zone) ?? offset
  }

  private func isLocal(_ zone: String) -> Bool {
    zone == ICSText.localZone || zone == local.name || named[zone]?.name.map { $0 == local.name } ?? false
  }

  /// Returns a moment with an offset, even if the moment is of the user's own clock.
  func moment(_ property: ICSProperty) -> CivilMoment? {
    switch date(property) {
    case nil: nil
    case .day(let day)?: local.moment(on: day, at: .midnight)
    case .moment(let moment)?: moment.utcOffsetSeconds == nil ? local.moment(on: moment.day, at: moment.time) : moment
    }
  }

  /// Returns the offset of the last onset before a moment. Nil for a clock that nobody knows.
  private func offset(of moment: CivilMoment, in zone: String) -> Int? {
    if let zone = named[zone] { return zone.moment(on: moment.day, at: moment.time).utcOffsetSeconds }
    guard let onsets = zones[zone], let first = onsets.first else { return nil }
    let second = moment.day.daysSinceEpoch * 86_400 + moment.time.secondsSinceMidnight
    let next = onsets.firstOrderedIndex { $0.second > second }
    return next > 0 ? onsets[next - 1].offset : first.offset
  }
}
