import Foundation
import NoteTestSupport
import TerminalScreen
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

  @Test func `the form asks for a body, again for a title that is refused, and opens the editor with -e`() throws {
    let run = session.run(
      ["add", "-e"], input: "tag:home milk\nmilk\n\n\n\nTwo litres.\n", onTerminal: true
    ) { path in try Self.append("More.\n", to: path) }
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("+home adds"), "\(run.errors)")
    #expect(try text("Diary/Tasks/milk.md").hasSuffix("Two litres.\nMore.\n"))
    #expect(!session.run(["add", "--into", "Memo", "x"], onTerminal: true).errors.contains("Body"))
  }

  @Test func `a letter without text is not sealed`() throws {
    for (words, input) in [(["-"], "\n"), (["--body", " "], "")] {
      let run = session.run(["letter", "--opens", "+1y", "Me"] + words, input: input)
      #expect(run.status == 64 && run.errors.contains("The letter has no text"), "\(run.errors)")
    }
    let before = session.folder.files()
    let left = session.run(["letter", "--opens", "+1y", "Me"], onTerminal: true) { _ in }
    #expect(left.status == 0 && left.errors.contains("Nothing was written"), "\(left.errors)")
    #expect(!left.errors.contains("sealed") && session.folder.files() == before)
    let written = session.run(["letter", "--opens", "+1y", "Me"], onTerminal: true) { path in
      try Self.append("Hello\n", to: path)
    }
    #expect(written.errors.contains("is sealed until"), "\(written.errors)")
  }

  private static func append(_ text: String, to path: String) throws {
    let before = try String(contentsOfFile: path, encoding: .utf8)
    try (before + text).write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func `new gives the editor a hint that is not part of the note`() throws {
    let run = session.run(["new"], onTerminal: true) { path in
      let hint = try String(contentsOfFile: path, encoding: .utf8)
      #expect(hint.contains("<!-- The first line is the title."))
      try ("Garden\n\nPlant beans.\n" + hint).write(toFile: path, atomically: false, encoding: .utf8)
    }
    #expect(run.status == 0, "\(run.errors)")
    let note = try text("Memo/Garden.md")
    #expect(note.contains("Plant beans.") && !note.contains("<!--"), "\(note)")
    let empty = session.run(["new"], onTerminal: true) { _ in }
    #expect(empty.status == 64, "\(empty.output) \(empty.errors)")
  }

  @Test(arguments: [
    ["add", "x", "due:?"], ["new", "x", "due:ask"], ["new", "x", "--set", "due=?"], ["defer", "task", "?"],
    ["letter", "--opens", "?", "x", "--body", "y"], ["set", "task", "due:묻기"], ["add"],
  ])
  func `a question mark opens the calendar wherever a day is typed`(words: [String]) throws {
    _ = session.run(["add", "task", "due:tomorrow"])
    let screen = ScriptedScreen([.down, .enter])
    let run = session.run(words, input: "x\n?\n", onTerminal: true, screen: screen) { _ in }
    #expect(run.status == 0 && screen.isClosed, "\(run.errors)")
    let notes = session.folder.files().filter { $0.hasSuffix(".md") }.map { (try? text($0)) ?? "" }
    #expect(notes.contains { $0.contains("2026-11-28") }, "\(words)")
  }

  @Test func `templates have the weekday and the long date`() throws {
    try session.folder.write(
      "{{weekday}}|{{weekday-ko}}|{{longDate}}|{{longDate-ko}}\n", to: ".sheaf/templates/days.md")
    #expect(session.run(["new", "-T", "days", "x"]).status == 0)
    #expect(try text("Memo/x.md").contains("Saturday|토요일|Saturday, 21 November 2026|2026년 11월 21일 토요일"))
  }

  @Test(.needsExtensions) func `show and render take a section`() throws {
    try session.folder.write(
      "# Plan\n\nfirst\n\n## Aim\n\naimed\n\n### Deep\n\ndeep\n\n## Next\n\nlast\n", to: "Memo/Plan.md")
    #expect(session.run(["show", "Plan#Aim", "--raw"]).output == "## Aim\n\naimed\n\n### Deep\n\ndeep\n\n")
    let shown = session.run(["show", "Plan#Aim"]).output
    #expect(shown.contains("aimed") && shown.contains("deep") && !shown.contains("first") && !shown.contains("last"))
    let page = session.run(["render", "Plan#Aim", "--fragment"]).output
    #expect(page.contains("aimed") && !page.contains("first"))
    #expect(session.run(["show", "Plan#Nothing"]).status == 66)
    try session.folder.write("---\nunseal: 2030-01-01\n---\n## Aim\n\nsecret\n", to: "Memo/Letter.md")
    let sealed = session.run(["show", "Letter#Aim"])
    #expect(sealed.status != 0 && !(sealed.output + sealed.errors).contains("secret"))
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
