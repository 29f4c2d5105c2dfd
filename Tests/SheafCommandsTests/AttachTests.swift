import NoteTestSupport
import Testing

@Suite struct AttachTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    _ = session.run(["init"])
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try session.folder.read(name), as: UTF8.self)
  }

  @Test func `a file is copied in, linked to and taken back`() throws {
    try session.folder.write("# A\r\n\r\ntext", to: "Memo/a.md")
    try outside.write([0x89, 0xFF], to: "한 장: (1).png")
    let outcome = session.run(["attach", "a", outside.path + "/한 장: (1).png"])
    #expect(outcome.output == "assets/한 장 (1).png\n")
    #expect(
      try text("Memo/a.md")
        == "# A\r\n\r\ntext\r\n\r\n![[한 장 (1).png]]\r\n")
    #expect(try session.folder.read("assets/한 장 (1).png") == [0x89, 0xFF])
    #expect(session.run(["links", "--broken"]).status == 1)
    #expect(session.run(["attach", "--unused"]).status == 1)
    _ = session.run(["undo"])
    #expect(try text("Memo/a.md") == "# A\r\n\r\ntext")
    #expect(!session.folder.files().contains { $0.hasPrefix("assets") })
  }

  @Test func `the same file has one copy, another of its name gets a number`() throws {
    try session.folder.write("[[b]]\n", to: "Memo/a.md")
    try outside.write("one", to: "x.txt")
    try outside.write("two", to: "deep/x.txt")
    _ = session.run(["attach", "a", outside.path + "/x.txt"])
    let outcome = session.run([
      "attach", "a", outside.path + "/x.txt", outside.path + "/deep/x.txt",
    ])
    #expect(outcome.output == "assets/x 2.txt\nassets/x.txt\n")
    #expect(try text("Memo/a.md") == "[[b]]\n\n[[x.txt]]\n\n[[x.txt]]\n[[x 2.txt]]\n")
  }

  @Test func `check reports media that no note links to, and no pages or programs`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    for path in [
      "a.md", "b.html", "site.css", "x.json", "old.PNG", "talk.mp3", "plan.pdf", "table.xlsx",
    ] {
      try session.folder.write("x\n", to: path)
    }
    let outcome = session.run(["check"])
    let found = outcome.output.split(separator: "\n").filter {
      $0.hasSuffix("[unlinked-attachment]")
    }
    .map { $0.prefix { $0 != ":" } }
    #expect(found == ["old.PNG", "plan.pdf", "table.xlsx", "talk.mp3"])
  }
}
