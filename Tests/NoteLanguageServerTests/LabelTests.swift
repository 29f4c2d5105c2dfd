import ByteBasics
import NoteLanguageServer
import NoteTestSupport
import Testing

/// Footnotes, the labels of links, headings of all notes, lenses, and what else of Markdown and of files has a name.
@Suite struct LabelTests {
  private static let text = """
    A note[^1] and [text][ref], [ref] again, `[^1]`.

    See [gone][lost] and [^nowhere].

    [^1]: What it says.
    [^old]: Nobody asks.

    [ref]: https://example.org
    [spare]: https://example.com

    """

  private func session(_ text: String = text, options: JSONValue = .null) throws -> LanguageSession {
    let session = try LanguageSession(["a.md": text], options: options)
    session.open("a.md", text)
    return session
  }

  private func places(_ answer: JSONValue) -> [String] {
    answer.items.map { LanguageSession.text($0["range"]) }
  }

  @Test func `the hover of a query is its answer`() throws {
    let hub = "# Hub\n\n```sheaf\ntitle:Roof\n```\n\n```dataview\nTABLE stage FROM #work\n```\n"
    let session = try LanguageSession([
      "hub.md": hub, "Work/Roof.md": "---\ntitle: Roof\nstage: late\ntags: [work]\n---\n",
    ])
    session.open("hub.md", hub)
    let hover = try session.ask("hover", "hub.md", 3, 2)
    #expect(hover["contents"]?["value"] == .string("- [Roof](Work/Roof.md)"))
    let table = try session.ask("hover", "hub.md", 7, 2)
    #expect(
      table["contents"]?["value"]
        == .string(
          "| File                 | stage |\n| -------------------- | ----- |\n| [Roof](Work/Roof.md) | late  |"))
  }

  private func references(
    _ session: LanguageSession, _ line: Int, _ character: Int, declaration: Bool
  ) throws -> [String] {
    places(
      try session.request(
        "textDocument/references",
        .map([
          "textDocument": session.document("a.md"),
          "position": LanguageSession.position(line, character),
          "context": .map(["includeDeclaration": .boolean(declaration)]),
        ])))
  }

  @Test func definitionHoverAndReferences() throws {
    let session = try session()
    #expect(try places(session.ask("definition", "a.md", 0, 8)) == ["4:0-4:19"])
    #expect(try places(session.ask("definition", "a.md", 0, 23)) == ["7:0-7:26"])
    let hover = try session.ask("hover", "a.md", 0, 8)
    #expect(hover["contents"]?["value"] == .string("What it says."))
    #expect(try references(session, 4, 2, declaration: false) == ["0:6-0:10"])
    #expect(try references(session, 4, 2, declaration: true) == ["0:6-0:10", "4:0-4:4"])
    #expect(try references(session, 0, 23, declaration: false) == ["0:21-0:26", "0:28-0:33"])
    #expect(try places(session.ask("documentHighlight", "a.md", 7, 2)).count == 3)
    let linked = try session.ask("linkedEditingRange", "a.md", 4, 2)
    #expect(
      linked["ranges"]?.items.map { LanguageSession.text($0) } == ["0:8-0:9", "4:2-4:3"])
  }

  @Test func aLabelIsRenamedEverywhereInItsNote() throws {
    let session = try session()
    func rename(_ line: Int, _ character: Int, _ name: String) throws -> String? {
      let edit = try session.request(
        "textDocument/rename",
        .map([
          "textDocument": session.document("a.md"),
          "position": LanguageSession.position(line, character), "newName": .string(name),
        ]))
      return session.applying(edit, to: ["a.md": Self.text])["a.md"]
    }
    #expect(
      try rename(0, 8, "new")
        == Self.text.replacing("note[^1]", with: "note[^new]")
        .replacing("\n[^1]:", with: "\n[^new]:"))
    #expect(
      try rename(7, 2, "site") == Self.text.replacing("[ref]", with: "[site]"))
    #expect(throws: LanguageSession.Failure.self) { try rename(0, 8, "two words") }
    #expect(throws: LanguageSession.Failure.self) { try rename(0, 8, "old") }
  }

  @Test func whatIsNotDefinedAndWhatIsNotUsedIsReported() throws {
    let session = try session()
    let told = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.isEmpty == false
    }
    let found = told["diagnostics"]?.items.map {
      "\(LanguageSession.text($0["range"])) \($0["code"]?.string ?? "")"
    }
    #expect(
      found == [
        "2:10-2:16 undefined-label", "2:21-2:31 undefined-label", "5:0-5:6 unused-label",
        "8:0-8:7 unused-label",
      ])
  }

  @Test func labelsAreCompleted() throws {
    let session = try session(Self.text + "\nMore[^] and [x][s] and [sp\n")
    func items(_ character: Int) throws -> [String] {
      let answer = try session.ask("completion", "a.md", 10, character)
      return (answer["items"]?.items ?? []).compactMap { $0["textEdit"]?["newText"]?.string }
    }
    #expect(try items(6) == ["1", "nowhere", "old"])
    #expect(try items(17) == ["lost", "spare"])
    #expect(try items(26) == ["spare]"])
    session.change("a.md", "- [\n\nText [\n")
    #expect(try session.ask("completion", "a.md", 0, 3) == .null)
    #expect(try session.ask("completion", "a.md", 2, 6) == .null)
  }

  @Test func headingsOfAllNotesAreOffered() throws {
    let session = try LanguageSession([
      "a.md": "", "Garden plan.md": "# Garden plan\n\n## Spring work\n\n## Spring work\n",
      "b.md": "# B\n\n## Winter\n",
    ])
    func complete(_ text: String) throws -> [String] {
      session.change("a.md", text + "\n")
      let answer = try session.ask("completion", "a.md", 0, text.utf16.count)
      return (answer["items"]?.items ?? []).map { item in
        LanguageSession.applying([item["textEdit"] ?? .null], to: text)
      }
    }
    session.open("a.md", "")
    while try session.request("workspace/symbol", .map(["query": .string("garden")])).items.isEmpty {}
    #expect(try complete("[[#spri") == ["[[Garden plan#Spring work]]"])
    #expect(
      try complete("[[gard#") == ["[[Garden plan#Garden plan]]", "[[Garden plan#Spring work]]"])
    #expect(
      try complete("[[Garden plan#") == [
        "[[Garden plan#Garden plan]]", "[[Garden plan#Spring work]]",
      ])
    func symbols(_ query: String) throws -> [String] {
      try session.request("workspace/symbol", .map(["query": .string(query)])).items
        .compactMap { $0["name"]?.string }
    }
    #expect(try symbols("spring wo") == ["Spring work"])
    #expect(try symbols("wint") == ["Winter"])
  }

  @Test func aFewKeysOfANameFindIt() throws {
    let session = try LanguageSession([
      "a.md": "#gardening/tools", "Garden plan.md": "# Garden plan\n", "gp.md": "# gp\n",
      "계획 회의.md": "# 계획 회의\n", "pic one.png": "x",
    ])
    func symbols(_ query: String) throws -> [String] {
      try session.request("workspace/symbol", .map(["query": .string(query)])).items
        .compactMap { $0["name"]?.string }
    }
    while try symbols("garden").isEmpty {}
    #expect(try symbols("gp") == ["gp", "Garden plan"])
    #expect(try symbols("gplan") == ["Garden plan"])
    #expect(try symbols("ㄱㅎㅎ") == ["계획 회의"])
    #expect(try symbols("one pic") == ["pic one.png"])
    #expect(try symbols("#gtools") == ["#gardening/tools"])
    session.open("a.md", "[[gplan\n#gto\n")
    let notes = try session.ask("completion", "a.md", 0, 7)
    #expect(notes["items"]?.items.first?["label"] == .string("Garden plan"))
  }

  @Test func lensesLeadToThePlacesTheyCount() throws {
    let text = "# A\n\n## Part\n\n[[#Part]] x[^1]\n\n[^1]: y\n"
    let session = try LanguageSession(
      ["a.md": text, "b.md": "[[a#Part]] [[a]]\n"],
      options: .map(["showLocations": .string("editor.show")]))
    session.open("a.md", text)
    let lenses = try session.request(
      "textDocument/codeLens", .map(["textDocument": session.document("a.md")])
    ).items.map { try session.request("codeLens/resolve", $0) }
    let found = lenses.map { lens in
      let arguments = lens["command"]?["arguments"]?.items ?? []
      let places = arguments.last?.items.map(session.place).joined(separator: " ") ?? ""
      return "\(lens["command"]?["title"]?.string ?? ""): \(places)"
    }
    #expect(
      found == [
        "2 backlinks: b.md:0:0-0:10 b.md:0:11-0:16", "2 links: b.md:0:0-0:10 a.md:4:0-4:9",
        "1 reference: a.md:4:11-4:15",
      ])
    #expect(lenses.allSatisfy { $0["command"]?["command"] == .string("editor.show") })
  }

  @Test func filesAreRenamedAndMovedFromTheirLinks() throws {
    let files = [
      "Memo/a.md": "![[pic.png]] [[two]]\n", "Memo/pic.png": "x", "Memo/two.md": "# Two\n",
      "b.md": "![](Memo/pic.png) [t](Memo/two.md)\n",
    ]
    let session = try LanguageSession(files)
    session.open("Memo/a.md", files["Memo/a.md"] ?? "")
    func rename(_ character: Int, _ name: String) throws -> [String: String] {
      let edit = try session.request(
        "textDocument/rename",
        .map([
          "textDocument": session.document("Memo/a.md"),
          "position": LanguageSession.position(0, character), "newName": .string(name),
        ]))
      return session.applying(edit, to: files)
    }
    let prepared = try session.ask("prepareRename", "Memo/a.md", 0, 5)
    #expect(prepared["placeholder"] == .string("pic.png"))
    let renamed = try rename(5, "photo")
    #expect(renamed["Memo/photo.png"] == "x")
    #expect(renamed["b.md"] == "![](Memo/photo.png) [t](Memo/two.md)\n")
    #expect(renamed["Memo/a.md"] == "![[photo.png]] [[two]]\n")
    let moved = try rename(5, "/assets/photo.png")
    #expect(moved["assets/photo.png"] == "x")
    #expect(moved["b.md"] == "![](assets/photo.png) [t](Memo/two.md)\n")
    let note = try rename(15, "sub/three")
    #expect(note["Memo/sub/three.md"] == "# three\n")
    #expect(note["b.md"] == "![](Memo/pic.png) [t](Memo/sub/three.md)\n")
  }

  @Test func aDeletedNoteLeavesItsTextInLinks() throws {
    let files = [
      "a.md": "# A\n", "b.md": "See [[a|the note]] and [x](a.md), [[a]].\n\n![[a]]\n",
      "c.md": "[![[a]]](a.md) and [[a]], [**x** `c`](<a.md> \"t\")\n",
      "d.md": "[![[a]] y][r] and [[a]]\n\n[r]: a.md\n",
    ]
    let session = try LanguageSession(files)
    session.open("a.md", "# A\n")
    let range = JSONValue.map([
      "start": LanguageSession.position(0, 0), "end": LanguageSession.position(0, 0),
    ])
    let action = try #require(
      try session.request(
        "textDocument/codeAction",
        .map([
          "textDocument": session.document("a.md"), "range": range,
          "context": .map(["diagnostics": .array([])]),
        ])
      ).items.first { $0["title"] == .string("Delete this note and turn links to it into text") })
    let edit = try session.request("codeAction/resolve", action)["edit"] ?? .null
    let after = session.applying(edit, to: files)
    #expect(after["a.md"] == nil)
    #expect(after["b.md"] == "See the note and x, a.\n\n\n")
    #expect(after["c.md"] == " and a, **x** `c`\n")
    #expect(after["d.md"]?.contains("[[a]]\n\n") == false, "\(after)")
    let notice = try session.notice("window/showMessage")
    #expect(notice["message"]?.string?.hasPrefix("d.md: ") == true, "\(notice)")
  }

  @Test func theMissingHeadingIsAdded() throws {
    let files = ["a.md": "[[b#New part]] [x](b.md#other-part)\n", "b.md": "# B\n\nend"]
    let session = try LanguageSession(files)
    session.open("a.md", files["a.md"] ?? "")
    func add(_ character: Int) throws -> String? {
      let place = LanguageSession.position(0, character)
      let actions = try session.request(
        "textDocument/codeAction",
        .map([
          "textDocument": session.document("a.md"),
          "range": .map(["start": place, "end": place]),
          "context": .map(["diagnostics": .array([]), "only": .array([.string("quickfix")])]),
        ])
      ).items
      let action = try #require(actions.first { $0["title"]?.string?.hasPrefix("Add the") == true })
      return session.applying(action["edit"] ?? .null, to: files)["b.md"]
    }
    #expect(try add(5) == "# B\n\nend\n\n## New part\n")
    #expect(try add(20) == "# B\n\nend\n\n## other part\n")
  }

  @Test func hintsForLinksToItselfAndWithoutAWayBackAreOff() throws {
    let text = "# A\n\n[[a]] [[b]] [[c]]\n"
    func codes(_ options: JSONValue) throws -> [String] {
      let session = try LanguageSession(
        ["a.md": text, "b.md": "# B\n", "c.md": "[[a]]\n"], options: options)
      session.open("a.md", text)
      let report = try session.request(
        "textDocument/diagnostic", .map(["textDocument": session.document("a.md")]))
      return (report["items"]?.items ?? []).compactMap { $0["code"]?.string }
    }
    #expect(try codes(.null) == [])
    let both = JSONValue.map(["selfLinkHints": .boolean(true), "backlinkHints": .boolean(true)])
    #expect(try codes(both) == ["self-link", "missing-backlink"])
  }

  @Test func aBracketIsNoTag() throws {
    let session = try LanguageSession(["a.md": "", "b.md": "#real\n"])
    session.open("a.md", "---\ntags: [\n---\n")
    while try session.request("workspace/symbol", .map(["query": .string("#")])).items.isEmpty {}
    let answer = try session.ask("completion", "a.md", 1, 7)
    #expect(answer["items"]?.items.compactMap { $0["label"]?.string } == ["real"])
  }

  @Test func coloursAreShownAndChosen() throws {
    let session = try session("---\ncolor: \"#ff8000\"\n---\n")
    let colors = try session.request(
      "textDocument/documentColor", .map(["textDocument": session.document("a.md")])
    ).items
    #expect(places(.array(colors)) == ["1:7-1:16"])
    #expect(colors.first?["color"]?["red"]?.double == 1)
    let chosen = try session.request(
      "textDocument/colorPresentation",
      .map([
        "textDocument": session.document("a.md"), "range": colors.first?["range"],
        "color": .map([
          "red": .number(0), "green": .number(0.5), "blue": .number(1), "alpha": .number(1),
        ]),
      ])
    ).items
    #expect(chosen.first?["textEdit"]?["newText"] == .string("\"#0080ff\""))
    #expect(chosen.count == 1)
  }

  @Test(
    arguments: [
      ("tomato", "tomato", [1, 0.39, 0.28, 1]), ("빨강", "red", [1, 0, 0, 1]), ("'Rebecca Purple'", nil, nil),
      ("\"#f000\"", nil, [1, 0, 0, 0]), ("\"#12345\"", nil, nil), ("#fff # no value in YAML", nil, nil),
    ] as [(String, String?, [Double]?)])
  func namesOfColoursAreShownToo(text: String, name: String?, parts: [Double]?) throws {
    let session = try session("---\ncolor: \(text)\n---\n")
    let colors = try session.request(
      "textDocument/documentColor", .map(["textDocument": session.document("a.md")])
    ).items
    let found = colors.first?["color"].map { color in
      ["red", "green", "blue", "alpha"].map { ((color[$0]?.double ?? 9) * 100).rounded() / 100 }
    }
    #expect(found == parts)
    guard let name, let first = colors.first else { return }
    let chosen = try session.request(
      "textDocument/colorPresentation",
      .map([
        "textDocument": session.document("a.md"), "range": first["range"], "color": first["color"],
      ])
    ).items
    #expect(chosen.last?["label"] == .string(name))
    #expect(chosen.count == 2)
  }

  @Test func aTagHasAllItsPlacesInParts() throws {
    var files: [String: String] = [:]
    for number in 0..<600 { files["n\(number).md"] = "---\ntags: [일]\n---\n😀 #일/가 x\n" }
    let session = try LanguageSession(files)
    session.open("n0.md", "#일\n")
    let rest = try session.request(
      "textDocument/references",
      .map([
        "textDocument": session.document("n0.md"), "position": LanguageSession.position(0, 1),
        "context": .map(["includeDeclaration": .boolean(false)]),
        "partialResultToken": .string("t"),
      ])
    ).items
    var found = rest
    for _ in 0..<2 {
      found += try session.notice("$/progress")["value"]?.items ?? []
    }
    #expect(found.count == 1 + 599 * 2)
    #expect(
      Set(found.map { LanguageSession.text($0["range"]) }) == ["0:0-0:2", "1:7-1:8", "3:3-3:7"])
  }
}
