import CivilCalendar
import NoteInterchange
import Testing

@Suite struct RaniFormatTests {
  @Test func `memos have their title, text, stamp and time on the clock of the place`() throws {
    let notes = try imported("rani", try fixtureFiles("rani")).notes
    let memo = try #require(notes.first { $0.title == "장보기" })
    #expect(memo.source == "memo/1C0F2E8B-0001")
    #expect(memo.body == "두부, 대파\\\n우유\n")
    // 758,000,400.5 seconds after 2001-01-01T00:00:00Z.
    #expect(memo.created?.description == "2025-01-08T12:40:00+09:00")
    #expect(memo.text("stamp") == "star")
    #expect(memo.kept("mood") == "calm")
    #expect(
      notes.first { $0.title == "ISO 날짜" }?.created?.description == "2025-01-08T19:20:00+09:00")
  }

  @Test func `tasks have their deadline, colour, ticket and reminder`() throws {
    let collector = try imported("rani", try fixtureFiles("rani"))
    let task = try #require(collector.notes.first { $0.title == "세금 신고" })
    #expect(task.place == .task)
    #expect(task.text("status") == "todo")
    #expect(task.text("due") == "2026-11-30T22:00:00+09:00")
    #expect(task.text("color") == "red")
    #expect(task.text("ticket") == "KTX-12")
    #expect(task.text("remind") == "30m")
    #expect(collector.notes.first { $0.title == "A" }?.text("remind") == "3h")
    let other = try #require(collector.notes.first { $0.title == "B" })
    #expect(other.text("color") == "blue")
    #expect(other.text("due") == "2026-11-30T09:00:00+09:00")
    #expect(other.kept("timeInterval") == "지금")
  }

  @Test func `what has no counterpart is kept and reported`() throws {
    let collector = try imported("rani", try fixtureFiles("rani"))
    #expect(collector.notes.first { $0.title == "A" }?.kept("color") == "sparkle")
    #expect(collector.notes.first { $0.title == "먼 미래" }?.kept("date") == "1e+300")
    #expect(
      Set(collector.report) == [
        "Diary/task-more.json:2: “sparkle” is not a known colour; kept below import:",
        "Diary/task-more.json:3: “지금” is not a known reminder; kept below import:",
        "Memo/all.json:4: date is not a date; kept below import:",
        "Memo/all.json:5: date is not a date; kept below import:",
      ])
  }

  @Test func `broken records are reported with their lines, and the rest is imported`() throws {
    let collector = try imported("rani", try fixtureFiles("broken"))
    #expect(
      collector.notes.map(\.title) == ["\u{FFFD}ѱ\u{FFFD}", "good", "also good", "twice", "twice"])
    #expect(
      collector.report == [
        "cp949.json:1: Some letters are not UTF-8 and became U+FFFD",
        "cut.json:1: This is not JSON",
        "middle.json:2: This is not JSON",
        "records.json:1: The record has no name",
        "records.json:1: The record is not an object",
        "utf16.json: utf16.json is not UTF-8; convert it with iconv -f ENCODING -t UTF-8",
      ])
  }
}
