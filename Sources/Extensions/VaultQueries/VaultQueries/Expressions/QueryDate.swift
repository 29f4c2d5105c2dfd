import CivilCalendar
import NoteModel

/// The dates of the other languages: read, and written in the tokens of Luxon.
enum QueryDate {
  /// Parses `2021-04`, `2021-04-18`, `2021-04-18T14:30`.
  static func read(_ text: String) -> CivilDate? {
    guard text.utf8.count >= 7, text.utf8.first.map({ $0 &- 0x30 < 10 }) == true else { return nil }
    if text.utf8.count == 7 { return Day(iso: text + "-01").map { .day($0) } }
    // A day and a time with a space between them are a text to Dataview.
    guard !text.contains(" "), case .moment(let moment)? = CivilDate(iso: text) else {
      return Day(iso: text).map { .day($0) }
    }
    // By the clock that it was written by.
    return .moment(CivilMoment(day: moment.day, time: moment.time))
  }

  /// Finds a day anywhere in a name: `2021-04-18`, `20210418`.
  static func found(in name: String) -> Day? {
    let bytes = Array(name.utf8)
    func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- 0x30 < 10 }
    for hasHyphens in [true, false] {
      let places = hasHyphens ? [0, 1, 2, 3, 5, 6, 8, 9] : Array(0..<8)
      for start in bytes.indices where places.allSatisfy({ isDigit(start + $0) }) {
        guard !hasHyphens || bytes[start + 4] == 0x2D && bytes[start + 7] == 0x2D else { continue }
        let digits = places.map { Int(bytes[start + $0] - 0x30) }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
      }
    }
    return nil
  }

  /// Returns the moment that a word means.
  static func moment(_ shorthand: Expression.DateShorthand, now: CivilMoment) -> CivilDate {
    func end(_ day: Day) -> CivilDate {
      TimeOfDay(hour: 23, minute: 59, second: 59).map { .moment(CivilMoment(day: day, time: $0)) } ?? .day(day)
    }
    let day = now.day
    func yearDay(_ month: Int, _ number: Int) -> Day { Day(year: day.year, month: month, day: number) ?? day }
    return switch shorthand {
    case .now: .moment(CivilMoment(day: day, time: now.time))
    case .today: .day(day)
    case .yesterday: .day(day.adding(days: -1))
    case .tomorrow: .day(day.adding(days: 1))
    case .sow, .startOfWeek: .day(day.startOfWeek(.monday))
    case .eow, .endOfWeek: end(day.startOfWeek(.monday).adding(days: 6))
    case .som, .startOfMonth: .day(day.startOfMonth)
    case .eom, .endOfMonth: end(day.endOfMonth)
    case .soy, .startOfYear: .day(yearDay(1, 1))
    case .eoy, .endOfYear: end(yearDay(12, 31))
    }
  }

  /// Formats a date within a text like Dataview.
  static func words(_ date: CivilDate) -> String {
    text(date, date.moment.time == .midnight ? "MMMM dd, yyyy" : "h:mm a - MMMM dd, yyyy")
  }

  /// Formats a date by the tokens of Luxon: `yyyy-MM-dd`, `'week' WW`.
  static func text(_ date: CivilDate, _ format: String) -> String {
    parts(of: format).map { isToken, part in isToken ? token(part, date.moment) ?? part : part }.joined()
  }

  /// Runs of one letter, and the text between them or in quotes.
  private static func parts(of format: String) -> [(isToken: Bool, String)] {
    var parts: [(isToken: Bool, String)] = []
    var rest = Substring(format)
    while let first = rest.first {
      if first == "'" {
        let quoted = rest.dropFirst().prefix { $0 != "'" }
        parts.append((false, String(quoted)))
        rest = rest.dropFirst(quoted.count + 2)
      } else {
        let run = rest.prefix { $0 == first }
        parts.append((first.isASCII && first.isLetter, String(run)))
        rest = rest.dropFirst(run.count)
      }
    }
    return parts
  }

  private static func token(_ token: String, _ moment: CivilMoment) -> String? {
    let (day, time) = (moment.day, moment.time)
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    let firstOfYear = Day(year: day.year, month: 1, day: 1) ?? day
    switch token {
    case "yyyy": return padded(day.year, to: 4)
    case "yy": return padded(day.year % 100, to: 2)
    case "y": return String(day.year)
    case "MMMM", "LLLL": return CalendarNames.month(day.month, in: .english)
    case "MMM", "LLL": return CalendarNames.shortMonth(day.month, in: .english)
    case "MM", "LL": return padded(day.month, to: 2)
    case "M", "L": return String(day.month)
    case "dd": return padded(day.dayOfMonth, to: 2)
    case "d": return String(day.dayOfMonth)
    case "cccc", "EEEE": return CalendarNames.weekday(day.weekday, in: .english)
    case "ccc", "EEE": return CalendarNames.shortWeekday(day.weekday, in: .english)
    case "c", "E": return String(day.weekday.rawValue)
    case "WW": return padded(day.isoWeek.week, to: 2)
    case "W": return String(day.isoWeek.week)
    case "kkkk": return padded(day.isoWeek.year, to: 4)
    case "ooo": return padded(day.days(since: firstOfYear) + 1, to: 3)
    case "o": return String(day.days(since: firstOfYear) + 1)
    case "q": return String((day.month + 2) / 3)
    case "HH": return padded(time.hour, to: 2)
    case "H": return String(time.hour)
    case "hh": return padded(hour, to: 2)
    case "h": return String(hour)
    case "mm": return padded(time.minute, to: 2)
    case "m": return String(time.minute)
    case "ss": return padded(time.second, to: 2)
    case "s": return String(time.second)
    case "SSS": return "000"
    case "a": return time.hour < 12 ? "AM" : "PM"
    case "x": return numberText(CivilDate.moment(moment).seconds * 1_000)
    case "X": return numberText(CivilDate.moment(moment).seconds)
    case "DDDD": return text(.moment(moment), "cccc, MMMM d, yyyy")
    case "DDD": return text(.moment(moment), "MMMM d, yyyy")
    case "DD": return text(.moment(moment), "MMM d, yyyy")
    case "D": return text(.moment(moment), "M/d/yyyy")
    case "T": return text(.moment(moment), "HH:mm")
    case "TT": return text(.moment(moment), "HH:mm:ss")
    case "t": return text(.moment(moment), "h:mm a")
    default: return nil
    }
  }

  /// Reads a date in a format of Luxon's numeric tokens: `MM/dd/yyyy`, `yyMMdd`, `x`.
  static func read(_ text: String, _ format: String) -> CivilDate? {
    if format == "x" || format == "X" {
      return Double(text).flatMap { CivilDate(seconds: $0 / (format == "x" ? 1_000 : 1)) }
    }
    var rest = Substring(text)
    var values: [Character: Int] = [:]
    for (isToken, part) in parts(of: format) {
      guard isToken, let letter = part.first else {
        guard rest.hasPrefix(part) else { return nil }
        rest = rest.dropFirst(part.count)
        continue
      }
      if part == "MMMM" || part == "MMM" {
        let names = (1...12).map {
          part == "MMMM" ? CalendarNames.month($0, in: .english) : CalendarNames.shortMonth($0, in: .english)
        }
        guard let month = names.firstIndex(where: { rest.lowercased().hasPrefix($0.lowercased()) }) else { return nil }
        values["M"] = month + 1
        rest = rest.dropFirst(names[month].count)
        continue
      }
      let digits = rest.prefix(part.count == 1 ? 2 : part.count).prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), part.count == 1 || digits.count == part.count else { return nil }
      // Luxon's two digits: 60 and more are of the last century.
      values[letter] = part == "yy" ? number + (number > 60 ? 1900 : 2000) : number
      rest = rest.dropFirst(digits.count)
    }
    guard rest.isEmpty, let day = Day(year: values["y"] ?? 1970, month: values["M"] ?? 1, day: values["d"] ?? 1)
    else { return nil }
    guard values["H"] != nil || values["h"] != nil || values["m"] != nil else { return .day(day) }
    return TimeOfDay(hour: values["H"] ?? values["h"] ?? 0, minute: values["m"] ?? 0, second: values["s"] ?? 0).map {
      .moment(CivilMoment(day: day, time: $0))
    }
  }

  /// Formats a length of time by the tokens of `durationformat`: `ddd'd' hh'h'`.
  static func text(_ span: TimeSpan, _ format: String) -> String {
    let units: [Character: TimeSpan.Unit] = [
      "y": .year, "M": .month, "w": .week, "d": .day, "h": .hour, "m": .minute, "s": .second,
    ]
    let parts = parts(of: format)
    let asked = Set(parts.compactMap { $0.isToken ? $0.1.first.flatMap { units[$0] } : nil })
    var counts: [TimeSpan.Unit: Double] = [:]
    var rest = span.totalSeconds
    // Months are counted as such if a unit of the calendar is asked for.
    var months = asked.contains(.month) || asked.contains(.year) ? span.months : 0
    if months != 0 { rest = span.seconds }
    for unit in TimeSpan.Unit.allCases where asked.contains(unit) {
      var count = 0.0
      if unit == .year || unit == .month {
        count = (months / unit.months).rounded(.towardZero)
        months -= count * unit.months
      }
      let whole = (rest / unit.seconds + 1e-9).rounded(.towardZero)
      rest -= whole * unit.seconds
      counts[unit] = count + whole
    }
    return parts.map { isToken, part in
      guard isToken, let unit = part.first.flatMap({ units[$0] }) else {
        return isToken && part.first == "S" ? "0" : part
      }
      let digits = numberText(counts[unit] ?? 0)
      return String(repeating: "0", count: max(0, part.count - digits.count)) + digits
    }.joined()
  }
}
