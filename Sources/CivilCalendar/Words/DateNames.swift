/// The names of the days of the week, long and short, in English and Korean.
enum WeekdayNames {
  static func weekday(_ word: String) -> Weekday? { names[word] }

  private static let rows: [[String]] = [
    ["monday", "mon", "월요일", "월"], ["tuesday", "tue", "tues", "화요일", "화"],
    ["wednesday", "wed", "수요일", "수"], ["thursday", "thu", "thur", "thurs", "목요일", "목"],
    ["friday", "fri", "금요일", "금"], ["saturday", "sat", "토요일", "토"],
    ["sunday", "sun", "일요일", "일"],
  ]

  private static let names: [String: Weekday] = {
    var table: [String: Weekday] = [:]
    for (weekday, row) in zip(Weekday.allCases, rows) { for name in row { table[name] = weekday } }
    return table
  }()

  static let longNames: [String] = rows.flatMap { row in
    row.filter { $0.hasSuffix("day") || $0.hasSuffix("요일") }
  }
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

/// Ordinal numbers: `3rd`, `third`, `twenty-first`, `셋째`, `세번째`, `마지막` as -1.
enum OrdinalNames {
  static func number(_ word: String) -> Int? {
    if let known = names[word] { return known }
    let digits = word.prefix { ("0"..."9").contains($0) }
    guard ["st", "nd", "rd", "th", "번째"].contains(String(word.dropFirst(digits.count))) else {
      return nil
    }
    return Int(digits)
  }

  private static let names: [String: Int] = {
    let english = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
      "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
      "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ]
    var table = ["last": -1, "마지막": -1, "thirtieth": 30, "thirty-first": 31]
    for (index, word) in english.enumerated() { table[word] = index + 1 }
    for (index, word) in english.prefix(9).enumerated() { table["twenty-" + word] = index + 21 }
    let korean = [
      ["첫", "첫째", "첫번째"], ["둘째", "두번째"], ["셋째", "세번째"], ["넷째", "네번째"], ["다섯째", "다섯번째"],
    ]
    for (index, words) in korean.enumerated() { for word in words { table[word] = index + 1 } }
    return table
  }()

  /// The Korean ordinals, the longest first.
  static let korean: [(word: String, number: Int)] =
    names.filter { $0.key.unicodeScalars.allSatisfy { $0.value > 0x7F } }
    .map { (word: $0.key, number: $0.value) }
    .sorted { ($0.word.count, $0.word) > ($1.word.count, $1.word) }
}
