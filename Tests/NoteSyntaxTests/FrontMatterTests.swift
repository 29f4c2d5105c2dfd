import ByteBasics
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

@Suite struct FrontMatterTests {
  private func parse(_ text: String) -> Document { Document(parsing: Array(text.utf8)) }

  @Test(arguments: ["? x", #""\u1z""#, "!!", "!<a", "!e!x y", ">0", "[a", "*x", "'a"])
  func `the Korean reason of invalid YAML has no English words`(value: String) throws {
    let document = Document(parsing: Array("---\na: \(value)\n---\nx\n".utf8))
    let mistake = try #require(document.diagnostics.first { $0.check == "front-matter-syntax" })
    #expect(!mistake.message.korean.contains(#/[a-z]{3}/#), "\(mistake.message.korean)")
  }

  @Test func `a byte order mark and CRLF do not hide front matter`() {
    let document = parse("\u{FEFF}---\r\ntitle: 가\r\n---\r\nbody\r\n")
    #expect(document.frontMatter?["title"] == .scalar(.init(text: "가", style: .plain)))
    #expect(document.source.text(in: document.body) == "body\r\n")
  }

  @Test func `a thematic break inside the body is no front matter`() {
    let document = parse("hello\n\n---\n\ntitle: x\n---\n")
    #expect(document.frontMatter == nil)
  }

  @Test func `dots close front matter as well`() {
    #expect(parse("---\na: 1\n...\nx\n").frontMatter?.entries.count == 1)
  }

  @Test func `front matter that is never closed is told with its place`() throws {
    let document = parse("---\ntitle: x\n\nbody\n")
    let diagnostic = try #require(document.diagnostics.first)
    #expect(diagnostic.check == "front-matter-syntax")
    #expect(document.frontMatter == nil)
    #expect(document.source.position(at: diagnostic.range?.lowerBound ?? -1).line == 1)
  }

  @Test func `a file that begins with a thematic break is no mistake`() {
    #expect(parse("---\n\nbody\n").diagnostics.isEmpty)
  }

  @Test func `wrong YAML keeps its title and tells the line`() throws {
    let document = parse("---\ntitle: a: b\ntags: [x\n---\n")
    let diagnostic = try #require(document.diagnostics.first)
    #expect(diagnostic.check == "front-matter-syntax")
    #expect(document.source.position(at: diagnostic.range?.lowerBound ?? 0).line >= 2)
    #expect(document.frontMatter?["title"] == .scalar(.init(text: "a: b", style: .plain)))
  }

  @Test func `what is right beside a wrong line is read as it should be`() {
    let document = parse("---\ntitle: a: b\ntags: [x, y]\n---\n")
    let items = ["x", "y"].map { FrontMatterValue.scalar(.init(text: $0, style: .plain)) }
    #expect(document.frontMatter?["tags"] == .list(items))
  }

  @Test func `a key that stands twice is told at its second place`() throws {
    let document = parse("---\na: 1\na: 2\n---\n")
    let diagnostic = try #require(document.diagnostics.first)
    #expect(diagnostic.check == "duplicate-key")
    #expect(document.source.position(at: diagnostic.range?.lowerBound ?? 0).line == 3)
  }

  /// Each line a list of ten of the one before.
  private func explosion(levels: Int) -> String {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...levels {
      let parts = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(parts)]\n"
    }
    return yaml
  }

  @Test func `aliases that explode are refused in no time`() {
    let document = parse("---\n\(explosion(levels: 9))---\nbody\n")
    #expect(document.diagnostics.map(\.check) == ["front-matter-syntax"])
  }

  /// Found by fuzzing: a key is compared while the text is read, before values can be counted.
  @Test func `aliases that explode in a key are refused in no time`() {
    let document = parse("---\n\(explosion(levels: 8))a9: &a9 [*a8, *a8: *a8]\n---\nbody\n")
    #expect(document.diagnostics.map(\.check) == ["front-matter-syntax"])
  }

  @Test func `brackets nested ten thousand deep are refused`() {
    let document = parse("---\na: " + String(repeating: "[", count: 10_000) + "\n---\n")
    #expect(!document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "a" + String(repeating: ".a", count: 100_000) + " = 1", "[a" + String(repeating: ".a", count: 100_000) + "]\nx = 1",
    String(repeating: "a = {", count: 10_000), "a" + String(repeating: ".a = {a", count: 10_000),
  ])
  func `TOML nested thousands of levels deep is a mistake`(text: String) {
    let document = parse("+++\n" + text + "\n+++\n")
    #expect(document.diagnostics.contains { $0.check == "front-matter-syntax" })
  }

  @Test func `a list of many tables of TOML is read in linear time`() {
    func time(_ count: Int) -> Duration {
      let text = "+++\n" + String(repeating: "[[a]]\nb = 1\n", count: count) + "+++\n"
      return processorTime { _ = parse(text) }
    }
    _ = time(100)
    #expect(time(40_000) < time(10_000) * 8 + .milliseconds(500))
  }

  @Test func `TOML is read`() {
    let document = parse("+++\ntitle = \"A b\"\ntags = [\"x\", 'y']\ndraft = true\n+++\nbody")
    #expect(document.frontMatter?.format == .toml)
    #expect(document.frontMatter?["title"]?.plain == "A b")
    #expect(
      document.frontMatter?["tags"]
        == .list([
          .scalar(.init(text: "x", style: .doubleQuoted)),
          .scalar(.init(text: "y", style: .singleQuoted)),
        ]))
    #expect(document.source.text(in: document.body) == "body")
  }

  @Test func `quotes are put round what needs them, and no other line is touched`() throws {
    let text = "---\ntitle: Part 1: the start\nog:title: Start\ndc:creator: Kim\nurl: http://a.b\n---\n"
    let document = parse(text)
    let fixed = try document.source.applying(FrontMatterQuotes.edits(in: document))
    #expect(
      String(decoding: fixed.bytes, as: UTF8.self)
        == text.replacing("Part 1: the start", with: "\"Part 1: the start\""))
  }

  @Test func `texts of TOML go over lines and have escapes, and none of their lines is a field`() {
    let document = parse(
      #"""
      +++
      title = "The \"Best\" Guide, caf\u00e9 \U0001F600" # why
      summary = """
      draft = true
      tags = ["secret"]
      a \
         b"""
      raw = '''C:\new
      = "x" ''' # more
      path = 'C:\new'
      one = """short"""
      quoted = """"a" or "b""""
      two = '''a''''' # end
      list = ["a\"]", # ]
        "b",
      ]
      [params]
      deep = """
      [other]
      """
      last = 1
      +++
      body
      """#)
    let front = document.frontMatter
    #expect(front?.entries.map(\.key) == ["title", "summary", "raw", "path", "one", "quoted", "two", "list", "params"])
    #expect(front?["title"]?.plain == "The \"Best\" Guide, café 😀")
    #expect(front?["summary"]?.plain == "draft = true\ntags = [\"secret\"]\na b")
    #expect(front?["raw"]?.plain == "C:\\new\n= \"x\" ")
    #expect(front?["path"]?.plain == "C:\\new")
    #expect(front?["one"]?.plain == "short")
    #expect(front?["quoted"]?.plain == "\"a\" or \"b\"")
    #expect(front?["two"]?.plain == "a''")
    guard case .list(let items)? = front?["list"], case .map(let pairs)? = front?["params"] else {
      Issue.record("\(String(describing: front))")
      return
    }
    #expect(items.map(\.plain) == ["a\"]", "b"])
    #expect(pairs.map { "\($0.key)=\($0.value.plain ?? "")" } == ["deep=[other]\n", "last=1"])
  }

  @Test func `a table, a list and a text of many lines are read at once`() {
    let table = "+++\n[a]\n" + (0..<20_000).map { "k\($0) = 1\n" }.joined() + "+++\n"
    let list = "+++\na = [\n" + String(repeating: "1,\n", count: 20_000) + "]\n+++\n"
    let open = "+++\n" + String(repeating: "a = \"\"\"\n", count: 20_001) + "+++\n"
    for text in [table, list, open] {
      let time = processorTime { _ = parse(text) }
      #expect(time < .seconds(10), "\(text.prefix(12))")
    }
  }
}

extension FrontMatterValue {
  fileprivate var plain: String? {
    if case .scalar(let scalar) = self { scalar.text } else { nil }
  }
}
