// Korean phrases; spaces mean nothing in them.

extension DateExpression {
  /// Reads words in lower case, joined without spaces.
  func koreanPhrase(_ text: String) -> DateReading? {
    if let meaning = DayWords.meaning(of: text) { return reading(of: meaning) }
    if let weekday = WeekdayNames.weekday(text) { return .day(nearest(weekday)) }
    return koreanSpan(text) ?? koreanCounted(text) ?? koreanWeekday(text) ?? koreanDayOfPeriod(text)
      ?? koreanNumbers(text)
  }

  /// Reads `지난 7일`, `최근 2주`, `앞으로 사흘`.
  private func koreanSpan(_ text: String) -> DateReading? {
    for (beginning, sign) in [("지난", -1), ("최근", -1), ("앞으로", 1), ("향후", 1)] where text.hasPrefix(beginning) {
      let length = text.dropFirst(beginning.count)
      guard length.contains(where: \.isNumber) || CountedTime.koreanDays[String(length)] != nil else { continue }
      return span(CountedTime(length), by: sign)
    }
    return nil
  }

  /// Reads `3일 뒤`, `열흘 전`, `1시간 30분 후`, but not `내일부터 이틀 뒤`.
  private func koreanCounted(_ text: String) -> DateReading? {
    for (ending, sign) in [
      ("뒤에", 1), ("후에", 1), ("전에", -1), ("있다가", 1), ("뒤", 1), ("후", 1), ("전", -1),
    ] where text.hasSuffix(ending) {
      return shifted(CountedTime(text.dropLast(ending.count)), by: sign)
    }
    return nil
  }

  /// Reads `다음 금요일`, `지난 월요일`, `이번 주 금요일`, `다음 주 금`.
  ///
  /// 이번 and 다음 mean the week, as they do with 주: 다음 금요일 is the Friday of the next week.
  private func koreanWeekday(_ text: String) -> DateReading? {
    for (word, meaning) in DayWords.koreanPeriods where text.hasPrefix(word) {
      guard case .period(.week, let offset) = meaning,
        let weekday = WeekdayNames.weekday(String(text.dropFirst(word.count))), let week = period(.week, offset)
      else { continue }
      return .day(next(weekday, after: week.first.adding(days: -1)))
    }
    guard let day = text.range(ofSuffix: "요일", length: 3) ?? text.range(ofSuffix: "욜", length: 2),
      let weekday = WeekdayNames.weekday(String(text[day...]))
    else { return nil }
    switch text[..<day] {
    case "이번": return period(.week, 0).map { .day(next(weekday, after: $0.first.adding(days: -1))) }
    case "다음", "담": return period(.week, 1).map { .day(next(weekday, after: $0.first.adding(days: -1))) }
    case "다다음": return period(.week, 2).map { .day(next(weekday, after: $0.first.adding(days: -1))) }
    case "지난", "저번": return .day(today.adding(days: -1).startOfWeek(weekday))
    case "오는": return .day(next(weekday, after: today))
    default: return nil
    }
  }

  /// Reads `다음 달 3일`, `이번 달 말`, `내년 3월 1일`, `작년 오늘`, `다음 달 첫째 월요일`, `다음 달 셋째 주 수요일`.
  private func koreanDayOfPeriod(_ text: String) -> DateReading? {
    for (word, meaning) in DayWords.koreanPeriods where text.hasPrefix(word) {
      guard case .period(let period, let offset) = meaning, let range = self.period(period, offset) else { continue }
      let rest = String(text.dropFirst(word.count))
      switch period {
      case .month: if let reading = koreanDay(rest, of: range) { return reading }
      case .year: if let reading = koreanDay(rest, ofYear: range.first.year) { return reading }
      case .quarter where rest == "말": return .day(range.last)
      case .week, .weekend, .quarter: break
      }
    }
    return nil
  }

  private func koreanDay(_ rest: String, of month: DayRange) -> DateReading? {
    if rest == "말" || rest == "말일" { return .day(month.last) }
    let (year, number, _) = month.first.components
    if rest.hasSuffix("일"), let day = Int(rest.dropLast()) {
      return Day(year: year, month: number, day: day).map { .day($0) }
    }
    for (word, ordinal) in OrdinalNames.korean where rest.hasPrefix(word) {
      var weekday = rest.dropFirst(word.count)
      if weekday.hasPrefix("주") { weekday = weekday.dropFirst() }
      guard let weekday = WeekdayNames.weekday(String(weekday)) else { continue }
      return month.day(ordinal, weekday).map { .day($0) }
    }
    return nil
  }

  private func koreanDay(_ rest: String, ofYear year: Int) -> DateReading? {
    if rest == "말" { return Day(year: year, month: 12, day: 31).map { .day($0) } }
    if rest == "오늘" { return Day(year: year, month: today.month, day: today.dayOfMonth).map { .day($0) } }
    return koreanNumbers("\(year)년" + rest)
  }

  /// Reads `12월 3일`, `2027년 1월 5일`, `3일`, `11월 30일 (월)`, `2026년 4분기`, `2026년 48번째 주`, `26년 1월 5일`.
  func koreanNumbers(_ text: String) -> DateReading? {
    if ["월말", "월말일"].contains(where: text.hasSuffix), let mark = text.lastIndex(of: "월"),
      case .range(let month)? = koreanNumbers(String(text[...mark]))
    {
      let isOver = !text.contains("년") && !purpose.looksBack && month.last < today
      return .day(isOver ? month.first.adding(months: 12).endOfMonth : month.last)
    }
    var rest = text[...]
    let weekday = rest.takeWeekday()
    var year: Int?
    var month: Int?
    var dayNumber: Int?
    while !rest.isEmpty {
      let digits = rest.prefix { ("0"..."9").contains($0) }
      guard let number = Int(digits), digits.utf8.count <= 4 else { return nil }
      rest = rest.dropFirst(digits.count)
      if rest.hasPrefix("년"), year == nil, month == nil, dayNumber == nil {
        guard digits.utf8.count != 3 else { return nil }
        year = digits.utf8.count <= 2 ? today.year / 100 * 100 + number : number
      } else if rest.hasPrefix("월"), month == nil, dayNumber == nil {
        month = number
      } else if rest.hasPrefix("일"), dayNumber == nil {
        dayNumber = number
      } else {
        return month == nil && weekday == nil ? koreanPeriod(number, rest, of: year ?? today.year) : nil
      }
      rest = rest.dropFirst()
    }
    guard let day = dayNumber else {
      guard weekday == nil else { return nil }
      return koreanMonth(year: year, month: month)
    }
    guard year == nil || month != nil else { return nil }
    return open(year: year, month: month, day: day, on: weekday)
  }

  private func koreanMonth(year: Int?, month: Int?) -> DateReading? {
    guard let month else { return year.flatMap { self.year($0) }.map { .range($0) } }
    guard let start = Day(year: year ?? today.year, month: month, day: 1) else { return nil }
    return .range(DayRange(start, start.endOfMonth))
  }

  /// Reads the part after a number: `4분기`, `48번째주`, `48주차`.
  private func koreanPeriod(_ number: Int, _ rest: Substring, of year: Int) -> DateReading? {
    switch rest {
    case "분기": NumericDate.quarter(number, of: year).map { .range($0) }
    case "번째주", "주차": week(number, of: year).map { .range($0) }
    default: nil
    }
  }
}

extension Substring {
  /// Takes a day of the week off the end of a date: `(월)`, `월요일`.
  fileprivate mutating func takeWeekday() -> Weekday? {
    let text = self
    if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
      let name = text[text.index(after: open)...].dropLast()
      guard let weekday = WeekdayNames.weekday(String(name)) else { return nil }
      self = text[..<open]
      return weekday
    }
    for (ending, length) in [("요일", 3), ("욜", 2)] where text.hasSuffix(ending) && text.count > length + 1 {
      guard let weekday = WeekdayNames.weekday(String(text.suffix(length))) else { return nil }
      self = text.dropLast(length)
      return weekday
    }
    return nil
  }
}

extension String {
  /// Returns the beginning of the last `length` letters if the text ends with `suffix` and is longer than `length`.
  fileprivate func range(ofSuffix suffix: String, length: Int) -> Index? {
    guard hasSuffix(suffix), count > length else { return nil }
    return index(endIndex, offsetBy: -length)
  }
}
