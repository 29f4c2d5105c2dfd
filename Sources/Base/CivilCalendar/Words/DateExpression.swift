/// The meaning of words for a time: `next friday`, `+3d`, `2026-W48`, `다음 주 금요일`, `내일 오후 3시`.
package enum DateReading: Hashable, Sendable {
  case day(Day)
  case moment(CivilMoment)
  /// A week, a month, a year, or `a..b`.
  case range(DayRange)

  package var firstDay: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day
    case .range(let range): range.first
    }
  }

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

/// The purpose of words for a time. It decides between the future and the past.
package enum DatePurpose: Sendable {
  /// A query: a period is all its days, a day without a year the next one.
  case query
  /// A day or moment in the future: a time that has passed today means tomorrow, a coming period its first day.
  case deadline
  /// A day in the past: a day of the week and a day without a year mean the last one.
  case diary
  /// A query about the past: as in a diary, but a period is all its days.
  case past

  /// True if a day of the week and a day without a year mean the last one.
  var looksBack: Bool { self == .diary || self == .past }
}

/// Reads words for a time in English and Korean, relative to a moment.
///
/// Words that could mean two days are not read at all.
package struct DateExpression {
  let today: Day
  let now: CivilMoment
  let zone: LocalZone?
  let purpose: DatePurpose

  /// Reads `text`.
  ///
  /// `zone` gives the offset of a time of day; without one, the offset of `now` counts all the year. `purpose`
  /// completes the words: the future or the past, a period or its first day.
  ///
  /// - Returns: nil if the words mean no time, or could mean several.
  package static func parse(
    _ text: some StringProtocol, relativeTo now: CivilMoment, zone: LocalZone? = nil, for purpose: DatePurpose = .query
  ) -> DateReading? {
    guard text.utf8.count <= 200 else { return nil }
    let reader = DateExpression(today: now.day, now: now, zone: zone, purpose: purpose)
    return reader.read(words(text.lowercased()))
  }

  /// Reads words that hyphens may join, as shells leave them alone, and that may end as in a sentence: `next-friday`,
  /// `금요일까지`.
  package static func parse(
    joined text: String, relativeTo now: CivilMoment, zone: LocalZone? = nil, for purpose: DatePurpose = .query
  ) -> DateReading? {
    let bare = ["까지", "에"].first { text.hasSuffix($0) }.map { String(text.dropLast($0.count)) }
    let spaced = text.first?.isLetter == true && text.contains("-") ? text.replacing("-", with: " ") : nil
    return [text, bare, spaced].lazy.compactMap(\.self)
      .compactMap { parse($0, relativeTo: now, zone: zone, for: purpose) }.first
  }

  /// Returns true for `june` and `jun`, which are names of other things as well.
  package static func isMonthName(_ word: String) -> Bool { MonthNames.month(word) != nil }

  static func words(_ text: some StringProtocol) -> [String] {
    text.split { $0.isWhitespace }.map { String($0) }
  }

  func read(_ words: [String]) -> DateReading? {
    guard !words.isEmpty else { return nil }
    let joined = words.joined(separator: " ")
    if let range = range(joined) { return range }
    if let date = CivilDate(iso: joined.uppercased()) ?? ISOForms.date(joined) { return placed(date) }
    if let reading = phrase(words) { return asked(reading, words) }
    return dayAndTime(words)
  }

  /// Gives a moment without an offset the offset of the local clock.
  private func placed(_ date: CivilDate) -> DateReading {
    switch date {
    case .day(let day): .day(day)
    case .moment(let moment) where moment.utcOffsetSeconds != nil: .moment(moment)
    case .moment(let moment): .moment(self.moment(on: moment.day, at: moment.time))
    }
  }

  /// Narrows a range to the purpose. For a deadline, words for a coming period and the number of a coming week mean its
  /// first day; `2026-12` is too vague. In a diary, a weekend means its Saturday.
  private func asked(_ reading: DateReading, _ words: [String]) -> DateReading {
    guard case .range(var range) = reading else { return reading }
    // A deadline in a month without a year lies ahead.
    let namesMonth = { (word: String) in MonthNames.month(word) != nil || word.hasSuffix("월") && word.count <= 3 }
    if purpose == .deadline, range.isMonth, range.last < today, words.count == 1, namesMonth(words[0]) {
      let first = range.first.adding(months: 12)
      range = DayRange(first, first.endOfMonth)
    }
    if purpose == .diary {
      switch meaning(of: words) {
      case .comingWeekend?, .period(.weekend, _)?: return .day(range.first)
      default: return reading
      }
    }
    guard purpose == .deadline, range.first >= today else { return reading }
    switch meaning(of: words) {
    case .comingWeekend?, .period(.weekend, _)?: return .day(range.first)
    case .period(_, let offset)? where offset > 0: return .day(range.first)
    default:
      // `january`, `내년 1월`: with a letter, a month is said as `next month` is.
      let isNamed = range.isISOWeek || range.isMonth && words.joined().contains(where: \.isLetter)
      return isNamed && range.first > today ? .day(range.first) : reading
    }
  }

  // MARK: Ranges

  /// Reads a range: `a..b`, `a to b`, `a ~ b`, `a부터 b까지`.
  private func range(_ text: String) -> DateReading? {
    for separator in ["..", " to ", " ~ ", " - ", "부터 "] {
      guard let dots = text.firstRange(of: separator) else { continue }
      let bytes = Array(text.utf8)
      var right = String(decoding: bytes[dots.end...], as: UTF8.self)
      if separator == "부터 " {
        guard right.hasSuffix("까지") else { continue }
        right.removeLast(2)
      }
      let left = String(decoding: bytes[..<dots.start], as: UTF8.self)
      if let range = range(left, right, isOpen: separator == "..") { return range }
    }
    return nil
  }

  private func range(_ left: String, _ right: String, isOpen: Bool) -> DateReading? {
    guard isOpen || !left.isEmpty && !right.isEmpty else { return nil }
    let reader = DateExpression(today: today, now: now, zone: zone, purpose: purpose == .deadline ? .query : purpose)
    var start = left.isEmpty ? nil : reader.read(Self.words(left))
    var end = right.isEmpty ? nil : reader.read(Self.words(right))
    // `july 13 to 15`, `23rd to 26th oct`, `7월 13일 - 15일`: the month that one of the two days names is that of both.
    if let number = Self.dayNumber(right), Self.dayNumber(left) == nil, case .day(let day)? = start {
      end = Day(year: day.year, month: day.month, day: number).map { .day($0) }
    } else if let number = Self.dayNumber(left), Self.dayNumber(right) == nil, case .day(let day)? = end {
      start = Day(year: day.year, month: day.month, day: number).map { .day($0) }
    }
    // In words, a span of hours is not a span of days.
    if !isOpen, case .moment? = start { return nil }
    if !isOpen, case .moment? = end { return nil }
    let first = left.isEmpty ? .earliest : start?.firstDay
    let last = right.isEmpty ? .latest : end?.lastDay
    guard let first, let last, first <= last else { return nil }
    return .range(DayRange(first, last))
  }

  /// Parses the number of a day of a month: `15`, `23rd`, `15일`.
  private static func dayNumber(_ text: String) -> Int? {
    let text = text.trimming { $0 == " " }
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int(digits), (1...31).contains(number), digits.utf8.count <= 2,
      ["", "st", "nd", "rd", "th", "일"].contains(text.dropFirst(digits.count))
    else { return nil }
    return number
  }

  // MARK: Times of day

  /// Reads a day and a time of day, in either order. Without a day, today is used.
  private func dayAndTime(_ words: [String]) -> DateReading? {
    for split in stride(from: words.count - 1, through: 0, by: -1) {
      if let reading = moment(words[..<split], words[split...]) { return reading }
    }
    for split in stride(from: words.count - 1, to: 0, by: -1) {
      if let reading = moment(words[split...], words[..<split]) { return reading }
    }
    // `내일오후3시`
    let joined = words.joined()
    guard joined.isKorean else { return nil }
    for split in joined.indices.dropFirst() {
      let (day, time) = ([String(joined[..<split])], [String(joined[split...])])
      if let reading = moment(day[...], time[...]) { return reading }
    }
    return nil
  }

  private func moment(_ dayWords: ArraySlice<String>, _ timeWords: ArraySlice<String>) -> DateReading? {
    let fillers: Set<String> = ["at", "on", "에"]
    let dayWords = Array(dayWords).trimming(fillers)
    guard let time = TimeWords(Array(timeWords).trimming(fillers)) else { return nil }
    guard !dayWords.isEmpty else { return alone(time) }
    guard !time.isMidnight || time.isNextDay, let day = day(dayWords, at: time.time) else { return nil }
    return .moment(moment(on: time.isNextDay ? day.adding(days: 1) : day, at: time.time))
  }

  /// Reads the words before or after a time as one day. `tonight 9pm` is today.
  private func day(_ words: [String], at time: TimeOfDay) -> Day? {
    switch meaning(of: words) {
    case .tonight? where time.hour >= 17: return today
    case .now?, .tonight?, .lastNight?: return nil
    default: break
    }
    if words == ["this"] { return today }
    let joined = words.joined(separator: " ")
    if let date = CivilDate(iso: joined.uppercased()) ?? ISOForms.date(joined) {
      guard case .day(let day) = date else { return nil }
      return day
    }
    guard case .day(let day)? = phrase(words) else { return nil }
    return day
  }

  /// Returns a time of today, or the coming midnight. For a deadline, a time that has passed is tomorrow's.
  private func alone(_ words: TimeWords) -> DateReading {
    let here = moment(on: today, at: words.time)
    let isGone = here.secondsSinceEpoch() < now.secondsSinceEpoch()
    guard words.isMidnight || purpose == .deadline && isGone else { return .moment(here) }
    return .moment(moment(on: today.adding(days: 1), at: words.time))
  }

  func moment(on day: Day, at time: TimeOfDay) -> CivilMoment {
    zone?.moment(on: day, at: time) ?? CivilMoment(day: day, time: time, utcOffsetSeconds: now.utcOffsetSeconds)
  }

  // MARK: Days

  /// Reads words for a day or a period, without a time of day.
  func phrase(_ words: [String]) -> DateReading? {
    guard !words.isEmpty else { return nil }
    if let meaning = meaning(of: words) { return reading(of: meaning) }
    let joined = words.joined()
    if joined.isKorean { return koreanPhrase(joined) }
    if let reading = counted(words) { return reading }
    if words.count == 1, let reading = single(words[0]) { return reading }
    return numeric(joined) ?? englishPhrase(words)
  }

  /// Reads one word without Hangul letters.
  private func single(_ word: String) -> DateReading? {
    if let weekday = WeekdayNames.weekday(word) { return .day(nearest(weekday)) }
    return offset(word) ?? isoPeriod(word) ?? month(word)
  }

  func numeric(_ text: String) -> DateReading? {
    if let quarter = NumericDate.quarter(text, thisYear: today.year) { return .range(quarter) }
    if let month = NumericDate.month(text) { return .range(month) }
    return NumericDate(text, thisYear: today.year).flatMap {
      open(year: $0.year, month: $0.month, day: $0.day)
    }
  }

  /// Returns the next such day after today, or, if the purpose looks back, the last one up to today.
  func nearest(_ weekday: Weekday) -> Day {
    purpose.looksBack ? today.startOfWeek(weekday) : next(weekday, after: today)
  }

  func next(_ weekday: Weekday, after day: Day) -> Day { day.adding(days: 7).startOfWeek(weekday) }

  /// Returns the day with these numbers. Without a year, or without a month, the next such day from today on is meant,
  /// or, if the purpose looks back, the last one up to today.
  func open(year: Int?, month: Int?, day: Int) -> DateReading? {
    if let year, let month { return Day(year: year, month: month, day: day).map { .day($0) } }
    guard year == nil else { return nil }
    let start = today.startOfMonth
    let step = purpose.looksBack ? -1 : 1
    for offset in 0..<(month == nil ? 12 : 97) {
      let candidate = start.adding(months: step * offset)
      guard month == nil || candidate.month == month,
        let found = Day(year: candidate.year, month: candidate.month, day: day),
        purpose.looksBack ? found <= today : found >= today
      else { continue }
      return .day(found)
    }
    return nil
  }

  /// Returns the day with these numbers if it is this day of the week. If the nearer such day is another day of the
  /// week, the day in the other direction is tried.
  func open(year: Int?, month: Int?, day: Int, on weekday: Weekday?) -> DateReading? {
    let reading = checked(open(year: year, month: month, day: day), weekday)
    guard reading == nil, weekday != nil, year == nil, month != nil else { return reading }
    let other = DateExpression(today: today, now: now, zone: zone, purpose: purpose.looksBack ? .query : .diary)
    return checked(other.open(year: year, month: month, day: day), weekday)
  }

  /// Returns the reading if it is a day of this kind, or if no weekday is given.
  func checked(_ reading: DateReading?, _ weekday: Weekday?) -> DateReading? {
    guard let weekday else { return reading }
    guard case .day(let day)? = reading, day.weekday == weekday else { return nil }
    return reading
  }
}

extension String {
  /// Returns the byte offsets of the first occurrence of `needle`.
  fileprivate func firstRange(of needle: String) -> (start: Int, end: Int)? {
    let bytes = Array(utf8)
    let needle = Array(needle.utf8)
    guard bytes.count >= needle.count else { return nil }
    for start in 0...(bytes.count - needle.count) where bytes[start..<(start + needle.count)].elementsEqual(needle) {
      return (start, start + needle.count)
    }
    return nil
  }

  fileprivate func trimming(_ isBlank: (Character) -> Bool) -> Substring {
    let start = self.drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? ""
  }

  /// True if it contains a Hangul syllable.
  var isKorean: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }
}

extension [String] {
  /// Removes these words from both ends.
  fileprivate func trimming(_ fillers: Set<String>) -> [String] {
    var words = self[...]
    while let first = words.first, fillers.contains(first) { words.removeFirst() }
    while let last = words.last, fillers.contains(last) { words.removeLast() }
    return Array(words)
  }
}
