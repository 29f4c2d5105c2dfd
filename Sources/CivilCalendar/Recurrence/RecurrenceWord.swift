/// What one word of a rule means, in English or Korean.
enum RecurrenceWord: Hashable {
  /// `every`, `매`, `마다`
  case every
  /// `after`, `완료`, `when done`: counted from completion.
  case completion
  /// A unit and how many of it the word itself says: `fortnight` two weeks, `3주` three.
  case unit(RecurrenceRule.Frequency, Int)
  case number(Int)
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
  case times
  /// `on`, `the`, `and`
  case filler

  /// The meaning of a word in lower case; nil where it has none.
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

  /// `3일`, `2주`, `3개월`, `2월`, `10번`
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
    (.other, ["other"]), (.times, ["times", "time", "번", "회"]),
    (
      .filler,
      [
        "on", "the", "of", "in", "and", "when", "for", "count", "에", "의", "와", "과", "및", "후", "뒤",
        "주",
      ]
    ),
    (.unit(.daily, 1), ["day", "days", "daily", "매일", "일간"]),
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
    (.number(1), ["one", "a", "한"]), (.number(2), ["two", "두"]), (.number(3), ["three", "세"]),
    (.number(4), ["four", "네"]), (.number(5), ["five", "다섯"]), (.number(6), ["six", "여섯"]),
  ]
}
