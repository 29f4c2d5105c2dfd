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

  @Test func `what nobody took is delivered by the next run`() throws {
    try configure("exit 1")
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00", "remind:5m"])
    #expect(session.run(["remind", "--run"]).status == 2)
    try configure("\"\"")
    #expect(session.run(["remind", "--run"]).output.hasPrefix("Tea\n"))
    #expect(session.run(["remind", "--run"]).output.isEmpty)
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

  private static let missingTimer = "Reminders are off on this computer"
  private static let missingDay = "has no due day, so its reminder will not be delivered"

  @Test(arguments: [
    (["add", "Tea", "remind:10m"], missingDay),
    (["add", "Tea", "remind:10분 전"], missingDay),
    (["add", "Tea", "알림:10m", "--to", "Memo/a.md"], missingDay),
    (["new", "Tea", "--set", "status=todo", "--set", "remind=10m"], missingDay),
    (["new", "Tea", "--set", "remind=10m"], missingDay),
    (["set", "Memo/a.md", "remind=10m"], missingDay),
    (["set", "Memo/a.md", "remind=10m", "status=todo"], missingDay),
    (["new", "Tea", "--template", "tea"], missingDay),
    (["add", "Tea", "due:today", "remind:10m"], missingTimer),
    (["set", "Memo/a.md", "remind=10m", "status=todo", "due=today"], missingTimer),
    (["set", "Memo/due.md", "due-"], missingDay),
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
    #expect(status.contains("1 reminder without a due day"), "\(status)")
    #expect(status.contains(Self.missingTimer), "\(status)")
  }

  @Test func `systemd accepts the timer`() throws {
    let analyze = "/usr/bin/systemd-analyze"
    try #require(FileManager.default.isExecutableFile(atPath: analyze))
    let outcome = session.run(["remind", "--install"])
    let files = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.status == 0)
    try #require(files.count == 2)
    let run = try ProgramRun.run(
      analyze, ["--user", "--man=no", "verify"] + files, in: session.folder.path,
      environment: ["XDG_RUNTIME_DIR": session.folder.path, "HOME": session.folder.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(session.run(["remind", "--uninstall"]).status == 0)
    #expect(session.run(["remind", "--uninstall"]).status == 1)
  }
}
