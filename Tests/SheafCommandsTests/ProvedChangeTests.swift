import NoteTestSupport
import Testing

/// Changes of many notes that may not change where a link leads.
@Suite struct ProvedChangeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
  }

  private func text(_ path: String) throws -> String { String(decoding: try session.folder.read(path), as: UTF8.self) }

  @Test func `a long note is replaced in as long as its length takes`() throws {
    let paragraphs = String(repeating: "some text here\n\n", count: 36_000)
    try session.folder.write("foo\n\n" + paragraphs + "foo\n", to: "Memo/long.md")
    var status: Int32 = -1
    let time = processorTime { status = session.run(["replace", "foo", "bar", "path:Memo/long.md"]).status }
    #expect(status == 0)
    #expect(try text("Memo/long.md") == "bar\n\n" + paragraphs + "bar\n")
    #expect(time < .seconds(15))
  }

  @Test func `a field that gives a note its name keeps it where links ask for the name`() throws {
    try session.folder.write("---\ntitle: The Plan\n---\nText\n", to: "Memo/a.md")
    try session.folder.write("---\ntitle: Alone\n---\nText\n", to: "Memo/b.md")
    try session.folder.write("---\naliases: [Old]\n---\nSee [[Old]].\n", to: "Memo/c.md")
    try session.folder.write("See [[The Plan]].\n", to: "Memo/source.md")
    let outcome = session.run(["rename", "title:", "headline:"])
    #expect(outcome.status == 65)
    #expect(outcome.output == "Memo/b.md\n", "\(outcome.output)")
    #expect(
      outcome.errors.contains(
        "Memo/a.md:2: not changed: another part of the note or the target of a link would change"))
    // The note's own link asks for the name as well.
    #expect(session.run(["rename", "aliases:", "others:"]).status == 65)
    #expect(session.run(["links", "--broken"]).output == "")
  }

  @Test func `a link in a field leads where it led from its new place`() throws {
    try session.folder.write("# Kim\n\n## Work\n", to: "Memo/Kim.md")
    try session.folder.write("---\nby: \"[[Kim#Work]]\"\n---\nText\n", to: "Memo/a.md")
    let before = session.run(["links", "a", "--json"]).output
    #expect(session.run(["rename", "by:", "author:"]).status == 0)
    #expect(session.run(["field", "move", "author", "--place", "body"]).status == 0)
    #expect(try text("Memo/a.md").contains("author:: [[Kim#Work]]"))
    #expect(before.contains("Memo/Kim.md") && session.run(["links", "a", "--json"]).output.contains("Memo/Kim.md"))
  }

  @Test(arguments: [
    ("[[X]], [[Y]]", "\"[[X]], [[Y]]\""), ("@kim", "\"@kim\""), ("a: b", "\"a: b\""), ("- x", "\"- x\""),
    ("**bold** x", "\"**bold** x\""), ("Kim", "Kim"), ("3", "3"), ("true", "true"),
    ("1.50", "1.50"), ("1e3", "1e3"), ("2025-01-01", "2025-01-01"), (".5", ".5"),
  ])
  func `a field is moved into front matter with the quotes that its value needs`(value: String, written: String) throws
  {
    try session.folder.write("# X\n", to: "Memo/X.md")
    try session.folder.write("# Y\n", to: "Memo/Y.md")
    try session.folder.write("# T\n\nrel:: \(value)\n", to: "Memo/T.md")
    let links = session.run(["links", "T"]).output.split(separator: "\n").count
    let run = session.run(["field", "move", "rel", "--place", "front"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try text("Memo/T.md").hasPrefix("---\nrel: \(written)\n---\n"))
    #expect(session.run(["links", "T"]).output.split(separator: "\n").count == links)
  }

  @Test func `a link to a block shows the note's name when it becomes Markdown`() throws {
    try session.folder.write("Claim ^claim\n", to: "Memo/Attention.md")
    try session.folder.write("[[Attention#^claim]], [[Attention#^claim|why]]\n", to: "Memo/a.md")
    #expect(session.run(["links", "convert", "markdown"]).status == 0)
    #expect(try text("Memo/a.md") == "[Attention](Attention.md#^claim), [why](Attention.md#^claim)\n")
    #expect(session.run(["links", "convert", "wiki"]).status == 0)
    #expect(try text("Memo/a.md") == "[[Attention#^claim|Attention]], [[Attention#^claim|why]]\n")
  }

  @Test func `links takes a note beside its subcommand, and relink is gone`() throws {
    try session.folder.write("[[a]]\n", to: "Memo/convert.md")
    try session.folder.write("# A\n", to: "Memo/a.md")
    #expect(session.run(["links", "Memo/convert.md"]).output.contains("a"))
    #expect(session.run(["links", "a", "--to", "a"]).status != 0)
    #expect(session.run(["relink", "wiki"]).status == 64)
    let help = session.run(["links", "--help"]).output
    #expect(help.contains("--broken") && help.contains("convert"), "\(help)")
    #expect(help.contains("USAGE: sheaf links [NOTE] [OPTIONS]\n       sheaf links COMMAND\n"), "\(help)")
  }
}
