import CivilCalendar

/// The clocks that a calendar defines: VTIMEZONE.
struct ICSZones {
  /// From a day on, a clock is so far from UTC.
  private struct Onset {
    let start: CivilMoment
    let rule: RecurrenceRule?
    let offset: Int
  }

  private var zones: [String: [Onset]] = [:]
  private let local: LocalZone

  init(_ components: [ICSComponent], local: LocalZone) {
    self.local = local
    for zone in components where zone.name == "VTIMEZONE" {
      guard let name = zone["TZID"]?.value else { continue }
      zones[name] = zone.components.compactMap { part in
        guard case .moment(let start)? = part["DTSTART"].flatMap({ ICSDate.read($0.value) }),
          let offset = Self.offset(part["TZOFFSETTO"]?.value ?? "")
        else { return nil }
        let rule = part["RRULE"].flatMap { try? RecurrenceRule(rfc5545: $0.value) }
        return Onset(start: start, rule: rule, offset: offset)
      }
    }
  }

  /// `+0900`, `-053000`
  private static func offset(_ text: String) -> Int? {
    let digits = text.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6,
      let number = Int(digits.prefix(4))
    else { return nil }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return sign == "-" ? -seconds : seconds
  }

  /// The date of a property: a day, or a moment with an offset where the calendar says which clock it is of.
  func date(_ property: ICSProperty) -> CivilDate? {
    guard let date = ICSDate.read(property.value) else { return nil }
    guard case .moment(var moment) = date else { return date }
    if moment.utcOffsetSeconds == 0 {
      return local.moment(secondsSinceEpoch: moment.secondsSinceEpoch()).map { .moment($0) } ?? date
    }
    guard let zone = property.parameters["TZID"], zone != ICSText.localZone else { return date }
    moment.utcOffsetSeconds = offset(of: moment, in: zone)
    return .moment(moment)
  }

  /// The offset of the last onset before a moment; nil for a clock that the calendar does not define.
  private func offset(of moment: CivilMoment, in zone: String) -> Int? {
    guard let onsets = zones[zone], !onsets.isEmpty else { return nil }
    var best: (day: Day, offset: Int)?
    for onset in onsets {
      guard let day = Self.last(onset, until: moment), best.map({ day > $0.day }) ?? true else {
        continue
      }
      best = (day, onset.offset)
    }
    return best?.offset ?? onsets.min { $0.start.day < $1.start.day }?.offset
  }

  private static func last(_ onset: Onset, until moment: CivilMoment) -> Day? {
    guard onset.start.day <= moment.day else { return nil }
    guard let rule = onset.rule else { return onset.start.day }
    var last: Day?
    // Rules of clocks have one or two days a year.
    for day in rule.days(from: onset.start.day).prefix(2_000) {
      if day > moment.day || day == moment.day && onset.start.time > moment.time { break }
      last = day
    }
    return last
  }
}
