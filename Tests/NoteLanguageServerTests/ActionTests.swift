import ByteBasics
import NoteLanguageServer
import NoteTestSupport
import Testing

/// Code actions and commands.
@Suite struct ActionTests {
  private func actions(
    _ session: LanguageSession, _ path: String, _ start: (Int, Int), _ end: (Int, Int)? = nil,
    only: String? = nil
  ) throws -> [JSONValue] {
    let end = end ?? start
    return try session.request(
      "textDocument/codeAction",
      .map([
        "textDocument": session.document(path),
        "range": .map([
          "start": LanguageSession.position(start.0, start.1),
          "end": LanguageSession.position(end.0, end.1),
        ]),
        "context": .map([
          "diagnostics": .array([]), "only": only.map { .array([.string($0)]) },
        ]),
      ])
    ).items
  }

  /// The texts after an action was chosen.
  private func choose(
    _ title: String, _ actions: [JSONValue], _ session: LanguageSession, _ texts: [String: String]
  ) throws -> [String: String] {
    var action = try #require(
      actions.first { $0["title"]?.string == title },
      "\(actions.compactMap { $0["title"]?.string })")
    if action["edit"] == nil { action = try session.request("codeAction/resolve", action) }
    return session.applying(try #require(action["edit"]), to: texts)
  }

  private func result(
    _ title: String, _ text: String, _ start: (Int, Int), _ end: (Int, Int)? = nil,
    files: [String: String] = [:]
  ) throws -> [String: String] {
    let texts = files.merging(["Memo/a.md": text]) { $1 }
    let session = try LanguageSession(texts)
    session.open("Memo/a.md", text)
    return try choose(title, actions(session, "Memo/a.md", start, end), session, texts)
  }

  @Test func `a note whose template asks is not offered to a client that cannot show why`() throws {
    let note = "[[new one]]\n\n## Part\n"
    let session = try LanguageSession([
      ".sheaf/templates/memo.md": "# {{title}}\n\n{{ask \"Author\"}}\n", "Memo/a.md": note,
    ])
    session.open("Memo/a.md", note)
    let titles = try actions(session, "Memo/a.md", (0, 4)).compactMap { $0["title"]?.string }
    #expect(!titles.contains { $0.hasPrefix("Create") }, "\(titles)")
  }

  @Test func fixesOneByOneAndAllAtOnce() throws {
    let text = "---\ndraft: \"false\"\npinned: \"true\"\n---\nx\n"
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    let all = try actions(session, "a.md", (0, 0), only: "source.fixAll")
    #expect(all.count == 1)
    let fixed = try choose("Fix all problems that can be fixed", all, session, ["a.md": text])
    #expect(fixed["a.md"] == "---\ndraft: false\npinned: true\n---\nx\n")
    let one = try actions(session, "a.md", (1, 3), only: "quickfix")
    #expect(one.count == 1)
    let edit = session.applying(try #require(one[0]["edit"]), to: ["a.md": text])
    #expect(edit["a.md"] == "---\ndraft: false\npinned: \"true\"\n---\nx\n")
  }

  private static let unclosed = "이것은 **마크다운(Markdown)**을 쓴 줄입니다.\n\n"

  @Test func `all fixes of a note together are those that check makes`() throws {
    let text = "---\ndraft: \"false\"\n---\n\(Self.unclosed)**가(나)**을 `**` 다 \u{A0}\n"
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    let all = try actions(session, "a.md", (4, 0))
    let fixed = try choose("Fix all problems that can be fixed", all, session, ["a.md": text])
    _ = try session.program.run(["check", "--fix"])
    #expect(try fixed["a.md"] == session.file("a.md"))
    #expect(fixed["a.md"]?.contains("이것은 **마크다운**(Markdown)을 쓴 줄입니다.") == true)
  }

  @Test func `the fixes of thousands of problems take time in proportion`() throws {
    let text = String(repeating: Self.unclosed, count: 6_000)
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    var all: [JSONValue] = []
    let time = try ContinuousClock().measure { all = try actions(session, "a.md", (4, 0)) }
    #expect(time < .seconds(20))
    #expect(all.contains { $0["kind"]?.string == "source.fixAll" })
  }

  @Test
  func theMissingNoteIsCreatedBesideOrInItsFolder() throws {
    let text = "[[new one]]\n"
    let session = try LanguageSession(["Diary/a.md": text])
    session.open("Diary/a.md", text)
    let found = try actions(session, "Diary/a.md", (0, 3), only: "quickfix")
    #expect(
      found.compactMap { $0["title"]?.string } == [
        "Create Diary/new one.md", "Create Memo/new one.md",
      ])
    let after = try choose("Create Memo/new one.md", found, session, [:])
    #expect(after["Memo/new one.md"]?.contains("\ntitle: new one\n") == true)
  }

  @Test func linksInTheOtherNotation() throws {
    let files = ["Memo/b c.md": "# B C\n\n## Part one\n"]
    #expect(
      try result("Write as [text](path)", "[[b c#Part one|x]]\n", (0, 3), files: files)["Memo/a.md"]
        == "[x](b%20c.md#part-one)\n")
    #expect(
      try result("Write as [[link]]", "[x](b%20c.md#part-one)\n", (0, 3), files: files)["Memo/a.md"]
        == "[[b c#Part one|x]]\n")
    #expect(
      try result(
        "Write as [[link]]", "| a |\n|--|\n| [x](b%20c.md) |\n", (2, 4), files: files)["Memo/a.md"]
        == "| a |\n|--|\n| [[b c\\|x]] |\n")
    #expect(
      try result("Give the link the title “example.org”", "https://example.org/x y\n", (0, 3))[
        "Memo/a.md"]
        == "[example.org](https://example.org/x) y\n")
  }

  @Test func `a link with a title keeps its address and its cell`() throws {
    func titled(_ title: String, _ text: String, _ line: Int) throws -> String? {
      try result(
        "Give the link the title “\(title)”", text, (line, 4),
        files: ["k.md": "[Page | Site](https://example.org/x)\n"])["Memo/a.md"]
    }
    #expect(
      try titled("example.com", "see https://example.com/x%20y?a=b#part\n", 0)
        == "see [example.com](https://example.com/x%20y?a=b#part)\n")
    #expect(
      try titled("Page | Site", "| a |\n|--|\n| https://example.org/x |\n", 2)
        == "| a |\n|--|\n| [Page \\| Site](https://example.org/x) |\n")
    #expect(
      try titled("Page | Site", "see https://example.org/x\n", 0)
        == "see [Page | Site](https://example.org/x)\n")
  }

  @Test(arguments: ["---\nby: Plan\n---\n", "a\n\n`Plan`\n"])
  func `words that would be no link are not offered as one`(text: String) throws {
    let session = try LanguageSession(["Memo/plan.md": "# Plan\n"])
    session.open("Memo/a.md", text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("Plan") })
    let start = try #require(lines[line].firstRange(of: "Plan"))
    let column = lines[line].distance(from: lines[line].startIndex, to: start.lowerBound)
    let titles = try actions(session, "Memo/a.md", (line, column), (line, column + 4))
      .compactMap { $0["title"]?.string }
    #expect(!titles.contains("Link to Memo/plan.md"), "\(titles)")
  }

  @Test func mentionsBecomeLinks() throws {
    let files = ["Memo/plan.md": "# Plan\n", "x.md": "The Plan is good. `Plan`\n"]
    #expect(
      try result("Link to Memo/plan.md", "see Plan\n", (0, 4), (0, 8), files: files)["Memo/a.md"]
        == "see [[Plan]]\n")
    let session = try LanguageSession(files)
    session.open("Memo/plan.md", "# Plan\n")
    let found = try actions(session, "Memo/plan.md", (0, 2))
    #expect(
      try choose("Link the places that mention this note", found, session, files)["x.md"]
        == "The [[Plan]] is good. `Plan`\n")
  }

  @Test func `thousands of mentions in a note become links in time in proportion`() throws {
    let lines = (0..<4_000).map { "The plan is line \($0), and `plan` is code.\n\n" }.joined()
    let files = ["Memo/plan.md": "# Plan\n", "x.md": lines]
    let session = try LanguageSession(files)
    session.open("Memo/plan.md", "# Plan\n")
    let action = try #require(
      try actions(session, "Memo/plan.md", (0, 2)).first {
        $0["title"]?.string == "Link the places that mention this note"
      })
    var edit = JSONValue.null
    let time = try ContinuousClock().measure {
      edit = try session.request("codeAction/resolve", action)["edit"] ?? .null
    }
    #expect(time < .seconds(20))
    let edits = edit["documentChanges"]?.items.first?["edits"]?.items ?? []
    #expect(edits.count == 4_000)
    #expect(edits.allSatisfy { $0["newText"] == .string("[[plan]]") })
    #expect(edits.allSatisfy { LanguageSession.text($0["range"]).hasSuffix(":8") })
  }

  @Test func aSectionBecomesANoteAndLinksFollow() throws {
    let text =
      "# A\n\nSee [[#Part]] and [[#Sub]].\n\n## Part\n\nText [[#A]].\n\n### Sub\n\nMore.\n\n## Last\n"
    let files = ["x.md": "[[a#Part]] [[a#Sub]] [[a#Last]] [m](Memo/a.md#sub)\n"]
    let after = try result("Extract the section into “Part”", text, (4, 4), files: files)
    let part = try #require(after["Memo/Part.md"])
    #expect(part.contains("\ntitle: Part\n"))
    #expect(part.hasSuffix("---\n\nText [[a#A]].\n\n## Sub\n\nMore.\n"))
    #expect(after["Memo/a.md"] == "# A\n\nSee [[Part]] and [[Part#Sub]].\n\n[[Part]]\n\n## Last\n")
    #expect(after["x.md"] == "[[Part]] [[Part#Sub]] [[a#Last]] [m](Memo/Part.md#sub)\n")
  }

  @Test func anItemMovesToTheNoteThatItNames() throws {
    let files = ["Memo/b.md": "# B\n\nText.\n", "x.md": "[[b]]\n"]
    let moved = try result(
      "Move this item to “B”", "# A\n\n- one\n- two [[b]]\n  - below\n- three\n", (3, 3), files: files)
    #expect(moved["Memo/a.md"] == "# A\n\n- one\n- three\n")
    #expect(moved["Memo/b.md"] == "# B\n\nText.\n\n- two [[b]]\n  - below\n")
    let merged = try result("Merge “B” into this note", "# A\n\nSee [[b]].\n", (2, 6), files: files)
    #expect(merged["Memo/b.md"] == nil)
    #expect(merged["Memo/a.md"] == "# A\n\nSee [[a#B]].\n\n## B\n\nText.\n")
    #expect(merged["x.md"] == "[[a#B]]\n")
  }

  @Test func `the actions of a long note with thousands of headings take time in proportion`() throws {
    let code = "```\n" + String(repeating: "0123456789\n", count: 180_000) + "```\n\n"
    let text = code + (0..<5_000).map { "## H \($0)\n" }.joined()
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    var found: [JSONValue] = []
    let time = try ContinuousClock().measure {
      found = try actions(session, "a.md", (185_002, 4), only: "refactor.extract")
    }
    #expect(time < .seconds(20))
    #expect(found.map { $0["title"] } == [.string("Extract the section into “H 4999”")])
  }

  @Test func aSelectionBecomesANoteAndANoteBecomesText() throws {
    let after = try result(
      "Extract the selection into “one two”", "# A\n\n- one two\n- three\n\nend\n", (2, 0), (4, 0))
    let note = try #require(after["Memo/one two.md"])
    #expect(note.contains("\ntitle: one two\n"))
    #expect(note.hasSuffix("---\n\n- one two\n- three\n"))
    #expect(after["Memo/a.md"] == "# A\n\n[[one two]]\n\nend\n")
    let inlined = try result(
      "Insert the text of “B” here", "before\n\n![[b]]\n\nafter\n", (2, 4),
      files: ["sub/b.md": "---\ntitle: B\n---\nText [x](c.md).\n", "sub/c.md": "# C\n"])
    #expect(inlined["Memo/a.md"] == "before\n\nText [x](../sub/c.md).\n\nafter\n")
    #expect(inlined["sub/b.md"] == nil)
  }

  @Test func aSelectionTakesWholeBlocksAndLinksIntoThemFollow() throws {
    let text = "# A\n\n[[x]] one\ntwo ^here\n\n## Part\n\nText.\n\n### Sub\n\n## Last\n"
    let files = ["x.md": "[[a#^here]] [[a#Part]] [[a#Sub]] [[a#Last]]\n"]
    let lines = try result("Extract the selection into “x one”", text, (3, 1), (3, 3), files: files)
    #expect(lines["Memo/a.md"]?.hasPrefix("# A\n\n[[x one]]\n\n## Part\n") == true)
    #expect(lines["x.md"] == "[[x one#^here]] [[a#Part]] [[a#Sub]] [[a#Last]]\n")
    let section = try result("Extract the selection into “Part”", text, (5, 0), (10, 0), files: files)
    #expect(section["Memo/Part.md"]?.hasSuffix("---\n\nText.\n\n## Sub\n") == true)
    #expect(section["x.md"] == "[[a#^here]] [[Part]] [[Part#Sub]] [[a#Last]]\n")
  }

  @Test func onlyAParagraphOfALinkAloneTakesTheTextOfItsNote() throws {
    let files = ["Memo/b.md": "# B\n\nText.\n", "x.md": "[[b]]\n"]
    let inlined = try result("Insert the text of “B” here", "[[b]]\n", (0, 2), files: files)
    #expect(inlined["Memo/a.md"] == "Text.\n")
    #expect(inlined["Memo/b.md"] == files["Memo/b.md"])
    for text in ["See [[b]]\n", "- [[b]]\n", "[[b#B]]\n", "[[b]]\nand more\n"] {
      let session = try LanguageSession(files)
      session.open("Memo/a.md", text)
      let offset = text.hasPrefix("[") ? 2 : 6
      let titles = try actions(session, "Memo/a.md", (0, offset)).compactMap { $0["title"]?.string }
      #expect(!titles.contains("Insert the text of “B” here"), "\(text)")
    }
  }

  @Test func tasksAreFinishedAndComeBack() throws {
    let text = "- [ ] water 🔁 every week 📅 2026-11-20\n"
    #expect(
      try result("Complete “water”", text, (0, 8))["Memo/a.md"]
        == "- [ ] water 🔁 every week 📅 2026-11-27\n- [x] water 🔁 every week 📅 2026-11-20 ✅ 2026-11-21\n"
    )
    #expect(
      try result("Due tomorrow", "- [ ] b 📅 2026-11-20\n", (0, 8))["Memo/a.md"]
        == "- [ ] b 📅 2026-11-22\n")
    let note = try result("Complete “a”", "---\nstatus: todo\n---\n", (1, 3))["Memo/a.md"]
    #expect(note == "---\nstatus: done\nclosed: 2026-11-21\n---\n")
    let board =
      "---\nkanban-plugin: board\n---\n\n## Todo\n\n- [ ] card\n\n## Doing\n\n- [ ] other\n"
    #expect(
      try result("Move the card to “Doing”", board, (6, 7))["Memo/a.md"]
        == "---\nkanban-plugin: board\n---\n\n## Todo\n\n\n## Doing\n\n- [ ] other\n- [ ] card\n")
  }

  @Test func listsAreSortedAndWrittenOtherwise() throws {
    let text = "- b\n  - inner\n- a\n"
    #expect(try result("Sort the list", text, (0, 2))["Memo/a.md"] == "- a\n- b\n  - inner\n")
    #expect(
      try result("Make a numbered list", text, (0, 2))["Memo/a.md"] == "1. b\n   - inner\n2. a\n")
    #expect(
      try result("Make a list of check boxes", text, (0, 2))["Memo/a.md"]
        == "- [ ] b\n  - inner\n- [ ] a\n")
  }

  @Test func theTableOfContentsIsUpdated() throws {
    let text = "# A\n\n<!-- toc -->\n<!-- tocstop -->\n\n## 할 일\n\n### Two\n\n## Three\n"
    #expect(
      try result("Update the table of contents", text, (0, 0))["Memo/a.md"]
        == "# A\n\n<!-- toc -->\n\n- [할 일](#할-일)\n  - [Two](#two)\n- [Three](#three)\n\n<!-- tocstop -->\n\n## 할 일\n\n### Two\n\n## Three\n"
    )
  }

  @Test func `a list on the line of another's mark is left alone`() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open("a.md", "- - b\n  - a\n")
    let titles = try actions(session, "a.md", (1, 4)).compactMap { $0["title"]?.string }
    #expect(!titles.contains { $0.hasPrefix("Make a") || $0 == "Sort the list" }, "\(titles)")
  }

  @Test(arguments: [
    ("# A\n\n## One\n\ntext\n\n## Two\n", 4, "# A\n\n## One\n\nTOCtext\n\n## Two\n"),
    ("# A\r\n\r\n## One\r\n\r\n## Two\r\n", 2, "# A\r\n\r\nTOC## One\r\n\r\n## Two\r\n"),
    ("## One\n\n```\na\nb\n```\n\n## Two\n", 4, "## One\n\nTOC```\na\nb\n```\n\n## Two\n"),
    ("## One\n\n| a |\n|--|\n| 1 |\n\n## Two\n", 4, "## One\n\nTOC| a |\n|--|\n| 1 |\n\n## Two\n"),
    ("## One\ntext\n\n## Two\n", 1, "## One\n\nTOCtext\n\n## Two\n"),
    ("## One\n\n- a\n  - b\n\ntext\n\n## Two\n", 4, "## One\n\n- a\n  - b\n\nTOC\ntext\n\n## Two\n"),
    (
      "## One\n\n```\n<!-- toc -->\n<!-- tocstop -->\n```\n\n## Two\n", 0,
      "TOC## One\n\n```\n<!-- toc -->\n<!-- tocstop -->\n```\n\n## Two\n"
    ),
  ])
  func `a table of contents comes before the block of the cursor and is offered once`(
    _ text: String, _ line: Int, _ after: String
  ) throws {
    let end = text.contains("\r\n") ? "\r\n" : "\n"
    let table = ["<!-- toc -->", "", "- [One](#one)", "- [Two](#two)", "", "<!-- tocstop -->", "", ""]
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    let found = try actions(session, "a.md", (line, 0))
    let result = try choose("Insert a table of contents", found, session, ["a.md": text])["a.md"]
    #expect(result == after.replacing("TOC", with: table.joined(separator: end)))
    session.change("a.md", result ?? "")
    let titles = try actions(session, "a.md", (line, 0)).compactMap { $0["title"]?.string }
    #expect(!titles.contains { $0.contains("table of contents") }, "\(titles)")
  }

  @Test
  func commandsWriteThroughTheJournal() throws {
    let files = ["a.md": "- [ ] task\n- [ ] later 📅 2026-11-20\n"]
    let session = try LanguageSession(files)
    func run(_ command: String, _ arguments: [JSONValue]) throws -> JSONValue {
      try session.request(
        "workspace/executeCommand",
        .map(["command": .string(command), "arguments": .array(arguments)]))
    }
    func place(_ line: Int) -> JSONValue {
      .map(["uri": .string(session.uri("a.md")), "line": .integer(line), "day": .string("내일")])
    }
    _ = try run("sheaf.done", [place(0)])
    #expect(try session.file("a.md") == "- [x] task\n- [ ] later 📅 2026-11-20\n")
    _ = try run("sheaf.defer", [place(1)])
    #expect(try session.file("a.md").hasSuffix("📅 2026-11-22\n"))
    _ = try run("sheaf.undo", [])
    _ = try run("sheaf.undo", [])
    #expect(try session.file("a.md") == files["a.md"])
    let made = try run("sheaf.new", [.map(["title": .string("From the editor")])])
    #expect(made.string?.hasSuffix("/notes/Memo/From the editor.md") == true)
    let diary = try run("sheaf.diary", [])
    #expect(diary.string?.hasSuffix("/notes/Diary/2026/2026-11-21.md") == true)
  }

  @Test func `a client that does not ask for the edit of an action gets it by a command`() throws {
    let files = ["Memo/a.md": "# A\n\nSee [[b]].\n", "Memo/b.md": "# B\n\nText.\n"]
    let session = try LanguageSession(
      files, capabilities: LanguageSession.capabilities(resolvesActions: false))
    session.open("Memo/a.md", files["Memo/a.md"] ?? "")
    let found = try actions(session, "Memo/a.md", (2, 6))
    #expect(found.allSatisfy { $0["edit"] != nil || $0["command"] != nil }, "\(found)")
    let action = try #require(found.first { $0["title"]?.string == "Merge “B” into this note" })
    let call = session.send(
      "workspace/executeCommand",
      .map([
        "command": action["command"]?["command"], "arguments": action["command"]?["arguments"],
      ]))
    let edit = try #require(try session.notice("workspace/applyEdit")["edit"])
    #expect(
      session.applying(edit, to: files) == ["Memo/a.md": "# A\n\nSee [[a#B]].\n\n## B\n\nText.\n"])
    _ = try session.wait(for: call)
  }

  @Test func aTaskOfAnOpenDocumentChangesInTheEditor() throws {
    let session = try LanguageSession(["a.md": "- [ ] old\n"])
    session.open("a.md", "unsaved\n\n- [ ] task\n")
    let call = session.send(
      "workspace/executeCommand",
      .map([
        "command": .string("sheaf.done"),
        "arguments": .array([.map(["uri": .string(session.uri("a.md")), "line": .integer(2)])]),
      ]))
    let edit = try #require(try session.notice("workspace/applyEdit")["edit"])
    let after = session.applying(edit, to: ["a.md": "unsaved\n\n- [ ] task\n"])
    #expect(after["a.md"] == "unsaved\n\n- [x] task\n")
    _ = try session.wait(for: call)
    #expect(try session.file("a.md") == "- [ ] old\n")
  }
}
