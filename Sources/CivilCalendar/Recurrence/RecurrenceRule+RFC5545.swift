// Rules as other programs write them: `RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=5`.

extension RecurrenceRule {
  /// Reads a rule of RFC 5545, with or without `RRULE:` before it, letters in any case.
  ///
  /// - Parameter utcOffsetSeconds: On whose clock an `UNTIL` in UTC names a day.
  package init(
    rfc5545 text: some StringProtocol, utcOffsetSeconds: Int = 0
  ) throws(RecurrenceError) {
    let upper = text.uppercased()
    let body = upper.hasPrefix("RRULE:") ? upper.dropFirst(6) : upper[...]
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
    if ["HOURLY", "MINUTELY", "SECONDLY"].contains(frequency) {
      throw .shorterThanADay(String(frequency))
    }
    guard let known = Frequency(rawValue: String(frequency)) else {
      throw .wrongPart(name: "FREQ", value: String(frequency))
    }
    self.init(known)
    for part in parts where part.name != "FREQ" {
      try read(part.name, part.value, utcOffsetSeconds: utcOffsetSeconds)
    }
    try checkOrdinals()
  }

  private mutating func read(
    _ name: Substring, _ value: Substring, utcOffsetSeconds: Int
  ) throws(RecurrenceError) {
    func numbers(_ limit: Int) throws(RecurrenceError) -> [Int] {
      try Self.numbers(value, name: name, limit: limit)
    }
    let wrong = RecurrenceError.wrongPart(name: String(name), value: String(value))
    switch name {
    case "INTERVAL":
      guard let number = Int(value), (1...10_000).contains(number) else { throw wrong }
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

  /// Numbers in a row; none is 0 or larger than `limit`.
  private static func numbers(
    _ text: Substring, name: Substring, limit: Int
  ) throws(RecurrenceError) -> [Int] {
    var numbers: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(word), number != 0, abs(number) <= limit else {
        throw .wrongPart(name: String(name), value: String(text))
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func weekdays(
    _ text: Substring, name: Substring
  ) throws(RecurrenceError) -> [WeekdayTerm] {
    var terms: [WeekdayTerm] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let number = word.dropLast(2)
      let ordinal = Int(number)
      guard let day = weekday(word.suffix(2)), number.isEmpty || ordinal != nil,
        ordinal.map({ $0 != 0 && abs($0) <= 53 }) ?? true
      else { throw .wrongPart(name: String(name), value: String(text)) }
      terms.append(WeekdayTerm(day, ordinal: ordinal))
    }
    return terms
  }

  static let weekdayCodes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  private static func weekday(_ code: Substring) -> Weekday? {
    weekdayCodes.firstIndex { $0 == code }.flatMap { Weekday(rawValue: $0 + 1) }
  }

  /// `20261231`, `20261231T235959Z`.
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
    guard digits.count == 16, digits[15] == UInt8(ascii: "Z") else {
      return digits.count == 15 ? day : nil
    }
    let moment = CivilMoment(day: day, time: time, utcOffsetSeconds: 0)
    return CivilMoment(
      secondsSinceEpoch: moment.secondsSinceEpoch(), utcOffsetSeconds: utcOffsetSeconds)?.day
  }

  /// “The second Friday” has no meaning in a week, nor next to the number of a week.
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
