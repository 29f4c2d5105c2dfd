/// The days on which something recurs: a rule of RFC 5545 about days, with additions from people's words.
///
/// The rule contains no start. It is counted from an anchor, the first due day, so it never drifts: ``days(from:)``.
///
/// An example: `every month`, counted from the anchor 2026-01-31. Each period gives its candidates by itself, so a
/// short month does not move those after it:
///
/// ```
///  period        January   February   March   April
///  candidate     31        31         31      31
///  .lastDay      01-31     02-28      03-31   04-30      what people mean
///  .skipped      01-31                03-31              RFC 5545
///                  │
///                  └ done on 02-02, with `when done`: counted from that day, 03-02
/// ```
package struct RecurrenceRule: Hashable, Sendable {
  package enum Frequency: String, Sendable, CaseIterable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A day of the week; with an ordinal the first (1), the last (-1) … of its month or year.
  package struct WeekdayTerm: Hashable, Sendable {
    package let weekday: Weekday
    package let ordinal: Int?

    package init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  package enum End: Hashable, Sendable {
    case never
    /// The rule ends after N occurrences, including the first.
    case count(Int)
    /// The last day on which it may fall.
    case until(Day)
  }

  /// The treatment of a day that a month lacks, such as the 31st.
  package enum MissingDay: Hashable, Sendable {
    /// There is no occurrence: RFC 5545.
    case skipped
    /// The rule counts the month's last day instead, as people mean “every month on the 31st”.
    case lastDay
  }

  /// The day from which the next occurrence is counted.
  package enum Basis: Hashable, Sendable {
    case anchor
    /// The day on which the last one was done: `after 3 days`.
    case completion
  }

  /// The intervals that a rule may have.
  static let intervals = 1...10_000

  package var frequency: Frequency
  package var interval = 1
  package var weekdays: [WeekdayTerm] = []
  /// 1 … 31, or from the end -1 … -31.
  package var monthDays: [Int] = []
  package var months: [Int] = []
  /// 1 … 366, or from the end.
  package var yearDays: [Int] = []
  /// 1 … 53, or from the end.
  package var weekNumbers: [Int] = []
  /// The positions of the days that count in each period's set: 1 the first, -1 the last.
  package var setPositions: [Int] = []
  package var weekStart = Weekday.monday
  package var end = End.never
  /// Days of the rule that are left out; they count for ``End/count(_:)``.
  package var exceptions: Set<Day> = []
  package var missingDay = MissingDay.skipped
  package var basis = Basis.anchor

  package init(_ frequency: Frequency, interval: Int = 1) {
    self.frequency = frequency
    self.interval = interval
  }

  /// Returns true if a later due day is not enough to continue the series, because it does not tell which week, month
  /// or year came first, that the day is missing in short months, or how many occurrences there were.
  package func needsAnchor(from day: Day) -> Bool {
    guard basis == .anchor else { return false }
    if case .count = end { return true }
    let isOpen = weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
    let isMonthly = frequency == .monthly || frequency == .yearly
    return interval > 1 || isMonthly && isOpen && day.dayOfMonth > 28
  }
}

/// The reason why a text is not a rule of recurrence.
package enum RecurrenceError: Error, Hashable, Sendable {
  /// A word of the rule that the parser does not know.
  case unknownWord(String)
  /// A part of an RRULE that is unknown or has a value it cannot have.
  case wrongPart(name: String, value: String)
  /// Rules for hours, minutes and seconds.
  case shorterThanADay(String)
  /// `COUNT` and `UNTIL`, or a part that is twice.
  case contradiction(String)
}

// Rules as calendar programs read them.

extension RecurrenceRule {
  /// Writes the value of an RRULE of RFC 5545, for a series that begins on `anchor`.
  ///
  /// A rule whose missing days fall on a month's last day is written with `BYMONTHDAY=-1` or `BYSETPOS=-1` if it names
  /// one day. RFC 5545 has no form for a rule that counts from completion, so its plain frequency is written.
  package func rfc5545(anchor: Day) -> String {
    var rule = self
    if missingDay == .lastDay { rule.spellOutMissingDays(anchor: anchor) }
    var parts = ["FREQ=" + rule.frequency.rawValue]
    if rule.interval > 1 { parts.append("INTERVAL=\(rule.interval)") }
    parts += Self.list("BYMONTH", rule.months) + Self.list("BYWEEKNO", rule.weekNumbers)
    parts += Self.list("BYYEARDAY", rule.yearDays) + Self.list("BYMONTHDAY", rule.monthDays)
    let codes = rule.weekdays.map { term in
      (term.ordinal.map { String($0) } ?? "") + Self.weekdayCodes[term.weekday.rawValue - 1]
    }
    if !codes.isEmpty { parts.append("BYDAY=" + codes.joined(separator: ",")) }
    parts += Self.list("BYSETPOS", rule.setPositions)
    if rule.weekStart != .monday { parts.append("WKST=" + Self.weekdayCodes[rule.weekStart.rawValue - 1]) }
    switch rule.end {
    case .never: break
    case .count(let count): parts.append("COUNT=\(count)")
    case .until(let day): parts.append("UNTIL=" + day.description.filter { $0 != "-" })
    }
    return parts.joined(separator: ";")
  }

  private static func list(_ name: String, _ numbers: [Int]) -> [String] {
    guard !numbers.isEmpty else { return [] }
    return [name + "=" + numbers.map { String($0) }.joined(separator: ",")]
  }

  /// Writes day 30 as `28,29,30`, of which the last counts, and day 31 as the last day.
  private mutating func spellOutMissingDays(anchor: Day) {
    let hasNoDays = weekdays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty
    guard hasNoDays, frequency == .monthly || frequency == .yearly else { return }
    let day = monthDays.isEmpty ? anchor.dayOfMonth : monthDays[0]
    if frequency == .yearly, months.isEmpty { months = [anchor.month] }
    guard monthDays.count <= 1, months.count <= 1 || frequency == .monthly, day > 28 else {
      // Of several days only the last of a month can be told so that all programs understand it.
      monthDays = monthDays.map { $0 > 28 ? ($0 == 31 ? -1 : $0) : $0 }
      return
    }
    if frequency == .yearly, Day(year: 2001, month: months[0], day: day) != nil {
      // The month has it in every year.
      monthDays = [day]
    } else if day == 31 || months == [2] {
      // The last day of the month in any case, which programs without BYSETPOS understand too.
      monthDays = [-1]
    } else {
      monthDays = Array(28...day)
      setPositions = [-1]
    }
  }
}

// Rules as other programs write them: `RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=5`.

extension RecurrenceRule {
  /// Reads a rule of RFC 5545, with or without `RRULE:` before it, letters in any case.
  ///
  /// - Parameter utcOffsetSeconds: On whose clock an `UNTIL` in UTC names a day.
  package init(rfc5545 text: some StringProtocol, utcOffsetSeconds: Int = 0) throws(RecurrenceError) {
    let upper = text.uppercased()
    let lines = upper.split(whereSeparator: \.isWhitespace)
    let first = lines.firstIndex { $0.hasPrefix("EXDATE:") } ?? lines.endIndex
    let rule = lines[..<first].joined()
    let body = rule.hasPrefix("RRULE:") ? rule.dropFirst(6) : rule[...]
    var parts: [(name: Substring, value: Substring)] = []
    for part in body.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2 else { throw .unknownWord(String(part)) }
      let name = sides[0].trimmingSpaces
      guard !parts.contains(where: { $0.name == name }) else { throw .contradiction(String(name)) }
      parts.append((name, sides[1].trimmingSpaces))
    }
    guard let frequency = parts.first(where: { $0.name == "FREQ" })?.value else {
      throw .wrongPart(name: "FREQ", value: "")
    }
    if ["HOURLY", "MINUTELY", "SECONDLY"].contains(frequency) { throw .shorterThanADay(String(frequency)) }
    guard let known = Frequency(rawValue: String(frequency)) else {
      throw .wrongPart(name: "FREQ", value: String(frequency))
    }
    self.init(known)
    for part in parts where part.name != "FREQ" {
      try read(part.name, part.value, utcOffsetSeconds: utcOffsetSeconds)
    }
    for line in lines[first...] { try readExceptions(line) }
    try checkOrdinals()
  }

  private mutating func read(_ name: Substring, _ value: Substring, utcOffsetSeconds: Int) throws(RecurrenceError) {
    func numbers(_ limit: Int) throws(RecurrenceError) -> [Int] {
      try Self.numbers(value, name: name, limit: limit)
    }
    let wrong = RecurrenceError.wrongPart(name: String(name), value: String(value))
    switch name {
    case "INTERVAL":
      guard let number = Int(value), Self.intervals.contains(number) else { throw wrong }
      interval = number
    case "COUNT":
      guard end == .never else { throw .contradiction("COUNT, UNTIL") }
      guard let number = Int(value), number > 0 else { throw wrong }
      end = .count(number)
    case "UNTIL":
      guard end == .never else { throw .contradiction("COUNT, UNTIL") }
      guard let day = Self.until(value, utcOffsetSeconds: utcOffsetSeconds) else { throw wrong }
      end = .until(day)
    case "WKST":
      guard let day = Self.weekday(value) else { throw wrong }
      weekStart = day
    case "BYDAY", "BYWEEKDAY": weekdays = try Self.weekdays(value, name: name)
    case "BYMONTHDAY": monthDays = try numbers(31)
    case "BYMONTH":
      months = try numbers(12)
      guard months.allSatisfy({ $0 > 0 }) else { throw wrong }
    case "BYSETPOS": setPositions = try numbers(366)
    case "BYWEEKNO": weekNumbers = try numbers(53)
    case "BYYEARDAY": yearDays = try numbers(366)
    case "RSCALE": guard value == "GREGORIAN" else { throw wrong }
    case "SKIP":
      guard ["BACKWARD", "OMIT"].contains(value) else { throw wrong }
      missingDay = value == "BACKWARD" ? .lastDay : .skipped
    default: throw wrong
    }
  }

  /// Reads a line such as `EXDATE:20261207,20261214`.
  private mutating func readExceptions(_ line: Substring) throws(RecurrenceError) {
    guard line.hasPrefix("EXDATE:") else { throw .unknownWord(String(line)) }
    for value in line.dropFirst(7).split(separator: ",") {
      guard let day = Self.until(value, utcOffsetSeconds: 0) else {
        throw .wrongPart(name: "EXDATE", value: String(value))
      }
      exceptions.insert(day)
    }
  }

  /// Parses a list of numbers. No number may be 0 or larger than `limit`, and none smaller than `-limit`.
  private static func numbers(_ text: Substring, name: Substring, limit: Int) throws(RecurrenceError) -> [Int] {
    var numbers: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word), number != 0, (-limit...limit).contains(number) else {
        throw .wrongPart(name: String(name), value: String(text))
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func weekdays(_ text: Substring, name: Substring) throws(RecurrenceError) -> [WeekdayTerm] {
    var terms: [WeekdayTerm] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let number = word.dropLast(2)
      let ordinal = Int(number)
      guard let day = weekday(word.suffix(2)), number.isEmpty || ordinal != nil,
        ordinal.map({ $0 != 0 && (-53...53).contains($0) }) ?? true
      else { throw .wrongPart(name: String(name), value: String(text)) }
      terms.append(WeekdayTerm(day, ordinal: ordinal))
    }
    return terms
  }

  /// Returns the code of a day of the week in iCalendar: `MO`.
  package static func code(of weekday: Weekday) -> String { weekdayCodes[weekday.rawValue - 1] }

  static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private static func weekday(_ code: Substring) -> Weekday? {
    weekdayCodes.firstIndex { $0 == code }.flatMap { Weekday(rawValue: $0 + 1) }
  }

  /// Parses the end of a rule: `20261231`, `20261231T235959Z`.
  private static func until(_ text: Substring, utcOffsetSeconds: Int) -> Day? {
    let digits = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= digits.count else { return nil }
      return Int(String(decoding: digits[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(4..<6), let dayOfMonth = number(6..<8),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    if digits.count == 8 { return day }
    guard digits.count >= 15, digits[8] == UInt8(ascii: "T"), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15),
      let time = TimeOfDay(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    guard digits.count == 16, digits[15] == UInt8(ascii: "Z") else { return digits.count == 15 ? day : nil }
    let moment = CivilMoment(day: day, time: time, utcOffsetSeconds: 0)
    return CivilMoment(secondsSinceEpoch: moment.secondsSinceEpoch(), utcOffsetSeconds: utcOffsetSeconds)?.day
  }

  /// Throws if an ordinal, as in “the second Friday”, belongs to a week or is combined with the number of a week.
  private func checkOrdinals() throws(RecurrenceError) {
    guard weekdays.contains(where: { $0.ordinal != nil }) else { return }
    guard frequency == .monthly || frequency == .yearly, weekNumbers.isEmpty else {
      throw .contradiction("FREQ, BYDAY")
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
