/// The clock of a place through the year. It turns a local time into a moment.
///
/// This module has no database of zones: a caller with a database passes a function from an instant to the offset.
package final class LocalZone: Sendable {
  /// The name in the databases of time zones: `Asia/Seoul`. Nil if it is unknown.
  package let name: String?
  private let offsetAtInstant: @Sendable (_ secondsSinceEpoch: Int) -> Int

  /// - Parameter offset: Returns the seconds east of UTC at an instant.
  package init(named name: String? = nil, offset: @escaping @Sendable (_ secondsSinceEpoch: Int) -> Int) {
    self.name = name
    offsetAtInstant = offset
  }

  /// Extracts the name of a time zone from the path of its file, as in `/usr/share/zoneinfo/Asia/Seoul`, or from `TZ`.
  package static func name(in text: String) -> String? {
    var name = text[...]
    if name.hasPrefix(":") { name = name.dropFirst() }
    if let folder = name.firstRange(of: "zoneinfo/") { name = name[folder.upperBound...] }
    let isName = name.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "/_+-".utf8.contains(byte)
    }
    return isName && name.contains("/") && !name.hasPrefix("/") ? String(name) : nil
  }

  /// Creates a zone whose clocks are never changed.
  package static func fixed(_ utcOffsetSeconds: Int) -> LocalZone { LocalZone { _ in utcOffsetSeconds } }

  /// Returns the local time at an instant.
  package func moment(secondsSinceEpoch seconds: Int) -> CivilMoment? {
    var moment = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: offsetAtInstant(seconds))
    moment?.zone = self
    return moment
  }

  /// Returns the moment at which the clock shows this day and time.
  ///
  /// If an hour occurs twice, the first one is used. A time in a skipped hour counts as if the clock were not changed.
  package func moment(on day: Day, at time: TimeOfDay) -> CivilMoment {
    let local = day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight
    let before = offsetAtInstant(local - 86_400)
    let after = offsetAtInstant(local + 86_400)
    let isChanged = offsetAtInstant(local - before) != before && offsetAtInstant(local - after) == after
    return CivilMoment(day: day, time: time, utcOffsetSeconds: isChanged ? after : before)
  }

  /// Converts a moment to this clock and its offset at that time. A moment without an offset is already on this clock.
  package func local(_ moment: CivilMoment) -> CivilMoment {
    guard moment.utcOffsetSeconds != nil else { return self.moment(on: moment.day, at: moment.time) }
    return self.moment(secondsSinceEpoch: moment.secondsSinceEpoch()) ?? moment
  }

  /// A hash of the offsets in the middle of every winter and summer from 1970 to 2037, equal for equal clocks.
  package var fingerprint: Int32 {
    let halfYear = 15_778_800
    let hash = (0..<136).reduce(UInt32(0x811C_9DC5)) { hash, step in
      let offset = offsetAtInstant(step * halfYear + 1_296_000)
      return (hash ^ UInt32(truncatingIfNeeded: offset)) &* 0x0100_0193
    }
    return Int32(bitPattern: hash)
  }

  /// Returns the last second of a day, at which a due date without a time is over.
  package func end(of day: Day) -> Int {
    moment(on: day.adding(days: 1), at: .midnight).secondsSinceEpoch() - 1
  }
}
