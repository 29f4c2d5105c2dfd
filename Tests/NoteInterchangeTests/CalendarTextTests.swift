import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// The lines of iCalendar: their folds, their signs, their lengths of time.
@Suite struct CalendarTextTests {
  private func calendar(of note: String) throws -> String {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    var exporter = ExportFormat.calendar(
      ExportOptions(zone: .fixed(32_400), now: now, language: .english, title: "Test"))
    let path = try #require(NotePath("a.md"))
    let note = Note(Document(parsing: Array(note.utf8)), at: path, in: VaultLayout())
    let bytes =
      exporter.start() + exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:])) + exporter.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func task(_ lines: String) throws -> ImportedNote {
    let text = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
    return try #require(try imported("ics", [("a.ics", text)]).notes.first)
  }

  @Test(arguments: ["⚠️", "e\u{301}", "👩‍👩‍👧", "กำ", "नि", "세금"])
  func `a text comes back whole, wherever its lines were folded`(sign: String) throws {
    for count in 50..<75 {
      let title = String(repeating: "b", count: count) + sign + " end"
      let note = "---\ntitle: \(title)\nstatus: todo\n---\n\nc\(title)\n"
      let read = try imported("ics", [("a.ics", calendar(of: note))]).notes[0]
      #expect(read.title == title)
      #expect(read.body.contains("c" + title))
    }
  }

  @Test func `a sign of the format is one also before a combining sign`() throws {
    let read = try task("SUMMARY:\u{301}a\\\\\u{301}\\n\u{301}\nCATEGORIES:x,\u{301}y\nDUE;X=1;\u{301}=2:20261130")
    let title = "\u{301}a\\\u{301} \u{301}"
    #expect(read.title == title)
    #expect(read.tags == ["x", "\u{301}y"])
    #expect(read.text("due") == "2026-11-30")
    let text = try calendar(of: "---\ntitle: \"a,\u{301} b;\u{301} c\\\\\u{301}\"\nstatus: todo\n---\n")
    let line = "SUMMARY:a\\,\u{301} b\\;\u{301} c\\\\\u{301}\r\n"
    #expect(text.contains(line))
  }

  @Test(arguments: ["for %%i in (1) do echo %%i", "100%% a", "`%%` and %%b%%"])
  func `percent signs of another calendar are text, and are as they were in the next one`(text: String) throws {
    let note = try task("SUMMARY:a\nDESCRIPTION:\(text)")
    let document = Document(parsing: Array(note.body.utf8))
    #expect(document.marks.allSatisfy { $0.kind != .comment }, "\(note.body)")
    let exported = try calendar(of: "---\ntitle: a\nstatus: todo\n---\n\n\(note.body)\n")
    #expect(exported.contains("DESCRIPTION:\(text)\r\n"), "\(exported)")
    let own = try calendar(of: "---\ntitle: a\nstatus: todo\n---\n\nb `\\%%`\n")
    #expect(own.contains("`\\\\%%`"), "\(own)")
  }

  @Test func `a long text is read and written in time for its length`() throws {
    let picture = ("ATTACH;ENCODING=BASE64:", "\n " + String(repeating: "A", count: 74), 10_000)
    let text = ("DESCRIPTION:", "x\\, y\\; z\\n", 30_000)
    for (name, part, count) in [picture, text] {
      func time(_ times: Int) throws -> Swift.Duration {
        let line = name + String(repeating: part, count: count * times)
        return try processorTime { _ = try task("SUMMARY:a\n\(line)") }
      }
      #expect(try time(4) < time(1) * 6, "\(name)")
    }
  }

  @Test func `a length of time that no alarm has is passed over`() throws {
    func reminder(_ trigger: String) throws -> String? {
      let alarm = "BEGIN:VALARM\nTRIGGER;RELATED=END:\(trigger)\nEND:VALARM"
      return try task("SUMMARY:a\nDUE:20261130T090000Z\n\(alarm)").text("remind")
    }
    #expect(try reminder("-P2W") == "14d")
    #expect(try reminder("-P99999999W") == nil)
    #expect(try reminder("P99999999D") == nil)
    #expect(try reminder("-P" + String(repeating: "99999999W", count: 160_000)) == nil)
    let far = try task("SUMMARY:a\nDUE:99991231T090000Z\nBEGIN:VALARM\nTRIGGER;RELATED=END:P2D\nEND:VALARM")
    #expect(far.text("remind") == nil)
  }

  @Test func `a number of changes that is none counts as none`() throws {
    for (number, next) in [("9223372036854775807", 1), ("x", 1), ("4", 5)] {
      let text =
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\nSEQUENCE:\(number)\nEND:VTODO\nEND:VCALENDAR\n"
      let file = ImportFile(path: "a.ics", bytes: Array(text.utf8))
      let entry = try #require(try CalendarEntry(file, zone: .fixed(0), dayTime: .midnight))
      let written = String(decoding: entry.taking([.title], from: entry), as: UTF8.self)
      #expect(written.contains("SEQUENCE:\(next)\r\n"))
    }
  }
}
