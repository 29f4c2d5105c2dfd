package import CivilCalendar

/// What a person wants of the diary: a day, and perhaps a line for it.
///
///     yesterday at 9pm: met Jieun      어제 밤 9시 지은을 만났다      2026-11-20
package struct DiaryLine: Hashable, Sendable {
  package let day: Day
  /// The time of the line; nil for a line of another day without one.
  package let time: TimeOfDay?
  /// Empty: the day itself is wanted.
  package let text: String

  /// Reads words as a time, then a text; without a time the text is of now.
  package init(reading words: [String], now: CivilMoment) {
    let (date, text) = Self.split(words, now: now)
    self.text = text
    guard let date else {
      day = now.day
      time = text.isEmpty ? nil : now.time
      return
    }
    day = date.day
    time = date.time ?? (date.day == now.day && !text.isEmpty ? now.time : nil)
  }

  private static func split(
    _ words: [String], now: CivilMoment
  ) -> (date: CivilDate?, text: String) {
    // A colon behind a time ends it for certain.
    if let end = words.firstIndex(where: { $0.hasSuffix(":") && $0.count > 1 }) {
      let head = words[...end].joined(separator: " ").dropLast()
      if let date = past(String(head), now: now) {
        return (date, words[(end + 1)...].joined(separator: " "))
      }
    }
    for count in stride(from: min(words.count, 6), through: 1, by: -1) {
      guard count == words.count || !isAmbiguous(words[0]) else { break }
      if let date = past(words[..<count].joined(separator: " "), now: now) {
        return (date, words[count...].joined(separator: " "))
      }
    }
    return (nil, words.joined(separator: " "))
  }

  /// Words that begin a sentence as well as a date: `sun`, `may`, `3`.
  private static func isAmbiguous(_ word: String) -> Bool {
    word.count <= 3 && word.unicodeScalars.allSatisfy { $0.isASCII } || word.count == 1
      || ["march", "august"].contains(word.lowercased())
  }

  /// A day of the week alone is the last one: a diary tells what was.
  private static func past(_ text: String, now: CivilMoment) -> CivilDate? {
    guard let date = DateExpression.parse(text, relativeTo: now)?.date else { return nil }
    guard date.day > now.day, date.day.days(since: now.day) <= 7,
      DateExpression.namesWeekday(text)
    else { return date }
    return date.adding(days: -7)
  }

  /// The line as it is appended: `21:00 met Jieun`.
  package var line: String { time.map { Self.clock($0) + " " + text } ?? text }

  private static func clock(_ time: TimeOfDay) -> String {
    padded(time.hour, to: 2) + ":" + padded(time.minute, to: 2)
  }

  /// `bytes` with the line in a paragraph of its own behind them.
  package func appended(to bytes: [UInt8]) -> [UInt8] {
    let isWindows = bytes.firstIndex(of: 0x0A).map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    let end = isWindows ? "\r\n" : "\n"
    var gap = ""
    if !bytes.isEmpty {
      let ends = bytes.reversed().prefix { $0 == 0x0A || $0 == 0x0D }.count { $0 == 0x0A }
      gap = String(repeating: end, count: max(0, 2 - ends))
    }
    return bytes + Array((gap + line + end).utf8)
  }
}
