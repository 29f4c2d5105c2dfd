import NoteTestSupport
import TerminalScreen
import Testing

/// `set due=?`: a day from a calendar.
@Suite struct DatePickerTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("---\ntitle: Plan\n---\n", to: "Memo/Plan.md")
  }

  private func due(after keys: [Key]) throws -> String {
    let screen = ScriptedScreen(keys)
    let run = session.run(["set", "Plan", "due=?"], onTerminal: true, screen: screen)
    #expect(screen.isClosed)
    #expect(run.status == 0, "\(run.errors)")
    return session.run(["get", "Plan", "due"]).output
  }

  @Test func `keys move by days, weeks and months`() throws {
    #expect(try due(after: [.enter]) == "2026-11-21\n")
    #expect(try due(after: [.right, .down, .enter]) == "2026-11-29\n")
    #expect(try due(after: [.pageDown, .up, .left, .enter]) == "2026-12-13\n")
    #expect(try due(after: [.pageUp, .home, .enter]) == "2026-11-21\n")
  }

  @Test func `words are read as they are typed`() throws {
    let keys: [Key] = [.text("f"), .text("ri"), .enter]
    let screen = ScriptedScreen(keys)
    _ = session.run(["set", "Plan", "due=?"], onTerminal: true, screen: screen)
    #expect(screen.lastPicture.contains("due  fri  Fri 2026-11-27"), "\(screen.lastPicture)")
    #expect(session.run(["get", "Plan", "due"]).output == "2026-11-27\n")
  }

  @Test func `what is closed changes nothing, and there is none without a terminal`() throws {
    let screen = ScriptedScreen([.escape])
    #expect(session.run(["set", "Plan", "due=?"], onTerminal: true, screen: screen).status == 130)
    let piped = session.run(["set", "Plan", "due=?"])
    #expect(piped.status == 64 && piped.errors.contains("needs a terminal"))
    #expect(try session.folder.text("Memo/Plan.md") == "---\ntitle: Plan\n---\n")
    #expect(session.run(["set", "Plan", "mood=?"]).status == 0)
  }
}
