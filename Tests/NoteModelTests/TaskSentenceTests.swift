import CivilCalendar
import NoteModel
import Testing

/// Sentences as people type them, on Saturday 2026-11-21 at 10:00.
@Suite struct TaskSentenceTests {
  private func fields(_ words: [String]) throws -> [String] {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")),
      time: try #require(TimeOfDay(hour: 10, minute: 0)), utcOffsetSeconds: 32_400)
    return TaskSentence(now: now, zone: nil).fields(in: words)
  }

  @Test(arguments: [
    (["내일 3시 치과 #건강"], ["due:내일 3시", "치과", "#건강"]),
    (["치과", "내일", "오후", "3시"], ["치과", "due:내일 오후 3시"]),
    (["새벽 3시 기차"], ["due:새벽 3시", "기차"]), (["모레 3시 30분 치과"], ["due:모레 3시 30분", "치과"]),

    (["금요일까지 보고서"], ["due:금요일", "보고서"]), (["보고서 금요일에"], ["보고서", "due:금요일"]),
    (["pay the rent on friday !!"], ["pay", "the", "rent", "due:on friday", "priority:high"]),
    (["dentist tomorrow at 3pm"], ["dentist", "due:tomorrow at 3pm"]),
    (["call", "mum", "2026-12-01"], ["call", "mum", "due:2026-12-01"]),
    (["water plants every monday"], ["water", "plants", "repeat:every monday", "due:2026-11-23"]),
    (["매주 월요일 9시 물 주기"], ["repeat:매주 월요일", "due:2026-11-23 9시", "물", "주기"]),
    (["finish by 5th"], ["finish", "due:5th"]), (["5일까지 보고서"], ["due:5일", "보고서"]),
    (["call +3d"], ["call", "due:+3d"]), (["12월3일 회의"], ["due:12월3일", "회의"]),
    (["3일뒤 치과"], ["due:3일뒤", "치과"]), (["치과 2주후"], ["치과", "due:2주후"]),
    (["10분뒤 전화"], ["due:10분뒤", "전화"]), (["20nov dentist"], ["due:20nov", "dentist"]),
    (["저녁에 운동"], ["due:저녁", "운동"]), (["내년까지 예산"], ["due:내년", "예산"]),
    (["매일 아침 약"], ["repeat:매일", "due:2026-11-21 아침", "약"]),
    (["urgent thing !!!"], ["urgent", "thing", "priority:urgent"]),
  ])
  func `a day, a time, a rule and a priority become fields`(words: [String], expected: [String])
    throws
  {
    #expect(try fields(words) == expected)
  }

  @Test(arguments: [
    "may be late", "read chapter 3", "sat down with Ann", "second draft", "buy 3/4 inch screws",
    "march on", "우유 사기", "version 1.5", "finish 2nd draft", "print 3d model", "run 5m", "5th anniversary gift",
    "저녁 메뉴", "내년 예산", "morning run", "2w plan", "call Jun", "buy christmas tree", "do it later",
  ])
  func `words that mean other things as well stay`(sentence: String) throws {
    #expect(try fields([sentence]) == sentence.split(separator: " ").map(String.init))
  }

  /// Three hundred titles, none with a word of a date.
  private static func titles(_ nouns: String, _ verbs: String, _ joined: (Substring, Substring) -> String) -> [String] {
    nouns.split(separator: " ").flatMap { noun in verbs.split(separator: " ").map { joined(noun, $0) } }
  }

  private static let korean = titles(
    "회의 보고서 화분 약 창고 어항 책상 이불 냉장고 필터 가계부 자전거 통장 카드값 월세 회비 운동화 영수증 서류 일기",
    "정리 확인 청소 점검 준비 보내기 고르기 챙기기 바꾸기 닦기 옮기기 나누기 모으기 살피기 버리기"
  ) { "\($0) \($1)" }

  private static let english = titles(
    "report plants rent filter desk bike ledger mail shoes garden tickets invoice kitchen server backup window lamp course fridge stock",
    "check clean water pay review send sort call read move pack fix clear write print"
  ) { "\($1) the \($0)" }

  private static let koreanRules = [
    "두 달마다", "3일마다", "3 일마다", "세 달에 한 번", "월요일마다", "매주 월요일", "매일", "격주 금요일", "보름마다", "매월 말일",
  ]

  private static let englishRules = [
    "every day", "every 3 days", "every two weeks", "every monday", "monthly on the 1st", "every other week",
  ]

  @Test(arguments: zip([korean, english], [koreanRules, englishRules]))
  func `a rule before or after a title is the rule, and the title stays`(titles: [String], rules: [String]) throws {
    #expect(titles.count == 300)
    for (number, title) in titles.enumerated() {
      let rule = rules[number % rules.count]
      for sentence in ["\(rule) \(title)", "\(title) \(rule)"] {
        let found = try fields([sentence])
        #expect(found.contains("repeat:" + rule) && found.contains { $0.hasPrefix("due:") }, "\(sentence): \(found)")
        #expect(found.filter { !$0.contains(":") }.joined(separator: " ") == title, "\(sentence): \(found)")
      }
    }
  }

  @Test(arguments: ["1일 15일마다 정산", "사람마다 연락", "집집마다 방문", "일주일에 두 번 운동"])
  func `words that are no rule as a whole stay a title`(sentence: String) throws {
    #expect(try fields([sentence]) == sentence.split(separator: " ").map(String.init))
  }

  @Test func `what was typed as a field is not looked for`() throws {
    #expect(try fields(["tomorrow", "report", "due:fri"]) == ["tomorrow", "report", "due:fri"])
    #expect(try fields(["x", "!!", "priority:low"]) == ["x", "!!", "priority:low"])
  }
}
