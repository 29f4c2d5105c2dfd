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
    (["내일 3시 치과 #건강"], ["due:내일 오후 3시", "치과", "#건강"]),
    (["치과", "내일", "오후", "3시"], ["치과", "due:내일 오후 3시"]),
    (["새벽 3시 기차"], ["due:새벽 3시", "기차"]), (["모레 3시 30분 치과"], ["due:모레 오후 3시 30분", "치과"]),

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

  @Test func `what was typed as a field is not looked for`() throws {
    #expect(try fields(["tomorrow", "report", "due:fri"]) == ["tomorrow", "report", "due:fri"])
    #expect(try fields(["x", "!!", "priority:low"]) == ["x", "!!", "priority:low"])
  }
}
