package import CivilCalendar
import Wording

/// Days as people and other programs write them in fields: the year has four digits, so that nothing is guessed.
///
/// ```
/// 2024/05/01   2024.05.01   2024. 5. 1.   2024년 5월 1일   2024年5月1日   2024-5-1 8:30
/// May 1, 2024   Wednesday, May 1st 2024, 8:30 am   1 May 2024   [[2024-05-01]]
/// ```
enum WrittenDate {
  static func read(_ text: String) -> CivilDate? {
    guard text.utf8.count <= 60, text.utf8.contains(where: { $0 &- 0x30 < 10 }) else { return nil }
    let inner = wikiLinkName(text) ?? text
    let (words, time) = clock(in: inner.lowercased())
    guard let day = day(words) else { return nil }
    switch time {
    case .none: return .day(day)
    case .some(nil): return nil
    case .some(let time?): return .moment(CivilMoment(day: day, time: time))
    }
  }

  /// Returns the last day that a text can mean: its date, else the end of its latest year, else the last possible day.
  ///
  /// ```
  /// 2019-02-30   Spring 2019   2019-05   30.02.2019   201905011230   → 2019-12-31
  /// never   +1y   3/4/19   → 9999-12-31
  /// ```
  static func latestDay(_ text: String) -> Day {
    if let date = CivilDate(field: text) { return date.day }
    let digits = text.map { $0.wholeNumberValue.flatMap { 0...9 ~= $0 ? String($0) : nil } ?? " " }.joined()
    let years = digits.split(separator: " ").compactMap { run -> Int? in
      switch run.count {
      case 4, 6, 8, 12, 14: Int(run.prefix(4))
      // Seconds since the epoch.
      case 10: Int(run).map { 1971 + $0 / 31_536_000 }
      default: nil
      }
    }
    // A year of zeros stands for none.
    return years.filter { $0 > 0 }.max().flatMap { Day(year: $0, month: 12, day: 31) } ?? .latest
  }

  /// Returns the text's numbers and words without its time of day, and that time. An inner nil is an impossible time.
  private static func clock(in text: String) -> (words: [Substring], time: TimeOfDay??) {
    let parts = text.split { $0.isWhitespace || $0 == "," }
    guard let place = parts.firstIndex(where: { $0.contains(":") }) else {
      return (parts.flatMap(pieces), nil)
    }
    var digits = parts[place]
    var rest = Array(parts[(place + 1)...])
    var half: Substring?
    if let suffix = ["am", "pm"].first(where: { digits.hasSuffix($0) }) {
      half = suffix[...]
      digits = digits.dropLast(2)
    } else if let next = rest.first, ["am", "pm", "오전", "오후"].contains(next) {
      half = next
      rest.removeFirst()
    }
    var before = Array(parts[..<place])
    if let last = before.last, ["오전", "오후"].contains(last) {
      half = last
      before.removeLast()
    }
    let numbers = digits.split(separator: ":").map { Int($0) ?? -1 }
    return ((before + rest).flatMap(pieces), .some(time(numbers, half)))
  }

  private static func time(_ numbers: [Int], _ half: Substring?) -> TimeOfDay? {
    guard (2...3).contains(numbers.count), var hour = numbers.first else { return nil }
    if let half {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half == "pm" || half == "오후" ? 12 : 0)
    }
    return TimeOfDay(hour: hour, minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
  }

  /// Splits a word into numbers and the texts between them: `2024年5月1日` has six pieces.
  private static func pieces(_ part: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = part
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let piece = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  private static let marks: Set<Substring> = [
    "-", "/", ".", "년", "월", "일", "年", "月", "日", "st", "nd", "rd", "th", "of", "년.", "일.",
  ]

  private static func day(_ pieces: [Substring]) -> Day? {
    var numbers: [Int] = []
    var month: Int?
    for piece in pieces {
      if let number = Int(piece) {
        numbers.append(number)
      } else if let named = months[String(piece.prefix { $0 != "." })], month == nil {
        month = named
      } else if !marks.contains(piece), !weekdays.contains(String(piece.prefix { $0 != "." })) {
        return nil
      }
    }
    if let month {
      guard numbers.count == 2, let year = numbers.first(where: { $0 > 999 }),
        let day = numbers.first(where: { $0 < 32 })
      else { return nil }
      return Day(year: year, month: month, day: day)
    }
    guard numbers.count == 3, (1000...9999).contains(numbers[0]) else { return nil }
    return Day(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  private static let months: [String: Int] = Dictionary(
    (1...12).flatMap { month in
      [
        (CalendarNames.month(month, in: .english).lowercased(), month),
        (CalendarNames.shortMonth(month, in: .english).lowercased(), month),
      ]
    } + [("sept", 9)], uniquingKeysWith: { first, _ in first })

  private static let weekdays = Set(
    Weekday.allCases.flatMap { weekday in
      CalendarNames.Tongue.allCases.flatMap {
        [CalendarNames.weekday(weekday, in: $0), CalendarNames.shortWeekday(weekday, in: $0)]
      }
    }.map { $0.lowercased() })
}

/// Suggests the day that the user most likely meant by words that are no day.
package enum NearestDate {
  /// Suggests a day: `tomorow` → `tomorrow (2026-11-22)`, `2026-02-30` → `2026-02-28`, `next week` → `2026-11-29`.
  package static func reading(_ text: String, now: CivilMoment) -> String? {
    if case .range(let range)? = DateExpression.parse(text, relativeTo: now) {
      return range.last.year < 9999 ? range.last.description : nil
    }
    if let day = lastDay(ofMonthIn: text) { return day.description }
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    let corrected = words.map { word in
      word.contains(where: \.isNumber) ? word : nearestName(to: word, among: DayWords.vocabulary) ?? word
    }
    let meant = corrected.joined(separator: " ")
    guard corrected != words, let date = DateExpression.parse(meant, relativeTo: now)?.date else {
      return nil
    }
    return "\(meant) (\(date))"
  }

  /// Returns the last day of the month of `2026-02-30`.
  private static func lastDay(ofMonthIn text: String) -> Day? {
    let parts = text.split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2], (29...31).contains(day)
    else { return nil }
    return Day(year: year, month: month, day: 1)?.endOfMonth
  }
}
