/// Times of day: `9pm`, `14:30`, `9:15am`, `noon`, `morning`, `오후 3시`, `오후 3:05`, `15시 30분`, `저녁`.
struct TimeWords {
  let time: TimeOfDay
  /// True for midnight, which ends one day and begins the next.
  let isMidnight: Bool
  /// True for `밤 12시`, the midnight at the end of the named day.
  let isNextDay: Bool

  init?(_ words: [String]) {
    let text = words.joined()
    isNextDay = ["밤12시", "밤열두시", "밤12시에"].contains(text)
    isMidnight = isNextDay || text == "midnight" || text == "자정"
    guard let time = isMidnight ? .midnight : Self.time(text) else { return nil }
    self.time = time
  }

  private static func time(_ text: String) -> TimeOfDay? {
    if text == "noon" || text == "midday" || text == "정오" { return TimeOfDay(hour: 12, minute: 0) }
    if let part = PartOfDay.all.first(where: { $0.words.contains(text) }) {
      return part.usualHour.flatMap { TimeOfDay(hour: $0, minute: 0) }
    }
    return clock(text) ?? korean(text)
  }

  /// Parses `9pm`, `14:30`, `9:15am`, `11:00:09`.
  private static func clock(_ text: String) -> TimeOfDay? {
    var digits = text
    var shift: Int?
    for (suffix, hours) in [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)] where digits.hasSuffix(suffix) {
      shift = hours
      digits.removeLast(suffix.count)
      break
    }
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int($0) : nil }
    guard let hour = numbers.first, numbers.count == parts.count, (1...3).contains(parts.count),
      shift != nil || parts.count > 1, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      shift.map({ _ in (1...12).contains(hour) }) ?? true
    else { return nil }
    return TimeOfDay(
      hour: shift.map { hour % 12 + $0 } ?? hour, minute: numbers.count > 1 ? numbers[1] : 0,
      second: numbers.count > 2 ? numbers[2] : 0)
  }

  private static func korean(_ text: String) -> TimeOfDay? {
    var rest = text[...]
    let found = PartOfDay.all.lazy.flatMap { part in part.words.map { (part, $0) } }
      .first { rest.hasPrefix($0.1) && ($0.1.unicodeScalars.first?.value ?? 0) > 0x7F }
    let part = found?.0
    if let found { rest = rest.dropFirst(found.1.count) }
    if rest.hasSuffix("에") { rest = rest.dropLast() }
    guard let (hour, minute) = hourAndMinute(rest) else { return nil }
    guard let part else {
      // `3시` is in the afternoon, `03시` and `15시` are hours of a 24-hour clock.
      let shift = (1...6).contains(hour) && rest.first != "0" ? 12 : 0
      return rest.contains("시") ? TimeOfDay(hour: hour + shift, minute: minute) : nil
    }
    guard part.hours.contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + (part.afternoon.contains(hour) ? 12 : 0), minute: minute)
  }

  /// Parses `3시`, `세시 반`, `15시 30분`, `3:05`.
  private static func hourAndMinute(_ text: Substring) -> (Int, Int)? {
    if let colon = text.firstIndex(of: ":") {
      let minutes = text[text.index(after: colon)...]
      guard let hour = Int(text[..<colon]), minutes.utf8.count == 2, let minute = Int(minutes)
      else {
        return nil
      }
      return (hour, minute)
    }
    guard let mark = text.firstIndex(of: "시"), let hour = hour(text[..<mark]) else { return nil }
    let rest = text[text.index(after: mark)...]
    if rest.isEmpty { return (hour, 0) }
    if rest == "정각" { return (hour, 0) }
    if rest == "반" { return (hour, 30) }
    guard rest.last == "분", let minute = Int(rest.dropLast()) else { return nil }
    return (hour, minute)
  }

  private static func hour(_ text: Substring) -> Int? {
    Int(text) ?? hourNames.firstIndex { $0 == text }.map { $0 + 1 }
  }

  private static let hourNames = [
    "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두",
  ]
}

/// A part of the day: its hours on a twelve-hour clock, those of them after noon, and the hour that it means alone.
package struct PartOfDay: Sendable {
  package let words: [String]
  let hours: Set<Int>
  let afternoon: Set<Int>
  /// The hour that a part of the day means; nil for half a day, which is not a time.
  package let usualHour: Int?

  package static let all: [PartOfDay] = [
    PartOfDay(words: ["오전"], hours: Set(1...12), afternoon: [], usualHour: nil),
    PartOfDay(words: ["오후"], hours: Set(1...12), afternoon: Set(1...12), usualHour: nil),
    PartOfDay(words: ["새벽"], hours: Set(1...6).union([12]), afternoon: [], usualHour: 5),
    PartOfDay(words: ["morning", "아침"], hours: Set(5...11), afternoon: [], usualHour: 8),
    PartOfDay(words: ["점심"], hours: [11, 12, 1, 2], afternoon: [12, 1, 2], usualHour: 12),
    PartOfDay(words: ["낮"], hours: [10, 11, 12, 1, 2, 3, 4], afternoon: [12, 1, 2, 3, 4], usualHour: nil),
    PartOfDay(words: ["afternoon"], hours: [], afternoon: [], usualHour: 15),
    PartOfDay(words: ["evening", "저녁"], hours: Set(4...11), afternoon: Set(4...11), usualHour: 20),
    PartOfDay(words: ["night", "밤"], hours: Set(1...11), afternoon: Set(6...11), usualHour: 22),
  ]
}

/// A length of time in words: `3 days`, `a week`, `사흘`, `2시간`, `1시간 30분`, `in 1d, 2hr and 5min`.
///
/// Months and days are counted on the calendar, seconds on the clock.
package struct CountedTime: Hashable {
  package private(set) var months = 0
  package private(set) var days = 0
  package private(set) var seconds = 0

  private init() {}

  /// Parses the whole of `text`, in lower case, as one length of time. Nil for any other text.
  package init?(_ text: some StringProtocol) {
    let words = text.split { $0 == " " || $0 == "," }.filter { $0 != "and" }
    let joined = words.joined()
    guard words.allSatisfy({ Self.isMadeOfKnownWords($0) }), joined.utf8.count < 100, let time = Self.read(joined[...])
    else { return nil }
    self = time
  }

  /// Returns true if each run of letters is one known word. `5 May` is therefore not read as `5 m` and `a y`.
  private static func isMadeOfKnownWords(_ word: some StringProtocol) -> Bool {
    word.split { !($0.isASCII && $0.isLetter) }.allSatisfy { latinWords.contains(String($0)) }
  }

  private static let latinWords = Set(units.keys).union(numberWords.map(\.word)).union(["couple", "of", "half"])

  /// Reads amounts with their units up to the end of the text, in any way in which the text can be divided.
  private static func read(_ text: Substring) -> CountedTime? {
    if let whole = fixed[String(text)] { return whole }
    for (amount, rest) in amounts(of: text) {
      for length in stride(from: min(longestUnit, rest.count), through: 1, by: -1) {
        guard let unit = units[String(rest.prefix(length))] else { continue }
        let tail = rest.dropFirst(length)
        guard var time = tail.isEmpty ? CountedTime() : read(tail), time.add(amount, unit) else { continue }
        return time
      }
    }
    return nil
  }

  private mutating func add(_ amount: Double, _ unit: Unit) -> Bool {
    let size = amount * Double(unit.size)
    guard size == size.rounded(), abs(size) < 1e10 else { return false }
    switch unit.measure {
    case .months: months += Int(size)
    case .days: days += Int(size)
    case .seconds: seconds += Int(size)
    }
    return abs(months) < 100_000 && abs(days) < 3_000_000 && abs(seconds) < 100_000_000_000
      && (amount == amount.rounded() || unit.measure == .seconds)
  }

  /// Returns the numbers with which the text can begin, each with the remaining text.
  private static func amounts(of text: Substring) -> [(Double, Substring)] {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    if !digits.isEmpty {
      guard let amount = Double(digits), digits.last != "." else { return [] }
      return [(amount, text.dropFirst(digits.count))]
    }
    return numberWords.filter { text.hasPrefix($0.word) }.map { ($0.amount, text.dropFirst($0.word.count)) }
  }

  private enum Measure { case months, days, seconds }

  private struct Unit {
    let measure: Measure
    let size: Int
  }

  private static let fixed: [String: CountedTime] = {
    var table: [String: CountedTime] = [:]
    for (word, count) in koreanDays { table[word, default: CountedTime()].days = count }
    for word in ["halfayear", "반년"] { table[word, default: CountedTime()].months = 6 }
    for word in ["halfanhour", "반시간"] { table[word, default: CountedTime()].seconds = 1_800 }
    return table
  }()

  static let koreanDays = [
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8, "아흐레": 9,
    "열흘": 10, "보름": 15,
  ]

  private static let numberWords: [(word: String, amount: Double)] = {
    let rows: [(Double, [String])] = [
      (1, ["a", "an", "one", "한", "일"]), (2, ["two", "acoupleof", "두", "이"]),
      (3, ["three", "세", "석", "삼"]), (4, ["four", "네", "넉", "사"]), (5, ["five", "다섯", "오"]),
      (6, ["six", "여섯", "육"]), (7, ["seven", "일곱", "칠"]), (8, ["eight", "여덟", "팔"]),
      (9, ["nine", "아홉", "구"]), (10, ["ten", "열", "십"]), (15, ["fifteen", "십오"]),
      (20, ["twenty", "스무", "이십"]), (30, ["thirty", "삼십"]), (40, ["forty", "사십"]),
      (50, ["fifty", "오십"]), (11, ["eleven", "열한", "십일"]), (12, ["twelve", "열두", "십이"]),
    ]
    return rows.flatMap { amount, words in words.map { (word: $0, amount: amount) } }
      .sorted { ($0.word.count, $0.word) > ($1.word.count, $1.word) }
  }()

  private static let longestUnit = units.keys.reduce(0) { max($0, $1.count) }

  private static let units: [String: Unit] = {
    let rows: [(Measure, Int, [String])] = [
      (.seconds, 1, ["s", "sec", "secs", "second", "seconds", "초"]),
      (.seconds, 60, ["m", "min", "mins", "minute", "minutes", "분"]),
      (.seconds, 3_600, ["h", "hr", "hrs", "hour", "hours", "시간"]),
      (.days, 1, ["d", "day", "days", "일"]),
      (.days, 7, ["w", "wk", "wks", "week", "weeks", "주", "주일", "주간"]),
      (.months, 1, ["mo", "mos", "month", "months", "달", "개월"]),
      (.months, 3, ["quarter", "quarters", "분기"]),
      (.months, 12, ["y", "yr", "yrs", "year", "years", "년", "해"]),
    ]
    var table: [String: Unit] = [:]
    for (measure, size, names) in rows {
      for name in names { table[name] = Unit(measure: measure, size: size) }
    }
    return table
  }()
}
