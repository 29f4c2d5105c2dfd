import CivilCalendar
import NoteModel
import Testing

/// A rule before or after a title takes no word of the title.
@Suite struct RepeatedTitleTests {
  private static let english: [String] = {
    let verbs = [
      "call", "review", "water", "on call", "pay", "clean", "back up", "read", "write to", "check", "for Ann:",
      "in the office:",
      "of mice and", "and then", "count",
    ]
    let objects = [
      "mum", "the budget", "3 plants", "rent", "2 pages", "the car on the street", "a friend", "one letter",
      "the second draft",
      "time sheet", "times table", "week plan notes", "month's figures", "dayroom", "otherwise", "lastly this", "Maya",
      "fridge",
      "sunscreen", "after-work drinks",
    ]
    return verbs.flatMap { verb in objects.map { verb + " " + $0 } }
  }()

  private static let korean: [String] = {
    let beginnings = [
      "회의", "일과", "월세", "화분", "수업", "목욕", "금연", "토론", "해외", "달력", "번역", "회비", "주간", "매출", "반찬",
    ]
    let ends = [
      "준비", "정리", "내기", "물 주기", "확인", "기록", "보고", "하고 자기", "시작", "날짜 정하기", "의논", "이랑 메모", "과제", "와 점검",
      "뒤풀이", "후기", "두 번", "한 장", "세 쪽", "번호 매기기",
    ]
    return beginnings.flatMap { beginning in ends.map { beginning + " " + $0 } }
  }()

  private func fields(_ text: String) throws -> [String] {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: try #require(TimeOfDay(hour: 10, minute: 0)),
      utcOffsetSeconds: 32_400)
    return TaskSentence(now: now, zone: nil).fields(in: [text])
  }

  @Test func `English titles`() throws {
    #expect(Self.english.count == 300)
    for title in Self.english {
      for rule in ["every day", "every monday", "every 2 weeks on fri", "monthly on the 1st"] {
        for text in ["\(rule) \(title)", "\(title) \(rule)"] {
          let found = try fields(text)
          #expect(found.contains("repeat:" + rule), "\(text)")
          #expect(
            found.filter { !$0.contains("repeat:") && !$0.contains("due:") }.joined(separator: " ") == title, "\(text)")
        }
      }
    }
  }

  @Test func `Korean titles`() throws {
    #expect(Self.korean.count == 300)
    for title in Self.korean {
      for rule in ["매일", "매주 월요일", "격주 금요일", "매월 말일"] {
        for text in ["\(rule) \(title)", "\(title) \(rule)"] {
          let found = try fields(text)
          #expect(found.contains("repeat:" + rule), "\(text)")
          #expect(
            found.filter { !$0.contains("repeat:") && !$0.contains("due:") }.joined(separator: " ") == title, "\(text)")
        }
      }
    }
  }

  @Test(arguments: ["매월 두 번 청소", "매일 3번 약", "weekly report", "every day 3 times pills"])
  func `what may mean two things is no end of a rule and no day`(text: String) throws {
    let found = try fields(text).filter { $0.hasPrefix("repeat:") }
    #expect(["repeat:매월", "repeat:매일", "repeat:every day"].contains(found.first ?? "repeat:매월"))
    #expect(found.count < 2)
  }
}
