import NoteTestSupport
import Testing

/// Notes whose lines end in CR LF, and notes that begin with a byte order mark, are written as others are.
@Suite struct LineEndTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
  }

  private static let note = """
    ---
    rating: 5
    ---
    # T

    author:: Kim

    body 🌱

    - [ ] water 🔁 every day 📅 2026-11-26
    - [ ] one

    ## Two

    text

    """
  private static let template = "## Plan\n\ntext\n\n\n"

  @Test(arguments: [
    "field move rating --place body", "field move author --place front", "rename author: writer:",
    "append n text", "append --top n text", "append n#Two text", "new -T plan --into n.md", "set n rating=6",
    "set n other=6", "set n books=a,b", "set n rating:", "done n.md:10 n.md:11", "start n.md:11",
    "defer n.md:10 tomorrow", "add milk --into n", "replace text words --yes",
  ])
  func `a command writes the line ends that a note has`(command: String) throws {
    func written(_ lineEnd: String) throws -> String {
      func ended(_ text: String) -> String { text.replacing("\n", with: lineEnd) }
      try session.folder.write(ended(Self.note), to: "n.md")
      try session.folder.write(ended(Self.template), to: ".sheaf/templates/plan.md")
      let outcome = session.run(command.split(separator: " ").map(String.init))
      #expect(outcome.status == 0, "\(outcome.errors)")
      return String(decoding: try session.folder.read("n.md"), as: UTF8.self)
    }
    let expected = try written("\n")
    #expect(expected != Self.note)
    #expect(try written("\r\n") == expected.replacing("\n", with: "\r\n"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a conflict is shown and decided part by part`(lineEnd: String) throws {
    let machines = try TwoMachines()
    let (one, two) = (machines.one, machines.two)
    func text(_ first: String, _ second: String) -> String {
      "---\ntags: [x]\n---\n# N\n\n## One\n\n\(first)\n\n## Two\n\n\(second)\n".replacing("\n", with: lineEnd)
    }
    try one.write(text("line one", "line two"), to: "n.md")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    try one.write(text("line uno", "line dos"), to: "n.md")
    try two.write(text("line eins", "line zwei"), to: "n.md")
    #expect(one.sync().status == 0 && two.sync().status == 3)
    let shown = two.session.run(["resolve"], input: "\n\n", onTerminal: true).errors
    #expect(shown.contains("here:\n    line eins\n  there:\n    line uno\n"), "\(shown)")
    #expect(two.sheaf("resolve", "n.md#Two", "--both").status == 3)
    #expect(two.sheaf("resolve", "n.md#One", "--mine").status == 0)
    #expect(try two.read("n.md") == text("line eins", "line zwei\nline dos"))
  }

  @Test(arguments: ["", "---\ntype: a\n---\n"])
  func `a field in the first line of a note with a byte order mark is moved`(frontMatter: String) throws {
    try session.folder.write("\u{FEFF}\(frontMatter)author:: Kim\ntext\n", to: "n.md")
    let outcome = session.run(["field", "move", "author", "--place", "front"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = String(decoding: try session.folder.read("n.md"), as: UTF8.self)
    #expect(text.hasPrefix("\u{FEFF}---\n") && text.contains("\nauthor: Kim\n---\n"), "\(text)")
    #expect(text.hasSuffix("\ntext\n") && !text.contains("::"), "\(text)")
  }
}
