import NoteTestSupport
import Testing

@Suite struct TagRenameTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  @Test(arguments: [
    ("[a, a/b, A]", "a", "A", "[A/b, A]"), ("[a, A, x]", "a", "A", "[A, x]"),
    ("[work, home, Work]", "work", "WORK", "[WORK, home]"),
    ("[work, work/x, Work, \"work\", home]", "work", "Work", "[Work/x, Work, home]"),
    ("[a, b]", "a", "b", "[b]"), ("[b, a, c]", "a", "b", "[b, c]"),
  ])
  func `a note keeps a tag that it lists in two spellings`(tags: String, old: String, new: String, after: String) throws
  {
    try session.folder.write("---\ntags: \(tags)\n---\n\ntext\n", to: "a.md")
    #expect(session.run(["rename", "+" + old, "+" + new, "--yes"]).status == 0)
    #expect(String(decoding: try session.folder.read("a.md"), as: UTF8.self) == "---\ntags: \(after)\n---\n\ntext\n")
  }
}
