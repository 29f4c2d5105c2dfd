// English phrases of several words.

extension DateExpression {
  func englishPhrase(_ words: [String]) -> DateReading? {
    let plain = words.compactMap { word -> String? in
      let text = word.last == "," || word.last == "." ? String(word.dropLast()) : word
      return ["the", "on", ""].contains(text) ? nil : text
    }
    guard !plain.isEmpty else { return nil }
    if plain != words, let reading = plain.count == 1 ? phrase(plain) : nil { return reading }
    return namedWeekday(plain) ?? dayOfPeriod(plain) ?? monthAndDay(plain)
  }

  /// Reads `next friday`, `this mon`, `last sunday`, `friday next week`, `next week tuesday`.
  private func namedWeekday(_ words: [String]) -> DateReading? {
    if words.count == 2, let weekday = WeekdayNames.weekday(words[1]) {
      switch words[0] {
      case "next", "coming": return .day(next(weekday, after: today))
      case "this": return .day(next(weekday, after: today.adding(days: -1)))
      case "last", "past", "previous": return .day(today.adding(days: -1).startOfWeek(weekday))
      default: return nil
      }
    }
    return weekday(words.first, of: words.dropFirst()) ?? weekday(words.last, of: words.dropLast())
  }

  private func weekday(_ word: String?, of week: ArraySlice<String>) -> DateReading? {
    guard let weekday = word.flatMap(WeekdayNames.weekday),
      case .period(.week, let offset)? = DayWords.meaning(of: week.joined(separator: " ")),
      let range = period(.week, offset)
    else { return nil }
    return .day(next(weekday, after: range.first.adding(days: -1)))
  }

  /// Reads `15th of next month`, `end of next month`, `first monday of december`, `last friday of this month`.
  private func dayOfPeriod(_ words: [String]) -> DateReading? {
    guard let of = words.firstIndex(of: "of"), (1...2).contains(of), of + 1 < words.count else { return nil }
    let name = Array(words[(of + 1)...])
    let named = name.count == 1 ? MonthNames.month(name[0]) : nil
    // `12th of july` is the next such day, which `monthAndDay` finds.
    if named != nil, of == 1, OrdinalNames.number(words[0]) != nil { return nil }
    guard let range = named.flatMap(openMonth) ?? phrase(name)?.range else { return nil }
    if of == 1, words[0] == "end" { return .day(range.last) }
    if of == 1, ["start", "beginning"].contains(words[0]) { return .day(range.first) }
    guard range.isMonth, let ordinal = OrdinalNames.number(words[0]) else { return nil }
    if of == 2, words[1] == "day", abs(ordinal) == 1 { return .day(ordinal < 0 ? range.last : range.first) }
    if of == 2 {
      return WeekdayNames.weekday(words[1]).flatMap { range.day(ordinal, $0) }.map { .day($0) }
    }
    guard words.count > 3 || words[0] != "last" else { return nil }
    let (year, month, _) = range.first.components
    return Day(year: year, month: month, day: ordinal).map { .day($0) }
  }

  /// Returns the next month with this number that is not over, or, if the purpose looks back, the last that began.
  private func openMonth(_ month: Int) -> DayRange? {
    let years = purpose.looksBack ? [0, -1] : [0, 1]
    return years.lazy.compactMap { Day(year: today.year + $0, month: month, day: 1) }
      .map { DayRange($0, $0.endOfMonth) }
      .first { purpose.looksBack ? $0.first <= today : $0.last >= today }
  }

  /// Reads `nov 30`, `30 nov`, `december 3 2027`, `sat 28 november 2026`, `12th of july`, `march 2026`.
  private func monthAndDay(_ words: [String]) -> DateReading? {
    var parts = EnglishDateParts()
    var rest = words[...]
    if rest.count > 2, rest.last == "year",
      case .period(.year, let offset)? = DayWords.meaning(of: rest.suffix(2).joined(separator: " "))
    {
      parts.year = today.year + offset
      rest = rest.dropLast(2)
    }
    for word in rest where word != "of" {
      guard parts.take(word, century: today.year / 100 * 100) else { return nil }
    }
    guard let month = parts.month else {
      // `sunday 6/12/2026`: the weekday only confirms the day.
      guard let weekday = parts.weekday, rest.count > 1 else { return nil }
      let others = rest.filter { WeekdayNames.weekday($0) == nil }
      return checked(phrase(others), weekday)
    }
    guard let day = parts.day else {
      guard parts.weekday == nil, let year = parts.year,
        let first = Day(year: year, month: month, day: 1)
      else { return nil }
      return .range(DayRange(first, first.endOfMonth))
    }
    return open(year: parts.year, month: month, day: day, on: parts.weekday)
  }
}

/// The parts of a day in English, in any order.
private struct EnglishDateParts {
  var year: Int?
  var month: Int?
  var day: Int?
  var weekday: Weekday?

  /// Reads one word as a part of the day. Returns false if the word is no such part, or repeats a known one.
  mutating func take(_ word: String, century: Int) -> Bool {
    let digits = word.prefix { ("0"..."9").contains($0) }
    let letters = word.dropFirst(digits.count)
    if digits.isEmpty {
      if month == nil, let found = MonthNames.month(word), WeekdayNames.weekday(word) == nil {
        month = found
        return true
      }
      if weekday == nil, let found = WeekdayNames.weekday(word) {
        weekday = found
        return true
      }
      guard let ordinal = OrdinalNames.number(word), ordinal > 0 else { return takeOther(word) }
      return takeNumber(ordinal, length: 2, isDay: true, century: century)
    }
    guard let number = Int(digits) else { return false }
    if letters.isEmpty {
      return takeNumber(number, length: digits.utf8.count, isDay: false, century: century)
    }
    if ["st", "nd", "rd", "th"].contains(String(letters)) {
      return takeNumber(number, length: 2, isDay: true, century: century)
    }
    // `15sep`
    guard month == nil, let found = MonthNames.month(String(letters)) else { return takeOther(word) }
    month = found
    return takeNumber(number, length: digits.utf8.count, isDay: false, century: century)
  }

  /// Returns true for a number with separators next to a weekday, such as `6/12/2026`. The caller parses it separately.
  private func takeOther(_ word: String) -> Bool {
    weekday != nil && month == nil && day == nil && word.contains { "/.-".contains($0) }
  }

  private mutating func takeNumber(_ number: Int, length: Int, isDay: Bool, century: Int) -> Bool {
    if length == 4, year == nil, !isDay {
      year = number
    } else if day == nil, length <= 2 {
      day = number
    } else if year == nil, length == 2, !isDay {
      year = century + number
    } else {
      return false
    }
    return true
  }
}

extension DateReading {
  fileprivate var range: DayRange? {
    if case .range(let range) = self { range } else { nil }
  }
}

extension DayRange {
  /// True if the range is a whole week that begins on a Monday.
  var isISOWeek: Bool { first.weekday == .monday && last == first.adding(days: 6) }

  /// True if the range is a whole month.
  var isMonth: Bool { first.dayOfMonth == 1 && last == first.endOfMonth }

  /// Returns the first (1), second … or last (-1) such weekday of the range, or nil if there are fewer.
  func day(_ ordinal: Int, _ weekday: Weekday) -> Day? {
    let day =
      ordinal > 0
      ? first.adding(days: 6).startOfWeek(weekday).adding(days: 7 * (ordinal - 1))
      : last.startOfWeek(weekday).adding(days: 7 * (ordinal + 1))
    return contains(day) ? day : nil
  }
}
