import NoteTestSupport
import Testing

/// Tasks of a Logseq graph, used from the command line.
@Suite struct OutlineTaskTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("{}\n", to: "logseq/config.edn")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [
    ("SCHEDULED: <2026-11-18 Wed +1w>", "SCHEDULED: <2026-11-25 Wed +1w>"),
    ("DEADLINE: <2026-11-01 Sun 10:00 ++1w>", "DEADLINE: <2026-11-22 Sun 10:00 ++1w>"),
    ("SCHEDULED: <2026-11-01 Sun .+3d>", "SCHEDULED: <2026-11-24 Tue .+3d>"),
    ("DEADLINE: <2026-01-31 Sat +1m>", "DEADLINE: <2026-02-28 Sat +1m>"),
  ])
  func `a task that repeats is open again on its next day`(_ day: String, _ next: String) throws {
    try session.folder.write("- LATER water\n  \(day)\n- TODO other\n", to: "pages/Home.md")
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["done", "pages/Home.md:1"]).status == 0)
    #expect(try text("pages/Home.md") == "- LATER water\n  \(next)\n- TODO other\n")
  }

  @Test func `a task without a repeater is done`() throws {
    try session.folder.write("- NOW call\n  DEADLINE: <2026-11-18 Wed>\n", to: "pages/Home.md")
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["done", "pages/Home.md:1"]).status == 0)
    #expect(try text("pages/Home.md") == "- DONE call\n  DEADLINE: <2026-11-18 Wed>\n")
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a task has the line ends of its file`(end: String) throws {
    try session.folder.write("- TODO one\(end)- TODO two\(end)\t- TODO three", to: "pages/Home.md")
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["tasks", "--format", "{{title}}"]).output == "one\nthree\ntwo\n")
    #expect(session.run(["defer", "pages/Home.md:2", "2026-12-01"]).status == 0)
    #expect(
      try text("pages/Home.md")
        == "- TODO one\(end)- TODO two\(end)  DEADLINE: <2026-12-01 Tue>\(end)\t- TODO three")
    #expect(session.run(["defer", "pages/Home.md:2", "2026-12-02"]).status == 0)
    #expect(
      try text("pages/Home.md")
        == "- TODO one\(end)- TODO two\(end)  DEADLINE: <2026-12-02 Wed>\(end)\t- TODO three")
    #expect(session.run(["done", "pages/Home.md:1"]).status == 0)
    #expect(try text("pages/Home.md").hasPrefix("- DONE one\(end)- TODO two\(end)"))
  }

  @Test func `a day and another field go to their own lines`() throws {
    try session.folder.write("- TODO Water\n- TODO Tea\n", to: "pages/Home.md")
    #expect(session.run(["init"]).status == 0)
    #expect(session.run(["set", "pages/Home.md:1", "due=2026-12-01", "priority=high"]).status == 0)
    #expect(try text("pages/Home.md") == "- TODO Water ⏫\n  DEADLINE: <2026-12-01 Tue>\n- TODO Tea\n")
  }

  @Test func `a letter is the priority of its task and no tag`() throws {
    let page = "- TODO [#A] call [[Kim]] #work\n- DONE [#C] old\n- [#B] no task\n- #A is a tag\n"
    try session.folder.write(page, to: "pages/Home.md")
    #expect(session.run(["init"]).status == 0)
    let tasks = session.run(["tasks", "--all", "--format", "{{title}}|{{priority}}"])
    #expect(tasks.output == "call [[Kim]]|high\nold|low\n", "\(tasks.errors)")
    #expect(session.run(["tags"]).output == "1  #A\n1  #work\n")
    #expect(session.run(["set", "pages/Home.md:1", "priority=low"]).status == 0)
    #expect(
      try text("pages/Home.md") == page.replacing("[#A] call", with: "[#C] call"))
    #expect(session.run(["done", "pages/Home.md:1"]).status == 0)
    #expect(try text("pages/Home.md").hasPrefix("- DONE [#C] call [[Kim]] #work\n"))
  }

  @Test func `a picture of a highlight is shown by its block`() throws {
    let block = "63d1e82c-08cb-4054-a1be-0e6a97026652"
    try session.folder.write(
      "file:: [Book](../assets/Book.pdf)\n\n- text\n  ls-type:: annotation\n  id:: \(block)\n",
      to: "pages/hls__Book.md")
    for name in ["Book.pdf", "Book/29_\(block)_1674.png", "Book/30_1674.png"] {
      try session.folder.write("x", to: "assets/" + name)
    }
    #expect(session.run(["init"]).status == 0)
    #expect(
      session.run(["check"]).output
        == "assets/Book/30_1674.png: note: No note links to this file [unlinked-attachment]\n")
  }
}
