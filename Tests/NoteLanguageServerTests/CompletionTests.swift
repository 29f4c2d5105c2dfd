import ByteBasics
import Foundation
import NoteLanguageServer
import NoteTestSupport
import Testing

/// The completions at a position, as the client gets them.
@Suite struct CompletionTests {
  private static let files = [
    "Memo/회의록.md":
      "---\ntags: [work, 회의]\nauthor: 김철수\n---\n# 회의록\n\n첫 줄.\n\n## 결정 사항\n\n우리는 한다.\n",
    "Memo/plan.md":
      "---\ntitle: Road map\naliases: [로드맵]\ntags: [work]\n---\n# Road map\n\n## Next steps\n\nFirst step. ^one\n",
    "Memo/used.md": "# Used\n", "Memo/a.md": "[[used]] [[plan]] [[used|x]]\n", "assets/도면.png": "x",
  ]

  /// The answer at the `¦` of a text, which is open as `Memo/new.md`.
  private func complete(
    _ text: String, options: [String: String] = [:], _ files: [String: String] = files,
    insertsOrReplaces: Bool = false
  ) throws -> (items: [JSONValue], session: LanguageSession, text: String) {
    let session = try LanguageSession(
      files.merging(options) { $1 },
      capabilities: LanguageSession.capabilities("utf-16", insertsOrReplaces: insertsOrReplaces))
    let parts = text.components(separatedBy: "¦")
    let line = parts[0].filter { $0 == "\n" }.count
    let character =
      parts[0].split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0
    session.open("Memo/new.md", parts.joined())
    // The catalogue is read in the background; `workspace/symbol` is slow only once.
    var answer = JSONValue.null
    for _ in 0..<200 {
      answer = try session.ask("completion", "Memo/new.md", line, character)
      if !(answer["items"]?.items ?? []).isEmpty,
        try !session.request("workspace/symbol", .map(["query": .string("회의록")])).items.isEmpty
      {
        answer = try session.ask("completion", "Memo/new.md", line, character)
        break
      }
    }
    return (answer["items"]?.items ?? [], session, parts.joined())
  }

  private func labels(_ items: [JSONValue]) -> [String] { items.compactMap { $0["label"]?.string } }

  /// The line that choosing an item makes of the text.
  private func chosen(
    _ label: String, _ found: (items: [JSONValue], session: LanguageSession, text: String)
  ) throws
    -> String
  {
    let item = try #require(
      found.items.first { $0["label"]?.string == label }, "\(labels(found.items))")
    let edits = [item["textEdit"] ?? .null] + (item["additionalTextEdits"]?.items ?? [])
    return LanguageSession.applying(edits, to: found.text)
  }

  /// The lines that inserting and replacing make of the text, for a client that lets its user choose.
  private func chosenBothWays(_ label: String, _ text: String) throws -> [String] {
    let found = try complete(text, insertsOrReplaces: true)
    let item = try #require(
      found.items.first { $0["label"]?.string == label }, "\(labels(found.items))")
    let edit = item["textEdit"] ?? .null
    return ["insert", "replace"].map { range in
      let plain = JSONValue.map(["range": edit[range] ?? edit["range"], "newText": edit["newText"]])
      return LanguageSession.applying([plain], to: found.text)
    }
  }

  @Test(arguments: [
    ("[[회¦의#결정 사항]] x", "회의록", "[[회의록#결정 사항]] x"),
    ("[[¦|alias]] x", "회의록", "[[회의록|alias]] x"),
    ("[[¦#^one]] x", "회의록", "[[회의록#^one]] x"),
    ("[[ro¦ad plan]] x", "Road map", "[[plan|Road map]] x"),
    ("[[ro¦ad plan|x]] y", "Road map", "[[plan|x]] y"),
    ("| a |\n|--|\n| [[p¦lom\\|x]] |", "Road map", "| a |\n|--|\n| [[plan\\|x]] |"),
    ("| a | b |\n|--|--|\n| x | [[road¦", "Road map", "| a | b |\n|--|--|\n| x | [[plan\\|Road map]]"),
    ("> | a |\n> |--|\n> | [[road¦ |", "Road map", "> | a |\n> |--|\n> | [[plan\\|Road map]] |"),
    ("| a |\n|--|\n| x |\n\n[[road¦", "Road map", "| a |\n|--|\n| x |\n\n[[plan|Road map]]"),
    ("[[pl¦ and [[used]]", "Road map", "[[plan]] and [[used]]"),
    ("[[plan#ne¦xt|x]]", "Next steps", "[[plan#Next steps|x]]"),
    ("[[plan#ne¦", "Next steps", "[[plan#Next steps]]"),
    ("[[plan#^o¦ld]]", "^one", "[[plan#^one]]"),
    ("[x](pl¦en%20plan.md) y", "plan.md", "[x](plan.md) y"),
    ("[x](pl¦an%20b.md#next \"t\") y", "plan.md", "[x](plan.md#next \"t\") y"),
    ("[x](<pl¦an b (1).md>) y", "plan.md", "[x](<plan.md>) y"),
    ("[x](pl¦ and (more", "plan.md", "[x](plan.md and (more"),
    ("[x](회의록.md#결¦정 \"t\")", "결정 사항", "[x](회의록.md#결정-사항 \"t\")"),
    ("a #wo¦rd/sub b", "work", "a #work b"),
    ("---\ntags: [wo¦rd, x]\n---", "work", "---\ntags: [work, x]\n---"),
    ("---\nstatus: do¦ne # c\n---", "doing", "---\nstatus: doing # c\n---"),
  ])
  func `inside an existing link or tag its name is replaced whole`(
    _ text: String, _ label: String, _ after: String
  ) throws {
    #expect(try chosen(label, complete(text + "\n")) == after + "\n")
    #expect(try chosenBothWays(label, text + "\n").last == after + "\n")
  }

  @Test func `inserting keeps what is after the cursor and closes the link once`() throws {
    #expect(
      try chosenBothWays("회의록", "[[회¦의#결정 사항]]\n") == [
        "[[회의록의#결정 사항]]\n", "[[회의록#결정 사항]]\n",
      ])
    #expect(
      try chosenBothWays("Road map", "[[pl¦en]]\n") == ["[[planen]]\n", "[[plan]]\n"])
    #expect(try chosenBothWays("Road map", "[[pl¦]]\n") == ["[[plan]]\n", "[[plan]]\n"])
  }

  @Test func `a key that chooses the first item makes no note`() throws {
    let alone = try complete("[[brand new¦\n")
    #expect(labels(alone.items) == ["brand new", "Create “brand new”"])
    #expect(alone.items[0]["command"] == nil)
    #expect(try chosen("brand new", alone) == "[[brand new]]\n")
    #expect(try chosen("Create “brand new”", alone) == "[[brand new]]\n")
    #expect(try labels(complete("[[회의¦\n").items).last == "Create “회의”")
  }

  @Test func `a note is created only when the link is in the text`() throws {
    let found = try complete("[[brand new¦\n")
    let item = try #require(found.items.last)
    let call = JSONValue.map([
      "command": item["command"]?["command"], "arguments": item["command"]?["arguments"],
    ])
    #expect(throws: LanguageSession.Failure.self) {
      try found.session.request("workspace/executeCommand", call)
    }
    #expect(!found.session.program.folder.files().contains("notes/Memo/brand new.md"))
    found.session.change("Memo/new.md", "[[brand new]]\n")
    _ = try found.session.request("workspace/executeCommand", call)
    #expect(found.session.program.folder.files().contains("notes/Memo/brand new.md"))
  }

  @Test func notesByTitleAliasAndKoreanParts() throws {
    #expect(try chosen("회의록", complete("[[회으¦\n")) == "[[회의록]]\n")
    #expect(try chosen("회의록", complete("[[ㅎㅇㄹ¦]]\n")) == "[[회의록]]\n")
    #expect(try chosen("Road map", complete("[[로드¦]]\n")) == "[[plan]]\n")
    #expect(try chosen("Road map", complete("[[Road¦]]\n")) == "[[plan|Road map]]\n")
    #expect(try chosen("Road map", complete("[[pl¦ and more\n")) == "[[plan]] and more\n")
  }

  @Test func theMostUsedComesFirst() throws {
    #expect(try labels(complete("[[¦\n").items).first == "Used")
  }

  @Test func theStyleOfLinksCounts() throws {
    func config(_ style: String) -> [String: String] {
      [".sheaf/config.yaml": "links:\n  style: \(style)\n"]
    }
    #expect(
      try chosen("Road map", complete("[[pl¦]]\n", options: config("relative")))
        == "[Road map](plan.md)\n")
    #expect(
      try chosen("Road map", complete("[[pl¦]]\n", options: config("root")))
        == "[Road map](Memo/plan.md)\n")
    let bars = config("relative").merging(["Memo/b.md": "# A | B\n"]) { $1 }
    #expect(try chosen("A | B", complete("[[A¦]]\n", options: bars)) == "[A | B](b.md)\n")
    #expect(
      try chosen("A | B", complete("| a |\n|--|\n| [[A¦]] |\n", options: bars))
        == "| a |\n|--|\n| [A \\| B](b.md) |\n")
    #expect(
      try chosen("Road map", complete("[[pl¦]]\n", options: config("wiki-path")))
        == "[[Memo/plan]]\n")
  }

  @Test func aNewNameOffersToCreate() throws {
    let found = try complete("[[brand new¦]]\n")
    #expect(try chosen("Create “brand new”", found) == "[[brand new]]\n")
    let item = try #require(found.items.last)
    #expect(item["command"]?["command"] == .string("sheaf.create"))
    let path = try found.session.request(
      "workspace/executeCommand",
      .map(["command": .string("sheaf.create"), "arguments": item["command"]?["arguments"]]))
    #expect(path.string?.hasSuffix("/notes/Memo/brand new.md") == true)
    let undone = try found.session.program.run(["undo"])
    #expect(undone.output == "Memo/brand new.md\n")
  }

  @Test func headingsAndBlocks() throws {
    #expect(try chosen("Next steps", complete("[[plan#ne¦]]\n")) == "[[plan#Next steps]]\n")
    #expect(try chosen("결정 사항", complete("[x](회의록.md#¦)\n")) == "[x](회의록.md#결정-사항)\n")
    #expect(try chosen("^one", complete("[[plan#^¦]]\n")) == "[[plan#^one]]\n")
    #expect(
      try chosen("Own", complete("[[#¦]]\n\n## Own\n\n## Two\n"))
        == "[[#Own]]\n\n## Own\n\n## Two\n")
  }

  @Test func aBlockWithoutANameGetsOne() throws {
    let own = try complete("[[#^¦]]\n\nA paragraph.\n")
    let text = try chosen("A paragraph.", own)
    let name = try #require(text.split(separator: "^").last?.dropLast())
    #expect(text == "[[#^\(name)]]\n\nA paragraph. ^\(name)\n")
    #expect(try labels(complete("A line [[#^¦\n\nOther.\n").items) == ["Other."])
    let other = try complete("[[회의록#^우리¦]]\n")
    let item = try #require(other.items.first)
    #expect(item["label"] == .string("우리는 한다."))
    _ = other.session.send(
      "workspace/executeCommand",
      .map(["command": item["command"]?["command"], "arguments": item["command"]?["arguments"]]))
    let edit = try #require(try other.session.next(where: "workspace/applyEdit")["edit"])
    let file = Self.files["Memo/회의록.md"] ?? ""
    let result = other.session.applying(edit, to: ["Memo/회의록.md": file])["Memo/회의록.md"]
    let inserted = try #require(item["textEdit"]?["newText"]?.string)
    #expect(result == file.replacing("우리는 한다.", with: "우리는 한다. ^\(inserted)"))
  }

  @Test func pathsOfNotesAndAttachments() throws {
    #expect(try chosen("도면.png", complete("![](../assets/¦)\n")) == "![](../assets/도면.png)\n")
    #expect(try chosen("plan.md", complete("[x](pl¦)\n")) == "[x](plan.md)\n")
    #expect(try labels(complete("[x](¦)\n").items).contains("assets") == false)
    #expect(try labels(complete("[x](../¦)\n").items).contains("assets"))
  }

  @Test func tagsWithCounts() throws {
    let found = try complete("#w¦\n")
    #expect(labels(found.items) == ["work"])
    #expect(found.items.first?["detail"] == .string("2 notes"))
    #expect(try labels(complete("text #ㅎㅇ¦\n").items) == ["회의"])
    #expect(try labels(complete("---\ntags: [wo¦]\n---\n").items) == ["work"])
    #expect(try labels(complete("---\ntags:\n  - wo¦\n---\n").items) == ["work"])
  }

  @Test func frontMatterKeysAndValues() throws {
    #expect(try chosen("due", complete("---\ndu¦\n---\n")) == "---\ndue: \n---\n")
    #expect(try labels(complete("---\nau¦\n---\n").items) == ["author"])
    #expect(try labels(complete("---\nauthor: 김¦\n---\n").items) == ["김철수"])
    #expect(
      try labels(complete("---\nstatus: ¦\n---\n").items) == ["todo", "doing", "done", "cancelled"])
    #expect(try chosen("내일", complete("---\ndue: 내일¦\n---\n")) == "---\ndue: 2026-11-22\n---\n")
    #expect(
      try chosen("next friday", complete("---\ndue: next friday¦\n---\n"))
        == "---\ndue: 2026-11-27\n---\n")
    #expect(
      try labels(complete("---\nrepeat: every w¦\n---\n").items) == [
        "every weekday", "every week", "every 2 weeks",
      ])
    #expect(try labels(complete("---\npriority: h¦\n---\n").items) == ["high"])
    #expect(try labels(complete("---\ndepends: [pl¦]\n---\n").items) == ["Road map"])
  }

  @Test(arguments: [
    ("project: ¦", "Q4: launch", "project: \"Q4: launch\""),
    ("project: ¦ # c", "Q4: launch", "project: \"Q4: launch\" # c"),
    ("project: \"Q4¦\"", "Q4: launch", "project: \"Q4: launch\""),
    ("project: #h¦", "#hash", "project: \"#hash\""),
    ("project: \"¦\"", "a \"b\" 'c'", "project: \"a \\\"b\\\" 'c'\""),
    ("project: 'a¦'", "a \"b\" 'c'", "project: 'a \"b\" ''c'''"),
    ("project: [¦]", "one, two", "project: [\"one, two\"]"),
    ("project: [x, ¦, y]", "one, two", "project: [x, \"one, two\", y]"),
    ("project:\n  - ¦", "Q4: launch", "project:\n  - \"Q4: launch\""),
    ("project: ¦", "계획", "project: 계획"),
    ("size: ¦", "5", "size: 5"),
    ("size: ¦", "no", "size: \"no\""),
    ("depends: ¦", "Part 1: now", "depends: \"Part 1: now\""),
    ("depends: [¦]", "Part 1: now", "depends: [\"Part 1: now\"]"),
    ("depends: [\"Pa¦\"]", "Part 1: now", "depends: [\"Part 1: now\"]"),
  ])
  func `a value of front matter has the quotes that it needs`(
    _ line: String, _ label: String, _ after: String
  ) throws {
    let values = ["\"Q4: launch\"", "\"#hash\"", "a \"b\" 'c'", "\"one, two\"", "계획"]
    var files = Dictionary(
      uniqueKeysWithValues: values.enumerated().map {
        ("Memo/n\($0.offset).md", "---\nproject: \($0.element)\n---\n")
      })
    files["Memo/five.md"] = "---\nsize: 5\n---\n"
    files["Memo/none.md"] = "---\nsize: \"no\"\n---\n"
    files["Memo/Part 1: now.md"] = "x\n"
    let found = try complete("---\n\(line)\n---\n", options: files)
    #expect(try chosen(label, found) == "---\n\(after)\n---\n")
  }

  @Test func `a value that would need quotes is not offered beside other words`() throws {
    let files = [
      "Memo/n.md": "---\nproject: \"#hash\"\n---\n", "Memo/m.md": "---\nproject: plain\n---\n",
    ]
    #expect(try labels(complete("---\nproject: x, ¦\n---\n", options: files).items) == ["plain"])
  }

  @Test func wordsForDaysBecomeDays() throws {
    #expect(try chosen("내일", complete("회의 @내일¦\n")) == "회의 2026-11-22\n")
    #expect(try chosen("모레", complete("@ㅁㄹ¦\n")) == "2026-11-23\n")
    #expect(try chosen("+3d", complete("(@+3d¦)\n")) == "(2026-11-24)\n")
    #expect(try complete("me@exam¦\n").items.isEmpty)
  }

  @Test func calloutsLanguagesAndBoxes() throws {
    #expect(try chosen("warning", complete("> [!wa¦\n")) == "> [!warning] \n")
    #expect(try chosen("warning", complete("> [!wa¦]\n")) == "> [!warning]\n")
    #expect(try labels(complete("```swi¦\n").items) == ["swift"])
    #expect(try chosen("due", complete("- [ ] task du¦\n")) == "- [ ] task 📅 \n")
    #expect(
      try chosen("due", complete("- [ ] task du¦\n- [ ] b [due:: 2026-11-30]\n"))
        == "- [ ] task [due:: $0]\n- [ ] b [due:: 2026-11-30]\n")
    #expect(try chosen("tomorrow", complete("- [ ] task 📅 tom¦\n")) == "- [ ] task 📅 2026-11-22\n")
    #expect(try complete("`[[pl¦`\n").items.isEmpty)
    #expect(try complete("```\n[[pl¦\n```\n").items.isEmpty)
  }

  @Test func resolvingShowsTheFirstLines() throws {
    let found = try complete("[[회의¦]]\n")
    let resolved = try found.session.request("completionItem/resolve", found.items[0])
    #expect(resolved["documentation"]?["value"]?.string?.contains("첫 줄.") == true)
  }
}

extension LanguageSession {
  /// The parameters of the next request of the server's of this method.
  func next(where method: String) throws -> JSONValue { try notice(method) }
}
