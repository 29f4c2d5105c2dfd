import NoteTestSupport
import Testing

/// A task whose status nobody knows is a task for every consumer, and private.
@Suite struct UnknownStatusTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    _ = session.run(["add", "quokka", "due:2026-11-21", "scheduled:2026-11-21"])
  }

  private static let lines = [
    "tasks", "tasks --json", "tasks status:blocked", "board", "board --json", "agenda", "cal",
    "today", "list kind:task", "list is:open", "export --to ics", "export --to todotxt",
    "digest", "status",
  ]

  @Test(arguments: lines)
  func `it stays where it was`(line: String) {
    let words = line.split(separator: " ").map(String.init)
    let known = session.run(words).output
    #expect(session.run(["set", "quokka", "status=blocked"]).status == 0)
    let unknown = session.run(words).output
    #expect(unknown.contains("quokka") == (known.contains("quokka") || line.contains("blocked")))
    #expect(unknown.contains("quokka") || !unknown.isEmpty, "\(unknown)")
  }

  @Test func `the board has a column for it`() {
    _ = session.run(["set", "quokka", "status=blocked"])
    let board = session.run(["board"]).output
    #expect(board.contains("blocked") && board.contains("quokka"), "\(board)")
  }

  @Test func `it is not published`() throws {
    _ = session.run(["set", "quokka", "status=blocked"])
    let outcome = session.run(["publish", "-o", "site"])
    #expect(outcome.errors.hasSuffix("Public: nothing. Not published: 1 task (site.include).\n"))
    #expect(session.folder.files().allSatisfy { !$0.hasPrefix("site/notes/") })
  }

  @Test func `it is reported when it is set and by check, unless the board knows it`() throws {
    let set = session.run(["set", "quokka", "status=blocked"])
    #expect(
      set.errors == """
        warning: status: “blocked” is not a known status; the board shows the task in a separate column
        Add the status to the setting tasks.statuses or board.columns, or use todo, doing, done or cancelled.

        """)
    #expect(session.run(["check"]).output.contains("[unknown-status]"))
    #expect(session.run(["add", "b", "--set", "status=later"]).errors.contains("“later” is not a known status"))
    let config = session.run(["config", "set", "board.columns", "todo,blocked,later,done"])
    #expect(config.status == 0)
    #expect(!session.run(["check"]).output.contains("[unknown-status]"))
    let again = session.run(["set", "quokka", "status=Blocked"])
    #expect(again.errors == "")
  }

  @Test func `new reports it too`() {
    let made = session.run(["new", "a", "--set", "due=2026-12-01", "--set", "status=blocked"])
    #expect(made.errors.contains("“blocked” is not a known status"), "\(made.errors)")
    let memo = session.run(["new", "b", "--set", "status=blocked"])
    #expect(memo.errors == "")
  }
}
