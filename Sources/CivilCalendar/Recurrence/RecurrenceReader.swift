/// Makes a rule of the meanings of its words.
struct RecurrenceReader {
  private var words: ArraySlice<RecurrenceWord>
  private var frequency: RecurrenceRule.Frequency?
  private var interval: Int?
  private var rule = RecurrenceRule(.daily)
  private var isRule = false
  /// Whether `every` or a word like it was read: then days count from completion, too.
  private var isEvery = false
  /// Months (true) and days of a month (false) in the order in which they were read.
  private var order: [Bool] = []

  init(words: ArraySlice<RecurrenceWord>) {
    self.words = words
  }

  /// The meanings of all words, Korean particles taken off.
  static func meanings(_ words: [String]) throws(RecurrenceError) -> [RecurrenceWord] {
    var meanings: [RecurrenceWord] = []
    for word in joined(words) { meanings += try Self.meanings(of: word) }
    return meanings
  }

  /// `매 주` as `매주`, `두 번째` as `두번째`.
  private static func joined(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words {
      if let last = result.last, last == "매" || word == "번째" {
        result[result.count - 1] = last + word
      } else {
        result.append(word)
      }
    }
    return result
  }

  private static func meanings(of word: String) throws(RecurrenceError) -> [RecurrenceWord] {
    if word == "주마다" { return [.unit(.weekly, 1), .every] }
    if let meaning = RecurrenceWord(word) {
      // Words such as `daily` and `매주` are rules by themselves.
      let isShorthand = word.hasSuffix("ly") || word.hasPrefix("매") || word.hasPrefix("격")
      if isShorthand, case .unit = meaning { return [.every, meaning] }
      return [meaning]
    }
    let particles: [(String, RecurrenceWord)] = [
      ("마다", .every), ("에", .filler), ("날", .filler), ("의", .filler), ("과", .filler),
      ("와", .filler), ("이랑", .filler), ("하고", .filler),
    ]
    for (particle, meaning) in particles
    where word.hasSuffix(particle) && word.count > particle.count {
      if let head = RecurrenceWord(String(word.dropLast(particle.count))) {
        if meaning == .every, case .monthDay(let days) = head {
          return [.unit(.daily, days), .every]
        }
        return [head, meaning]
      }
    }
    // `월수금`: several days in one word.
    let letters = word.map { RecurrenceWord(String($0)) }
    let areDays = letters.allSatisfy { if case .weekday? = $0 { true } else { false } }
    guard areDays else { throw .unknownWord(word) }
    return letters.compactMap(\.self)
  }

  mutating func rule(text: String) throws(RecurrenceError) -> RecurrenceRule {
    while let word = words.popFirst() { try take(word, text) }
    guard isRule else { throw .unknownWord(text) }
    rule.frequency = try resolvedFrequency(text)
    rule.interval = interval ?? 1
    guard (1...10_000).contains(rule.interval) else { throw .unknownWord(text) }
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
    case .unit(let unit, let count): takeUnit(unit, count)
    case .number(let number): try takeNumber(number, text)
    case .ordinal(let ordinal): takeOrdinal(ordinal)
    case .weekday(let weekday): rule.weekdays.append(RecurrenceRule.WeekdayTerm(weekday))
    case .weekdays(let weekdays):
      rule.weekdays += weekdays.map { RecurrenceRule.WeekdayTerm($0) }
    case .month(let month):
      rule.months.append(month)
      order.append(true)
    case .monthDay(let day): takeMonthDay(day)
    case .times, .filler: break
    }
  }

  /// A unit says how often; a second one (`the last day of the month`) only repeats it.
  private mutating func takeUnit(_ unit: RecurrenceRule.Frequency, _ count: Int) {
    if let frequency, unit != frequency { return }
    frequency = unit
    interval = (interval ?? 1) * count
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

  /// `3일` is a day of a month, but after `완료 후` or before `마다` a number of days.
  private mutating func takeMonthDay(_ day: Int) {
    let isInterval = rule.basis == .completion || words.first == .every
    if isInterval, day > 0 { takeUnit(.daily, day) } else { addMonthDay(day) }
  }

  private mutating func addMonthDay(_ day: Int) {
    rule.monthDays.append(day)
    order.append(false)
  }

  private mutating func takeOrdinal(_ ordinal: Int) {
    let isNextToUnit = words.first != .filler
    while words.first == .filler { words.removeFirst() }
    if frequency == nil, case .unit? = words.first, !words.dropFirst().contains(where: \.isUnit),
      ordinal > 0
    {
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

  /// `second last friday`
  private mutating func takeSecondLast(_ ordinal: Int) {
    guard words.first == .ordinal(-1), ordinal > 0 else {
      addMonthDay(ordinal)
      return
    }
    words.removeFirst()
    takeOrdinal(-ordinal)
  }

  private func resolvedFrequency(
    _ text: String
  ) throws(RecurrenceError) -> RecurrenceRule.Frequency {
    if let frequency { return frequency }
    if !rule.months.isEmpty { return .yearly }
    if !rule.monthDays.isEmpty || rule.weekdays.contains(where: { $0.ordinal != nil }) {
      return .monthly
    }
    guard !rule.weekdays.isEmpty else { throw .unknownWord(text) }
    return .weekly
  }

  /// Refuses what could only be understood in part.
  private func check(_ text: String) throws(RecurrenceError) {
    let hasOrdinals = rule.weekdays.contains { $0.ordinal != nil }
    let areMonthDays = rule.monthDays.allSatisfy { $0 != 0 && abs($0) <= 31 }
    guard areMonthDays, rule.months.allSatisfy({ (1...12).contains($0) }) else {
      throw .unknownWord(text)
    }
    switch rule.frequency {
    case .daily, .weekly:
      if hasOrdinals || !rule.monthDays.isEmpty { throw .contradiction(text) }
    case .monthly: break
    case .yearly:
      // `april 1 and december 24` are two days, `april and december on the 1st and 24th` four.
      let isCross =
        rule.months.count > 1 && rule.monthDays.count > 1
        && zip(order, order.dropFirst()).count(where: !=) > 1
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
