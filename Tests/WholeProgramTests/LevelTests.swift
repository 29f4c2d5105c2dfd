import HostSystem
import NoteActions
import NoteTestSupport
import Testing

/// Levels without end, and pipes in the places of files: a command comes to its end, and takes no longer than its text.
@Suite struct LevelTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("# A\n\nwords\n", to: "a.md")
  }

  @Test func `a tag and a folder have pages for the levels that somebody may have made`() throws {
    let deep = Array(repeating: "a", count: 1_000).joined(separator: "/")
    try session.folder.write("---\ntags: [\(deep)]\n---\n\nwords\n", to: "tagged.md")
    try session.folder.write("# Deep\n", to: Array(repeating: "b", count: 120).joined(separator: "/") + "/deep.md")
    let run = session.run(["publish", "-o", "site", "--yes"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("cannot be listed"))
    let pages = session.folder.files().filter { $0.hasPrefix("site/tag/") && $0.hasSuffix(".html") }
    #expect(pages.count == 32)
    #expect(!session.run(["list", "--paths"]).output.contains("deep.md"))
  }

  @Test(arguments: [
    String(repeating: "{{#title}}", count: 3_000) + "x" + String(repeating: "{{/title}}", count: 3_000),
    "{{=| |=}}" + String(repeating: "|#title|", count: 3_000) + String(repeating: "|/title|", count: 3_000),
    String(repeating: "{{^ title }}", count: 3_000), String(repeating: "{{# title}}{{^title}}", count: 1_500),
  ])
  func `a template of many levels is refused`(text: String) throws {
    try session.folder.write(text, to: ".sheaf/templates/deep.md")
    let run = session.run(["new", "B", "-T", "deep"])
    #expect(run.status == 65 && run.errors.contains("too many levels"))
  }

  @Test func `a form for rows, a theme and a template of a digest have levels too`() throws {
    let deep = String(repeating: "{{#title}}", count: 3_000) + "x" + String(repeating: "{{/title}}", count: 3_000)
    #expect(session.run(["list", "--format", deep]).status == 64)
    try session.folder.write(deep, to: ".sheaf/theme/list.html")
    try session.folder.write(deep, to: ".sheaf/theme/digest.html")
    #expect(session.run(["config", "trust", "--yes"]).status == 0)
    for words in [["publish", "-o", "site", "--yes"], ["digest", "--to", "html"]] {
      let run = session.run(words)
      #expect(run.status == 65 && run.errors.contains("too many levels"), "\(run.errors)")
    }
  }

  @Test func `a template of many questions is refused, one of many sections is not`() throws {
    let questions = (0..<20_000).map { "{{ask \"q\($0)\"}}\n" }.joined()
    try session.folder.write(questions, to: ".sheaf/templates/many.md")
    #expect(session.run(["new", "B", "-T", "many"]).errors.contains("too large"))
    for many in ["{{ask}}", "{{title}}", "{{=| |=}}" + String(repeating: "|ask|", count: 6_000)] {
      let text = many.hasPrefix("{{=") ? many : String(repeating: many, count: 20_000)
      try session.folder.write(text, to: ".sheaf/templates/many.md")
      #expect(session.run(["new", "B", "-T", "many"]).errors.contains("too large"))
    }
    try session.folder.write(String(repeating: "{{#title}}x{{/title}}\n", count: 200), to: ".sheaf/templates/wide.md")
    #expect(session.run(["new", "C", "-T", "wide"]).status == 0)
  }

  @Test(arguments: [
    ".gitignore", ".gitattributes", ".git/index", ".git/config", ".git/HEAD", ".git/info/exclude",
    ".git/refs/heads/main", ".git/logs/HEAD", ".git/objects/00/" + String(repeating: "0", count: 38),
  ])
  func `a pipe in the place of a file of git's keeps nobody waiting`(name: String) throws {
    let git = try GitFixture(in: session.folder)
    try git.commitAll(date: 1_700_000_000)
    try? session.folder.remove(name)
    try session.folder.write("", to: name)
    try session.folder.remove(name)
    #expect(mkfifo(session.folder.path + "/" + name, 0o600) == 0)
    for words in [["log"], ["diff"], ["list", "--at", "HEAD"], ["restore", "a"], ["sync", "-n"]] {
      let run = session.run(words)
      #expect(run.status != 0 && run.errors.contains("\(name) is not a file"), "\(words): \(run.errors)")
    }
    for words in [["list"], ["set", "a", "k=v"], ["status"], ["check"]] {
      #expect(session.run(words).status != 70, "\(words)")
    }
  }

  @Test(arguments: [".gitignore", ".gitattributes"])
  func `a pipe among the rules of a folder keeps nobody waiting`(name: String) throws {
    let git = try GitFixture(in: session.folder)
    try session.folder.write("# B\n", to: "sub/deep/b.md")
    try git.commitAll(date: 1_700_000_000)
    #expect(mkfifo(session.folder.path + "/sub/deep/" + name, 0o600) == 0)
    for words in [["diff"], ["sync", "-n"], ["git", "setup", "-n"]] {
      let run = session.run(words)
      #expect(run.status != 0 && run.errors.contains("sub/deep/\(name) is not a file"), "\(words): \(run.errors)")
    }
  }

  @Test(arguments: [["blockquote"], ["ul", "li"], ["blockquote", "ol", "li"]])
  func `quotes and lists within others of a page have a few levels`(names: [String]) throws {
    let session = try CommandSession()
    let count = 6_000
    let page =
      "<html><body><main><article><p>\(String(repeating: "words of the page, ", count: 40))</p>"
      + String(repeating: names.map { "<\($0)>" }.joined(), count: count) + "<p>deep</p>"
      + String(repeating: names.reversed().map { "</\($0)>" }.joined(), count: count)
      + "</article></main></body></html>"
    _ = session.run(["init", "-q"])
    let run = session.run(["clip", "Deep"], input: page)
    #expect(run.status == 0, "\(run.errors)")
    for file in session.folder.files() where file.hasPrefix("Memo/") {
      let lines = try session.folder.text(file).split(separator: "\n")
      #expect(lines.contains { $0.hasSuffix("deep") })
      #expect(lines.allSatisfy { $0.count { ">-.".contains($0) } <= 17 })
    }
  }
}
