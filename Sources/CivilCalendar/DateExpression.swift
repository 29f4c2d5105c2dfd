/// What a person's words for a time mean: `next friday`, `+3d`, `2026-W48`, `다음 주 금요일`, `내일 오후 3시`.
package enum DateReading: Hashable, Sendable {
  case day(Day)
  case moment(CivilMoment)
  /// A week, a month, a year, or `a..b`.
  case range(DayRange)

  /// The first day that it covers.
  package var firstDay: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day
    case .range(let range): range.first
    }
  }

  /// The last day that it covers.
  package var lastDay: Day {
    if case .range(let range) = self { range.last } else { firstDay }
  }

  /// The day or moment, nil for a range.
  package var date: CivilDate? {
    switch self {
    case .day(let day): .day(day)
    case .moment(let moment): .moment(moment)
    case .range: nil
    }
  }
}

/// Reads words for a time in English and Korean, relative to a moment.
package struct DateExpression {
  private let today: Day
  private let now: CivilMoment
  private let weekStart: Weekday
  private let zone: LocalZone?

  /// Reads `text`.
  ///
  /// `zone`: Gives the offset of a time of day; without one, `now`’s counts all the year.
  ///
  /// - Returns: nil where the words mean no time.
  package static func parse(
    _ text: some StringProtocol, relativeTo now: CivilMoment, weekStart: Weekday = .monday,
    zone: LocalZone? = nil
  ) -> DateReading? {
    let reader = DateExpression(today: now.day, now: now, weekStart: weekStart, zone: zone)
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    return reader.read(words)
  }

  /// True for words that are a day of the week and nothing else but a time: `friday`, `금요일 9pm`.
  package static func namesWeekday(_ text: some StringProtocol) -> Bool {
    let first = text.lowercased().split(whereSeparator: \.isWhitespace).first
    return first.map { WeekdayNames.weekday(String($0)) != nil } ?? false
  }

  private func read(_ words: [String]) -> DateReading? {
    let joined = words.joined(separator: " ")
    if let dots = joined.firstRange(ofDots: ".."), let range = readRange(joined, dots) {
      return range
    }
    if let date = CivilDate(iso: joined.uppercased()) {
      switch date {
      case .day(let day): return .day(day)
      case .moment(let moment) where moment.utcOffsetSeconds != nil: return .moment(moment)
      case .moment(let moment): return .moment(self.moment(on: moment.day, at: moment.time))
      }
    }
    if let reading = readPhrase(words) { return reading }
    return readDayAndTime(words)
  }

  private func readRange(_ text: String, _ dots: (start: Int, end: Int)) -> DateReading? {
    let bytes = Array(text.utf8)
    let left = String(decoding: bytes[..<dots.start], as: UTF8.self)
    let right = String(decoding: bytes[dots.end...], as: UTF8.self)
    let first = left.isEmpty ? Day(daysSinceEpoch: -719_162) : read(words(left))?.firstDay
    let last = right.isEmpty ? Day(daysSinceEpoch: 2_932_896) : read(words(right))?.lastDay
    guard let first, let last, first <= last else { return nil }
    return .range(DayRange(first, last))
  }

  private func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// A day, then a time of day.
  private func readDayAndTime(_ words: [String]) -> DateReading? {
    for split in stride(from: words.count - 1, through: 0, by: -1) {
      var dayWords = Array(words[..<split])
      if dayWords.last == "at" || dayWords.last == "에" { dayWords.removeLast() }
      guard let time = TimeWords.parse(Array(words[split...]), now: now) else { continue }
      let day: Day?
      if dayWords.isEmpty {
        day = today
      } else if case .day(let found)? = readPhrase(dayWords) ?? iso(dayWords) {
        day = found
      } else {
        day = nil
      }
      guard let day else { continue }
      return .moment(moment(on: day, at: time))
    }
    return nil
  }

  private func moment(on day: Day, at time: TimeOfDay) -> CivilMoment {
    zone?.moment(on: day, at: time)
      ?? CivilMoment(day: day, time: time, utcOffsetSeconds: now.utcOffsetSeconds)
  }

  private func iso(_ words: [String]) -> DateReading? {
    guard words.count == 1, case .day(let day)? = CivilDate(iso: words[0]) else { return nil }
    return .day(day)
  }

  private func readPhrase(_ words: [String]) -> DateReading? {
    let joined = words.joined(separator: " ")
    if let reading = fixedWord(joined) { return reading }
    if words.count == 1 {
      return offset(words[0]) ?? isoPeriod(words[0]) ?? weekday(words[0]) ?? month(words[0])
        ?? koreanDay(words) ?? numeric(words[0])
    }
    return relative(words) ?? dayOfNamedMonth(words) ?? koreanDay(words) ?? monthAndDay(words)
      ?? numeric(words.joined())
  }

  private func numeric(_ text: String) -> DateReading? {
    if let quarter = NumericDate.quarter(text, thisYear: today.year) { return .range(quarter) }
    return NumericDate(text).flatMap { upcoming(year: $0.year, month: $0.month, day: $0.day) }
  }

  /// `다음 달 3일`, `이번 달 말`, `15th of next month`, `end of next month`.
  private func dayOfNamedMonth(_ words: [String]) -> DateReading? {
    let isEnglish = words.count > 2 && words[1] == "of"
    let name = isEnglish ? words[2...] : words.dropLast()
    let day = isEnglish ? words[0] : words[words.count - 1]
    guard case .range(let month)? = fixedWord(name.joined(separator: " ")) else { return nil }
    if ["end", "말", "말일"].contains(day) { return .day(month.last) }
    guard month.first.dayOfMonth == 1, month.last == month.first.endOfMonth else { return nil }
    let digits = day.prefix { ("0"..."9").contains($0) }
    guard ["일", "st", "nd", "rd", "th"].contains(String(day.dropFirst(digits.count))),
      let number = Int(digits)
    else { return nil }
    let (year, monthNumber, _) = month.first.components
    return Day(year: year, month: monthNumber, day: number).map { .day($0) }
  }

  private func fixedWord(_ text: String) -> DateReading? {
    switch text {
    case "today", "tod", "오늘", "eod", "end of day": .day(today)
    case "now", "지금": .moment(now)
    case "tomorrow", "tom", "내일": .day(today.adding(days: 1))
    case "yesterday", "어제": .day(today.adding(days: -1))
    case "모레", "day after tomorrow": .day(today.adding(days: 2))
    case "글피": .day(today.adding(days: 3))
    case "그저께", "그제", "엊그제", "day before yesterday": .day(today.adding(days: -2))
    case "eow", "end of week", "end of the week", "이번 주 말": .day(week(0).last)
    case "eom", "end of month", "end of the month", "월말", "이달 말", "이번 달 말": .day(today.endOfMonth)
    case "eoy", "end of year", "end of the year", "연말", "올해 말":
      Day(year: today.year, month: 12, day: 31).map { .day($0) }
    case "week", "this week", "이번 주", "이번주", "금주": .range(week(0))
    case "next week", "다음 주", "다음주", "내주": .range(week(1))
    case "week after next", "다다음 주", "다다음주": .range(week(2))
    case "last week", "지난 주", "지난주": .range(week(-1))
    case "week before last", "지지난 주", "지지난주": .range(week(-2))
    case "weekend", "this weekend", "주말", "이번 주말": .range(weekend(0))
    case "next weekend", "다음 주말", "다음 주 주말", "다음주 주말": .range(weekend(1))
    case "last weekend", "지난 주말", "지난주 주말": .range(weekend(-1))
    case "다다음 달", "다다음달", "month after next": .range(monthRange(2))
    case "month", "this month", "이번 달", "이번달", "이달": .range(monthRange(0))
    case "next month", "다음 달", "다음달": .range(monthRange(1))
    case "last month", "지난 달", "지난달": .range(monthRange(-1))
    case "year", "this year", "올해", "금년": yearRange(0)
    case "next year", "내년": yearRange(1)
    case "last year", "작년", "지난해": yearRange(-1)
    default: nil
    }
  }

  private func week(_ offset: Int) -> DayRange {
    let start = today.startOfWeek(weekStart).adding(days: 7 * offset)
    return DayRange(start, start.adding(days: 6))
  }

  /// Saturday and Sunday of the week from Monday.
  private func weekend(_ offset: Int) -> DayRange {
    let saturday = today.startOfWeek(.monday).adding(days: 5 + 7 * offset)
    return DayRange(saturday, saturday.adding(days: 1))
  }

  private func monthRange(_ offset: Int) -> DayRange {
    let start = today.startOfMonth.adding(months: offset)
    return DayRange(start, start.endOfMonth)
  }

  private func yearRange(_ offset: Int) -> DateReading? {
    guard let first = Day(year: today.year + offset, month: 1, day: 1),
      let last = Day(year: today.year + offset, month: 12, day: 31)
    else { return nil }
    return .range(DayRange(first, last))
  }

  /// `+3d`, `-2w`, `3d`, `+1m`, `+1y`.
  private func offset(_ word: String) -> DateReading? {
    guard let unit = word.last else { return nil }
    guard let count = Int(word.dropLast()), abs(count) < 100_000 else { return nil }
    switch unit {
    case "h" where word.hasPrefix("+") || word.hasPrefix("-"): return later(count * 3_600)
    case "d": return .day(today.adding(days: count))
    case "w": return .day(today.adding(days: 7 * count))
    case "m": return .day(today.adding(months: count))
    case "y": return .day(today.adding(months: 12 * count))
    default: return nil
    }
  }

  /// `2026-W48`, `2026-09`, `2026`.
  private func isoPeriod(_ word: String) -> DateReading? {
    let parts = word.split(separator: "-")
    guard let first = parts.first, first.utf8.count == 4, let year = Int(first) else { return nil }
    if parts.count == 1, let start = Day(year: year, month: 1, day: 1),
      let end = Day(year: year, month: 12, day: 31)
    {
      return .range(DayRange(start, end))
    }
    guard parts.count == 2 else { return nil }
    if parts[1].hasPrefix("w") {
      guard let week = Int(parts[1].dropFirst()), let start = Day(isoYear: year, week: week) else {
        return nil
      }
      return .range(DayRange(start, start.adding(days: 6)))
    }
    guard parts[1].utf8.count <= 2, let month = Int(parts[1]),
      let start = Day(year: year, month: month, day: 1)
    else { return nil }
    return .range(DayRange(start, start.endOfMonth))
  }

  /// The next such day, today excluded.
  private func weekday(_ word: String) -> DateReading? {
    guard let weekday = WeekdayNames.weekday(word) else { return nil }
    return .day(next(weekday, after: today))
  }

  private func next(_ weekday: Weekday, after day: Day) -> Day {
    day.adding(days: 7).startOfWeek(weekday)
  }

  private func month(_ word: String) -> DateReading? {
    guard let month = MonthNames.month(word),
      let start = Day(year: today.year, month: month, day: 1)
    else { return nil }
    return .range(DayRange(start, start.endOfMonth))
  }

  /// `next friday`, `last monday`, and what is counted from today.
  private func relative(_ words: [String]) -> DateReading? {
    if words.count == 2, let weekday = WeekdayNames.weekday(words[1]) {
      switch words[0] {
      case "next": return .day(next(weekday, after: today))
      case "this", "on": return .day(next(weekday, after: today.adding(days: -1)))
      case "last": return .day(today.adding(days: -1).startOfWeek(weekday))
      default: break
      }
    }
    return weekdayOfNamedWeek(words.last, words.dropLast())
      ?? weekdayOfNamedWeek(words.first, words.dropFirst()) ?? counted(words)
  }

  /// `next week friday`, `friday next week`, `다음 주 금요일`: the weekday in that week.
  private func weekdayOfNamedWeek(
    _ word: String?, _ week: ArraySlice<String>
  ) -> DateReading? {
    guard let weekday = word.flatMap(WeekdayNames.weekday),
      case .range(let range)? = fixedWord(week.joined(separator: " ")),
      range.last.days(since: range.first) == 6
    else { return nil }
    return .day(next(weekday, after: range.first.adding(days: -1)))
  }

  /// `in 3 days`, `2 weeks ago`, `a week from now`, `3일 뒤`, `열흘 전`, `in 20 minutes`.
  private func counted(_ words: [String]) -> DateReading? {
    if words[0] == "in" { return shifted(CountedTime(words[1...]), by: 1) }
    if words.suffix(2) == ["from", "now"] { return shifted(CountedTime(words.dropLast(2)), by: 1) }
    let signs = ["ago": -1, "later": 1, "뒤": 1, "후": 1, "전": -1]
    guard let sign = words.last.flatMap({ signs[$0] }) else { return nil }
    return shifted(CountedTime(words.dropLast()), by: sign)
  }

  private func shifted(_ time: CountedTime?, by sign: Int) -> DateReading? {
    guard let time else { return nil }
    let count = sign * time.count
    return switch time.unit {
    case .minutes: later(count * 60)
    case .hours: later(count * 3_600)
    case .days: .day(today.adding(days: count))
    case .months: .day(today.adding(months: count))
    }
  }

  /// So many seconds from now, on the clock that hangs there then.
  private func later(_ seconds: Int) -> DateReading? {
    let instant = now.secondsSinceEpoch() + seconds
    let moment =
      zone?.moment(secondsSinceEpoch: instant)
      ?? CivilMoment(secondsSinceEpoch: instant, utcOffsetSeconds: now.utcOffsetSeconds ?? 0)
    return moment.map { .moment($0) }
  }

  /// `12월 3일`, `2027년 1월 5일`, `3일`; without a year the next such day.
  private func koreanDay(_ words: [String]) -> DateReading? {
    var year: Int?
    var month: Int?
    var dayNumber: Int?
    for word in words.joined().split(after: ["년", "월", "일"]) {
      guard let value = Int(word.dropLast()) else { return nil }
      switch word.last {
      case "년": year = value
      case "월": month = value
      case "일": dayNumber = value
      default: return nil
      }
    }
    guard month != nil || dayNumber != nil else { return year.flatMap { isoPeriod(String($0)) } }
    if let month, dayNumber == nil {
      guard let start = Day(year: year ?? today.year, month: month, day: 1) else { return nil }
      return .range(DayRange(start, start.endOfMonth))
    }
    return dayNumber.flatMap { upcoming(year: year, month: month, day: $0) }
  }

  /// `nov 30`, `30 nov`, `december 3 2027`.
  private func monthAndDay(_ words: [String]) -> DateReading? {
    guard words.count <= 3 else { return nil }
    var month: Int?
    var numbers: [Int] = []
    for word in words {
      let text = word.last == "," ? String(word.dropLast()) : word
      let ordinal = ["st", "nd", "rd", "th"].contains { text.hasSuffix($0) }
      if let value = Int(ordinal ? String(text.dropLast(2)) : text) {
        numbers.append(value)
      } else if month == nil, let found = MonthNames.month(text) {
        month = found
      } else {
        return nil
      }
    }
    guard let month, let day = numbers.first else { return nil }
    return upcoming(year: numbers.count > 1 ? numbers[1] : nil, month: month, day: day)
  }

  /// The day with these numbers; without a year, or without a month, the next one from today on.
  private func upcoming(year: Int?, month: Int?, day: Int) -> DateReading? {
    if let year, let month { return Day(year: year, month: month, day: day).map { .day($0) } }
    let start = today.startOfMonth
    for offset in 0..<(month == nil ? 12 : 97) {
      let candidate = start.adding(months: offset)
      guard month == nil || candidate.month == month,
        let found = Day(year: candidate.year, month: candidate.month, day: day), found >= today
      else { continue }
      return .day(found)
    }
    return nil
  }
}

extension String {
  /// Byte offsets of the first occurrence of `dots`.
  fileprivate func firstRange(ofDots dots: String) -> (start: Int, end: Int)? {
    let bytes = Array(utf8)
    let needle = Array(dots.utf8)
    guard bytes.count >= needle.count else { return nil }
    for start in 0...(bytes.count - needle.count)
    where bytes[start..<(start + needle.count)].elementsEqual(needle) {
      return (start, start + needle.count)
    }
    return nil
  }

  /// The pieces that end with one of `marks`.
  fileprivate func split(after marks: Set<Character>) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in self {
      piece.append(character)
      if marks.contains(character) {
        pieces.append(piece)
        piece = ""
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
