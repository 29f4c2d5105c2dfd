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
