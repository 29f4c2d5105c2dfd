import NoteTestSupport
import Testing

/// The index, the terminal and the site agree on what a note contains.
@Suite struct AgreementTests {
  private let session: CommandSession

  /// Each line with what is a link, a tag or a task in it, or only looks like one.
  private static let lines: [(text: String, link: String?, tag: String?)] = [
    ("[[Goal]] in a sentence", "Goal", nil),
    ("a tag #garden here", nil, "garden"),
    ("`[[Code]]` and `#code` are text", nil, nil),
    ("%%[[Hidden]] #hidden%% is a comment", nil, nil),
    ("<!-- [[Comment]] #comment -->", nil, nil),
    ("$[[Formula]]$ is a formula", nil, nil),
    ("\\[\\[Escaped\\]\\] and \\#escaped", nil, nil),
    ("![[Picture.png]] is embedded", "Picture.png", nil),
    ("word#part is no tag", nil, nil),
    ("| [[Cell]] | #cell |", "Cell", "cell"),
    ("- [ ] box with [[Box]] #box", "Box", "box"),
    ("> [!note] callout with [[Callout]]", "Callout", nil),
  ]

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    let names = [
      "Goal", "Code", "Hidden", "Comment", "Formula", "Escaped", "Cell", "Box", "Callout",
    ]
    for name in names { try session.folder.write("# \(name)\n", to: "Memo/\(name).md") }
    try session.folder.write("png", to: "Memo/Picture.png")
    try session.folder.write(
      "# All\n\n" + Self.lines.map(\.text).joined(separator: "\n\n") + "\n", to: "Memo/all.md")
  }

  @Test func `links of the index are those that the page has`() throws {
    let expected = Self.lines.compactMap(\.link)
    let index = session.run(["links", "Memo/all.md", "--format", "{{destination}}"])
    #expect(index.output.split(separator: "\n").map(String.init) == expected)
    let page = session.run(["render", "Memo/all.md", "--to", "html"])
    #expect(page.status == 0, "\(page.errors)")
    for name in ["Goal", "Cell", "Box", "Callout"] {
      #expect(page.output.contains("\(name)</a>"), "\(name)")
    }
    for name in ["Code", "Hidden", "Comment", "Formula", "Escaped"] {
      #expect(!page.output.contains("\(name)</a>"), "\(name)")
    }
  }

  @Test func `what is hidden is shown by none of them`() {
    for output in [
      session.run(["render", "Memo/all.md", "--to", "html"]).output,
      session.run(["render", "Memo/all.md", "--to", "text"]).output,
      session.run(["show", "Memo/all.md"]).output,
    ] {
      #expect(output.contains("in a sentence"))
      #expect(!output.contains("Hidden") && !output.contains("hidden"))
      #expect(!output.contains("Comment"))
    }
    #expect(session.run(["search", "Hidden", "--paths"]).output == "Memo/Hidden.md\n")
  }

  @Test func `tags are those that are coloured as tags`() {
    let expected = Self.lines.compactMap(\.tag).sorted()
    #expect(
      session.run(["tags", "--paths", "--sort", "name"]).output
        .split(separator: "\n").map(String.init) == expected)
    let page = session.run(["render", "Memo/all.md", "--to", "html"]).output
    for tag in expected { #expect(page.contains("#\(tag)")) }
  }

  @Test func `a box is one task, everywhere`() {
    #expect(session.run(["tasks", "--paths"]).output == "Memo/all.md:23\n")
    #expect(session.run(["board", "--format", "{{title}}"]).output.contains("box with"))
    #expect(
      session.run(["render", "Memo/all.md", "--to", "html"]).output.contains("type=\"checkbox\""))
  }
}
