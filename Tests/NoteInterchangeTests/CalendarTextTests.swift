import CivilCalendar
import Foundation
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

  private func event(_ lines: String) throws -> ImportCollector {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:a\n\(lines)\nEND:VEVENT\nEND:VCALENDAR\n"
    return try imported("ics", [("c.ics", text)])
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"), "no database of zones"))
  func `a clock that is only named is the one of that name, in the words of IANA and of Windows`() throws {
    for name in [
      "Europe/Berlin", "W. Europe Standard Time", "/freeassociation.sourceforge.net/Europe/Berlin",
      "\"/mozilla.org/20070129_1/Europe/Berlin\"",
    ] {
      let found = try event(
        "DTSTART;TZID=\(name):20140810T230000\nRRULE:FREQ=DAILY;UNTIL=20140814T215959Z\nEXDATE;TZID=\(name):20140812T230000"
      )
      #expect(found.notes.first?.text("scheduled") == "2014-08-10T23:00:00+02:00", "\(name)")
      #expect(found.notes.first?.text("repeat") == "RRULE:FREQ=DAILY;UNTIL=20140814 EXDATE:20140812", "\(name)")
      #expect(found.report.isEmpty)
    }
    #expect(
      try event("DTSTART;TZID=GMT Standard Time:20260701T090000").notes[0].text("scheduled")
        == "2026-07-01T09:00:00+01:00")
    for name in ["Atlantis", "../../../etc/passwd", "Europe/..", ""] {
      let found = try event("DTSTART;TZID=\(name):20260701T090000")
      #expect(found.notes[0].text("scheduled") == "2026-07-01T09:00:00", "\(name)")
      if !name.isEmpty { #expect(found.report.count == 1, "\(name)") }
    }
  }

  @Test func `days besides a rule leave the rule`() throws {
    let found = try event("DTSTART;VALUE=DATE:20210302\nRRULE:FREQ=WEEKLY;UNTIL=20210316\nRDATE;VALUE=DATE:20210331")
    #expect(found.notes[0].text("repeat") == "RRULE:FREQ=WEEKLY;UNTIL=20210316")
    #expect(found.report == ["c.ics:2: The series has days besides its rule (RDATE); they are kept for export"])
  }

  @Test func `a line that is folded inside a letter is one line`() throws {
    var bytes: [UInt8] = []
    for byte
      in "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:회의 日 é\r\nDTSTART:20261201\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
      .utf8
    {
      if byte & 0xC0 == 0x80 { bytes += Array("\r\n ".utf8) }
      bytes.append(byte)
    }
    #expect(try imported("ics", [ImportFile(path: "c.ics", bytes: bytes)]).notes.map(\.title) == ["회의 日 é"])
  }

  @Test func `a task is part of the entry that it is related to`() throws {
    func text(_ uid: String, _ lines: String) -> String {
      "BEGIN:VTODO\nUID:\(uid)\nSUMMARY:\(uid)\n\(lines)\nEND:VTODO\n"
    }
    let calendar = "BEGIN:VCALENDAR\n" + text("c@x", "RELATED-TO:p@x") + text("p@x", "PRIORITY:1") + "END:VCALENDAR\n"
    let found = try imported("ics", [("c.ics", calendar)])
    #expect(found.notes[0].text("parent") == ImportedNoteText.identifier(of: "p@x", format: "ics"))
    let own = "BEGIN:VCALENDAR\n" + text("c", "X-SHEAF-STATUS:todo\nRELATED-TO:Project") + "END:VCALENDAR\n"
    #expect(try imported("ics", [("c.ics", own)]).notes[0].text("parent") == "Project")
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
