// Days and periods relative to now.

extension DateExpression {
  /// Looks up a fixed phrase: Korean with spaces or without, English without `the` and `on`.
  func meaning(of words: [String]) -> DayWords.Meaning? {
    let joined = words.joined()
    if joined.isKorean { return DayWords.meaning(of: joined) }
    return DayWords.meaning(of: words.filter { $0 != "the" && $0 != "on" }.joined(separator: " "))
  }

  func reading(of meaning: DayWords.Meaning) -> DateReading? {
    switch meaning {
    case .day(let distance): .day(today.adding(days: distance))
    case .now: .moment(now)
    case .tonight: night(of: today)
    case .lastNight: night(of: today.adding(days: -1))
    case .comingWeekend: .range(weekend(from: today.adding(days: 6).startOfWeek(.saturday)))
    case .period(let period, let offset): self.period(period, offset).map { .range($0) }
    case .start(let period):
      [0, 1].lazy.compactMap { self.period(period, $0)?.first }
        .first { purpose != .deadline || $0 >= today }.map { .day($0) }
    case .end(let period): self.period(period, 0).map { .day($0.last) }
    case .holiday(let holiday):
      (purpose.looksBack ? [0, -1] : [0, 1]).lazy.compactMap { holiday.day(in: today.year + $0) }
        .first { purpose.looksBack ? $0 <= today : $0 >= today }.map { .day($0) }
    case .someday: CivilDate.someday.map { .day($0) }
    }
  }

  private func night(of day: Day) -> DateReading? {
    TimeOfDay(hour: 22, minute: 0).map { .moment(moment(on: day, at: $0)) }
  }

  private func weekend(from saturday: Day) -> DayRange { DayRange(saturday, saturday.adding(days: 1)) }

  func period(_ period: DayWords.Period, _ offset: Int) -> DayRange? {
    switch period {
    case .week: return today.adding(days: 7 * offset).week
    case .weekend: return weekend(from: today.startOfWeek(.monday).adding(days: 5 + 7 * offset))
    case .month:
      let start = today.startOfMonth.adding(months: offset)
      return DayRange(start, start.endOfMonth)
    case .quarter:
      let start = today.startOfMonth.adding(months: 3 * offset - (today.month - 1) % 3)
      return DayRange(start, start.adding(months: 2).endOfMonth)
    case .year: return year(today.year + offset)
    }
  }

  func year(_ number: Int) -> DayRange? {
    guard let first = Day(year: number, month: 1, day: 1),
      let last = Day(year: number, month: 12, day: 31)
    else { return nil }
    return DayRange(first, last)
  }

  /// Reads `2026-W48`, `2026-09`, `2026`.
  func isoPeriod(_ word: String) -> DateReading? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, first.utf8.count == 4, let number = Int(first), number >= 0 else { return nil }
    if parts.count == 1 { return year(number).map { .range($0) } }
    guard parts.count == 2 else { return nil }
    if parts[1].hasPrefix("w") {
      return Int(parts[1].dropFirst()).flatMap { week($0, of: number) }.map { .range($0) }
    }
    guard parts[1].utf8.count <= 2, let month = Int(parts[1]), let start = Day(year: number, month: month, day: 1)
    else { return nil }
    return .range(DayRange(start, start.endOfMonth))
  }

  func week(_ number: Int, of year: Int) -> DayRange? {
    Day(isoYear: year, week: number).map { DayRange($0, $0.adding(days: 6)) }
  }

  /// Reads the English name of a month as that month of this year.
  func month(_ word: String) -> DateReading? {
    guard let month = MonthNames.month(word),
      let start = Day(year: today.year, month: month, day: 1)
    else { return nil }
    return .range(DayRange(start, start.endOfMonth))
  }

  /// Reads `+3d`, `-2w`, `+1m`, `+1y`, `+15min`, `-2h 5min`. After a sign, `m` means months; without, it could be
  /// minutes.
  func offset(_ word: String) -> DateReading? {
    if let unit = word.last, let count = Int(word.dropLast()), (-99_999...99_999).contains(count) {
      let isSigned = word.hasPrefix("+") || word.hasPrefix("-")
      switch unit {
      case "h" where isSigned || purpose == .deadline: return later(count * 3_600)
      case "d": return .day(today.adding(days: count))
      case "w": return .day(today.adding(days: 7 * count))
      case "m" where isSigned: return .day(today.adding(months: count))
      case "y": return .day(today.adding(months: 12 * count))
      default: break
      }
    }
    return nil
  }

  /// Reads `in 3 days`, `2 weeks ago`, `a week from now`, `in 20m`, `+2 months, 5 days`, `2 days after friday`.
  func counted(_ words: [String]) -> DateReading? {
    let text = words.joined(separator: " ")
    if words[0] == "in" { return shifted(CountedTime(text.dropFirst(2)), by: 1) }
    let directions = ["last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1]
    if let sign = directions[words[0]], words.count == 3, let count = Int(words[1]), count > 0 {
      return span(CountedTime(words[1...].joined(separator: " ")), by: sign)
    }
    if words[0] == "since", words.count > 1 {
      let past = DateExpression(today: today, now: now, zone: zone, purpose: .past)
      guard let first = past.read(Array(words.dropFirst()))?.firstDay, first <= today else { return nil }
      return .range(DayRange(first, today))
    }
    for (ending, sign) in [
      (" ago", -1), (" earlier", -1), (" later", 1), (" from now", 1), (" hence", 1),
    ] where text.hasSuffix(ending) {
      return shifted(CountedTime(text.dropLast(ending.count)), by: sign)
    }
    if let sign = words[0].first, sign == "+" || sign == "-", words[0].count > 1 {
      if words.count == 1, let offset = offset(words[0]) { return offset }
      return shifted(CountedTime(text.dropFirst()), by: sign == "+" ? 1 : -1)
    }
    if let reading = countedFromDay(words) { return reading }
    // `3d` has a separate meaning, `3m` could be minutes or months, and `2h` is a length.
    let isShort = words.count == 1 && text.dropLast().last.map { ("0"..."9").contains($0) } ?? true
    return isShort ? nil : shifted(CountedTime(text), by: 1)
  }

  /// Reads `2 weeks after yesterday`, `a day before friday`, `a week from tomorrow`.
  private func countedFromDay(_ words: [String]) -> DateReading? {
    let signs = ["after": 1, "from": 1, "before": -1]
    guard let index = words.firstIndex(where: { signs[$0] != nil }), index > 0,
      let sign = signs[words[index]],
      let time = CountedTime(words[..<index].joined(separator: " ")),
      time.seconds == 0, case .day(let base)? = read(Array(words[(index + 1)...]))
    else { return nil }
    return .day(base.adding(months: sign * time.months).adding(days: sign * time.days))
  }

  /// Returns the range of `last 7 days`, which ends today, or of `next 3 days`: today and three more days.
  func span(_ time: CountedTime?, by sign: Int) -> DateReading? {
    guard let time, time.seconds == 0 else { return nil }
    let end = today.adding(months: sign * time.months).adding(days: sign * time.days)
    return .range(DayRange(today, end < today ? end.adding(days: 1) : end))
  }

  /// Adds a length of time to now. The result is a day if the length has only days and months, otherwise a moment.
  func shifted(_ time: CountedTime?, by sign: Int) -> DateReading? {
    guard let time else { return nil }
    let day = today.adding(months: sign * time.months).adding(days: sign * time.days)
    guard time.seconds != 0 else { return .day(day) }
    return later(sign * time.seconds, on: day)
  }

  /// Returns the moment N seconds from now, or from this time of another day, with the offset of the clock then.
  private func later(_ seconds: Int, on day: Day? = nil) -> DateReading? {
    let start = day.map { $0 == today ? now : moment(on: $0, at: now.time) } ?? now
    let instant = start.secondsSinceEpoch() + seconds
    let found =
      zone?.moment(secondsSinceEpoch: instant)
      ?? CivilMoment(secondsSinceEpoch: instant, utcOffsetSeconds: now.utcOffsetSeconds ?? 0)
    return found.map { .moment($0) }
  }
}
