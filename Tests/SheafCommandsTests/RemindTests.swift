import Foundation
import NoteTestSupport
import SheafCommands
import Testing

/// Delivery through a command, and two clones of one repository.
@Suite struct RemindTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func configure(_ command: String) throws {
    try session.home.write("remind:\n  command: \(command)\n", to: "config/sheaf/config.yaml")
  }

  @Test func `a command gets the tasks as JSON, once`() throws {
    let mailbox = session.folder.path + "/mailbox.txt"
    try configure("cat >> '\(mailbox)'")
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00", "remind:5m"])
    #expect(session.run(["remind", "--run"]).status == 0)
    #expect(session.run(["remind", "--run"]).status == 0)
    let lines = String(decoding: try session.folder.read("mailbox.txt"), as: UTF8.self)
      .split(separator: "\n")
    try #require(lines.count == 1)
    let message = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect(message?["title"] as? String == "Tea")
    #expect(
      (message?["tasks"] as? [[String: Any]])?.first?["path"] as? String == "Diary/Tasks/Tea.md")
  }

  @Test func `two reminders of a task at the same moment are delivered once`() throws {
    try configure("\"\"")
    _ = session.run(["add", "Tea", "due:2026-11-22 12:00", "remind:1d, 24h, 1d, 1h"])
    let listed = session.run(["remind"]).output.split(separator: "\n")
    #expect(listed.count == 2, "\(listed)")
    let agenda = session.run(["agenda", "2026-11-21"]).output.split(separator: "\n").filter { $0.contains("Tea") }
    #expect(agenda.count == 1, "\(agenda)")
    _ = session.run(["remind", "--run"])
    let told = session.run(["--now", "2026-11-21T12:01:00+09:00", "remind", "--run"]).output
    #expect(told.components(separatedBy: "Tea").count == 2, "\(told)")
  }

  @Test func `a reminder that could not be delivered is delivered by the next run`() throws {
    try configure("exit 1")
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00", "remind:5m"])
    #expect(session.run(["remind", "--run"]).status == 2)
    try configure("\"\"")
    #expect(session.run(["remind", "--run"]).output.hasPrefix("Tea\n"))
    #expect(session.run(["remind", "--run"]).output.isEmpty)
  }

  @Test(arguments: ["9223372036854775807h", "99999999999999h", "70000000h"])
  func `nothing is put off beyond the year 9999`(text: String) {
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00"])
    let outcome = session.run(["remind", "--snooze", text, "Tea"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("“\(text)”"))
  }

  @Test func `eight runs at once tell a reminder once`() async throws {
    let mailbox = session.folder.path + "/mailbox.txt"
    try configure("cat >> '\(mailbox)'")
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00", "remind:5m"])
    let session = session
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = session.run(["remind", "--run"]) } }
    }
    #expect(try session.folder.read("mailbox.txt").count { $0 == 0x0A } == 1)
  }

  @Test func `a letter is told of once, on the day that it opens`() throws {
    try session.folder.write(
      "---\ntitle: To me\nunseal: 2026-11-21\n---\n\nHello\n", to: "Memo/letter.md")
    try session.folder.write(
      "---\ntitle: Later\nunseal: 2026-11-22\n---\n\nSecret\n", to: "Memo/later.md")
    let output = session.run(["remind", "--run"]).output
    #expect(output == "To me\n  your letter has opened\n")
    #expect(session.run(["remind", "--run"]).output.isEmpty)
  }

  private func writeMemo() throws {
    try session.folder.write(
      "---\nid: pa55p0rt\ntitle: Passport\nremind: [\"2026-11-21T09:58\", 2026-11-25]\n---\n\nrenew it\n",
      to: "Memo/passport.md")
  }

  @Test func `a note that is no task is reminded, and is in no list of tasks`() throws {
    try writeMemo()
    #expect(
      session.run(["remind"]).output
        == "1  Sat 2026-11-21 09:58  Passport  Memo/passport.md\n2  Wed 2026-11-25 09:00  Passport  Memo/passport.md\n")
    for words in [["tasks", "--all"], ["board"], ["tasks", "remind:any"]] {
      #expect(!session.run(words).output.contains("Passport"), "\(words)")
    }
    let status = session.run(["status"]).output
    #expect(status.contains("no open tasks") && status.contains(Self.missingTimer), "\(status)")
    #expect(!status.contains("without a due date"), "\(status)")
    for words in [["agenda"], ["today"], ["cal"]] {
      let output = session.run(words).output
      #expect(output.contains("09:58") && output.contains("Passport"), "\(words): \(output)")
    }
    #expect(session.run(["remind", "--run"]).output == "Passport\n")
    #expect(session.run(["remind", "--run"]).output.isEmpty)
    #expect(
      session.run(["remind", "--run", "--now", "2026-11-25T09:00:00+09:00"]).output == "Passport\n")
  }

  @Test func `a note's reminder is put off and taken away, and no command for tasks takes the note`() throws {
    try writeMemo()
    let snoozed = session.run(["remind", "--snooze", "20m", "passport"])
    #expect(snoozed.errors == "“Passport”: next reminder on Sat 2026-11-21 10:20\n")
    #expect(
      session.run(["remind", "--run", "--now", "2026-11-21T10:21:00+09:00"]).output == "Passport\n")
    for command in ["done", "start", "defer", "defer"] {
      let words = command == "defer" ? [command, "passport", "+1d"] : [command, "passport"]
      let refused = session.run(words)
      #expect(refused.status != 0, "\(command)")
      #expect(
        refused.errors.contains("Memo/passport.md is a note with a reminder, not a task")
          && refused.errors.contains("sheaf set Memo/passport.md remind:"), "\(command): \(refused.errors)")
    }
    #expect(session.run(["set", "Memo/passport.md", "remind:"]).status == 0)
    #expect(session.run(["remind"]).output.isEmpty)
    let other = session.run(["remind", "--snooze", "20m", "passport"])
    #expect(other.errors.contains("is not a task"), "\(other.errors)")
  }

  @Test func `a command gets the notes that are no tasks by themselves`() throws {
    let mailbox = session.folder.path + "/mailbox.txt"
    try configure("cat >> '\(mailbox)'")
    try writeMemo()
    #expect(session.run(["remind", "--run"]).status == 0)
    let text = String(decoding: try session.folder.read("mailbox.txt"), as: UTF8.self)
    #expect(text.contains(#""tasks":[],"notes":[{"path":"Memo/passport.md","title":"Passport"}]"#), "\(text)")
  }

  @Test(.needsExtensions)
  func `a calendar has a note's reminder as an event, which is the same note when it comes back`() throws {
    try writeMemo()
    let calendar = session.run(["export", "--to", "ics"]).output
    for line in [
      "BEGIN:VEVENT", "UID:pa55p0rt@sheaf", "DTSTART:20261121T005800Z", "SUMMARY:Passport",
      "DESCRIPTION:renew it", "TRANSP:TRANSPARENT",
      "X-SHEAF-REMIND:2026-11-21T09:58,2026-11-25", "TRIGGER;VALUE=DATE-TIME:20261121T005800Z",
      "TRIGGER;VALUE=DATE-TIME:20261125T000000Z",
    ] {
      #expect(calendar.contains(line + "\r\n"), "\(line)")
    }
    #expect(!calendar.contains("VTODO"))
    let other = try CommandSession()
    _ = other.run(["init", "-q"])
    try other.folder.write(calendar, to: "a.ics")
    #expect(other.run(["import", "--from", "ics", "a.ics"]).status == 0)
    let text = String(decoding: try other.folder.read("Memo/Passport.md"), as: UTF8.self)
    #expect(text.contains(#"remind: ["2026-11-21T09:58", "2026-11-25"]"#) && text.contains("renew it"), "\(text)")
    #expect(!text.contains("scheduled") && !text.contains("entry"), "\(text)")
    #expect(!other.run(["tasks", "--all"]).output.contains("Passport"))
  }

  @Test(.needsExtensions) func `the reminder of a page of the diary is beside the page`() throws {
    try session.folder.write("---\nremind: 2026-11-25\n---\nsnow\n", to: "Diary/2026/2026-11-21.md")
    let calendar = session.run(["export", "--to", "ics"]).output
    #expect(calendar.contains("UID:Diary/2026/2026-11-21.md@sheaf\r\n"))
    #expect(calendar.contains("UID:Diary/2026/2026-11-21.md-reminder@sheaf\r\n"))
    #expect(calendar.components(separatedBy: "DESCRIPTION:snow").count == 2)
  }

  private static let missingTimer = "Reminders are off on this computer"
  private static let missingDay = "has no due date, so its reminder will not be delivered"

  @Test(arguments: [
    (["add", "Tea", "remind:10m"], missingDay),
    (["add", "Tea", "remind:10분 전"], missingDay),
    (["add", "Tea", "알림:10m", "--into", "Memo/a.md"], missingDay),
    (["new", "Tea", "--set", "status=todo", "--set", "remind=10m"], missingDay),
    (["new", "Tea", "--set", "remind=10m"], missingDay),
    (["set", "Memo/a.md", "remind=10m"], missingDay),
    (["set", "Memo/a.md", "remind=10m", "status=todo"], missingDay),
    (["new", "Tea", "--template", "tea"], missingDay),
    (["add", "Tea", "due:today", "remind:10m"], missingTimer),
    (["set", "Memo/a.md", "remind=10m", "status=todo", "due=today"], missingTimer),
    (["set", "Memo/due.md", "due:"], missingDay),
  ])
  func `a reminder that will not be delivered is reported at once`(
    words: [String], sentence: String
  ) throws {
    try session.folder.write("x\n", to: "Memo/a.md")
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-12-01\nremind: 1d\n---\n", to: "Memo/due.md")
    try session.folder.write(
      "---\ntitle: {{yamlTitle}}\nstatus: todo\nremind: 1h\n---\n",
      to: ".sheaf/templates/tea.md")
    let outcome = session.run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func `status reports reminders without a day and the missing timer`() throws {
    _ = session.run(["add", "Tea", "remind:10m"])
    let status = session.run(["status"]).output
    #expect(status.contains("1 reminder without a due date"), "\(status)")
    try session.folder.write("---\nremind: 1d\n---\n", to: "Memo/a.md")
    #expect(session.run(["status"]).output.contains("2 reminders without a due date"))
    for words in [["status"], ["config"]] {
      let lines = session.run(words, onTerminal: true, columns: 40).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 40 || !$0.contains(" ") || $0.hasPrefix("/") }, "\(lines)")
    }
    #expect(status.contains(Self.missingTimer), "\(status)")
  }

  @Test func `a timer that systemd refuses leaves no files`() {
    let outcome = session.run(["remind", "--timer", "1m"], programStatus: 1)
    #expect(outcome.output.hasPrefix("* * * * * ") && outcome.output.contains("remind"), "\(outcome.output)")
    #expect(!outcome.output.contains(".timer"))
    #expect(!session.home.files().contains { $0.hasSuffix(".timer") || $0.hasSuffix(".service") })
  }

  @Test(arguments: [["remind", "--install"], ["sync", "--install"]])
  func `a folder whose name has a line break gets no timer`(words: [String]) throws {
    let folder = "notes\n[Service]\nExecStart=evil"
    try session.folder.write("# A\n", to: folder + "/a.md")
    try session.folder.write("", to: folder + "/.sheaf/config.yaml")
    for status: Int32 in [0, 1] {
      let outcome = session.run(["-C", folder] + words, programStatus: status)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome.errors)")
      #expect(session.startedPrograms.isEmpty)
    }
    #expect(!session.home.files().contains { $0.hasSuffix(".timer") || $0.hasSuffix(".service") })
  }

  @Test func `systemd accepts the timer`() throws {
    let analyze = "/usr/bin/systemd-analyze"
    try #require(FileManager.default.isExecutableFile(atPath: analyze))
    let outcome = session.run(["remind", "--timer", "1m"])
    let files = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.status == 0)
    try #require(files.count == 2)
    let run = try ProgramRun.run(
      analyze, ["--user", "--man=no", "verify"] + files, in: session.folder.path,
      environment: ["XDG_RUNTIME_DIR": session.folder.path, "HOME": session.folder.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(session.run(["remind", "--timer", "off"]).status == 0)
    #expect(session.run(["remind", "--timer", "off"]).status == 1)
  }
}
