/// The names of the days of the week, long and short, in English and Korean.
enum WeekdayNames {
  static func weekday(_ word: String) -> Weekday? { names[word] }

  private static let names: [String: Weekday] = {
    let rows: [[String]] = [
      ["mon", "monday", "월요일", "월"], ["tue", "tues", "tuesday", "화요일", "화"],
      ["wed", "wednesday", "수요일", "수"], ["thu", "thur", "thurs", "thursday", "목요일", "목"],
      ["fri", "friday", "금요일", "금"], ["sat", "saturday", "토요일", "토"],
      ["sun", "sunday", "일요일", "일"],
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
    let part = dayParts.first { rest.hasPrefix($0.word) }
    if let part { rest = rest.dropFirst(part.word.count) }
    if rest.hasSuffix("에") { rest = rest.dropLast() }
    guard let hourMark = rest.firstIndex(of: "시"), let hour = hour(rest[..<hourMark]) else {
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
    guard let part else { return TimeOfDay(hour: hour, minute: minute) }
    guard part.hours.contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + (part.afternoon.contains(hour) ? 12 : 0), minute: minute)
  }

  private static func hour(_ text: Substring) -> Int? {
    Int(text) ?? hourNames.firstIndex { $0 == text }.map { $0 + 1 }
  }

  private static let hourNames = [
    "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두",
  ]

  /// Parts of the day: which hours of the twelve they have, and which of those lie behind noon.
  private static let dayParts: [(word: String, hours: Set<Int>, afternoon: Set<Int>)] = [
    ("오전", Set(1...12), []), ("오후", Set(1...12), Set(1...12)), ("새벽", Set(1...6).union([12]), []),
    ("아침", Set(5...11), []), ("점심", [11, 12, 1, 2], [12, 1, 2]),
    ("낮", [10, 11, 12, 1, 2, 3, 4], [12, 1, 2, 3, 4]), ("저녁", Set(4...11), Set(4...11)),
    ("밤", Set(1...11), Set(6...11)),
  ]
}
