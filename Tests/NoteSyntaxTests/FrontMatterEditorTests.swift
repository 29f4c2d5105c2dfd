import NoteSyntax
import NoteTestSupport
import Testing

@Suite struct FrontMatterEditorTests {
  private func apply(
    _ text: String, _ key: String, _ change: FrontMatterEditor.Change
  ) throws -> String {
    let document = Document(parsing: Array(text.utf8))
    let edits = try FrontMatterEditor(document).edits(key, change)
    return String(decoding: try document.source.applying(edits).bytes, as: UTF8.self)
  }

  private static let note = """
    ---
    # own line
    title: 'It''s'   # trailing
    tags: [a,  "b"]
    list:
      - one
      # between
      - two
    empty:
    status: todo

    nested:
      k: v
    ---
    body
    """

  @Test(arguments: [
    ("status", FrontMatterEditor.Change.set(.text("doing")), "status: todo", "status: doing"),
    ("title", .set(.text("Don't")), "'It''s'", "'Don''t'"),
    ("empty", .set(.text("x")), "empty:\n", "empty: x\n"),
    ("tags", .add("c"), "[a,  \"b\"]", "[a,  \"b\", c]"),
    ("tags", .remove("a"), "[a,  \"b\"]", "[\"b\"]"),
    ("tags", .remove("b"), "[a,  \"b\"]", "[a]"),
    ("list", .add("three"), "  - two\n", "  - two\n  - three\n"),
    ("list", .remove("one"), "  - one\n", ""),
    ("status", .unset, "status: todo\n", ""),
    ("status", .set(.text("no")), "status: todo", "status: \"no\""),
    ("status", .set(.text("a: b")), "status: todo", "status: \"a: b\""),
    ("list", .set(.list(["one", "2"])), "  - two\n", "  - \"2\"\n"),
    ("list", .set(.list(["one", "two", "x"])), "  - two\n", "  - two\n  - x\n"),
    ("status", .set(.text("a·b °C ！")), "status: todo", "status: a·b °C ！"),
    ("due", .set(.typed("2026-11-30")), "  k: v\n", "  k: v\ndue: 2026-11-30\n"),
    ("due", .set(.text("2026-11-30")), "  k: v\n", "  k: v\ndue: \"2026-11-30\"\n"),
  ])
  func `one field changes and nothing else`(
    key: String, change: FrontMatterEditor.Change, before: String, after: String
  ) throws {
    #expect(try apply(Self.note, key, change) == Self.note.replacing(before, with: after))
  }

  @Test(arguments: [
    ("{\"a\":true,\"b\":\"/x/\"}\n", FrontMatterEditor.Change.add("t"), "{\"a\":true,\"b\":\"/x/\", \"k\": [\"t\"]}\n"),
    ("{}\n", .set(.typed("2026-11-30")), "{\"k\": \"2026-11-30\"}\n"),
    ("{\n  \"a\": 1\n}\n", .set(.text("x \"y\"")), "{\n  \"a\": 1, \"k\": \"x \\\"y\\\"\"\n}\n"),
    ("{\"a\": 1}\n", .set(.typed("true")), "{\"a\": 1, \"k\": true}\n"),
  ])
  func `front matter in braces stays JSON`(before: String, change: FrontMatterEditor.Change, after: String) throws {
    #expect(try apply("---\n\(before)---\nx\n", "k", change) == "---\n\(after)---\nx\n")
  }

  @Test func `a comment behind the last item stays where it is`() throws {
    let note = "---\nlist:\n  - a # first\n  - b # last\n---\n"
    let after = "---\nlist:\n  - a # first\n  - b # last\n  - c\n---\n"
    #expect(try apply(note, "list", .add("c")) == after)
  }

  @Test func `an indented comment goes with its field, one at the margin belongs to the next`() throws {
    let note = "---\nlist:\n  - a\n  # - b\n\n# next\nx: 1 # one\n  # more\n---\n"
    #expect(try apply(note, "list", .unset) == "---\n\n# next\nx: 1 # one\n  # more\n---\n")
    #expect(try apply(note, "x", .unset) == "---\nlist:\n  - a\n  # - b\n\n# next\n---\n")
    #expect(try apply(note, "list", .add("c")) == note.replacing("- a\n", with: "- a\n  - c\n"))
  }

  @Test func `what is so already is not touched`() throws {
    #expect(try apply(Self.note, "status", .set(.text("todo"))) == Self.note)
    #expect(try apply(Self.note, "tags", .add("a")) == Self.note)
    #expect(try apply(Self.note, "tags", .remove("zzz")) == Self.note)
    #expect(try apply(Self.note, "nothing", .unset) == Self.note)
  }

  @Test func `line ends and the byte order mark stay`() throws {
    let text = "\u{FEFF}---\r\ntags:\r\n- a\r\n---\r\nbody"
    #expect(
      try apply(text, "tags", .add("b")) == "\u{FEFF}---\r\ntags:\r\n- a\r\n- b\r\n---\r\nbody")
    #expect(
      try apply(text, "x", .set(.text("z"))) == "\u{FEFF}---\r\ntags:\r\n- a\r\nx: z\r\n---\r\nbody"
    )
  }

  @Test func `a file without front matter gets it only when a field is set`() throws {
    #expect(try apply("body\n", "k", .set(.text("v"))) == "---\nk: v\n---\n\nbody\n")
    #expect(try apply("body\n", "k", .unset) == "body\n")
    #expect(try apply("", "k", .add("v")) == "---\nk: [v]\n---\n")
  }

  @Test(arguments: [
    ("---\na: &x 1\n---\n", "a"), ("---\na: |\n  text\n---\n", "a"),
    ("---\na: 1\na: 2\n---\n", "a"),
    ("---\na: {b: c}\n---\n", "a"), ("---\na: b: c\n---\n", "a"), ("+++\na = 1\n+++\n", "a"),
    ("---\na: one\n  two\n---\n", "a"),
  ])
  func `what cannot be changed safely is refused`(text: String, key: String) {
    #expect(throws: FrontMatterRefusal.self) { try apply(text, key, .set(.text("new"))) }
  }

  @Test(arguments: [
    ("[a, b, a]", FrontMatterEditor.Change.remove("a"), "[b]"), ("[a, a, b]", .remove("a"), "[b]"),
    ("[b, a, a]", .remove("a"), "[b]"), ("[a, a]", .remove("a"), "[]"),
    ("[a, b, \"a\"]", .replace("a", with: "c"), "[c, b, \"c\"]"), ("[a, b, a]", .replace("a", with: "b"), "[b]"),
    ("\n  - a\n  - b # x\n  - a", .remove("a"), "\n  - b # x"), ("\n  - a\n  - a", .remove("a"), " []"),
    ("\n  - a\n  - b\n  - a", .replace("a", with: "c"), "\n  - c\n  - b\n  - c"),
    ("null", .add("a"), "[a]"), ("~", .add("a"), "[a]"), ("null", .remove("null"), "null"),
    ("~", .replace("~", with: "a"), "~"), ("\"null\"", .add("a"), "[\"null\", a]"),
  ])
  func `an item that is twice goes with each of its places, and null is none`(
    before: String, change: FrontMatterEditor.Change, after: String
  ) throws {
    let space = before.hasPrefix("\n") ? "" : " "
    let other = after.hasPrefix("\n") || after.hasPrefix(" ") ? "" : " "
    #expect(
      try apply("---\ntags:\(space)\(before)\nstatus: todo\n---\n", "tags", change)
        == "---\ntags:\(other)\(after)\nstatus: todo\n---\n")
  }

  @Test(arguments: [
    ("k: # words\n", FrontMatterEditor.Change.set(.text("todo")), "k: todo # words\n"),
    ("k: # words\n", .set(.typed("2026-11-30")), "k: 2026-11-30 # words\n"),
    ("k:   # words\n", .add("a"), "k: [a]   # words\n"), ("k: #work #home\n", .add("q4"), "k: [q4] #work #home\n"),
    ("k: # which\n  # first\n  - a\n", .remove("a"), "k: [] # which\n  # first\n"),
    ("k: # which\n  # first\n  - a\n", .set(.list([])), "k: [] # which\n  # first\n"),
    ("k: # which\n  - a\n  # second\n  - b\n", .set(.text("done")), "k: done # which\n  # second\n"),
    ("k:\n- a\n- b # last\n", .set(.text("done")), "k: done\n"), ("k:\n  - a\n", .remove("a"), "k: []\n"),
  ])
  func `comments of a field stay whatever becomes of its value`(
    before: String, change: FrontMatterEditor.Change, after: String
  ) throws {
    #expect(try apply("---\n\(before)status: todo\n---\n", "k", change) == "---\n\(after)status: todo\n---\n")
    let windows = { (text: String) in ("---\n" + text + "---\n").replacing("\n", with: "\r\n") }
    #expect(try apply(windows(before), "k", change) == windows(after))
  }

  @Test func `other fields may be as wild as they like`() throws {
    let text = "---\nwild: &x {a: [1, 2]}\nstatus: todo\nblock: |\n  status: no\n---\n"
    #expect(
      try apply(text, "status", .set(.text("done")))
        == text.replacing("status: todo", with: "status: done"))
  }

  @Test func `set and set back gives the same bytes, for every field of every fixture`() throws {
    var tried = 0
    for name in try fixtureNotes() {
      let bytes = try readFixture(name)
      let document = Document(parsing: bytes)
      for entry in document.frontMatter?.entries ?? [] {
        guard case .scalar(let scalar) = entry.value, !scalar.text.isEmpty,
          let forth = try? FrontMatterEditor(document).edits(entry.key, .set(.text("새 값: x"))),
          let changed = try? document.source.applying(forth)
        else { continue }
        let old: FrontMatterEditor.FieldValue =
          scalar.style == .plain ? .typed(scalar.text) : .text(scalar.text)
        // A plain value that got quotes keeps them, so the way back needs a plain stand-in.
        guard scalar.style != .plain else {
          let plain = try FrontMatterEditor(document).edits(entry.key, .set(.typed("standin")))
          let middle = Document(parsing: try document.source.applying(plain).bytes)
          let back = try FrontMatterEditor(middle).edits(entry.key, .set(old))
          #expect(try middle.source.applying(back).bytes == bytes, "\(name) \(entry.key)")
          tried += 1
          continue
        }
        let middle = Document(parsing: changed.bytes)
        let back = try FrontMatterEditor(middle).edits(entry.key, .set(old))
        #expect(try middle.source.applying(back).bytes == bytes, "\(name) \(entry.key)")
        tried += 1
      }
    }
    #expect(tried > 300)
  }
}
