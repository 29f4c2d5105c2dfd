extension RecurrenceRule {
  /// Reads a rule as the user writes it, in English or Korean, or an RRULE of RFC 5545.
  ///
  ///     every 2 weeks on mon,fri        매주 월,금
  ///     every month on the 31st         매월 말일
  ///     every year on feb 29            매년 2월 29일
  ///     after 3 days                    완료 후 3일
  ///     every week until 2027-03-01     매주 10번
  ///     every week except 2026-12-07    매주 2026-12-07 제외
  ///
  /// - Parameter utcOffsetSeconds: On whose clock an RRULE's `UNTIL` in UTC names a day.
  package static func parse(
    _ text: some StringProtocol, utcOffsetSeconds: Int = 0
  ) throws(RecurrenceError) -> RecurrenceRule {
    let lower = text.lowercased()
    let upper = text.uppercased()
    if upper.hasPrefix("RRULE:") || upper.contains("FREQ=") {
      return try RecurrenceRule(rfc5545: upper, utcOffsetSeconds: utcOffsetSeconds)
    }
    var words = lower.split { $0.isWhitespace || $0 == "," || $0 == "·" }.map(String.init)
    guard !words.isEmpty else { throw .unknownWord("") }
    let exceptions = try RecurrenceExceptions.take(from: &words)
    let end = try RecurrenceEnd.take(from: &words)
    var reader = RecurrenceReader(words: try RecurrenceReader.meanings(words)[...])
    var rule = try reader.rule(text: lower)
    rule.end = end
    rule.exceptions = exceptions
    rule.missingDay = .lastDay
    return rule
  }
}

/// The days that a rule leaves out: `except 2026-12-07, 2026-12-14`, `2026-12-07 제외`.
enum RecurrenceExceptions {
  /// Removes the words of an exception from the words of a rule. Returns the excluded days; empty without an exception.
  static func take(from words: inout [String]) throws(RecurrenceError) -> Set<Day> {
    let range: Range<Int>
    if let start = words.firstIndex(of: "except") {
      range = start..<(words[(start + 1)...].firstIndex { Day(iso: $0) == nil } ?? words.endIndex)
    } else if let end = words.firstIndex(where: { ["제외", "빼고"].contains($0) }) {
      let start = words[..<end].lastIndex { Day(iso: $0) == nil }.map { $0 + 1 } ?? 0
      range = start..<end + 1
    } else {
      return []
    }
    let days = words[range].compactMap { Day(iso: $0) }
    guard !days.isEmpty else { throw .unknownWord(words[range.lowerBound]) }
    words.removeSubrange(range)
    return Set(days)
  }
}

/// The end of a rule: `until 2027-03-01`, `count 10`, `10 times`, `2027-03-01까지`, `10번`.
enum RecurrenceEnd {
  /// Takes the words of the end out of `words`.
  static func take(from words: inout [String]) throws(RecurrenceError) -> RecurrenceRule.End {
    let until = try takeUntil(from: &words)
    let count = takeCount(from: &words)
    switch (until, count) {
    case (let day?, nil): return .until(day)
    case (nil, let count?): return .count(count)
    case (nil, nil): return .never
    case (_?, _?): throw .contradiction("until, count")
    }
  }

  private static func takeUntil(from words: inout [String]) throws(RecurrenceError) -> Day? {
    if let last = words.firstIndex(where: { $0.hasSuffix("까지") }) {
      words[last] = String(words[last].dropLast(2))
      for first in max(0, last - 2)...last {
        guard let day = day(words[first...last]) else { continue }
        words.removeSubrange(first...last)
        return day
      }
      throw .wrongPart(name: "까지", value: words[last])
    }
    guard let start = words.firstIndex(where: { ["until", "till"].contains($0) }) else { return nil }
    let tail = words[(start + 1)...]
    let stops: Set<String> = ["count", "when", "for"]
    let end = tail.firstIndex(where: stops.contains) ?? words.count
    guard let day = day(words[(start + 1)..<end]) else {
      throw .wrongPart(name: "until", value: tail.joined(separator: " "))
    }
    words.removeSubrange(start..<end)
    return day
  }

  /// Parses a day with its year. A rule is in a file for years, so a word such as `tomorrow` would change its meaning.
  private static func day(_ words: ArraySlice<String>) -> Day? {
    let text = words.joined(separator: " ")
    let hasYear = text.split { !("0"..."9").contains($0) }.contains { $0.utf8.count == 4 }
    guard hasYear else { return nil }
    let reference = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    return DateExpression.parse(text, relativeTo: reference)?.lastDay
  }

  private static func takeCount(from words: inout [String]) -> Int? {
    for index in words.indices {
      let word = words[index]
      let attached = ["번", "회", "x"].contains { word.hasSuffix($0) } ? word.dropLast() : nil
      let start = index > 0 && words[index - 1] == "for" ? index - 1 : index
      if let count = attached.flatMap({ Int($0) }), count > 0 {
        words.removeSubrange(start...index)
        return count
      }
      guard let count = Int(word), count > 0 else { continue }
      let follower = index + 1 < words.count ? words[index + 1] : ""
      if ["times", "time", "번", "회"].contains(follower) {
        words.removeSubrange(start...(index + 1))
        return count
      }
      if index > 0, words[index - 1] == "count" {
        words.removeSubrange((index - 1)...index)
        return count
      }
    }
    return nil
  }
}

/// Makes a rule of the meanings of its words.
struct RecurrenceReader {
  fileprivate var words: ArraySlice<RecurrenceWord>
  fileprivate var frequency: RecurrenceRule.Frequency?
  fileprivate var interval: Int?
  fileprivate var rule = RecurrenceRule(.daily)
  fileprivate var isRule = false
  /// True if `every` or a word like it was read: then days count from completion, too.
  fileprivate var isEvery = false
  /// Months (true) and days of a month (false) in the order in which they were read.
  fileprivate var order: [Bool] = []

  /// Returns the meanings of all words, after their Korean particles are removed.
  static func meanings(_ words: [String]) throws(RecurrenceError) -> [RecurrenceWord] {
    var meanings: [RecurrenceWord] = []
    for word in joined(words) { meanings += try Self.meanings(of: word) }
    return meanings
  }

  /// Joins words that Korean may write apart: `매 주` as `매주`, `두 번째` as `두번째`, `두 달마다` as `두달마다`. `두 달에 한 번`
  /// becomes the same.
  private static func joined(_ words: [String]) -> [String] {
    var result: [String] = []
    for var word in words {
      if word == "번", result.last == "한" { word = result.removeLast() + word }
      if word == "한번", result.last?.hasSuffix("에") == true { word = result.removeLast().dropLast() + "마다" }
      let last = result.last ?? ""
      let isCounted = word.hasSuffix("마다") && CountedTime(last) == nil && interval(last + word) != nil
      if last == "매" || ["번째", "마다"].contains(word) || isCounted { word = (result.popLast() ?? "") + word }
      result.append(word)
    }
    return result
  }

  /// Parses a length of time before `마다`: `3일마다`, `두달마다`.
  private static func interval(_ word: String) -> RecurrenceWord? {
    let length = word.dropLast(2)
    guard word.hasSuffix("마다"), let time = CountedTime(length), time.seconds == 0 else { return nil }
    let areWeeks = ["주", "주일", "주간"].contains { length.hasSuffix($0) }
    switch (time.months, time.days) {
    case (let months, 0): return months % 12 == 0 ? .unit(.yearly, months / 12) : .unit(.monthly, months)
    case (0, let days): return areWeeks ? .unit(.weekly, days / 7) : .unit(.daily, days)
    default: return nil
    }
  }

  private static func meanings(of word: String) throws(RecurrenceError) -> [RecurrenceWord] {
    if word == "주마다" { return [.unit(.weekly, 1), .every] }
    if let interval = interval(word) { return [interval, .every] }
    if let meaning = RecurrenceWord(word) {
      // Words such as `daily` and `매주` are rules by themselves.
      let isShorthand = word.hasSuffix("ly") || word.hasPrefix("매") || word.hasPrefix("격")
      if isShorthand, case .unit = meaning { return [.every, meaning] }
      return [meaning]
    }
    let particles: [(String, RecurrenceWord)] = [
      ("마다", .every), ("에", .filler), ("날", .filler), ("의", .opening), ("과", .opening),
      ("와", .opening), ("이랑", .opening), ("하고", .opening),
    ]
    for (particle, meaning) in particles where word.hasSuffix(particle) && word.count > particle.count {
      if let head = RecurrenceWord(String(word.dropLast(particle.count))) { return [head, meaning] }
    }
    // `월수금`, `월수금마다`: several days in one word.
    let isEvery = word.hasSuffix("마다")
    let letters = word.dropLast(isEvery ? 2 : 0).map { RecurrenceWord(String($0)) }
    let areDays = letters.allSatisfy { if case .weekday? = $0 { true } else { false } }
    guard areDays else { throw .unknownWord(word) }
    return letters.compactMap(\.self) + (isEvery ? [.every] : [])
  }

  mutating func rule(text: String) throws(RecurrenceError) -> RecurrenceRule {
    // `every day on call` and `매일 회의` are a rule and a title.
    guard words.last != .opening else { throw .unknownWord(text) }
    while let word = words.popFirst() { try take(word, text) }
    guard isRule else { throw .unknownWord(text) }
    rule.frequency = try resolvedFrequency(text)
    rule.interval = interval ?? 1
    guard RecurrenceRule.intervals.contains(rule.interval) else { throw .unknownWord(text) }
    try check(text)
    return rule
  }

  private mutating func take(_ word: RecurrenceWord, _ text: String) throws(RecurrenceError) {
    switch word {
    case .every:
      isRule = true
      isEvery = true
    case .completion:
      isRule = true
      rule.basis = .completion
    case .other: interval = 2
    case .unit(let unit, let count): try takeUnit(unit, count, text)
    case .number(let number): try takeNumber(number, text)
    case .quantity(let number):
      // `매월 두 번` is no day of a month.
      guard case .unit? = words.first else { throw .unknownWord(text) }
      interval = number
    case .ordinal(let ordinal): takeOrdinal(ordinal)
    case .weekday(let weekday): rule.weekdays.append(RecurrenceRule.WeekdayTerm(weekday))
    case .weekdays(let weekdays): rule.weekdays += weekdays.map { RecurrenceRule.WeekdayTerm($0) }
    case .month(let month):
      rule.months.append(month)
      order.append(true)
    case .monthDay(let day):
      // After `완료 후`, `3일` is a number of days.
      if rule.basis == .completion, day > 0 { try takeUnit(.daily, day, text) } else { addMonthDay(day) }
    case .filler, .opening: break
    }
  }

  /// Sets the frequency. Another unit after it (`the last day of the month`) is ignored.
  private mutating func takeUnit(
    _ unit: RecurrenceRule.Frequency, _ count: Int, _ text: String
  ) throws(RecurrenceError) {
    if let frequency, unit != frequency { return }
    frequency = unit
    let (product, overflow) = (interval ?? 1).multipliedReportingOverflow(by: count)
    guard !overflow, RecurrenceRule.intervals.contains(product) else { throw .unknownWord(text) }
    interval = product
  }

  private mutating func takeNumber(_ number: Int, _ text: String) throws(RecurrenceError) {
    if case .unit? = words.first {
      interval = number
    } else if number >= 1, number <= 31 {
      addMonthDay(number)
    } else {
      throw .unknownWord(String(number))
    }
  }

  private mutating func addMonthDay(_ day: Int) {
    rule.monthDays.append(day)
    order.append(false)
  }

  private mutating func takeOrdinal(_ ordinal: Int) {
    let isNextToUnit = words.first != .filler && words.first != .opening
    while words.first == .filler || words.first == .opening { words.removeFirst() }
    if frequency == nil, case .unit? = words.first, !words.dropFirst().contains(where: \.isUnit), ordinal > 0 {
      // `every 2nd week`, but `every 15th of the month`
      if isNextToUnit { interval = ordinal } else { addMonthDay(ordinal) }
      return
    }
    switch words.first {
    case .weekday(let weekday)?:
      words.removeFirst()
      rule.weekdays.append(RecurrenceRule.WeekdayTerm(weekday, ordinal: ordinal))
    case .weekdays(let weekdays)?:
      words.removeFirst()
      rule.weekdays += weekdays.map { RecurrenceRule.WeekdayTerm($0) }
      rule.setPositions = [ordinal]
      frequency = frequency ?? .monthly
    case .unit(.daily, 1)?:
      words.removeFirst()
      addMonthDay(ordinal)
    case .ordinal?: takeSecondLast(ordinal)
    default: addMonthDay(ordinal)
    }
  }

  /// Reads `second last friday`. Without `last` after it, the ordinal is a day of the month.
  private mutating func takeSecondLast(_ ordinal: Int) {
    guard words.first == .ordinal(-1), ordinal > 0 else {
      addMonthDay(ordinal)
      return
    }
    words.removeFirst()
    takeOrdinal(-ordinal)
  }

  private func resolvedFrequency(_ text: String) throws(RecurrenceError) -> RecurrenceRule.Frequency {
    if let frequency { return frequency }
    if !rule.months.isEmpty { return .yearly }
    if !rule.monthDays.isEmpty || rule.weekdays.contains(where: { $0.ordinal != nil }) { return .monthly }
    guard !rule.weekdays.isEmpty else { throw .unknownWord(text) }
    return .weekly
  }

  /// Refuses words that could only be understood in part.
  private func check(_ text: String) throws(RecurrenceError) {
    let hasOrdinals = rule.weekdays.contains { $0.ordinal != nil }
    let areMonthDays = rule.monthDays.allSatisfy { $0 != 0 && (-31...31).contains($0) }
    guard areMonthDays, rule.months.allSatisfy({ (1...12).contains($0) }) else { throw .unknownWord(text) }
    switch rule.frequency {
    case .daily, .weekly:
      if hasOrdinals || !rule.monthDays.isEmpty { throw .contradiction(text) }
    case .monthly: break
    case .yearly:
      // `april 1 and december 24` are two days, `april and december on the 1st and 24th` four.
      let isCross =
        rule.months.count > 1 && rule.monthDays.count > 1 && zip(order, order.dropFirst()).count(where: !=) > 1
      let lacksMonth = rule.months.isEmpty && !rule.monthDays.isEmpty
      if isCross || lacksMonth { throw .contradiction(text) }
    }
    let hasDays = !rule.weekdays.isEmpty || !rule.monthDays.isEmpty || !rule.months.isEmpty
    if rule.basis == .completion, hasDays, !isEvery { throw .contradiction(text) }
  }
}

extension RecurrenceWord {
  fileprivate var isUnit: Bool {
    if case .unit = self { true } else { false }
  }
}

/// The meaning of one word of a rule, in English or Korean.
enum RecurrenceWord: Hashable {
  /// `every`, `매`, `마다`
  case every
  /// `after`, `완료`, `when done`: counted from completion.
  case completion
  /// A unit and how many of it the word itself says: `fortnight` two weeks, `3주` three.
  case unit(RecurrenceRule.Frequency, Int)
  case number(Int)
  /// `two`, `두`: only of a unit.
  case quantity(Int)
  /// `31st`, `second`, `last`
  case ordinal(Int)
  case weekday(Weekday)
  /// Monday to Friday, or the two days after.
  case weekdays([Weekday])
  case month(Int)
  /// `29일`, `말일`
  case monthDay(Int)
  /// `other`, `격`: every second.
  case other
  /// `에`, `후`
  case filler
  /// `on`, `the`, `and`: something follows.
  case opening

  /// Parses a word in lower case. Nil if it has no meaning in a rule.
  init?(_ word: String) {
    if let known = Self.words[word] {
      self = known
    } else if let weekday = WeekdayNames.weekday(word) ?? Self.plural(word) {
      self = .weekday(weekday)
    } else if let number = Int(word) {
      self = .number(number)
    } else if let ordinal = OrdinalNames.number(word) {
      self = .ordinal(ordinal)
    } else if let month = MonthNames.month(word) {
      self = .month(month)
    } else if let korean = Self.koreanNumber(word) {
      self = korean
    } else if let days = CountedTime.koreanDays[word] {
      self = .unit(.daily, days)
    } else {
      return nil
    }
  }

  private static func plural(_ word: String) -> Weekday? {
    word.hasSuffix("s") ? WeekdayNames.weekday(String(word.dropLast())) : nil
  }

  /// Parses a Korean number with its unit: `3일`, `2주`, `3개월`, `2월`.
  private static func koreanNumber(_ word: String) -> RecurrenceWord? {
    let digits = word.prefix { ("0"..."9").contains($0) }
    guard let number = Int(digits) else { return nil }
    switch word.dropFirst(digits.count) {
    case "일": return .monthDay(number)
    case "주", "주일", "주간": return .unit(.weekly, number)
    case "개월", "달": return .unit(.monthly, number)
    case "년": return .unit(.yearly, number)
    case "월": return .month(number)
    default: return nil
    }
  }

  private static let words: [String: RecurrenceWord] = {
    var table: [String: RecurrenceWord] = [:]
    for (meaning, words) in rows { for word in words { table[word] = meaning } }
    return table
  }()

  private static let rows: [(RecurrenceWord, [String])] = [
    (.every, ["every", "each", "매", "마다"]),
    (.completion, ["after", "done", "completion", "완료", "끝낸", "마친"]),
    (.other, ["other"]), (.filler, ["에", "후", "뒤", "주"]),
    (.opening, ["on", "the", "of", "in", "and", "when", "의", "와", "과", "및"]),
    (.unit(.daily, 1), ["day", "days", "daily", "매일", "일간", "날"]),
    (.unit(.daily, 2), ["격일"]),
    (.unit(.weekly, 1), ["week", "weeks", "weekly", "매주", "일주일"]),
    (.unit(.weekly, 2), ["fortnight", "fortnightly", "biweekly", "격주"]),
    (.unit(.monthly, 1), ["month", "months", "monthly", "매달", "매월", "달", "개월", "한달"]),
    (.unit(.monthly, 2), ["격월"]), (.unit(.monthly, 6), ["반년"]),
    (.unit(.monthly, 3), ["quarter", "quarterly", "분기", "매분기"]),
    (.unit(.yearly, 1), ["year", "years", "yearly", "annually", "매년", "매해", "해", "일년"]),
    (
      .weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]),
      ["weekday", "weekdays", "workday", "workdays", "평일"]
    ),
    (.weekdays([.saturday, .sunday]), ["weekend", "weekends", "주말"]),
    (.monthDay(-1), ["말일", "월말"]),
    (.weekday(.monday), ["월"]), (.weekday(.tuesday), ["화"]), (.weekday(.wednesday), ["수"]),
    (.weekday(.thursday), ["목"]), (.weekday(.friday), ["금"]), (.weekday(.saturday), ["토"]),
    (.weekday(.sunday), ["일"]),
    (.quantity(1), ["one", "a", "한"]), (.quantity(2), ["two", "두"]), (.quantity(3), ["three", "세"]),
    (.quantity(4), ["four", "네"]), (.quantity(5), ["five", "다섯"]), (.quantity(6), ["six", "여섯"]),
  ]
}
