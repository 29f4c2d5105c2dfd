import CivilCalendar
import NoteInterchange
import Testing

@Suite struct JSONFormatTests {
  @Test func `an object with created_at alone is a diary entry, with last_modified a memo`() throws {
    let notes = try imported(
      "json",
      [
        (
          "a.json",
          """
          [{"title": "첫 줄", "body": "나머지", "created_at": 1763690400},
           {"title": "메모", "body": "글", "last_modified": 1763690400123}]
          """
        )
      ]
    ).notes
    #expect(notes[0].place == .diary(try #require(notes[0].created?.day)))
    #expect(notes[0].created?.description == "2025-11-21T11:00:00+09:00")
    #expect(notes[1].place == .memo)
    #expect(notes[1].updated?.description == "2025-11-21T11:00:00+09:00")
  }

  @Test func `an object with a deadline or a state is a task`() throws {
    let notes = try imported(
      "json",
      [
        (
          "tasks.jsonl",
          """
          {"id": 7, "title": "하나", "body": "", "deadline": "2026-11-30", "state": "DONE", "owner": "me"}
          {"id": 8, "title": "둘", "state": "doing"}
          """
        )
      ]
    ).notes
    #expect(notes.map(\.place) == [.task, .task])
    #expect(notes.map(\.source) == ["7", "8"])
    #expect(notes.map { $0.text("status") } == ["done", "doing"])
    #expect(notes[0].text("due") == "2026-11-30")
    #expect(notes[0].kept("owner") == "me")
  }

  @Test func `names of others are mapped`() throws {
    let notes = try imported(
      "json", [("x.json", #"{"data": [{"subject": "제목", "details": "글", "where": "집"}]}"#)],
      map: ["title": "subject", "body": "details", "location": "where"]
    ).notes
    #expect(notes.map(\.title) == ["제목"])
    #expect(notes.map(\.body) == ["글"])
    #expect(notes.first?.text("location") == "집")
  }

  @Test func `a record is what it is wherever pieces of the file begin and end`() throws {
    let text =
      #"{"v": {"x": [1, "]"]}, "notes": [{"title": "a\"]}\\"}, {"title": "b", "body": "{["}], "z": []}"#
    let notes = try imported("json", [("n.json", text)]).notes
    #expect(notes.map(\.title) == [#"a"]}\"#, "b"])
  }

  @Test func `a record of any size and depth stops nothing else`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let collector = try imported(
      "json", [("n.json", #"[{"title": "a", "x": \#(deep)}, {"title": "b"}]"#)])
    #expect(collector.notes.map(\.title) == ["b"])
    #expect(collector.report == ["n.json:1: This is not JSON"])
  }
}
