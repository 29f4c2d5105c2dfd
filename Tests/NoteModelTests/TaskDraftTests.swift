import CivilCalendar
import NoteModel
import Testing

/// Tasks as people type them, on Saturday 2026-11-21 at 10:00.
@Suite struct TaskDraftTests {
  private func draft(_ words: [String]) throws -> TaskDraft {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")),
      time: try #require(TimeOfDay(hour: 10, minute: 0)), utcOffsetSeconds: 32_400)
    return try TaskDraft(reading: words, now: now, zone: nil)
  }

  @Test func `no word of a title that is known is a field or a tag`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    let draft = try TaskDraft(
      reading: ["+work", "due:fri"], title: "Fix the status:done  filter\nof +beta due: 25:00", now: now, zone: nil)
    #expect(draft.title == "Fix the status:done filter of +beta due: 25:00")
    #expect(draft.tags.map(\.string) == ["work"])
    #expect(draft.fields.map { "\($0.key)=\($0.value)" } == ["due=2026-11-27"])
    #expect(draft.doubtful.isEmpty)
  }

  private static let table: [(words: [String], title: String, fields: String)] = [
    (["보고서", "초안", "due:fri", "+work"], "보고서 초안", "due=2026-11-27 #work"),
    (["보고서 초안 due:fri +work"], "보고서 초안", "due=2026-11-27 #work"),
    (["due:next", "friday", "noon", "lunch"], "lunch", "due=2026-11-27T12:00:00+09:00"),
    (["due:next friday noon", "lunch"], "lunch", "due=2026-11-27T12:00:00+09:00"),
    (["회의", "마감:내일", "오후", "3시", "준비"], "회의 준비", "due=2026-11-22T15:00:00+09:00"),
    (
      ["rent", "repeat:every", "month", "on", "the", "31st", "due:eom"], "rent",
      "due=2026-11-30 repeat=every month on the 31st"
    ),
    (
      ["rent", "due:eom", "repeat:every", "month"], "rent", "due=2026-11-30 repeat=every month on the last day"
    ),
    (["월세", "마감:월말", "반복:매달"], "월세", "due=2026-11-30 repeat=매달 말일"),
    (["rent", "due:2026-11-30", "repeat:every", "month"], "rent", "due=2026-11-30 repeat=every month"),
    (["물", "반복:매주", "월,금", "주기"], "물 주기", "repeat=매주 월,금"),
    (
      ["x", "priority:h", "project:Q4", "label:A", "color:teal"], "x",
      "priority=high project=Q4 color=teal label=A"
    ),
    (["x", "remind:1d,2h"], "x", "remind=1d, 2h"),
    (["call", "mum", "due:next-friday", "pri:H"], "call mum", "due=2026-11-27 priority=high"),
    (["보고서", "마감：금요일까지", "＋일"], "보고서", "due=2026-11-27 #일"), (["re: hello", "note:this"], "re: hello note:this", ""),
    (["C++", "1+1", "par:4", "-2", "+82", "+2d"], "C++ 1+1 par:4 -2 +82 +2d", ""),
    (["see", "https://a.b/c", "at", "10:30"], "see https://a.b/c at 10:30", ""),
    (["C#", "and", "#42", "#일"], "C# and #42", "#일"), (["a", "due:", "b"], "a due: b", ""),
    (["deadline:2026-12-01", "x"], "x", "due=2026-12-01"),
  ]

  @Test(arguments: table)
  func `words are the title, fields stand among them`(
    example: (words: [String], title: String, fields: String)
  ) throws {
    let draft = try draft(example.words)
    #expect(draft.title == example.title)
    let fields = draft.fields.map { "\($0.key)=\($0.value)" } + draft.tags.map { "#" + $0.string }
    #expect(fields.joined(separator: " ") == example.fields)
  }

  @Test func `a field that is nearly one is told of`() throws {
    let draft = try draft(["x", "prioirty:high", "note:this"])
    #expect(draft.doubtful.map(\.meant) == ["priority:"])
    #expect(
      try self.draft(["x", "dew:fri", "25:00", "10:30"]).doubtful.map(\.meant) == ["due:", nil])
    #expect(draft.title == "x prioirty:high note:this")
  }

  @Test(arguments: [
    "due:soonish", "due:2026-02-30", "priority:very", "repeat:often", "remind:whenever",
    "due:this week", "due:2026-12", "remind:3일", "due:fri due:mon", "tag:home",
  ])
  func `a value that a field cannot have is refused`(word: String) {
    #expect(throws: FieldAssignmentError.self) { try draft(["x", word]) }
  }
}
