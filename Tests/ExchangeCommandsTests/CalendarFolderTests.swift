import Foundation
import NoteTestSupport
import Testing

/// A folder of calendar entries that another program changes too.
@Suite struct CalendarFolderTests {
  private let session: CommandSession
  private let calendars: TemporaryFolder

  private static let task = """
    ---
    id: k3x9wq2m
    title: 세금 신고
    status: todo
    due: 2026-11-30
    priority: high
    tags: [home] # mine
    ---

    Papers first.

    """

  init() throws {
    session = try CommandSession()
    calendars = try TemporaryFolder()
    _ = session.run(["init"])
    try session.folder.write(Self.task, to: "Diary/Tasks/tax.md")
    try session.folder.write("# B\n\n- [ ] box 📅 2026-12-01 🆔 b0xb0x\n", to: "Memo/b.md")
  }

  private func export(_ words: String..., status: Int32 = 0) -> String {
    let outcome = session.run(["export", "--to", "vdir", calendars.path] + words)
    #expect(outcome.status == status, "\(outcome.errors)")
    return outcome.errors
  }

  private func importing(status: Int32 = 0) -> String {
    let outcome = session.run(["import", "--from", "vdir", calendars.path])
    #expect(outcome.status == status, "\(outcome.errors)")
    return outcome.errors
  }

  private func calendar(_ file: String) throws -> String {
    String(decoding: try calendars.read(file), as: UTF8.self)
  }

  private func entry(_ uid: String = "k3x9wq2m@sheaf") throws -> String {
    try calendar(uid + ".ics")
  }

  /// Changes an entry as the other program does.
  private func change(_ old: String, to new: String, in uid: String = "k3x9wq2m@sheaf") throws {
    let text = try entry(uid)
    #expect(text.contains(old), "\(text)")
    try calendars.write(text.replacing(old, with: new), to: uid + ".ics")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  private func note() throws -> String { try text("Diary/Tasks/tax.md") }

  @Test func `each open task is a file, and writing it again changes nothing`() throws {
    #expect(export().contains(": 2 new\n"))
    let first = try entry()
    #expect(first.contains("BEGIN:VTODO") && first.contains("DUE;VALUE=DATE:20261130"))
    #expect(try entry("b0xb0x@sheaf").contains("SUMMARY:box"))
    #expect(export().contains(": no changes\n"))
    #expect(try entry() == first)
  }

  @Test func `fields that each side changed alone are merged, and what is unknown stays`() throws {
    _ = export()
    try change("SUMMARY:세금 신고", to: "X-APPLE-SORT-ORDER:7\r\nSUMMARY:세금 신고와 납부")
    _ = session.run(["set", "tax", "due=2026-12-04"])
    #expect(export().contains("1 changed"))
    let text = try entry()
    #expect(text.contains("X-APPLE-SORT-ORDER:7") && text.contains("SUMMARY:세금 신고와 납부"))
    #expect(text.contains("DUE;VALUE=DATE:20261204") && !text.contains("20261130"))
    #expect(importing().contains("1 changed task"))
    #expect(
      try note()
        == Self.task.replacing("세금 신고", with: "세금 신고와 납부").replacing(
          "2026-11-30", with: "2026-12-04"))
    #expect(importing().contains("No changes"))
    #expect(export().contains(": no changes\n"))
  }

  @Test func `a field that both changed is left as it is on both sides and reported`() throws {
    _ = export()
    try change("DUE;VALUE=DATE:20261130", to: "DUE;VALUE=DATE:20261205")
    _ = session.run(["set", "tax", "due=2026-12-04"])
    #expect(export(status: 3).contains("due was changed on both sides"))
    #expect(try entry().contains("20261205"))
    #expect(importing(status: 3).contains("“2026-12-04” here, “2026-12-05” in the calendar"))
    #expect(try note().contains("due: 2026-12-04"))
    _ = session.run(["set", "tax", "due=2026-12-05"])
    #expect(export().contains(": no changes"))
    _ = session.run(["set", "tax", "due=2026-12-06"])
    #expect(export().contains("1 changed"))
  }

  @Test func `what the calendar finishes is done here, and comes back where it repeats`() throws {
    _ = session.run(["set", "tax", "repeat=every month on the 30th"])
    _ = export()
    try change("STATUS:NEEDS-ACTION", to: "STATUS:COMPLETED\r\nCOMPLETED:20261121T010000Z")
    try change("STATUS:NEEDS-ACTION", to: "STATUS:COMPLETED", in: "b0xb0x@sheaf")
    #expect(importing().contains("2 changed"))
    #expect(try note().contains("status: done"))
    #expect(try text("Memo/b.md").contains("- [x] box"))
    #expect(try text("Diary/Tasks/tax 2026-12-30.md").contains("status: todo"))
    #expect(session.run(["undo"]).status == 0)
    #expect(try note().contains("status: todo"))
  }

  @Test func `a task that cannot be finished stays open, is reported, and is offered again`() throws {
    let task = Self.task.replacing("priority: high", with: "repeat: every blue moon")
    try session.folder.write(task, to: "Diary/Tasks/tax.md")
    _ = export()
    try change("STATUS:NEEDS-ACTION", to: "STATUS:COMPLETED")
    for _ in 1...2 {
      let errors = importing()
      #expect(errors.contains("tax.md: not changed: repeat: “blue”"), "\(errors)")
      #expect(errors.contains("No changes"), "\(errors)")
      #expect(try note() == task)
    }
    try session.folder.write(
      task.replacing("every blue moon", with: "weekly"), to: "Diary/Tasks/tax.md")
    #expect(importing().contains("1 changed"))
    #expect(try note().contains("status: done"))
  }

  @Test func `text, tags, priority and the title of a box are taken over`() throws {
    _ = export()
    try change("DESCRIPTION:Papers first.", to: "DESCRIPTION:Papers\\, first.\\n\\nThen pay.")
    try change("CATEGORIES:home", to: "CATEGORIES:home,money")
    try change("PRIORITY:3", to: "PRIORITY:1")
    try change("SUMMARY:box", to: "SUMMARY:bigger box", in: "b0xb0x@sheaf")
    try change("DUE;VALUE=DATE:20261201", to: "DUE;VALUE=DATE:20261202", in: "b0xb0x@sheaf")
    _ = importing()
    let note = try note()
    #expect(note.contains("priority: urgent") && note.contains("money") && note.contains("# mine"))
    #expect(note.hasSuffix("---\n\nPapers, first.\n\nThen pay.\n"), "\(note)")
    #expect(
      try text("Memo/b.md") == "# B\n\n- [ ] bigger box 📅 2026-12-02 🆔 b0xb0x\n")
  }

  @Test func `a new entry becomes one task under its own UID`() throws {
    try calendars.write(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:9f-1\r\nSUMMARY:우유\r\nDUE;VALUE=DATE:20261125\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
      to: "phone.ics")
    #expect(importing().contains("1 new task"))
    #expect(importing().contains("No changes"))
    #expect(try text("Diary/Tasks/우유.md").contains("due: 2026-11-25"))
    _ = session.run(["set", "우유", "due=2026-11-26"])
    #expect(export().contains("2 new, 1 changed"))
    #expect(try calendar("phone.ics").contains("DUE;VALUE=DATE:20261126"))
  }

  @Test func `a file of another program in which nothing of ours changed is not rewritten`() throws {
    let inner = [
      "RRULE:FREQ=HOURLY;INTERVAL=5", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
      "DESCRIPTION:a\\n- [ ] b\\n", "DURATION:PT1H", "LOCATION:x\r\nURL:https://example.com",
      "STATUS:CONFIRMED\r\nEXDATE;VALUE=DATE:20261207", "PRIORITY:5\r\nPERCENT-COMPLETE:30",
      "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT90S\r\nEND:VALARM",
    ]
    var files: [String: String] = [:]
    for (number, lines) in inner.enumerated() {
      for (name, dates) in [
        ("VEVENT", "DTSTART;VALUE=DATE:20261130"), ("VTODO", "DUE:20261130T010000Z"),
      ] {
        let file = "\(name)\(number).ics"
        files[file] =
          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:\(name)\r\nUID:\(name)-\(number)\r\nSUMMARY:\(name) \(number)\r\n\(dates)\r\n\(lines)\r\nEND:\(name)\r\nEND:VCALENDAR\r\n"
        try calendars.write(files[file] ?? "", to: file)
      }
    }
    #expect(importing().contains("16 new tasks"))
    #expect(export().contains(": 2 new\n"))
    for (file, text) in files { #expect(try calendar(file) == text) }
    #expect(importing().contains("No changes"))
    _ = session.run(["set", "VTODO 0", "due=2026-12-01T10:00"])
    #expect(export().contains(": 1 changed"))
    let changed = try calendar("VTODO0.ics")
    #expect(changed.contains("RRULE:FREQ=HOURLY;INTERVAL=5"), "\(changed)")
  }

  @Test func `a day that the calendar cancels is left out here, and the rule stays as written`() throws {
    _ = session.run(["set", "tax", "repeat=every week"])
    _ = export()
    try change("SUMMARY:", to: "EXDATE;VALUE=DATE:20261207\r\nSUMMARY:")
    #expect(importing().contains("1 changed"))
    #expect(try note().contains("repeat: every week except 2026-12-07"))
    #expect(importing().contains("No changes"))
    #expect(export().contains(": no changes"))
    _ = session.run(["done", "tax"])
    #expect(try text("Diary/Tasks/tax 2026-12-14.md").contains("due: 2026-12-14"))
  }

  @Test func `a status of one's own stays where the calendar says the same of it`() throws {
    _ = session.run(["config", "set", "tasks.statuses", "{in-review: doing r, queued: open}"])
    _ = session.run(["set", "tax", "status=in-review"])
    _ = export()
    #expect(try entry().contains("STATUS:IN-PROCESS\r\nX-SHEAF-STATUS;X-SHEAF-AS=IN-PROCESS:in-review\r\n"))
    // A calendar that keeps no properties of ours, and touches the entry.
    try change("X-SHEAF-STATUS;X-SHEAF-AS=IN-PROCESS:in-review\r\n", to: "PERCENT-COMPLETE:50\r\n")
    #expect(importing().contains("No changes"))
    #expect(try note().contains("status: in-review\n"))
    try change("STATUS:IN-PROCESS", to: "STATUS:COMPLETED")
    _ = importing()
    #expect(try note().contains("status: done\n"))
    try change("STATUS:COMPLETED", to: "STATUS:IN-PROCESS")
    _ = importing()
    #expect(try note().contains("status: doing\n"))
    _ = session.run(["set", "tax", "status=queued"])
    _ = export()
    #expect(try entry().contains("STATUS:NEEDS-ACTION"))
  }

  @Test(arguments: [
    ("IN-PROCESS", "IN-PROCESS", "in-review"), ("IN-PROCESS", "COMPLETED", "done"),
    ("IN-PROCESS", "NEEDS-ACTION", "todo"), ("NEEDS-ACTION", "IN-PROCESS", "doing"),
    ("NEEDS-ACTION", "NEEDS-ACTION", "in-review"),
  ])
  func `a status of one's own comes back from a file unless a calendar has given another`(
    was: String, present: String, status: String
  ) throws {
    let entry = """
      BEGIN:VCALENDAR
      BEGIN:VTODO
      UID:a
      SUMMARY:Letter
      STATUS:\(present)
      X-SHEAF-STATUS;X-SHEAF-AS=\(was):in-review
      END:VTODO
      END:VCALENDAR

      """
    try session.folder.write(entry, to: "a.ics")
    _ = session.run(["import", "--from", "ics", "a.ics"])
    let note = try text("Diary/Tasks/Letter.md")
    #expect(note.contains("status: \(status)\n"), "\(note)")
    #expect(was != present || !note.contains("entry:"), "\(note)")
  }

  @Test func `an entry goes with its task, and a task whose entry went is cancelled`() throws {
    _ = export()
    _ = session.run(["rm", "b"])
    #expect(export().contains("1 removed"))
    try FileManager.default.removeItem(atPath: calendars.path + "/k3x9wq2m@sheaf.ics")
    #expect(export().contains("its entry was removed from the calendar"))
    #expect(importing().contains("1 changed"))
    #expect(try note().contains("status: cancelled"))
  }

  @Test func `another repository at the path of an old one removes nothing from its calendar`() throws {
    #expect(export().contains("2 new"))
    _ = session.run(["rm", "tax", "b", "--yes"])
    try session.folder.write("# C\n\n- [ ] other 📅 2026-12-02 🆔 0ther0\n", to: "Memo/c.md")
    for isFirst in [true, false] {
      let said = export()
      #expect(said.hasSuffix(isFirst ? ": 1 new\n" : ": no changes\n"), "\(said)")
      #expect(said.contains("No task of the 2 entries") == isFirst, "\(said)")
    }
    #expect(try entry().contains("세금 신고"))
    #expect(try entry("b0xb0x@sheaf").contains("box"))
  }

  @Test
  func
    `an entry that was changed stays when its task goes, and a note that cannot be read removes none`()
    throws
  {
    _ = export()
    try change("SUMMARY:box", to: "SUMMARY:my box", in: "b0xb0x@sheaf")
    _ = session.run(["rm", "b"])
    #expect(export().contains("its task is gone"))
    #expect(try entry("b0xb0x@sheaf").contains("my box"))
  }

  @Test func `the setting keeps a folder and a file current, for trusted repositories alone`()
    throws
  {
    try session.folder.write(
      "calendar:\n  path: \(calendars.path)/tasks\n", to: ".sheaf/config.yaml")
    _ = session.run(["add", "first"])
    #expect(!FileManager.default.fileExists(atPath: calendars.path + "/tasks"))
    _ = session.run(["config", "trust"])
    _ = session.run(["add", "second"])
    let count = try FileManager.default.contentsOfDirectory(atPath: calendars.path + "/tasks").count
    #expect(count == 4)
    try session.folder.write(
      "calendar:\n  path: \(calendars.path)/all.ics\n  query: tag:home\n", to: ".sheaf/config.yaml")
    _ = session.run(["config", "trust"])
    _ = session.run(["done", "tax"])
    #expect(try calendar("all.ics").contains("STATUS:COMPLETED"))
    _ = session.run(["undo"])
    #expect(try calendar("all.ics").contains("STATUS:NEEDS-ACTION"))
  }

  @Test func `a conflict in one folder keeps no other from being imported`() throws {
    let session = try CommandSession()
    _ = session.run(["init", "-q"])
    for (title, tag) in [("Alpha", "a"), ("Beta", "b")] {
      _ = session.run(["add", title, "+" + tag, "due:2026-12-01"])
      #expect(session.run(["export", "tag:" + tag, "--to", "vdir", "-o", tag]).status == 0)
      let entry = try #require(session.folder.files().first { $0.hasPrefix(tag + "/") && $0.hasSuffix(".ics") })
      let text = String(decoding: try session.folder.read(entry), as: UTF8.self)
      try session.folder.write(text.replacing("SUMMARY:\(title)", with: "SUMMARY:\(title) there"), to: entry)
    }
    _ = session.run(["set", "Alpha", "title=Alpha here"])
    let outcome = session.run(["import", "--from", "vdir", "a", "b"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("changed on both sides"))
    #expect(session.run(["list", "--format", "{{title}}"]).output.contains("Beta there"))
  }
}
