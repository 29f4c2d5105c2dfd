extension LocalZone {
  /// Returns the clock of a place by its file of the database of zones (TZif, RFC 9636).
  ///
  /// - Returns: nil if the bytes are no such file.
  package static func read(_ bytes: [UInt8], named name: String) -> LocalZone? {
    guard let file = ZoneFile(bytes) else { return nil }
    return LocalZone(named: name, offset: file.offset)
  }
}

/// The changes of a clock, and the rule for the time after the last.
private struct ZoneFile: Sendable {
  private var changes: [(second: Int, offset: Int)] = []
  private var first = 0
  private var rule: ZoneRule?

  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ size: Int) -> Int? {
      guard place >= 0, place + size <= bytes.count else { return nil }
      let bits = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return size == 8 ? Int(Int64(bitPattern: bits)) : Int(Int32(truncatingIfNeeded: bits))
    }
    /// Reads the counts of a header: UTC and standard marks, leap seconds, changes, kinds and letters.
    func header(_ start: Int) -> [Int]? {
      guard bytes.dropFirst(start).starts(with: "TZif".utf8) else { return nil }
      let counts = (0..<6).compactMap { number(start + 20 + $0 * 4, 4) }
      return counts.count == 6 && counts.allSatisfy { 0..<100_000 ~= $0 } ? counts : nil
    }
    guard var counts = header(0) else { return nil }
    var (start, size) = (44, 4)
    if bytes[4] >= UInt8(ascii: "2") {
      // The second part of the file repeats the data with 64-bit numbers.
      let second = 44 + counts[3] * 5 + counts[4] * 6 + counts[5] + counts[2] * 8 + counts[1] + counts[0]
      guard let wide = header(second) else { return nil }
      (counts, start, size) = (wide, second + 44, 8)
    }
    let kinds = start + counts[3] * (size + 1)
    func offset(_ kind: Int) -> Int? { kind < counts[4] ? number(kinds + kind * 6, 4) : nil }
    guard let first = offset(0) else { return nil }
    self.first = first
    for index in 0..<counts[3] {
      guard let second = number(start + index * size, size), second >= changes.last?.second ?? .min,
        let offset = number(start + counts[3] * size + index, 1).flatMap({ offset($0 & 0xFF) })
      else { return nil }
      changes.append((second, offset))
    }
    let end = kinds + counts[4] * 6 + counts[5] + counts[2] * (size + 4) + counts[1] + counts[0]
    guard size == 8, end < bytes.count else { return }
    rule = ZoneRule(String(decoding: bytes[(end + 1)...].prefix { $0 != 0x0A }, as: UTF8.self))
  }

  func offset(at second: Int) -> Int {
    guard let last = changes.last else { return rule?.offset(at: second) ?? first }
    if second >= last.second, let rule { return rule.offset(at: second) }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].second <= second { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].offset : first
  }
}

/// `CET-1CEST,M3.5.0,M10.5.0/3`: the offsets of a clock and the days on which it is changed, as POSIX writes them.
private struct ZoneRule: Sendable {
  private enum Change: Sendable {
    case weekday(month: Int, week: Int, weekday: Int)
    /// A day of the year from 0, with or without the 29th of February.
    case dayOfYear(Int, countsLeapDay: Bool)
  }

  private var standard = 0
  /// The summer time; nil for a clock that is never changed.
  private var summer: (offset: Int, start: (Change, second: Int), end: (Change, second: Int))?

  init?(_ text: String) {
    var rest = text[...]
    guard Self.skipName(&rest), let standard = Self.seconds(&rest) else { return nil }
    self.standard = -standard
    guard !rest.isEmpty else { return }
    guard Self.skipName(&rest) else { return nil }
    let offset = rest.first == "," ? self.standard + 3_600 : Self.seconds(&rest).map { -$0 }
    guard let offset, let start = Self.change(&rest), let end = Self.change(&rest) else { return nil }
    summer = (offset, start, end)
  }

  private static func skipName(_ text: inout Substring) -> Bool {
    let count = text.count
    if text.first == "<" {
      text = text.drop { $0 != ">" }.dropFirst()
    } else {
      text = text.drop(while: \.isLetter)
    }
    return text.count < count
  }

  /// Reads an offset such as `-5:30` or `2`.
  private static func seconds(_ text: inout Substring) -> Int? {
    let isNegative = text.first == "-"
    if isNegative || text.first == "+" { text = text.dropFirst() }
    var (seconds, unit) = (0, 3_600)
    while unit > 0, let part = number(&text) {
      seconds += part * unit
      unit /= 60
      guard text.first == ":" else { return isNegative ? -seconds : seconds }
      text = text.dropFirst()
    }
    return nil
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }.prefix(4)
    text = text.dropFirst(digits.count)
    return Int(digits)
  }

  /// Reads a change such as `,M3.5.0/2`, `,J60` or `,59`.
  private static func change(_ text: inout Substring) -> (Change, second: Int)? {
    guard text.popFirst() == "," else { return nil }
    let change: Change
    switch text.first {
    case "M":
      var numbers: [Int] = []
      while numbers.count < 3, text.first == (numbers.isEmpty ? "M" : ".") {
        text = text.dropFirst()
        guard let number = number(&text) else { return nil }
        numbers.append(number)
      }
      guard numbers.count == 3, 1...12 ~= numbers[0], 1...5 ~= numbers[1], 0...6 ~= numbers[2] else { return nil }
      change = .weekday(month: numbers[0], week: numbers[1], weekday: numbers[2])
    case "J":
      text = text.dropFirst()
      guard let day = number(&text) else { return nil }
      change = .dayOfYear(day - 1, countsLeapDay: false)
    default:
      guard let day = number(&text) else { return nil }
      change = .dayOfYear(day, countsLeapDay: true)
    }
    guard text.first == "/" else { return (change, 7_200) }
    text = text.dropFirst()
    return seconds(&text).map { (change, $0) }
  }

  func offset(at second: Int) -> Int {
    guard let summer, let year = CivilMoment(secondsSinceEpoch: second, utcOffsetSeconds: standard)?.day.year,
      let start = Self.second(of: summer.start, in: year), let end = Self.second(of: summer.end, in: year)
    else { return standard }
    let isAfterStart = second >= start - standard
    let isBeforeEnd = second < end - summer.offset
    let isSummer = start < end ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd
    return isSummer ? summer.offset : standard
  }

  /// Returns the change in a year as seconds on the clock before it.
  private static func second(of change: (Change, second: Int), in year: Int) -> Int? {
    let day: Day?
    switch change.0 {
    case .weekday(let month, let week, let weekday):
      guard let first = Day(year: year, month: month, day: 1) else { return nil }
      // Sunday is 0 here.
      let distance = (weekday - first.weekday.rawValue % 7 + 7) % 7
      let days = (0..<week).compactMap { Day(year: year, month: month, day: 1 + distance + $0 * 7) }
      day = days.last
    case .dayOfYear(let number, let countsLeapDay):
      let isAfterLeapDay = !countsLeapDay && number >= 59 && Day(year: year, month: 2, day: 29) != nil
      day = Day(year: year, month: 1, day: 1)?.adding(days: number + (isAfterLeapDay ? 1 : 0))
    }
    return day.map { $0.daysSinceEpoch * 86_400 + change.second }
  }
}
