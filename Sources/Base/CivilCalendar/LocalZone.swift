/// The clock of a place through the year: what makes a moment of a time on its walls.
///
/// This module knows no zones; whoever has a database of them hands in its answer for an instant.
package final class LocalZone: Sendable {
  /// As databases of zones call it: `Asia/Seoul`; nil if that is not known.
  package let name: String?
  private let offsetAtInstant: @Sendable (_ secondsSinceEpoch: Int) -> Int

  /// - Parameter offset: Seconds east of UTC at an instant.
  package init(
    named name: String? = nil, offset: @escaping @Sendable (_ secondsSinceEpoch: Int) -> Int
  ) {
    self.name = name
    offsetAtInstant = offset
  }

  /// The name of a zone in the path of its file: `/usr/share/zoneinfo/Asia/Seoul`, and in `TZ`.
  package static func name(in text: String) -> String? {
    var name = text[...]
    if name.hasPrefix(":") { name = name.dropFirst() }
    if let folder = name.firstRange(of: "zoneinfo/") { name = name[folder.upperBound...] }
    let isName = name.utf8.allSatisfy { byte in
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "/_+-".utf8.contains(byte)
    }
    return isName && name.contains("/") && !name.hasPrefix("/") ? String(name) : nil
  }

  /// A place whose clocks are never changed.
  package static func fixed(_ utcOffsetSeconds: Int) -> LocalZone {
    LocalZone { _ in utcOffsetSeconds }
  }

  /// The time on the clock at an instant.
  package func moment(secondsSinceEpoch seconds: Int) -> CivilMoment? {
    var moment = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: offsetAtInstant(seconds))
    moment?.zone = self
    return moment
  }

  /// The moment at which the clock shows this day and time.
  ///
  /// Of an hour that comes twice the first is meant; an hour that is left out counts as if the clock had
  /// not been put forward.
  package func moment(on day: Day, at time: TimeOfDay) -> CivilMoment {
    let local = day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight
    let before = offsetAtInstant(local - 86_400)
    let after = offsetAtInstant(local + 86_400)
    let isChanged =
      offsetAtInstant(local - before) != before && offsetAtInstant(local - after) == after
    return CivilMoment(day: day, time: time, utcOffsetSeconds: isChanged ? after : before)
  }

  /// A moment on this clock, with the offset that this clock has then. A moment without an offset is already on this clock.
  package func local(_ moment: CivilMoment) -> CivilMoment {
    guard moment.utcOffsetSeconds != nil else { return self.moment(on: moment.day, at: moment.time) }
    return self.moment(secondsSinceEpoch: moment.secondsSinceEpoch()) ?? moment
  }

  /// The same number for zones whose clocks agree in the middle of every winter and summer from 1970 to 2037.
  package var fingerprint: Int32 {
    let halfYear = 15_778_800
    let hash = (0..<136).reduce(UInt32(0x811C_9DC5)) { hash, step in
      let offset = offsetAtInstant(step * halfYear + 1_296_000)
      return (hash ^ UInt32(truncatingIfNeeded: offset)) &* 0x0100_0193
    }
    return Int32(bitPattern: hash)
  }

  /// The last second of a day: when something that is due on it is over.
  package func end(of day: Day) -> Int {
    moment(on: day.adding(days: 1), at: .midnight).secondsSinceEpoch() - 1
  }
}
