import NoteTestSupport
import Testing

/// Links that would mean something else, because a name comes or goes, are settled or reported.
@Suite struct NameShiftTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("[[plan]] [[Road]] [[gone]]\n", to: "hub/hub.md")
    try session.folder.write("---\naliases: [Road]\n---\n", to: "a/way.md")
    try session.folder.write("plan\n", to: "a/plan.md")
    try session.folder.write("other\n", to: "b/other.md")
    // A command that only adds a note asks the index that is there, and makes none.
    _ = session.run(["index"])
  }

  private var hub: String {
    get throws { String(decoding: try session.folder.read("hub/hub.md"), as: UTF8.self) }
  }

  @Test func `mv keeps a link apart from the name that comes`() throws {
    let run = session.run(["mv", "b/other.md", "b/plan.md"])
    #expect(run.status == 0 && run.errors == "1 link in 1 note updated\n")
    #expect(try hub == "[[a/plan]] [[Road]] [[gone]]\n")
  }

  @Test func `rename takes a title, and a path belongs to mv`() {
    let run = session.run(["rename", "a/plan.md", "b/new plan.md"])
    #expect(run.status == 64 && run.errors.contains("“b/new plan.md” is a path, not a title"), "\(run.errors)")
    #expect(run.errors.contains("sheaf mv a/plan.md 'b/new plan.md'"), "\(run.errors)")
  }

  @Test func `mv names a note that leaves a private folder`() throws {
    try session.folder.write("mine\n", to: "private/note.md")
    #expect(session.run(["mv", "private/note.md", "a/"]).errors.contains("Leaves a private folder: a/note.md"))
    #expect(!session.run(["mv", "a/note.md", "private/"]).errors.contains("private folder"))
    try session.folder.write("folders:\n  drafts: wip\n", to: ".sheaf/config.yaml")
    try session.folder.write("coded/** filter=age\n", to: ".gitattributes")
    try session.folder.write("mine\n", to: "wip/one.md")
    try session.folder.write("mine\n", to: "coded/two.md")
    #expect(session.run(["mv", "wip/one.md", "a/"]).errors.contains("Leaves the folder of drafts: a/one.md"))
    #expect(session.run(["mv", "coded/", "open/"]).errors.contains("Leaves an encrypted folder: open"))
  }

  @Test func `mv reports a broken link that points to the moved note`() throws {
    let run = session.run(["mv", "b/other.md", "b/gone.md"])
    #expect(run.errors == "warning: hub/hub.md:1: “gone” points to b/gone.md now\n")
    #expect(try hub == "[[plan]] [[Road]] [[gone]]\n")
  }

  @Test func `mv reports what several notes are called then, and what only one is`() throws {
    try session.folder.write("x\n", to: "c/gone.md")
    try session.folder.write("x\n", to: "d/gone.md")
    let one = session.run(["mv", "d/gone.md", "d/else.md"])
    #expect(one.errors == "warning: hub/hub.md:1: “gone” points to c/gone.md now\n")
    _ = session.run(["undo"])
    let dry = session.run(["mv", "b/other.md", "b/gone.md", "-n"])
    #expect(
      dry.errors
        == "warning: hub/hub.md:1: “gone” would be ambiguous: b/gone.md, c/gone.md, d/gone.md\n")
  }

  @Test func `rename keeps a link apart from the title that comes`() throws {
    let run = session.run(["rename", "b/other.md", "Road"])
    #expect(run.status == 0 && run.errors == "1 link in 1 note updated\n")
    #expect(try hub == "[[plan]] [[way]] [[gone]]\n")
  }

  @Test func `rename reports a link that becomes ambiguous`() throws {
    try session.folder.write("x\n", to: "c/gone.md")
    try session.folder.write("x\n", to: "d/gone.md")
    let run = session.run(["rename", "b/other.md", "gone"])
    #expect(
      run.errors
        == "warning: hub/hub.md:1: “gone” is ambiguous now: b/gone.md, c/gone.md, d/gone.md\n")
  }

  @Test func `add warns of a task whose name a link means`() throws {
    let run = session.run(["add", "Road"])
    #expect(run.status == 0)
    #expect(run.errors.contains("warning: hub/hub.md:1: “Road” points to Diary/Tasks/Road.md now\n"))
    let plan = session.run(["add", "plan"])
    #expect(plan.errors.contains("“plan” points to a/plan.md") == false)
    #expect(plan.errors.contains("hub/hub.md:1: “plan” is ambiguous now") == false)
  }

  @Test func `add warns of a link that becomes ambiguous`() throws {
    try session.folder.write("folders:\n  tasks: t\n", to: ".sheaf/config.yaml")
    #expect(
      session.run(["add", "plan"]).errors.contains(
        "warning: hub/hub.md:1: “plan” is ambiguous now: a/plan.md, t/plan.md\n"))
  }

  @Test func `attach warns of a file whose name a link means`() throws {
    try session.folder.write("![[p.png]]\n", to: "hub/pictures.md")
    try session.folder.write("1", to: "x/p.png")
    let outside = try TemporaryFolder()
    try outside.write("2", to: "p.png")
    let run = session.run(["attach", "hub/hub.md", outside.path + "/p.png"])
    #expect(run.status == 0)
    #expect(
      run.errors == "warning: hub/pictures.md:1: “p.png” is ambiguous now: assets/p.png, x/p.png\n")
  }

  @Test func `a new alias warns of a link that becomes ambiguous`() throws {
    let dry = session.run(["set", "b/other.md", "aliases+=Road", "-n"])
    #expect(
      dry.errors.contains("hub/hub.md:1: “Road” would be ambiguous: a/way.md, b/other.md\n"))
    let run = session.run(["set", "b/other.md", "aliases+=Road"])
    #expect(run.errors == "warning: hub/hub.md:1: “Road” is ambiguous now: a/way.md, b/other.md\n")
  }

  @Test(arguments: [
    ("Plan an", "an", "Plan bo"), ("202503021015 3", "3", "202503021015 bo"), ("an an", "an", "an bo"),
    ("2025 an draft", "an", "2025 bo draft"), ("an-draft", "an", "bo-draft"), ("Planung", "an", "bo"),
    ("an", "an", "bo"), ("202503021015an", "an", "202503021015bo"), ("20250302회의", "회의", "20250302bo"),
    ("20250302회의록", "회의", "bo"), ("an2", "an", "bo2"), ("2025 3", "2025", "bo 3"), ("20253", "3", "bo"),
  ])
  func `rename changes the title's part of a file's name, and no part of a word or a number`(
    stem: String, title: String, renamed: String
  ) throws {
    try session.folder.write("---\ntitle: \"\(title)\"\n---\n", to: "n/\(stem).md")
    #expect(session.run(["rename", "n/\(stem).md", "bo"]).output == "n/\(renamed).md\n")
  }

  @Test(arguments: [
    ("---\ntitle: Old\n---\n\n# Welcome\n\n## Old\n", "---\ntitle: New\n---\n\n# New\n\n## Old\n"),
    ("# Old\n\n# Other\n", "# Old\n\n# Other\n"),
    ("---\nTitle: Old\n---\n", "---\nTitle: New\n---\n"), ("# *Old* one\n", "# New\n"),
    ("Old\n===\n\n## Old\n", "New\n===\n\n## Old\n"), ("text\n\n# Old\n", "text\n\n# Old\n"),
    ("## Old\n", "## Old\n"),
  ])
  func `rename changes the title and the leading heading, and no other one`(
    before: String, after: String
  ) throws {
    try session.folder.write(before, to: "n/note.md")
    try session.folder.write("[[Welcome]] [[note]]\n", to: "n/from.md")
    #expect(session.run(["rename", "n/note.md", "New"]).output == "n/New.md\n")
    #expect(String(decoding: try session.folder.read("n/New.md"), as: UTF8.self) == after)
    let from = String(decoding: try session.folder.read("n/from.md"), as: UTF8.self)
    #expect(from == (before.contains("Welcome") ? "[[New]] [[New]]\n" : "[[Welcome]] [[New]]\n"))
  }
}
