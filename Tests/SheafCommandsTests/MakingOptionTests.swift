import Foundation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// The options of the commands that make a note or add to a note.
@Suite struct MakingOptionTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write("# Plan\n\n## Next\n\n- one\n\n## Later\n\nz\n", to: "Memo/Plan.md")
    try session.folder.write("# {{title}}\n\nFrom the template: {{body}}\n", to: ".sheaf/templates/frame.md")
  }

  @Test(arguments: [
    (["new", "Idea"], "Memo/Idea.md"), (["add", "milk"], "Diary/Tasks/milk.md"),
    (["add", "milk", "--into", "Plan"], "Memo/Plan.md"), (["jot", "x"], "Memo/Inbox.md"),
    (["jot", "x", "--into", "Plan#Next"], "Memo/Plan.md"), (["append", "Plan#Next", "x"], "Memo/Plan.md"),
    (["diary", "x"], "Diary/2026/2026-11-21.md"),
    (["new", "-T", "frame", "--into", "Plan"], "Memo/Plan.md"),
  ])
  func `the path is absolute and alone, on a terminal too`(words: [String], path: String) throws {
    for isTerminal in [false, true] {
      let before = session.folder.files()
      let run = session.run(words + ["--print-path"], onTerminal: isTerminal)
      #expect(run.output == "$REPOSITORY/\(path)\n", "\(run.output)\(run.errors)")
      #expect(run.errors == "")
      _ = session.run(["undo", "--yes"])
      #expect(session.folder.files() == before)
      let dry = session.run(words + ["--print-path", "-n"], onTerminal: isTerminal)
      #expect(!dry.output.contains("$REPOSITORY") && session.folder.files() == before)
    }
  }

  @Test func `a line goes to the note or the section that is named, as an item`() throws {
    #expect(session.run(["jot", "two", "--into", "Plan#Next"]).status == 0)
    let text = String(decoding: try session.folder.read("Memo/Plan.md"), as: UTF8.self)
    #expect(text == "# Plan\n\n## Next\n\n- one\n- two\n\n## Later\n\nz\n")
    #expect(session.run(["jot", "two", "--into", "Nowhere"]).status == 1)
    #expect(!session.folder.files().contains("Memo/Inbox.md"))
  }

  @Test(.needsExtensions) func `a clip has the options of a maker`() throws {
    let run = session.run(
      ["clip", "-T", "frame", "--title", "A due:fri", "--set", "rating:5", "--in", "Clips", "--print-path", "-"],
      input: "page\n", onTerminal: true)
    #expect(run.output == "$REPOSITORY/Clips/A due fri.md\n" && run.errors == "", "\(run.errors)")
    let text = String(decoding: try session.folder.read("Clips/A due fri.md"), as: UTF8.self)
    #expect(text.contains("rating: 5") && text.contains("# A due:fri\n\nFrom the template: page"))
    #expect(session.run(["clip", "https://example.org", "--body", "given", "Title"]).status == 0)
    #expect(String(decoding: try session.folder.read("Memo/Title.md"), as: UTF8.self).hasSuffix("\ngiven\n"))
  }

  @Test func `the template frames an entry and a letter`() throws {
    #expect(session.run(["diary", "-T", "frame", "snow"]).status == 0)
    let letter = session.run(["letter", "-T", "frame", "--opens", "+1y", "To", "me", "+later", "--body", "hello"])
    #expect(letter.status == 0, "\(letter.errors)")
    func text(_ ending: String) throws -> String {
      let path = try #require(session.folder.files().first { $0.hasSuffix(ending) })
      return String(decoding: try session.folder.read(path), as: UTF8.self)
    }
    let entry = try text("2026-11-21.md")
    #expect(entry.contains("From the template") && entry.contains("snow"))
    let name = try #require(letter.output.split(separator: "/").last).trimmingCharacters(in: .newlines)
    let sealed = try text(name)
    #expect(sealed.contains("From the template: hello") && sealed.contains("# To me\n") && sealed.contains("later"))
    let again = session.run(["diary", "-T", "frame", "rain"])
    #expect(again.status == 64 && again.errors.contains("hint: sheaf new -T frame --into Diary/2026/2026-11-21.md"))
  }

  @Test func `sections go to the folder that is named`() throws {
    #expect(session.run(["extract", "Plan#Next", "--in", "Parts"]).status == 0)
    #expect(session.run(["extract", "Plan", "--level", "2", "--in", "Parts/More"]).status == 0)
    #expect(session.run(["undo"]).status == 0)
    #expect(session.run(["extract", "Plan#Later", "--in", "Parts", "--title", "Then"]).status == 0)
    #expect(session.folder.files().filter { $0.hasPrefix("Parts") } == ["Parts/Next.md", "Parts/Then.md"])
  }

  @Test func `merging, restoring and moving the notes of a query asks with their titles`() throws {
    for name in ["a", "b"] { try session.folder.write("---\ntags: [x]\n---\n# Note \(name)\n", to: "Memo/\(name).md") }
    let git = try GitFixture(in: session.folder)
    try git.commitAll(date: 1_794_272_400)
    try session.folder.write("---\ntags: [x]\n---\n# Note a\n\nmore\n", to: "Memo/a.md")
    let lines: [([String], String)] = [
      (["merge", "--where", "tag:x", "--into", "Plan"], "Merge 2 notes?"),
      (["restore", "--where", "tag:x"], "Restore 2 notes?"),
      (["mv", "tag:x", "Sub/"], "Move 2 notes?"), (["bake", "tag:x"], "Change 2 notes?"),
    ]
    for (line, question) in lines {
      let before = session.folder.files()
      let no = session.run(line, input: "n\n", onTerminal: true)
      #expect(no.status == 1 && no.errors.contains("\(question)\n  Note a, Note b\n[y/N] "), "\(no.errors)")
      #expect(session.folder.files() == before)
      #expect(session.run(line + ["-n"], onTerminal: true).errors.contains("[y/N]") == false)
    }
    #expect(session.run(["config", "set", "confirm", "never"]).status == 0)
    #expect(session.run(["mv", "tag:x", "Sub/"], onTerminal: true).status == 0)
    #expect(session.folder.files().contains("Sub/a.md"))
    #expect(session.run(["config", "set", "confirm", "always"]).status == 0)
    #expect(session.run(["mv", "Plan", "Sub/"], input: "n\n", onTerminal: true).errors.contains("Move 1 note?"))
  }

  @Test func `what nothing is found for is said`() throws {
    for (line, said) in [
      (["list", "tag:nope", "zzz"], "No note matches “tag:nope zzz”"), (["search", "qqqq"], "No note matches “qqqq”"),
      (["tasks", "+nope"], "No task matches “+nope”"), (["board", "zzz"], "No task matches “zzz”"),
      (["agenda", "zzz"], "No task matches “zzz”"),
      (["tasks", "tomorrow", "+nope"], "No task matches “tomorrow +nope”"),
    ] {
      let run = session.run(line, onTerminal: true)
      #expect(run.status == 1 && run.errors.contains(said + "\n"), "\(run.errors)")
    }
    #expect(session.run(["--lang", "ko", "list", "qqqq"], onTerminal: true).errors.contains("“qqqq”에 맞는 메모가 없습니다\n"))
  }

  @Test func `a setting is told before and after, entries of tables by themselves`() {
    func said(_ words: String...) -> String { session.run(["config"] + words).errors }
    #expect(said("set", "site.title", "A") == "site.title: – → A, for this repository\n")
    #expect(said("set", "site.title", "B") == "site.title: A → B, for this repository\n")
    #expect(said("set", "site.title", "B") == "= site.title, unchanged\n")
    #expect(said("set", "views.open", "is:open") == "views.open: – → is:open, for this repository\n")
    #expect(said("unset", "site.title") == "site.title: B → –, for this repository\n")
    #expect(said("set", "editor", "vim") == "editor: – → vim, for all your repositories\n")
    #expect(said("unset", "--all") == "views.open: is:open → –, for this repository\n")
    #expect(said("unset", "--all") == "= .sheaf/config.yaml, unchanged\n")
    #expect(
      session.run(["--lang", "ko", "config", "set", "site.title", "가"]).errors == "site.title: – → 가 (이 저장소에 적용합니다)\n")
  }

  @Test func `log and check are listings, and log ends at a commit`() throws {
    let git = try GitFixture(in: session.folder)
    try git.commitAll(date: 1_794_272_400)
    try session.folder.write("# Plan\n\n[[Gone]]\n", to: "Memo/Plan.md")
    try git.commitAll(date: 1_794_358_800)
    try session.folder.write("# Plan\n\n[[Gone]] [[Nowhere]]\n", to: "Memo/Plan.md")
    try git.commitAll(date: 1_794_445_200)
    func said(_ words: String...) -> String { session.run(words).output }
    #expect(said("log", "-c") == "3\n" && said("log", "-c", "--until", "HEAD~1") == "2\n")
    #expect(said("log", "-c", "--since", "HEAD~2", "--until", "HEAD~1") == "1\n")
    #expect(said("log", "-1", "-l") == "Memo/Plan.md\n")
    #expect(said("log", "--reverse", "--format", "{{commit}}").split(separator: "\n").count == 3)
    #expect(said("log", "--to", "csv").hasPrefix("commit,time,author,subject\r\n"))
    #expect(said("check", "--format", "{{line}} {{check}}") == "3 broken-link\n3 broken-link\n")
    #expect(said("check", "-1").split(separator: "\n").count == 1 && session.run(["check", "-1"]).status == 1)
    #expect(said("links", "--broken", "--until", "HEAD~1", "--format", "{{destination}}") == "Gone\n")
    #expect(said("links", "--broken", "--since", "HEAD~1", "--format", "{{destination}}") == "Nowhere\n")
  }

  @Test func `reminders have numbers, which name their tasks`() {
    _ = session.run(["add", "dentist", "due:tomorrow", "remind:9am"])
    let list = session.run(["remind"], onTerminal: true)
    #expect(list.output.hasPrefix("1  ") && list.output.contains("dentist"), "\(list.output)\(list.errors)")
    #expect(session.run(["done", "1"], onTerminal: true).output.contains("dentist"))
  }

  @Test func `a length is days: behind today for what looks back, ahead for the others`() throws {
    for (title, due) in [("soon", "2026-12-01"), ("later", "2027-02-01")] {
      try session.folder.write("---\nstatus: todo\ndue: \(due)\n---\n# \(title)\n", to: "Diary/Tasks/\(title).md")
    }
    try session.folder.write("---\ncreated: 2026-11-10\nupdated: 2026-11-10\n---\n# Made\n", to: "Memo/Made.md")
    func said(_ words: String...) -> String { session.run(words).output }
    #expect(said("tasks", "30d", "-l") == "Diary/Tasks/soon.md\n")
    #expect(said("tasks", "2027-01-15", "30d", "-l") == "Diary/Tasks/later.md\n")
    #expect(said("list", "2w", "in:Memo", "-l").contains("Made.md"))
    #expect(!said("list", "3d", "in:Memo", "-l").contains("Made.md"))
    #expect(said("stats", "30d").contains("2026-10-23"))
    #expect(said("agenda", "2w", "-l") == "Diary/Tasks/soon.md\n")
  }

  @Test func `rows in reverse are in reverse, and rows without a value stay last`() throws {
    for (name, tag) in [("a", "x"), ("b", "y")] {
      try session.folder.write("---\ntags: [\(tag)]\nstatus: todo\n---\n# \(name)\n", to: "Diary/Tasks/\(name).md")
    }
    try session.folder.write("---\nstatus: todo\ndue: 2026-12-01\n---\n# c\n", to: "Diary/Tasks/c.md")
    func said(_ words: String...) -> String { session.run(words).output }
    #expect(
      said("tag", "--sort", "name", "-l") == "x\ny\n" && said("tag", "--sort", "name", "--reverse", "-l") == "y\nx\n")
    #expect(said("tag", "--sort", "-name", "-l") == "y\nx\n")
    #expect(said("tasks", "--sort", "title", "--reverse", "--format", "{{title}}") == "c\nb\na\n")
    #expect(said("tasks", "--sort", "due", "--reverse", "-1", "--format", "{{title}}") == "c\n")
  }
}
