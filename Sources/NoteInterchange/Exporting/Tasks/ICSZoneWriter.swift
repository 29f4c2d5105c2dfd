import CivilCalendar

/// Defines the user's clock in a calendar, from the first to the last day that uses it.
struct ICSZoneWriter {
  private let zone: LocalZone
  private var days: ClosedRange<Int>?

  /// Changes of clocks are looked for in this many days at most.
  private static let limit = 80 * 366

  init(zone: LocalZone) { self.zone = zone }

  /// A day that has a time by the clock.
  mutating func note(_ day: Day) {
    let number = day.daysSinceEpoch
    days = days.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
  }

  /// The component; nothing where no time needs it.
  var lines: [String] {
    guard let days else { return [] }
    let first = (days.lowerBound - 366) * 86_400
    let last = min(days.upperBound + 366, days.lowerBound + Self.limit) * 86_400
    var lines = ["BEGIN:VTIMEZONE", "TZID:" + ICSText.localZone]
    let start = offset(at: first)
    lines += Self.part("STANDARD", at: first, from: start, to: start)
    var before = first
    var known = start
    for second in stride(from: first, through: last, by: 86_400) {
      let now = offset(at: second)
      if now != known {
        let change = change(between: before, and: second)
        lines += Self.part(now > known ? "DAYLIGHT" : "STANDARD", at: change, from: known, to: now)
        known = now
      }
      before = second
    }
    return lines + ["END:VTIMEZONE"]
  }

  private func offset(at seconds: Int) -> Int {
    zone.moment(secondsSinceEpoch: seconds)?.utcOffsetSeconds ?? 0
  }

  /// The first second of the new offset.
  private func change(between early: Int, and late: Int) -> Int {
    var (low, high) = (early, late)
    let old = offset(at: low)
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: middle) == old { low = middle } else { high = middle }
    }
    return high
  }

  private static func part(_ name: String, at seconds: Int, from: Int, to: Int) -> [String] {
    let local = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: from)
    let start = local.map { ICSDate.digits(local: $0) } ?? "19700101T000000"
    return [
      "BEGIN:" + name, "DTSTART:" + start, "TZOFFSETFROM:" + text(from), "TZOFFSETTO:" + text(to),
      "END:" + name,
    ]
  }

  /// `+0900`
  private static func text(_ offset: Int) -> String {
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, to: 2) + padded(minutes % 60, to: 2)
  }
}
