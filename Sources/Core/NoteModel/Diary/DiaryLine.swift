import ByteBasics
package import CivilCalendar

/// The diary request that the user typed: a day, or a line for one.
///
///     yesterday at 9pm: met Jieun      11월 20일: 비      2026-11-20
///
/// A day is read if it is all that was typed, or if a colon follows it; everything else is text of today.
package struct DiaryLine: Hashable, Sendable {
  package let day: Day
  /// The time of the line. Nil for a line of another day without one.
  package let time: TimeOfDay?
  /// Empty: the day itself is wanted.
  package let text: String
  /// The other reading, if the text begins with another day than today: that day, and its words with the rest.
  package let alternative: Alternative?
  /// The text begins as a day does that is in no calendar: `2020-02-30: x`.
  package let mistake: FieldAssignmentError?

  /// The line as it would be written into the entry of the day that it begins with.
  package struct Alternative: Hashable, Sendable {
    package let day: Day
    /// `yesterday: met Jieun`
    package let text: String
  }

  /// Reads the words of a command line; quotes around them make no difference.
  ///
  /// `body` is a text from elsewhere, for the day that the words say. `takesPeriods`: Whether a week or a month
  /// may be meant by its name.
  package init(reading words: [String], body: String? = nil, now: CivilMoment, takesPeriods: Bool = false) {
    let joined = words.joined(separator: " ")
    var (date, text) = Self.split(joined, now: now, takesPeriods: takesPeriods)
    if let body { text = [text, body].filter { !$0.isEmpty }.joined(separator: " ") }
    self.text = text
    day = date?.day ?? now.day
    let isNow = !text.isEmpty && day == now.day
    time = date?.time ?? (isNow ? now.time : nil)
    alternative = date == nil ? Self.alternative(text, now: now) : nil
    let impossible = date == nil ? Self.impossibleDay(text, now: now) : nil
    mistake = impossible.map { .notADate(key: "diary", text: $0, nearest: NearestDate.reading($0, now: now)) }
  }

  /// Returns the whole text, or the part before a colon, if it would be a day with other numbers: `2월 30일`, `feb 30`.
  private static func impossibleDay(_ text: String, now: CivilMoment) -> String? {
    let colons = text.indices.filter { text[$0] == ":" || text[$0] == "：" }
    let heads = (colons.prefix(3) + [text.endIndex]).map { String(text[..<$0]) }
    return heads.first { head in
      guard head.utf8.count < 60, head.contains(where: \.isNumber),
        head.contains(where: { !$0.isNumber })
      else { return false }
      let pieces = head.split(omittingEmptySubsequences: false) { !$0.isWholeNumber }
      var other = head
      for piece in pieces.reversed() where (1...2).contains(piece.count) {
        other.replaceSubrange(piece.startIndex..<piece.endIndex, with: piece.count == 1 ? "1" : "01")
      }
      return past(other, now: now) != nil && past(head, now: now) == nil
    }
  }

  private static func split(_ text: String, now: CivilMoment, takesPeriods: Bool) -> (date: CivilDate?, text: String) {
    if let date = past(text, now: now, takesPeriods: takesPeriods) { return (date, "") }
    var index = text.startIndex
    while let colon = text[index...].firstIndex(where: { $0 == ":" || $0 == "：" }), text[..<colon].utf8.count < 120 {
      index = text.index(after: colon)
      // The colon of `21:00` ends nothing.
      if text[index...].first?.isNumber == true, text[..<colon].last?.isNumber == true { continue }
      let head = String(text[..<colon])
      guard head.count > 1, let date = past(head, now: now, takesPeriods: takesPeriods) else { continue }
      return (date, String(text[index...].drop { $0 == " " }))
    }
    return (nil, text)
  }

  private static func past(_ text: String, now: CivilMoment, takesPeriods: Bool = false) -> CivilDate? {
    let reading = DateExpression.parse(text, relativeTo: now, for: .diary)
    if takesPeriods, case .range(let range)? = reading { return .day(range.first) }
    return reading?.date
  }

  private static func alternative(_ text: String, now: CivilMoment) -> Alternative? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count > 1, !isAmbiguous(words[0]) else { return nil }
    for count in stride(from: min(words.count - 1, 6), through: 1, by: -1) {
      let head = words[..<count].joined(separator: " ")
      guard let date = past(head, now: now) else { continue }
      guard date.day != now.day else { return nil }
      return Alternative(day: date.day, text: head + ": " + words[count...].joined(separator: " "))
    }
    return nil
  }

  /// Returns true for a word that can begin a sentence as well as a date: `sun`, `may`, `3`.
  private static func isAmbiguous(_ word: String) -> Bool {
    word.count <= 3 && word.unicodeScalars.allSatisfy { $0.isASCII } || word.count == 1
      || ["march", "august"].contains(word.lowercased())
  }

  /// The line as it is appended: `21:00 met Jieun`.
  package var line: String { time.map { Self.clock($0) + " " + text } ?? text }

  private static func clock(_ time: TimeOfDay) -> String {
    padded(time.hour, to: 2) + ":" + padded(time.minute, to: 2)
  }

  /// Appends the line to `bytes` as a separate paragraph.
  package func appended(to bytes: [UInt8]) -> [UInt8] {
    let end = lineEnd(of: bytes)
    var gap: [UInt8] = []
    if !bytes.isEmpty {
      let ends = bytes.reversed().prefix { $0 == 0x0A || $0 == 0x0D }.count { $0 == 0x0A }
      gap = Array(repeatElement(end, count: max(0, 2 - ends)).joined())
    }
    return bytes + gap + Array(line.utf8) + end
  }
}
