package import CivilCalendar

/// A part of a day that a name pattern can contain: `{{year}}`.
package enum DayPlaceholder: String, Sendable, Hashable, CaseIterable {
  /// `2026-11-21`
  case day
  /// `2026`
  case year
  /// `26`
  case shortYear
  /// `05`, two digits
  case month
  /// `5`
  case plainMonth
  /// `November`
  case monthName
  /// `11월`
  case koreanMonth = "monthName-ko"
  /// `Nov`
  case shortMonthName
  /// `05`, two digits
  case dayOfMonth
  /// `5`
  case plainDayOfMonth
  /// `5th`
  case ordinalDay
  /// `325`, three digits
  case dayOfYear
  /// `5`
  case plainDayOfYear
  /// `Saturday`
  case weekday
  /// `토요일`
  case koreanWeekday = "weekday-ko"
  /// `Sat`
  case shortWeekday
  /// `토`
  case koreanShortWeekday = "shortWeekday-ko"
  /// `Sa`
  case shortestWeekday
  /// `6`, from Monday as 1
  case weekdayNumber
  /// `6`, from Sunday as 0
  case englishWeekdayNumber = "weekdayNumber-en"
  /// `47`, two digits, as ISO 8601 counts
  case week
  /// `7`, the ISO week as it is
  case plainWeek
  /// The year that the ISO week belongs to.
  case weekYear
  /// `47`, two digits: from Sunday, the week with 1 January is the first, as in Moment's English
  case englishWeek = "week-en"
  /// `7`, without a leading zero.
  case englishPlainWeek = "plainWeek-en"
  case englishWeekYear = "weekYear-en"
  /// `47`, two digits: from Sunday, the week with 3 January is the first, as in Moment's Korean
  case koreanWeek = "week-ko"
  /// `7`, without a leading zero.
  case koreanPlainWeek = "plainWeek-ko"
  case koreanWeekYear = "weekYear-ko"
  /// `4`
  case quarter

  /// True for a part that counts weeks from Sunday.
  var beginsOnSunday: Bool {
    switch self {
    case .englishWeek, .englishPlainWeek, .englishWeekYear, .koreanWeek, .koreanPlainWeek, .koreanWeekYear: true
    default: false
    }
  }

  /// Returns the text of this part in the name of a day's note.
  package func text(of day: Day) -> String {
    let (year, month, dayOfMonth) = day.components
    switch self {
    case .day: return day.description
    case .year: return padded(year, to: 4)
    case .shortYear: return padded(year % 100, to: 2)
    case .month: return padded(month, to: 2)
    case .plainMonth: return String(month)
    case .monthName: return CalendarNames.month(month, in: .english)
    case .koreanMonth: return CalendarNames.month(month, in: .korean)
    case .shortMonthName: return CalendarNames.shortMonth(month, in: .english)
    case .dayOfMonth: return padded(dayOfMonth, to: 2)
    case .plainDayOfMonth: return String(dayOfMonth)
    case .ordinalDay: return CalendarNames.ordinal(dayOfMonth)
    case .dayOfYear: return padded(day.dayOfYear, to: 3)
    case .plainDayOfYear: return String(day.dayOfYear)
    case .weekday: return CalendarNames.weekday(day.weekday, in: .english)
    case .koreanWeekday: return CalendarNames.weekday(day.weekday, in: .korean)
    case .shortWeekday: return CalendarNames.shortWeekday(day.weekday, in: .english)
    case .koreanShortWeekday: return CalendarNames.shortWeekday(day.weekday, in: .korean)
    case .shortestWeekday: return CalendarNames.shortestWeekday(day.weekday)
    case .weekdayNumber: return String(day.weekday.rawValue)
    case .englishWeekdayNumber: return String(day.weekday.rawValue % 7)
    case .week: return padded(day.isoWeek.week, to: 2)
    case .plainWeek: return String(day.isoWeek.week)
    case .weekYear: return padded(day.isoWeek.year, to: 4)
    case .englishWeek, .koreanWeek: return padded(sundayWeek(of: day).week, to: 2)
    case .englishPlainWeek, .koreanPlainWeek: return String(sundayWeek(of: day).week)
    case .englishWeekYear, .koreanWeekYear: return padded(sundayWeek(of: day).year, to: 4)
    case .quarter: return String((month + 2) / 3)
    }
  }

  /// The day of January that is in the first week of a year, for parts that count weeks from Sunday.
  fileprivate var dayInFirstWeek: Int {
    switch self {
    case .koreanWeek, .koreanPlainWeek, .koreanWeekYear: 3
    default: 1
    }
  }

  private func sundayWeek(of day: Day) -> (year: Int, week: Int) {
    day.sundayWeek(withJanuary: dayInFirstWeek)
  }
}

/// The parts of a day that have been read so far.
struct DayParts {
  var day: Day?
  var year: Int?
  var month: Int?
  var dayOfMonth: Int?
  var dayOfYear: Int?
  var weekYear: Int?
  var week: Int?
  var weekday: Weekday?
  /// A week from Sunday, the first of whose year has this day of January.
  var sundayWeek: (number: Int, dayInFirstWeek: Int)?
  var sundayWeekYear: Int?

  /// The day that the parts determine. Nil if they determine none.
  ///
  /// A name of a weekday that contradicts the date counts as a slip of the pen.
  var result: Day? {
    if let day { return day }
    if let year, let month, let dayOfMonth { return Day(year: year, month: month, day: dayOfMonth) }
    if let year, let dayOfYear, dayOfYear >= 1, let first = Day(year: year, month: 1, day: 1) {
      let day = first.adding(days: dayOfYear - 1)
      return day.year == year ? day : nil
    }
    if let week, let weekday, let year = weekYear ?? year {
      return Day(isoYear: year, week: week)?.adding(days: weekday.rawValue - 1)
    }
    if let sundayWeek, let weekday, let year = sundayWeekYear ?? year,
      let first = Day(year: year, month: 1, day: sundayWeek.dayInFirstWeek)
    {
      let day = first.startOfWeek(.sunday).adding(days: (sundayWeek.number - 1) * 7 + weekday.rawValue % 7)
      let read = day.sundayWeek(withJanuary: sundayWeek.dayInFirstWeek)
      return read == (year, sundayWeek.number) ? day : nil
    }
    return nil
  }
}

extension DayPlaceholder {
  /// Takes this part off the beginning of `rest`; false if something else is there.
  func read(_ rest: inout Substring, into parts: inout DayParts) -> Bool {
    switch self {
    case .day:
      guard let day = Day(iso: rest.prefix(10)) else { return false }
      parts.day = day
      rest = rest.dropFirst(10)
      return true
    case .year: return Self.number(&rest, 4...4) { parts.year = $0 }
    case .shortYear: return Self.number(&rest, 2...2) { parts.year = 2000 + $0 }
    case .month: return Self.number(&rest, 2...2) { parts.month = $0 }
    case .plainMonth: return Self.number(&rest, 1...2) { parts.month = $0 }
    case .monthName, .koreanMonth, .shortMonthName: return Self.name(&rest, Self.monthNames) { parts.month = $0 }
    case .dayOfMonth: return Self.number(&rest, 2...2) { parts.dayOfMonth = $0 }
    case .plainDayOfMonth: return Self.number(&rest, 1...2) { parts.dayOfMonth = $0 }
    case .ordinalDay:
      guard Self.number(&rest, 1...2, then: { parts.dayOfMonth = $0 }) else { return false }
      return Self.name(&rest, Self.ordinalEnds) { _ in }
    case .dayOfYear: return Self.number(&rest, 3...3) { parts.dayOfYear = $0 }
    case .plainDayOfYear: return Self.number(&rest, 1...3) { parts.dayOfYear = $0 }
    case .shortestWeekday: return Self.name(&rest, Self.shortestWeekdays) { parts.weekday = Weekday(rawValue: $0) }
    case .weekday, .koreanWeekday, .shortWeekday, .koreanShortWeekday:
      return Self.name(&rest, Self.weekdayNames) { parts.weekday = Weekday(rawValue: $0) }
    case .weekdayNumber: return Self.number(&rest, 1...1) { parts.weekday = Weekday(rawValue: $0) }
    case .englishWeekdayNumber: return Self.number(&rest, 1...1) { parts.weekday = Weekday(rawValue: $0 == 0 ? 7 : $0) }
    case .week: return Self.number(&rest, 2...2) { parts.week = $0 }
    case .plainWeek: return Self.number(&rest, 1...2) { parts.week = $0 }
    case .weekYear: return Self.number(&rest, 4...4) { parts.weekYear = $0 }
    case .englishWeek, .koreanWeek: return Self.number(&rest, 2...2) { parts.sundayWeek = ($0, dayInFirstWeek) }
    case .englishPlainWeek, .koreanPlainWeek:
      return Self.number(&rest, 1...2) { parts.sundayWeek = ($0, dayInFirstWeek) }
    case .englishWeekYear, .koreanWeekYear: return Self.number(&rest, 4...4) { parts.sundayWeekYear = $0 }
    case .quarter: return Self.number(&rest, 1...1) { _ in }
    }
  }

  private static func number(_ rest: inout Substring, _ width: ClosedRange<Int>, then use: (Int) -> Void) -> Bool {
    let digits = rest.utf8.prefix(width.upperBound).prefix { $0 &- 0x30 < 10 }
    guard digits.count >= width.lowerBound, let number = Int(Substring(digits)) else { return false }
    rest = rest[digits.endIndex...]
    use(number)
    return true
  }

  /// Reads a name, in any case. The longest name must come first in `names`.
  private static func name(
    _ rest: inout Substring, _ names: [(name: String, value: Int)], then use: (Int) -> Void
  ) -> Bool {
    for (name, value) in names {
      let candidate = rest.prefix(name.count)
      guard candidate.lowercased() == name else { continue }
      rest = rest[candidate.endIndex...]
      use(value)
      return true
    }
    return false
  }

  private static let ordinalEnds = ["st", "nd", "rd", "th", "일"].map { (name: $0, value: 0) }

  private static let shortestWeekdays = Weekday.allCases.map { weekday in
    (name: CalendarNames.shortestWeekday(weekday).lowercased(), value: weekday.rawValue)
  }

  private static let monthNames = (1...12).reversed().flatMap { month in
    [
      (name: CalendarNames.month(month, in: .english).lowercased(), value: month),
      (name: CalendarNames.month(month, in: .korean), value: month),
      (name: CalendarNames.shortMonth(month, in: .english).lowercased(), value: month),
    ]
  }

  private static let weekdayNames = Weekday.allCases.flatMap { weekday in
    CalendarNames.Tongue.allCases.flatMap { tongue in
      [
        (name: CalendarNames.weekday(weekday, in: tongue).lowercased(), value: weekday.rawValue),
        (name: CalendarNames.shortWeekday(weekday, in: tongue).lowercased(), value: weekday.rawValue),
      ]
    }
  }
}
