import ByteBasics
import NoteTestSupport
import Testing

@testable import NoteLanguageServer

/// Definition, references, hover, links and symbols, over text that is not saved.
@Suite struct NavigationTests {
  private static let files = [
    "Memo/plan.md":
      "---\ntitle: Road map\naliases: [로드맵]\ndue: 2026-11-18\nstatus: todo\ntags: [work/client]\n---\n\n# Road map\n\n## Next steps\n\nFirst. ^one\n\n## Done\n",
    "Memo/회의록.md": "# 회의록\n\n[[plan#Next steps|steps]] and [[plan#^one]]\n",
    "Memo/links.md":
      "# Links\n\n[text](plan.md#done) and [ref][label], ![[pic.png]]\n\n[label]: plan.md\n\nhttps://example.org and #work\n",
    "assets/pic.png": "png", "other/plan.md": "# Other\n",
  ]

  private func session() throws -> LanguageSession {
    let session = try LanguageSession(Self.files)
    for path in ["Memo/plan.md", "Memo/회의록.md", "Memo/links.md"] {
      session.open(path, Self.files[path] ?? "")
    }
    return session
  }

  private func places(_ answer: JSONValue, _ session: LanguageSession) -> [String] {
    answer.items.map(session.place).sorted()
  }

  @Test func definitionOfEveryKindOfLink() throws {
    let session = try session()
    func definition(_ path: String, _ line: Int, _ character: Int) throws -> [String] {
      places(try session.ask("definition", path, line, character), session)
    }
    #expect(try definition("Memo/회의록.md", 2, 4) == ["Memo/plan.md:10:0-10:13"])
    #expect(try definition("Memo/회의록.md", 2, 35) == ["Memo/plan.md:12:0-12:11"])
    #expect(try definition("Memo/links.md", 2, 10) == ["Memo/plan.md:14:0-14:7"])
    #expect(try definition("Memo/links.md", 2, 33) == ["Memo/plan.md:0:0-0:0"])
    #expect(try definition("Memo/links.md", 2, 46) == ["assets/pic.png:0:0-0:0"])
    #expect(try definition("Memo/links.md", 6, 3) == [])
    let label = try session.ask("declaration", "Memo/links.md", 2, 33)
    #expect(places(label, session) == ["Memo/links.md:4:0-4:16"])
  }

  @Test func anAmbiguousNameHasSeveralDefinitions() throws {
    let session = try LanguageSession([
      "a/x.md": "# X\n", "b/x.md": "# X\n", "c/d/n.md": "[[x]]\n",
    ])
    session.open("c/d/n.md", "[[x]]\n")
    let answer = try session.ask("definition", "c/d/n.md", 0, 3)
    #expect(places(answer, session) == ["a/x.md:0:0-0:0", "b/x.md:0:0-0:0"])
  }

  @Test func whatIsNotSavedCounts() throws {
    let session = try session()
    session.change("Memo/plan.md", "---\ntitle: Milestones\n---\n\n# Milestones\n\n## New part\n")
    session.change("Memo/회의록.md", "# 회의록\n\n[[Milestones#New part]]\n")
    let definition = try session.ask("definition", "Memo/회의록.md", 2, 4)
    #expect(places(definition, session) == ["Memo/plan.md:6:0-6:11"])
    let references = try session.request(
      "textDocument/references",
      .map([
        "textDocument": session.document("Memo/plan.md"),
        "position": LanguageSession.position(6, 5),
        "context": .map(["includeDeclaration": .boolean(true)]),
      ]))
    #expect(
      places(references, session) == ["Memo/plan.md:6:0-6:11", "Memo/회의록.md:2:0-2:23"])
  }

  @Test func aNameThatIsOnlyTypedChangesWhereOtherFilesLead() throws {
    let session = try LanguageSession(["a.md": "[[soon]]\n", "b.md": "# B\n"])
    session.open("b.md", "---\naliases: [soon]\n---\n# B\n")
    let references = try session.request(
      "textDocument/references",
      .map([
        "textDocument": session.document("b.md"), "position": LanguageSession.position(3, 2),
        "context": .map(["includeDeclaration": .boolean(false)]),
      ]))
    #expect(places(references, session) == ["a.md:0:0-0:8"])
  }

  @Test
  func referencesOfNotesHeadingsBlocksTagsAndAttachments() throws {
    let session = try session()
    func references(_ path: String, _ line: Int, _ character: Int) throws -> [String] {
      places(
        try session.request(
          "textDocument/references",
          .map([
            "textDocument": session.document(path),
            "position": LanguageSession.position(line, character),
            "context": .map(["includeDeclaration": .boolean(false)]),
          ])), session)
    }
    #expect(
      try references("Memo/plan.md", 8, 3) == [
        "Memo/links.md:2:0-2:20", "Memo/links.md:2:25-2:37", "Memo/links.md:4:0-4:16",
        "Memo/회의록.md:2:0-2:25", "Memo/회의록.md:2:30-2:43",
      ])
    #expect(try references("Memo/plan.md", 10, 5) == ["Memo/회의록.md:2:0-2:25"])
    #expect(try references("Memo/plan.md", 12, 9) == ["Memo/회의록.md:2:30-2:43"])
    #expect(try references("Memo/links.md", 2, 46) == ["Memo/links.md:2:39-2:51"])
    #expect(
      try references("Memo/links.md", 6, 26) == [
        "Memo/links.md:6:24-6:29", "Memo/plan.md:5:7-5:18",
      ])
  }

  @Test
  func hoverShowsTheNote() throws {
    let session = try session()
    let hover = try session.ask("hover", "Memo/links.md", 2, 33)
    #expect(
      hover["contents"]?["value"]
        == .string(
          """
          **Road map**

          Memo/plan.md · todo · overdue 3d · #work/client · 5 backlinks

          # Road map

          ## Next steps

          First. ^one

          ## Done
          """))
    let section = try session.ask("hover", "Memo/회의록.md", 2, 4)
    #expect(
      section["contents"]?["value"]?.string?.hasSuffix("## Next steps\n\nFirst. ^one") == true)
    let date = try session.ask("hover", "Memo/plan.md", 3, 8)
    #expect(
      date["contents"]?["value"] == .string("18 November 2026 Wed · 3 days ago · overdue 3d"))
    let tag = try session.ask("hover", "Memo/links.md", 6, 26)
    #expect(tag["contents"]?["value"] == .string("#work: 2 notes"))
  }

  @Test func aSealedLetterIsNotShown() throws {
    let session = try LanguageSession([
      "letter.md": "---\nunseal: 2027-01-01\n---\n# Dear\n\nSECRET\n", "a.md": "[[letter]]\n",
    ])
    session.open("a.md", "[[letter]]\n")
    let text = try session.ask("hover", "a.md", 0, 3)["contents"]?["value"]?.string ?? ""
    #expect(text.contains("sealed until 2027-01-01"))
    #expect(!text.contains("SECRET"))
  }

  /// Every request of the server, everywhere in a note that embeds and links to a letter.
  @Test func `no answer to a request about another note has a word of a sealed letter`() throws {
    let letter = """
      ---
      unseal: 2027-01-01
      title: Quokka title
      aliases: [Quokka alias]
      tags: [quokka]
      mood: quokka
      ---
      # Quokka heading

      quokka [[a]] #quokka ^quokka

      - [ ] quokka task 📅 2026-11-20
      """
    let note = "# A\n\n[[letter]] ![[letter]] [[letter# #qu [[qu\n\n#q\n"
    let session = try LanguageSession(["letter.md": letter, "a.md": note, "b.md": "#qu [[letter]]"])
    session.open("a.md", note)
    for isOpen in [false, true] {
      if isOpen { session.open("letter.md", letter) }
      for method in Routes.all.keys.sorted() {
        for place in method.hasPrefix("workspace/") ? [(0, 0)] : Self.places(of: note) {
          let told = try session.wait(for: session.send(method, parameters(place, session))).text()
          #expect(!told.lowercased().contains("quokka"), "\(method) \(place): \(told)")
        }
      }
      for query in ["", "q", "quokka", "#q", "#"] {
        let found = try session.request("workspace/symbol", .map(["query": .string(query)])).text()
        #expect(!found.lowercased().contains("quokka"), "\(query): \(found)")
      }
    }
  }

  private func parameters(_ place: (Int, Int), _ session: LanguageSession) -> JSONValue {
    let position = LanguageSession.position(place.0, place.1)
    return .map([
      "textDocument": session.document("a.md"), "position": position,
      "range": .map(["start": position, "end": position]), "newName": .string("other"),
      "context": .map(["includeDeclaration": .boolean(true), "diagnostics": .array([])]),
      "options": .map(["tabSize": .integer(2)]), "previousResultIds": .array([]),
    ])
  }

  private static func places(of text: String) -> [(Int, Int)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      line, words in (0...words.count).map { (line, $0) }
    }
  }

  @Test func documentLinksLeadOutAndIn() throws {
    let session = try session()
    let links = try session.request(
      "textDocument/documentLink", .map(["textDocument": session.document("Memo/links.md")]))
    let targets = links.items.compactMap { $0["target"]?.string }
    #expect(targets.contains("https://example.org"))
    #expect(targets.contains(session.uri("Memo/plan.md")))
    #expect(targets.contains(session.uri("assets/pic.png")))
  }

  @Test func symbolsAreHeadingsAndTasks() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open("a.md", "# A\n\n## One\n\n- [ ] task #t 📅 2026-11-30\n- [x] over\n\n## Two\n")
    let symbols = try session.request(
      "textDocument/documentSymbol", .map(["textDocument": session.document("a.md")]))
    func tree(_ symbol: JSONValue) -> String {
      let children = (symbol["children"]?.items ?? []).map(tree)
      return (symbol["name"]?.string ?? "")
        + (children.isEmpty ? "" : "(\(children.joined(separator: ", ")))")
    }
    #expect(symbols.items.map(tree) == ["A(One(☐ task, ☑ over), Two)"])
  }

  @Test func workspaceSymbolsAreFoundInKorean() throws {
    let session = try session()
    func symbols(_ query: String) throws -> [String] {
      try session.request("workspace/symbol", .map(["query": .string(query)])).items
        .compactMap { $0["name"]?.string }
    }
    #expect(try symbols("ㅎㅇㄹ").first == "회의록")
    #expect(try symbols("회으").first == "회의록")
    #expect(try symbols("road").first == "Road map")
    #expect(try symbols("로드").first == "Road map")
  }

  @Test func `the highlights of a note with thousands of links take time in proportion`() throws {
    let numbers = 0..<4_000
    let text =
      "# T\n\n" + numbers.map { "- [[#H \($0)]]\n" }.joined() + "\n"
      + numbers.map { "## H \($0)\n" }.joined() + "\n[[#H 0]]\n"
    let session = try LanguageSession(["a.md": text])
    session.open("a.md", text)
    var places: [JSONValue] = []
    let time = try ContinuousClock().measure {
      places = try session.ask("documentHighlight", "a.md", 2, 5).items
    }
    #expect(time < .seconds(20))
    #expect(places.map { LanguageSession.text($0["range"]) } == ["2:2-2:10", "8004:0-8004:8"])
  }

  @Test func highlightsAreTheSamePlace() throws {
    let session = try LanguageSession(["a.md": "", "b.md": "# B\n"])
    session.open("a.md", "[[b]] [x](b.md) [[c]]\n")
    let answer = try session.ask("documentHighlight", "a.md", 0, 3)
    #expect(answer.items.map { LanguageSession.text($0["range"]) } == ["0:0-0:5", "0:6-0:15"])
  }
}
