import CivilCalendar
import Foundation
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// Repeating tasks fall on the same days and hours in our calendar and in those of others.
@Suite struct CalendarSeriesTests {
  private static let zones = [
    "Asia/Seoul", "America/New_York", "Europe/Berlin", "Australia/Sydney", "America/Santiago",
  ]
  private static let python = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent()
    .appendingPathComponent(".build/dateutil/bin/python3").path

  /// Each entry's first moments on the clock of the zone: by the calendar's own VTIMEZONE, told on the zone's real clock.
  private static let script = """
    import io, itertools, sys, types, datetime as calendar
    import dateutil.rrule
    from datetime import datetime, timedelta
    from zoneinfo import ZoneInfo
    from dateutil import tz
    from dateutil.rrule import rrulestr, rruleset
    dateutil.rrule.datetime = types.SimpleNamespace(**{**vars(calendar), "MAXYEAR": 2150})
    place = ZoneInfo(sys.argv[1])
    text = sys.stdin.buffer.read().decode().replace("\\r\\n ", "").replace("\\r\\n", "\\n")
    zones = tz.tzical(io.StringIO(text)) if "VTIMEZONE" in text else None
    def moments(line):
        head, value = line.split(":", 1)
        zone = next((p[5:] for p in head.split(";") if p.startswith("TZID=")), None)
        for part in value.split(","):
            if len(part) == 8: yield datetime.strptime(part, "%Y%m%d")
            elif part.endswith("Z"): yield datetime.strptime(part, "%Y%m%dT%H%M%SZ").replace(tzinfo=tz.UTC)
            else: yield datetime.strptime(part, "%Y%m%dT%H%M%S").replace(tzinfo=zones.get(zone))
    for entry in text.split("BEGIN:VTODO\\n")[1:]:
        lines = entry.split("END:VTODO")[0].split("BEGIN:VALARM")[0].splitlines()
        start = next(next(moments(l)) for l in lines if l.startswith("DTSTART"))
        series = rruleset()
        for line in lines:
            if line.startswith("RRULE:"): series.rrule(rrulestr(line, dtstart=start))
            if line.startswith("RDATE"): [series.rdate(m) for m in moments(line)]
            if line.startswith("EXDATE"): [series.exdate(m) for m in moments(line)]
        if not any(l.startswith("RRULE:") for l in lines): series.rdate(start)
        found = itertools.islice(series, 15)
        print(",".join((m.astimezone(place) if m.tzinfo else m).strftime("%Y-%m-%dT%H:%M") for m in found))
    """

  private static func zone(_ name: String) throws -> LocalZone {
    let zone = try #require(TimeZone(identifier: name))
    return LocalZone(named: name) {
      zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))
    }
  }

  /// A task with a rule, and when it has to come back.
  private struct Example {
    let note: String
    let times: [String]
    let rule: String
  }

  private static func example(
    _ number: Int, _ random: inout SeededGenerator
  ) throws -> Example? {
    let words = [
      "every day", "every 3 days", "every week", "every mon,fri", "every 2 weeks on tue,sat",
      "every month", "every month on the 31st", "every month on the last friday", "every year",
      "every 2nd monday of the month", "every weekday", "every week until 2027-10-20",
      "every 3 weeks on sun", "every month count 5", "every day 40 times",
      "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "RRULE:FREQ=WEEKLY;BYDAY=SU,WE;COUNT=9",
      "RRULE:FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU", "RRULE:FREQ=MONTHLY;BYMONTHDAY=15,-1",
    ]
    var text = words[number % words.count]
    guard let plain = try? RecurrenceRule.parse(text) else { return nil }
    // Near the days on which clocks change, in the north and in the south.
    let starts = ["2026-10-20", "2026-03-01", "2027-03-20", "2026-09-25", "2026-12-30"]
    let first = try #require(Day(iso: starts[Int.random(in: 0..<starts.count, using: &random)]))
      .adding(days: Int.random(in: 0..<20, using: &random))
    let isOff = number % 7 == 3
    let start = isOff ? first : try #require(plain.days(from: first).first { _ in true })
    if number % 5 == 1, let day = plain.days(from: start).dropFirst(2).first(where: { _ in true }) {
      text += text.hasPrefix("RRULE") ? " EXDATE:" + day.description.filter { $0 != "-" } : " except \(day)"
    }
    let clocks = ["", "T00:30", "T08:00", "T12:15", "T23:30"]
    let clock = clocks[Int.random(in: 0..<clocks.count, using: &random)]
    let rule = try RecurrenceRule.parse(text)
    var days = Array(rule.days(from: start).prefix(15))
    if days.first != start { days = [start] + days.prefix(14) }
    let note = "---\nid: t\(number)\ntitle: T\(number)\nstatus: todo\ndue: \(start)\(clock)\nrepeat: \"\(text)\"\n---\n"
    let times = days.map { "\($0)" + (clock.isEmpty ? "T00:00" : clock) }
    return Example(note: note, times: times, rule: "\(start)\(clock) \(text)")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "python-dateutil is not installed: make setup-test"),
    arguments: zones)
  func `forty tasks come back on the same days and at the same hour all the year`(
    name: String
  ) throws {
    var random = SeededGenerator(seed: UInt64(name.utf8.count))
    let examples = try (0..<42).compactMap { try Self.example($0, &random) }
    try #require(examples.count >= 40)
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    let options = ExportOptions(
      zone: try Self.zone(name), now: now, language: .english, title: "Test")
    var exporter = ExportFormat.calendar(options)
    var bytes = exporter.start()
    for (number, example) in examples.enumerated() {
      let path = try #require(NotePath("Diary/Tasks/\(number).md"))
      let note = Note(Document(parsing: Array(example.note.utf8)), at: path, in: VaultLayout())
      bytes += exporter.bytes(of: ExportedNote(note, modified: nil, targets: [:]))
    }
    bytes += exporter.end()
    let run = try ProgramRun.run(
      Self.python, ["-c", Self.script, name], in: fixturesFolder,
      input: String(decoding: bytes, as: UTF8.self))
    #expect(run.errors == "")
    let found = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try #require(found.count == examples.count, "\(String(decoding: bytes, as: UTF8.self))")
    for (example, times) in zip(examples, found) {
      // An hour that a clock leaves out is told one hour later.
      #expect(example.times.joined(separator: ",") == times, "\(name): \(example.rule)")
    }
  }

  private func exported(_ note: String, dayTime: TimeOfDay = .nine, asEvents: Bool = false) throws -> String {
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    let options = ExportOptions(
      zone: try Self.zone("Asia/Seoul"), now: now, language: .english, title: "Test",
      asEvents: asEvents, dayTime: dayTime)
    var exporter = ExportFormat.calendar(options)
    let path = try #require(NotePath("Diary/Tasks/a.md"))
    let exported = ExportedNote(
      Note(Document(parsing: Array(note.utf8)), at: path, in: VaultLayout()), modified: nil,
      targets: [:])
    let bytes = exporter.start() + exporter.bytes(of: exported) + exporter.end()
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "").replacing("\r\n", with: "\n")
  }

  @Test func `a reminder of a whole day is a moment, and counts from midnight in a series`() throws {
    let once = "---\ntitle: A\nstatus: todo\ndue: 2026-11-30\nremind: [30m, 1d]\n---\n"
    let text = try exported(once)
    #expect(text.contains("TRIGGER;VALUE=DATE-TIME:20261129T233000Z\n"))
    #expect(text.contains("TRIGGER;VALUE=DATE-TIME:20261129T000000Z\n"))
    let series = try exported(once.replacing("remind", with: "repeat: weekly\nremind"))
    #expect(series.contains("TRIGGER;RELATED=END:PT8H30M\n"))
    #expect(series.contains("TRIGGER;RELATED=END:-PT15H\n"))
    let timed = try exported(once.replacing("2026-11-30", with: "2026-11-30T10:00"))
    #expect(timed.contains("TRIGGER;RELATED=END:-PT30M\n"))
  }

  @Test func `reminders come back as they were, whatever a whole day begins with`() throws {
    for due in ["2026-11-30", "2026-11-30T10:00"] {
      for rule in ["", "repeat: weekly\n"] {
        let note = "---\ntitle: A\nstatus: todo\ndue: \(due)\n\(rule)remind: [30m, 2d]\n---\n"
        let text = try exported(note).split(separator: "\n")
          .filter { !$0.hasPrefix("X-SHEAF-REMIND") }.joined(separator: "\n")
        let read = try imported("ics", [("a.ics", text)]).notes[0].text("remind") ?? ""
        let isMoment = due.count == 10 && rule.isEmpty
        let expected = isMoment ? "2026-11-30T08:30:00+09:00,2026-11-28T09:00:00+09:00" : "30m,2d"
        #expect(read == expected, "\(note)")
      }
    }
  }

  @Test func `an event at a time has no length, a closed task no rule, a cancelled event says so`() throws {
    let timed = "---\ntitle: A\nstatus: todo\ndue: 2026-11-30T10:00\nrepeat: weekly\n---\n"
    #expect(!(try exported(timed, asEvents: true)).contains("DURATION"))
    #expect(try exported(timed).contains("RRULE:FREQ=WEEKLY\n"))
    #expect(!(try exported(timed.replacing("todo", with: "done"))).contains("RRULE"))
    let cancelled = try exported(timed.replacing("todo", with: "cancelled"), asEvents: true)
    #expect(cancelled.contains("STATUS:CANCELLED\n"))
  }

  @Test func `boxes in the description of a task are no entries, unless they have a day`() throws {
    let note = "---\ntitle: A\nstatus: todo\n---\n\n- [ ] part\n- [ ] day 📅 2026-11-30\n"
    let text = try exported(note)
    #expect(text.split(separator: "\n").count { $0 == "BEGIN:VTODO" } == 2)
    #expect(text.contains("SUMMARY:day\n") && !text.contains("SUMMARY:part\n"))
  }

  @Test func `what another program says of an entry goes back as it was`() throws {
    let entry = """
      BEGIN:VEVENT
      UID:9f-1
      SUMMARY:Meeting
      DTSTART;TZID=Europe/Berlin:20261102T090000
      DTEND;TZID=Europe/Berlin:20261102T093000
      RRULE:FREQ=WEEKLY;BYDAY=MO
      EXDATE;TZID=Europe/Berlin:20261109T090000
      RDATE;TZID=Europe/Berlin:20261111T090000
      LOCATION;LANGUAGE=de:Raum 1
      URL:https://example.com/a
      CLASS:PRIVATE
      ATTENDEE;CN="Kim; A":mailto:a@example.com
      X-OTHER;X-P=1:kept
      DESCRIPTION:Bring\\n- [ ] papers
      BEGIN:VALARM
      ACTION:AUDIO
      TRIGGER:PT5M
      END:VALARM
      END:VEVENT
      """
    let moved = """
      BEGIN:VEVENT
      UID:9f-1
      RECURRENCE-ID;TZID=Europe/Berlin:20261116T090000
      SUMMARY:Meeting
      DTSTART;TZID=Europe/Berlin:20261117T100000
      END:VEVENT
      """
    let text = ["BEGIN:VCALENDAR", clockOfBerlin, entry, moved, "END:VCALENDAR"].joined(separator: "\n")
    let collector = try imported("ics", [("a.ics", text)])
    try #require(collector.notes.count == 1)
    #expect(
      collector.report == [
        "a.ics:37: The series has days besides its rule (RDATE); they are kept for export",
        "a.ics:58: This day of a series differs; it is kept with the series for export",
      ] || collector.problems.count == 2, "\(collector.report)")
    let note = String(
      decoding: ImportedNoteText(collector.notes[0], format: "ics", body: collector.notes[0].body)
        .file.bytes, as: UTF8.self)
    let back = try exported(note)
    for line in entry.split(separator: "\n") + moved.split(separator: "\n") {
      #expect(back.contains(line + "\n"), "\(line) in \(back)")
    }
    #expect(back.split(separator: "\n").count { $0 == "TZID:Europe/Berlin" } == 1)
    #expect(back.split(separator: "\n").count { $0 == "BEGIN:VTODO" } == 0)
    let changed = try exported(note.replacing("title: Meeting", with: "title: Talk"))
    #expect(changed.contains("SUMMARY:Talk\n") && changed.contains("X-OTHER;X-P=1:kept\n"))
    #expect(changed.contains("DTSTART;TZID=Europe/Berlin:20261102T090000\n"))
  }

  @Test func `a day that was cancelled stays cancelled`() throws {
    let series = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      SUMMARY:Water
      DTSTART;VALUE=DATE:20261102
      DUE;VALUE=DATE:20261102
      RRULE:FREQ=WEEKLY;COUNT=5
      EXDATE;VALUE=DATE:20261102,20261109
      END:VTODO
      BEGIN:VTODO
      UID:1
      RECURRENCE-ID;VALUE=DATE:20261123
      STATUS:CANCELLED
      SUMMARY:Water
      END:VTODO
      END:VCALENDAR
      """
    let collector = try imported("ics", [("a.ics", series)])
    let task = collector.notes[0]
    #expect(task.text("due") == "2026-11-16")
    #expect(task.text("repeat") == "RRULE:FREQ=WEEKLY;UNTIL=20261130 EXDATE:20261123")
    #expect(collector.report == [])
    let rule = try RecurrenceRule.parse(task.text("repeat") ?? "")
    let first = try #require(Day(iso: "2026-11-16"))
    #expect(rule.days(from: first).map(\.description) == ["2026-11-16", "2026-11-30"])
  }

  @Test func `a rule in UTC is one of the clock of the place`() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:1
      SUMMARY:Early
      DTSTART:20261129T230000Z
      DUE:20261129T230000Z
      RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20261213T230000Z
      END:VTODO
      END:VCALENDAR
      """
    let task = try imported("ics", [("a.ics", text)]).notes[0]
    #expect(task.text("due") == "2026-11-30T08:00:00+09:00")
    #expect(task.text("repeat") == "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214")
  }

  @Test func `an alarm keeps its text where that is the text of the entry`() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:9f-2
      SUMMARY:Meeting
      DTSTART;VALUE=DATE:20261102
      X-OTHER:kept
      DESCRIPTION:Bring papers
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Bring papers
      TRIGGER:-PT5M
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    let note = try imported("ics", [("a.ics", text)]).notes[0]
    let kept = try #require(note.kept("entry"))
    #expect(kept.contains("ACTION:DISPLAY\nDESCRIPTION:Bring papers\nTRIGGER:-PT5M"))
    #expect(kept.split(separator: "\n").count { $0 == "DESCRIPTION:Bring papers" } == 1)
  }
}

/// The clock of a place with summer time, as calendars define it.
let clockOfBerlin = """
  BEGIN:VTIMEZONE
  TZID:Europe/Berlin
  BEGIN:STANDARD
  DTSTART:19961027T030000
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
  TZOFFSETFROM:+0200
  TZOFFSETTO:+0100
  END:STANDARD
  BEGIN:DAYLIGHT
  DTSTART:19810329T020000
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
  TZOFFSETFROM:+0100
  TZOFFSETTO:+0200
  END:DAYLIGHT
  END:VTIMEZONE
  """
