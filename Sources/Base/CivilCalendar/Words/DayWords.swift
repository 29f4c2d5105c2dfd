/// The words that name a day or a period, each with its text in the manual.
///
/// Readers, the manual and the suggestions for misspelled words use this list.
package struct DayWords: Sendable {
  enum Meaning: Hashable, Sendable {
    /// N days after today.
    case day(Int)
    case now
    /// Late this evening.
    case tonight
    case lastNight
    /// The Nth period after the present one.
    case period(Period, Int)
    /// The weekend whose Saturday comes next; today if it is Saturday.
    case comingWeekend
    /// The first day of a period; as a deadline, of the next one where it has passed.
    case start(Period)
    /// The last day of a period.
    case end(Period)
    /// The next such day of a year; in a diary the last one.
    case holiday(Holiday)
    /// A day that never comes.
    case someday
  }

  enum Period: Hashable, Sendable {
    case week, weekend, month, quarter, year
  }

  enum Holiday: Hashable, Sendable {
    /// A holiday on the same day of every year.
    case fixed(month: Int, day: Int)
    /// A holiday of the lunar calendar: month and day as one number (`206`), for each year from 2020 to 2050.
    case lunar([Int])

    /// Returns the day of the holiday in a year, or nil for a lunar date in a year outside the table.
    func day(in year: Int) -> Day? {
      switch self {
      case .fixed(let month, let day): return Day(year: year, month: month, day: day)
      case .lunar(let days):
        guard days.indices.contains(year - 2020) else { return nil }
        return Day(year: year, month: days[year - 2020] / 100, day: days[year - 2020] % 100)
      }
    }

    /// The days that Korea's observatory gives, for 2020 to 2050.
    static let seollal = Holiday.lunar([
      125, 212, 201, 122, 210, 129, 217, 207, 127, 213, 203, 123, 211, 131, 219, 208, 128, 215, 204, 124, 212, 201, 122,
      210, 130, 217, 206, 126, 214, 202, 123,
    ])
    static let chuseok = Holiday.lunar([
      1001, 921, 910, 929, 917, 1006, 925, 915, 1003, 922, 912, 1001, 919, 908, 927, 916, 1004, 924, 913, 1002, 921,
      910, 928, 917, 1005, 925, 915, 1004, 922, 911, 930,
    ])
    static let buddha = Holiday.lunar([
      430, 519, 508, 527, 515, 505, 524, 513, 502, 520, 509, 528, 516, 506, 525, 515, 503, 522, 511, 430, 518, 507, 526,
      516, 505, 524, 513, 502, 520, 509, 528,
    ])
  }

  let meaning: Meaning
  package let english: [String]
  package let korean: [String]
  /// A sentence of the manual, in English and in Korean.
  package let summary: (english: String, korean: String)

  private init(
    _ meaning: Meaning, _ english: [String], _ korean: [String], _ summary: String,
    ko koreanSummary: String
  ) {
    self.meaning = meaning
    self.english = english
    self.korean = korean
    self.summary = (summary, koreanSummary)
  }

  package var isPeriod: Bool {
    switch meaning {
    case .period, .comingWeekend: true
    case .day, .now, .tonight, .lastNight, .start, .end, .holiday, .someday: false
    }
  }

  package static let all: [DayWords] = [
    DayWords(.day(0), ["today", "tod", "eod", "end of day", "sod"], ["오늘", "금일"], "This day.", ko: "오늘"),
    DayWords(.day(1), ["tomorrow", "tom", "tmr"], ["내일", "낼", "명일", "익일"], "The day after.", ko: "다음 날"),
    DayWords(.day(2), ["day after tomorrow", "overmorrow"], ["모레", "내일모레"], "Two days from now.", ko: "이틀 뒤"),
    DayWords(.day(3), [], ["글피"], "Three days from now.", ko: "3일 뒤"),
    DayWords(.day(4), [], ["그글피"], "Four days from now.", ko: "4일 뒤"),
    DayWords(.day(-1), ["yesterday"], ["어제", "작일"], "The day before.", ko: "하루 전"),
    DayWords(
      .day(-2), ["day before yesterday", "ereyesterday"], ["그저께", "그제", "엊그제", "엊그저께"],
      "Two days ago.", ko: "이틀 전"),
    DayWords(.day(-3), [], ["그끄저께", "그끄제"], "Three days ago.", ko: "3일 전"),
    DayWords(.now, ["now"], ["지금"], "Now.", ko: "현재 시각"),
    DayWords(.tonight, ["tonight", "this night"], ["오늘밤"], "Today at 22:00.", ko: "오늘 22:00"),
    DayWords(.lastNight, ["last night"], ["어젯밤", "간밤", "지난밤"], "Yesterday at 22:00.", ko: "어제 22:00"),
    DayWords(
      .start(.month),
      ["som", "start of month", "start of this month", "first day of month", "first day of this month"],
      [], "The first day of the month; for a due date, of the next month.", ko: "이번 달의 첫날. 마감일로는 다음 달의 첫날"),
    DayWords(
      .start(.quarter), ["soq", "start of quarter", "start of this quarter"], [],
      "The first day of the quarter; for a due date, of the next quarter.", ko: "이번 분기의 첫날. 마감일로는 다음 분기의 첫날"),
    DayWords(
      .start(.year), ["soy", "start of year", "start of this year"], [],
      "1 January; for a due date, of the next year.", ko: "1월 1일. 마감일로는 내년 1월 1일"),
    DayWords(
      .end(.week), ["eow", "end of week", "end of this week"], [], "The last day of the week.",
      ko: "이번 주의 마지막 날"),
    DayWords(
      .end(.month), ["eom", "end of month", "end of this month", "last day of month", "last day of this month"],
      ["월말", "이달말", "이달말일", "이번달말일", "말일"], "The last day of the month.", ko: "이번 달의 마지막 날"),
    DayWords(
      .end(.quarter), ["eoq", "end of quarter", "end of this quarter"], ["분기말"],
      "The last day of the quarter.", ko: "이번 분기의 마지막 날"),
    DayWords(
      .end(.year), ["eoy", "end of year", "end of this year"], ["연말", "올해말"],
      "31 December.", ko: "12월 31일"),
    DayWords(
      .holiday(.fixed(month: 1, day: 1)), ["new year", "new year's day", "new years day"], ["신정", "새해첫날"], "1 January.",
      ko: "1월 1일"),
    DayWords(
      .holiday(.fixed(month: 2, day: 14)), ["valentine's day", "valentines day"], ["밸런타인데이", "발렌타인데이"],
      "14 February.", ko: "2월 14일"),
    DayWords(.holiday(.fixed(month: 3, day: 1)), [], ["삼일절"], "1 March.", ko: "3월 1일"),
    DayWords(.holiday(.fixed(month: 5, day: 5)), [], ["어린이날"], "5 May.", ko: "5월 5일"),
    DayWords(.holiday(.fixed(month: 5, day: 8)), [], ["어버이날"], "8 May.", ko: "5월 8일"),
    DayWords(.holiday(.fixed(month: 5, day: 15)), [], ["스승의날"], "15 May.", ko: "5월 15일"),
    DayWords(.holiday(.fixed(month: 6, day: 6)), [], ["현충일"], "6 June.", ko: "6월 6일"),
    DayWords(.holiday(.fixed(month: 7, day: 17)), [], ["제헌절"], "17 July.", ko: "7월 17일"),
    DayWords(.holiday(.fixed(month: 8, day: 15)), [], ["광복절"], "15 August.", ko: "8월 15일"),
    DayWords(.holiday(.fixed(month: 10, day: 3)), [], ["개천절"], "3 October.", ko: "10월 3일"),
    DayWords(.holiday(.fixed(month: 10, day: 9)), [], ["한글날"], "9 October.", ko: "10월 9일"),
    DayWords(.holiday(.fixed(month: 10, day: 31)), ["halloween"], ["핼러윈", "할로윈"], "31 October.", ko: "10월 31일"),
    DayWords(.holiday(.fixed(month: 12, day: 24)), ["christmas eve"], ["크리스마스이브"], "24 December.", ko: "12월 24일"),
    DayWords(
      .holiday(.fixed(month: 12, day: 25)), ["christmas", "christmas day", "xmas"], ["크리스마스", "성탄절"], "25 December.",
      ko: "12월 25일"),
    DayWords(
      .holiday(.fixed(month: 12, day: 31)), ["new year's eve", "new years eve"], [], "31 December.", ko: "12월 31일"),
    DayWords(
      .holiday(.seollal), ["seollal", "korean new year"], ["설날", "설", "구정"],
      "The first day of the lunar year, until 2050.", ko: "음력 1월 1일(2050년까지)"),
    DayWords(
      .holiday(.buddha), ["buddha's birthday"], ["부처님오신날", "석가탄신일"],
      "The eighth day of the fourth lunar month, until 2050.",
      ko: "음력 4월 8일(2050년까지)"),
    DayWords(
      .holiday(.chuseok), ["chuseok"], ["추석", "한가위"], "The fifteenth day of the eighth lunar month, until 2050.",
      ko: "음력 8월 15일(2050년까지)"),
    DayWords(.someday, ["someday", "later"], ["언젠가", "나중에"], "9999-12-30, after every other day.", ko: "9999-12-30"),
    DayWords(
      .comingWeekend, ["weekend"], ["주말"],
      "The coming Saturday and Sunday; today if it is Saturday.",
      ko: "다가오는 토요일과 일요일. 오늘이 토요일이면 오늘부터"),
    DayWords(
      .period(.weekend, 0), ["this weekend"], ["이번주말"], "Saturday and Sunday of this week.",
      ko: "이번 주의 토요일과 일요일"),
    DayWords(
      .period(.weekend, 1), ["next weekend"], ["다음주말", "다음주주말"], "Saturday and Sunday of the next week.",
      ko: "다음 주의 토요일과 일요일"),
    DayWords(
      .period(.weekend, -1), ["last weekend", "past weekend"], ["지난주말", "지난주주말", "저번주말"],
      "Saturday and Sunday of the last week.", ko: "지난주의 토요일과 일요일"),
    DayWords(
      .period(.week, 0), ["this week", "current week", "week"], ["이번주", "금주"],
      "This week, from Monday to Sunday.", ko: "월요일에 시작하는 이번 주"),
    DayWords(.period(.week, 1), ["next week"], ["다음주", "내주", "담주"], "The week after this one.", ko: "다음 주"),
    DayWords(.period(.week, 2), ["week after next"], ["다다음주", "다담주"], "The week after that.", ko: "다음 주의 다음 주"),
    DayWords(
      .period(.week, -1), ["last week", "past week", "previous week"], ["지난주", "저번주"],
      "The week before this one.", ko: "지난주"),
    DayWords(.period(.week, -2), ["week before last"], ["지지난주", "저저번주"], "The week before that.", ko: "지난주의 전 주"),
    DayWords(
      .period(.month, 0), ["this month", "current month", "month"], ["이번달", "이달", "금월"], "This month.",
      ko: "이번 달"),
    DayWords(.period(.month, 1), ["next month"], ["다음달", "담달", "내달"], "The month after this one.", ko: "다음 달"),
    DayWords(.period(.month, 2), ["month after next"], ["다다음달"], "The month after that.", ko: "다음 달의 다음 달"),
    DayWords(
      .period(.month, -1), ["last month", "past month", "previous month"], ["지난달", "저번달"],
      "The month before this one.", ko: "지난달"),
    DayWords(.period(.month, -2), ["month before last"], ["지지난달", "저저번달"], "The month before that.", ko: "지난달의 전 달"),
    DayWords(
      .period(.quarter, 0), ["this quarter", "current quarter", "quarter"], ["이번분기", "금분기"],
      "This quarter, which begins in January, April, July or October.", ko: "이번 분기(1월, 4월, 7월, 10월에 시작)"),
    DayWords(.period(.quarter, 1), ["next quarter"], ["다음분기"], "The quarter after this one.", ko: "다음 분기"),
    DayWords(
      .period(.quarter, -1), ["last quarter", "past quarter", "previous quarter"],
      ["지난분기", "저번분기"], "The quarter before this one.", ko: "지난 분기"),
    DayWords(.period(.year, 0), ["this year", "current year", "year"], ["올해", "금년", "이번해"], "This year.", ko: "올해"),
    DayWords(.period(.year, 1), ["next year"], ["내년", "다음해"], "The year after this one.", ko: "내년"),
    DayWords(.period(.year, 2), ["year after next"], ["내후년", "후년"], "The year after that.", ko: "내년의 다음 해"),
    DayWords(
      .period(.year, -1), ["last year", "past year", "previous year"], ["작년", "지난해", "저번해"],
      "The year before this one.", ko: "작년"),
    DayWords(.period(.year, -2), ["year before last"], ["재작년"], "The year before that.", ko: "작년의 전 해"),
  ]

  /// The names of days that are the names of other things as well: `christmas`, `설`.
  package static let holidays = Set(
    all.flatMap { row in if case .holiday = row.meaning { row.english + row.korean } else { [String]() } })

  /// Looks up the meaning of words in lower case: English with single spaces and without `the`, Korean without spaces.
  static func meaning(of text: String) -> Meaning? { table[text] }

  private static let table: [String: Meaning] = {
    var table: [String: Meaning] = [:]
    for row in all { for word in row.english + row.korean { table[word] = row.meaning } }
    return table
  }()

  /// Korean words for periods, the longest first.
  static let koreanPeriods: [(word: String, meaning: Meaning)] =
    all.filter(\.isPeriod)
    .flatMap { row in row.korean.map { word in (word: word, meaning: row.meaning) } }
    .sorted { ($0.word.count, $0.word) > ($1.word.count, $1.word) }

  /// Returns the usual word for each day and period, then the days of the week, for the completion of shells.
  package static func usual(inKorean isKorean: Bool) -> [String] {
    all.compactMap { isKorean ? $0.korean.first : $0.english.first }
      + WeekdayNames.longNames.filter { $0.isKorean == isKorean }
  }

  /// Single words that a misspelled word may have been.
  package static let vocabulary: [String] = {
    var words = Set<String>(["days", "weeks"])
    for row in all {
      words.formUnion(row.korean)
      for phrase in row.english { words.formUnion(phrase.split(separator: " ").map(String.init)) }
    }
    let weekdays = Set(WeekdayNames.longNames)
    return words.filter { $0.count > 3 || $0.isKorean && $0.count > 1 }.union(weekdays).sorted()
  }()
}

/// The names of the days of the week, long and short, in English and Korean.
enum WeekdayNames {
  static func weekday(_ word: String) -> Weekday? { names[word] }

  private static let rows: [[String]] = [
    ["monday", "mon", "월요일", "월욜", "월"], ["tuesday", "tue", "tues", "화요일", "화욜", "화"],
    ["wednesday", "wed", "수요일", "수욜", "수"], ["thursday", "thu", "thur", "thurs", "목요일", "목욜", "목"],
    ["friday", "fri", "금요일", "금욜", "금"], ["saturday", "sat", "토요일", "토욜", "토"],
    ["sunday", "sun", "일요일", "일욜", "일"],
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
    guard ["st", "nd", "rd", "th", "번째"].contains(String(word.dropFirst(digits.count))) else { return nil }
    // A year has no 367th of anything.
    return Int(digits).flatMap { (1...366).contains($0) ? $0 : nil }
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
    let korean = [["첫", "첫째", "첫번째"], ["둘째", "두번째"], ["셋째", "세번째"], ["넷째", "네번째"], ["다섯째", "다섯번째"]]
    for (index, words) in korean.enumerated() { for word in words { table[word] = index + 1 } }
    return table
  }()

  /// The Korean ordinals, the longest first.
  static let korean: [(word: String, number: Int)] =
    names.filter { $0.key.unicodeScalars.allSatisfy { $0.value > 0x7F } }
    .map { (word: $0.key, number: $0.value) }
    .sorted { ($0.word.count, $0.word) > ($1.word.count, $1.word) }
}
