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
