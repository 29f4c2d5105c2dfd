import NoteTestSupport
import Testing

/// Small habits: forms, questions, what `@` means.
@Suite struct SmallHabitTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `add without words asks for a task, and again for what is no day`() throws {
    let run = session.run(
      ["add"], input: "Water plants\nsometime\nfri\nevery week\nhome, garden\n", onTerminal: true)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("Title: Due: due: “sometime” is not a date"), "\(run.errors)")
    let note = try text("Diary/Tasks/Water plants.md")
    #expect(note.contains("due: 2026-11-27") && note.contains("repeat: every week"))
    #expect(note.contains("home") && note.contains("garden"))
    #expect(session.run(["add"]).status == 64)
    #expect(session.run(["add"], input: "\n", onTerminal: true).status == 64)
  }

  @Test(arguments: [("always", true, true), ("several", false, true), ("never", false, false)])
  func `rm asks as the setting says`(setting: String, one: Bool, several: Bool) throws {
    _ = session.run(["config", "set", "confirm", setting])
    for name in ["a", "b", "c"] { try session.folder.write("x\n", to: "Memo/\(name).md") }
    let first = session.run(["rm", "a"], input: "n\n", onTerminal: true)
    #expect(first.errors.contains("[y/N]") == one, "\(first.errors)")
    let both = session.run(["rm", "b", "c"], input: "n\n", onTerminal: true)
    #expect(both.errors.contains("[y/N]") == several, "\(both.errors)")
  }

  @Test func `after a removal @ is the note before`() throws {
    for name in ["one", "two"] { try session.folder.write("\(name)\n", to: "Memo/\(name).md") }
    _ = session.run(["show", "one"])
    _ = session.run(["show", "two"])
    #expect(session.run(["rm", "@"]).output == "Memo/two.md\n")
    #expect(session.run(["show", "@", "--raw"]).output == "one\n")
  }

  @Test func `the limit of earlier years counts entries of this day alone`() throws {
    let entries = (2023...2025).map { "Diary/\($0)/\($0)-11-21.md" }
    for path in entries + ["Diary/2024/2024-11-20.md", "Memo/a.md", "Memo/z.md"] {
      try session.folder.write("x\n", to: path)
    }
    func listed(_ words: String...) -> [String] {
      let run = session.run(["list", "--on-this-day", "--sort", "path", "--paths"] + words)
      return run.output.split(separator: "\n").map(String.init)
    }
    for limit in 1...4 {
      #expect(listed("--limit", String(limit)) == Array(entries.prefix(limit)))
      #expect(listed("--reverse", "--limit", String(limit)) == Array(entries.reversed().prefix(limit)))
    }
    #expect(listed("--limit", "0") == entries)
  }

  @Test func `a letter that is piped in takes its first line as its title`() throws {
    let run = session.run(
      ["letter", "--opens", "2027-01-01", "-"], input: "# Dear me\n\nHow are you?\n")
    #expect(run.status == 0, "\(run.errors)")
    let letter = try text(String(run.output.dropLast()))
    #expect(letter.contains("title: Dear me") && letter.contains("How are you?"))
    #expect(!letter.contains("# Dear me"))
  }
}
