/// A time of day on a wall clock.
package struct TimeOfDay: Hashable, Sendable, Comparable {
  /// Seconds since midnight, 0 ..< 86,400.
  package let secondsSinceMidnight: Int

  /// The time with these numbers, or nil where a clock has none (25:00).
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second) else {
      return nil
    }
    secondsSinceMidnight = hour * 3_600 + minute * 60 + second
  }

  private init(secondsSinceMidnight: Int) {
    self.secondsSinceMidnight = secondsSinceMidnight
  }

  /// 00:00, the start of a day.
  package static let midnight = TimeOfDay(secondsSinceMidnight: 0)

  package var hour: Int { secondsSinceMidnight / 3_600 }
  package var minute: Int { secondsSinceMidnight / 60 % 60 }
  package var second: Int { secondsSinceMidnight % 60 }

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}

/// A day and a time on a wall clock, with the distance from UTC where the writer gave one.
package struct CivilMoment: Hashable, Sendable {
  package var day: Day
  package var time: TimeOfDay
  /// Seconds east of UTC as written (`+09:00`, `Z`), or nil: local time of whoever reads.
  package var utcOffsetSeconds: Int?

  package init(day: Day, time: TimeOfDay, utcOffsetSeconds: Int? = nil) {
    self.day = day
    self.time = time
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}

/// A day, or a moment: what the date fields of a note hold.
package enum CivilDate: Hashable, Sendable {
  case day(Day)
  case moment(CivilMoment)

  /// The day on the writer's wall clock.
  package var day: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day
    }
  }
}

extension CivilMoment {
  /// The moment that many seconds after 1970-01-01T00:00:00Z, on a clock that is `utcOffsetSeconds` east of UTC.
  package init?(secondsSinceEpoch: Int, utcOffsetSeconds: Int) {
    let local = secondsSinceEpoch + utcOffsetSeconds
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let second = local - days * 86_400
    guard let time = TimeOfDay(hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
    else { return nil }
    self.init(
      day: Day(daysSinceEpoch: days), time: time, utcOffsetSeconds: utcOffsetSeconds)
  }

  /// Seconds since 1970-01-01T00:00:00Z; `defaultOffsetSeconds` counts where the moment has no offset of its own.
  package func secondsSinceEpoch(defaultOffsetSeconds: Int = 0) -> Int {
    day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight
      - (utcOffsetSeconds ?? defaultOffsetSeconds)
  }
}
