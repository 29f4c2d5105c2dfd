import NoteTestSupport
import TerminalScreen
import Testing

/// Statuses of the user's own, and queries that are kept for a terminal.
@Suite struct OwnStatusTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  @Test func `waiting and someday are known, and someday is not for now`() throws {
    for status in ["waiting", "someday"] {
      let run = session.run(["add", status, "it", "status:\(status)"])
      #expect(!run.errors.contains("not a known status"), "\(run.errors)")
    }
    #expect(session.run(["tasks"]).output == "1  [waiting] waiting it  Diary/Tasks/waiting it.md\n")
    #expect(session.run(["tasks", "status:someday"]).output.contains("someday it"))
    #expect(session.run(["tasks", "--all"]).output.contains("someday it"))
    #expect(!session.run(["tasks", "is:ready"]).output.contains("someday"))
    #expect(!session.run(["today"]).output.contains("[someday]"))
    #expect(session.run(["board", "--lang", "ko"]).output.contains("언젠가"))
    #expect(!session.run(["check"]).output.contains("unknown-status"))
  }

  @Test func `a repository has statuses of its own`() throws {
    _ = session.run(["config", "set", "tasks.statuses", "{in-review: open, Parked: later}"])
    #expect(!session.run(["add", "a", "status:in-review"]).errors.contains("not a known status"))
    #expect(!session.run(["add", "b", "status:parked"]).errors.contains("not a known status"))
    #expect(session.run(["add", "c", "status:elsewhere"]).errors.contains("tasks.statuses"))
    let tasks = session.run(["tasks"]).output
    #expect(tasks.contains("[in-review] a") && !tasks.contains("parked"))
  }

  @Test func `a status of one's own has a kind, a character of boxes and a column`() throws {
    _ = session.run(["config", "set", "tasks.statuses", "{in-review: doing r, parked: later p}"])
    _ = session.run(["new", "Plan", "-q"])
    _ = session.run(["append", "Plan", "- [r] sketch\n- [ ] print\n- [?] ask"])
    #expect(session.run(["tasks"]).output.contains("[in-review] sketch"))
    #expect(session.run(["list", "Plan", "--json"]).status == 0)
    let urgent = session.run(["tasks", "--sort", "urgency", "--paths"]).output
    #expect(urgent.hasPrefix("Memo/Plan.md:7\n"), "\(urgent)")
    #expect(session.run(["set", "Memo/Plan.md:8", "status=parked"]).status == 0)
    #expect(try session.folder.text("Memo/Plan.md").contains("- [p] print"))
    let lines = session.run(["board", "--to", "md"]).output.split(separator: "\n")
    let board = lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3).prefix { $0 != "(" } }
    #expect(board == ["To do ", "Doing ", "in-review ", "parked ", "Done "])
    let refused = session.run(["set", "Memo/Plan.md:8", "status=waiting"])
    #expect(refused.errors.contains("No character of a check box means “waiting”"))
    #expect(session.run(["config", "set", "tasks.statuses", "{a: sometimes}"]).status == 64)
    #expect(session.run(["config", "set", "tasks.statuses", "{a: open x}"]).status == 64)
  }

  @Test func `a context keeps a query for the listings of a terminal`() throws {
    try session.folder.write("---\ntags: [work]\nstatus: todo\n---\n# Report\n", to: "Memo/Report.md")
    try session.folder.write("---\nstatus: todo\n---\n# Garden\n", to: "Memo/Garden.md")
    #expect(session.run(["context"]).status == 1)
    #expect(session.run(["context", "tag:work"]).status == 0)
    #expect(session.run(["context"]).output == "tag:work\n")
    for command in ["list", "tasks"] {
      let shown = session.run([command], onTerminal: true)
      #expect(shown.output.contains("Report") && !shown.output.contains("Garden"))
      #expect(shown.errors == "Context: tag:work (“sheaf context -” ends it)\n")
      #expect(session.run([command]).output.contains("Garden"))
    }
    for command in ["today", "agenda"] {
      let shown = session.run([command], onTerminal: true)
      #expect(!shown.output.contains("Garden") && shown.errors.contains("Context: tag:work"))
    }
    #expect(session.run(["today"], onTerminal: true).output.contains("Report"))
    let board = ScriptedScreen([.text("q")])
    _ = session.run(["board", "--interactive"], onTerminal: true, screen: board)
    #expect(board.lastPicture.contains("Report") && !board.lastPicture.contains("Garden"))
    #expect(session.run(["context", "is:opn"]).status == 64)
    _ = session.run(["context", "-"])
    #expect(session.run(["list"], onTerminal: true).output.contains("Garden"))
  }

  @Test func `a context decides nothing about what is changed, exported or kept in a calendar`() throws {
    for (name, tags) in [("Report", "work"), ("Garden", "home")] {
      try session.folder.write(
        "---\ntags: [\(tags)]\nstatus: todo\ndue: 2026-12-01\nplace: there\n---\n# \(name)\n\nThe outline of [[Report]]\n",
        to: "Memo/\(name).md")
    }
    let commands = [
      ["export", "--to", "csv"], ["digest", "status:todo"], ["replace", "outline", "plan", "--dry-run"],
      ["rename", "place:", "site:", "--dry-run"], ["links", "convert", "markdown", "--dry-run"],
    ]
    let without = commands.map { session.run($0, onTerminal: true) }
    _ = session.run(["context", "tag:work"])
    for (command, expected) in zip(commands, without) {
      let run = session.run(command, onTerminal: true)
      #expect(run.output == expected.output && run.errors == expected.errors, "\(command) \(run.errors)")
      #expect(run.output.contains("Garden"), "\(command) \(run.output)")
    }
    _ = session.run(["config", "set", "calendar.path", session.home.path + "/all.ics"])
    #expect(!session.run(["add", "fence", "due:2026-12-04"], onTerminal: true).errors.contains("Context"))
    let calendar = try session.home.text("all.ics")
    for task in ["Report", "Garden", "fence"] { #expect(calendar.contains("SUMMARY:\(task)"), "\(calendar)") }
  }
}
