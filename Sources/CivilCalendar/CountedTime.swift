/// A number of units: `3 days`, `a week`, `사흘`, `2시간`.
struct CountedTime: Hashable {
  enum Unit: Hashable {
    case minutes, hours, days, months
  }

  let count: Int
  let unit: Unit

  /// The whole of `words` as one length of time; nil where they are none.
  init?(_ words: ArraySlice<String>) {
    let text = words.joined()
    if let days = Self.koreanDays[text] {
      self.init(days, .days)
      return
    }
    let digits = text.prefix { ("0"..."9").contains($0) }
    if let number = Int(digits), number < 100_000 {
      self.init(number, named: String(text.dropFirst(digits.count)))
    } else if let first = words.first, let number = Self.numberWords[first] {
      self.init(number, named: words.dropFirst().joined())
    } else {
      return nil
    }
  }

  private init(_ count: Int, _ unit: Unit) {
    self.count = count
    self.unit = unit
  }

  private init?(_ count: Int, named name: String) {
    guard let (unit, factor) = Self.units[name] else { return nil }
    self.init(count * factor, unit)
  }

  private static let koreanDays = [
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "일주일": 7, "여드레": 8,
    "아흐레": 9, "열흘": 10, "보름": 15,
  ]

  private static let numberWords = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10,
  ]

  private static let units: [String: (Unit, Int)] = {
    let rows: [(Unit, Int, [String])] = [
      (.minutes, 1, ["min", "mins", "minute", "minutes", "분"]),
      (.hours, 1, ["h", "hour", "hours", "시간"]),
      (.days, 1, ["d", "day", "days", "일"]),
      (.days, 7, ["w", "week", "weeks", "주", "주일"]),
      (.months, 1, ["month", "months", "달", "개월"]),
      (.months, 12, ["y", "year", "years", "년", "해"]),
    ]
    var table: [String: (Unit, Int)] = [:]
    for (unit, factor, names) in rows { for name in names { table[name] = (unit, factor) } }
    return table
  }()
}
