/// The names of the days of the week, long and short, in English and Korean.
enum WeekdayNames {
  static func weekday(_ word: String) -> Weekday? { names[word] }

  private static let names: [String: Weekday] = {
    let rows: [[String]] = [
      ["mon", "monday", "월요일"], ["tue", "tues", "tuesday", "화요일"], ["wed", "wednesday", "수요일"],
      ["thu", "thur", "thurs", "thursday", "목요일"], ["fri", "friday", "금요일"],
      ["sat", "saturday", "토요일"], ["sun", "sunday", "일요일"],
    ]
    var table: [String: Weekday] = [:]
    for (weekday, row) in zip(Weekday.allCases, rows) { for name in row { table[name] = weekday } }
    return table
  }()
}

/// The names of the months in English.
enum MonthNames {
  static func month(_ word: String) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    if word == "sept" { return 9 }
    return names.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
  }

  private static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

/// Times of day: `9pm`, `14:30`, `9:15am`, `noon`, `오후 3시`, `15시 30분`, `정오`.
enum TimeWords {
  static func parse(_ words: [String], now: CivilMoment) -> TimeOfDay? {
    let text = words.joined()
    switch text {
    case "noon", "정오": return TimeOfDay(hour: 12, minute: 0)
    case "midnight", "자정": return .midnight
    case "now", "지금": return now.time
    default: return clock(text) ?? korean(text)
    }
  }

  private static func clock(_ text: String) -> TimeOfDay? {
    var digits = text
    var shift: Int?
    if digits.hasSuffix("am") || digits.hasSuffix("pm") {
      shift = digits.hasSuffix("pm") ? 12 : 0
      digits.removeLast(2)
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard let hour = parts.first.flatMap({ Int($0) }), parts.count <= 2 else { return nil }
    guard shift != nil || parts.count == 2 else { return nil }
    let minute = parts.count == 2 ? Int(parts[1]) : 0
    guard let minute, parts.count == 1 || parts[1].utf8.count == 2 else { return nil }
    guard let shift else { return TimeOfDay(hour: hour, minute: minute) }
    guard (1...12).contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + shift, minute: minute)
  }

  private static func korean(_ text: String) -> TimeOfDay? {
    var rest = text[...]
    var shift: Int?
    for (word, hours) in [("오전", 0), ("오후", 12), ("아침", 0), ("저녁", 12), ("밤", 12)]
    where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
      shift = hours
    }
    guard let hourMark = rest.firstIndex(of: "시"), let hour = Int(rest[..<hourMark]) else {
      return nil
    }
    rest = rest[rest.index(after: hourMark)...]
    var minute = 0
    if rest == "반" {
      minute = 30
    } else if !rest.isEmpty {
      guard rest.last == "분", let value = Int(rest.dropLast()) else { return nil }
      minute = value
    }
    guard let shift else { return TimeOfDay(hour: hour, minute: minute) }
    guard (1...12).contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + shift, minute: minute)
  }
}
