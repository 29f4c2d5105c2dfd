/// Times of day: `9pm`, `14:30`, `9:15am`, `noon`, `morning`, `오후 3시`, `오후 3:05`, `15시 30분`, `저녁`.
struct TimeWords {
  let time: TimeOfDay
  /// - Parameter midnight: the end of a day for some and its start for others.
  let isMidnight: Bool

  init?(_ words: [String]) {
    let text = words.joined()
    isMidnight = text == "midnight" || text == "자정"
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

  /// `9pm`, `14:30`, `9:15am`, `11:00:09`.
  private static func clock(_ text: String) -> TimeOfDay? {
    var digits = text
    var shift: Int?
    for (suffix, hours) in [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)]
    where digits.hasSuffix(suffix) {
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
    guard let part else { return rest.contains("시") ? TimeOfDay(hour: hour, minute: minute) : nil }
    guard part.hours.contains(hour) else { return nil }
    return TimeOfDay(hour: hour % 12 + (part.afternoon.contains(hour) ? 12 : 0), minute: minute)
  }

  /// `3시`, `세시 반`, `15시 30분`, `3:05`.
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

/// A part of the day: which hours of the twelve it has, which of those are after noon, and the hour that it
/// means alone.
package struct PartOfDay: Sendable {
  package let words: [String]
  let hours: Set<Int>
  let afternoon: Set<Int>
  /// nil: half a day is not a time.
  package let usualHour: Int?

  package static let all: [PartOfDay] = [
    PartOfDay(words: ["오전"], hours: Set(1...12), afternoon: [], usualHour: nil),
    PartOfDay(words: ["오후"], hours: Set(1...12), afternoon: Set(1...12), usualHour: nil),
    PartOfDay(words: ["새벽"], hours: Set(1...6).union([12]), afternoon: [], usualHour: 5),
    PartOfDay(words: ["morning", "아침"], hours: Set(5...11), afternoon: [], usualHour: 8),
    PartOfDay(words: ["점심"], hours: [11, 12, 1, 2], afternoon: [12, 1, 2], usualHour: 12),
    PartOfDay(
      words: ["낮"], hours: [10, 11, 12, 1, 2, 3, 4], afternoon: [12, 1, 2, 3, 4], usualHour: nil),
    PartOfDay(words: ["afternoon"], hours: [], afternoon: [], usualHour: 15),
    PartOfDay(words: ["evening", "저녁"], hours: Set(4...11), afternoon: Set(4...11), usualHour: 20),
    PartOfDay(words: ["night", "밤"], hours: Set(1...11), afternoon: Set(6...11), usualHour: 22),
  ]
}
