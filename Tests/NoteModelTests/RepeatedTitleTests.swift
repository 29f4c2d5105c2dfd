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

  /// Rules as typed and as written.
  private static let englishRules: [(String, String)] =
    ["every day", "every monday", "every 2 weeks on fri", "monthly on the 1st", "on the 1st of every month"].map {
      ($0, $0)
    }
    + [
      ("every day until christmas", "every day until 2026-12-25"),
      ("every week until july 3", "every week until 2027-07-03"),
    ]
  private static let koreanRules: [(String, String)] =
    ["매일", "매주 월요일", "격주 금요일", "매월 말일"].map { ($0, $0) }
    + [("매일 크리스마스까지", "매일 2026-12-25까지"), ("매주 12월 3일까지", "매주 2026-12-03까지")]

  private func fields(_ text: String) throws -> [String] {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: try #require(TimeOfDay(hour: 10, minute: 0)),
      utcOffsetSeconds: 32_400)
    return TaskSentence(now: now, zone: nil).fields(in: [text])
  }

  @Test func `English titles`() throws {
    #expect(Self.english.count == 300)
    for title in Self.english {
      for (rule, written) in Self.englishRules {
        for text in ["\(rule) \(title)", "\(title) \(rule)"] {
          let found = try fields(text)
          #expect(found.contains("repeat:" + written), "\(text)")
          #expect(
            found.filter { !$0.contains("repeat:") && !$0.contains("due:") }.joined(separator: " ") == title, "\(text)")
        }
      }
    }
  }

  @Test func `Korean titles`() throws {
    #expect(Self.korean.count == 300)
    for title in Self.korean {
      for (rule, written) in Self.koreanRules {
        for text in ["\(rule) \(title)", "\(title) \(rule)"] {
          let found = try fields(text)
          #expect(found.contains("repeat:" + written), "\(text)")
          #expect(
            found.filter { !$0.contains("repeat:") && !$0.contains("due:") }.joined(separator: " ") == title, "\(text)")
        }
      }
    }
  }

  @Test(arguments: [
    ("every friday after work beer", "every friday", "after work beer"),
    ("every 5 minutes break", nil, "every 5 minutes break"),
    ("every day day trip", "every day", "day trip"), ("every day monthly bill", "every day", "monthly bill"),
    ("every monday second draft", "every monday", "second draft"),
    ("every monday may call", "every monday", "may call"),
    ("every week done list", "every week", "done list"), ("every month last call", "every month", "last call"),
    ("매일 완료 보고", "매일", "완료 보고"), ("매일 3회 스트레칭", "매일", "3회 스트레칭"), ("매일 5번 물", "매일", "5번 물"),
    ("매주 금요일까지 보고서", "매주", "보고서"), ("Trip july 13 to 15", nil, "Trip july 13 to 15"),
    ("휴가 7월 13일 - 15일", nil, "휴가 7월 13일 - 15일"),
  ])
  func `a word that begins a title is no word of the rule before it`(text: String, rule: String?, title: String) throws
  {
    let found = try fields(text)
    #expect(found.first { $0.hasPrefix("repeat:") } == rule.map { "repeat:" + $0 }, "\(found)")
    #expect(found.filter { !$0.contains("repeat:") && !$0.contains("due:") }.joined(separator: " ") == title)
    // No field takes over a word of the title.
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: try #require(TimeOfDay(hour: 10, minute: 0)),
      utcOffsetSeconds: 32_400)
    #expect(try TaskDraft(reading: found, now: now, zone: nil).title == title)
  }

  @Test(arguments: ["매월 두 번 청소", "매일 3번 약", "weekly report", "every day 3 times pills"])
  func `what may mean two things is no end of a rule and no day`(text: String) throws {
    let found = try fields(text).filter { $0.hasPrefix("repeat:") }
    #expect(["repeat:매월", "repeat:매일", "repeat:every day"].contains(found.first ?? "repeat:매월"))
    #expect(found.count < 2)
  }
}
