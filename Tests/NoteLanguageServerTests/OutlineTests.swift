import ByteBasics
import NoteLanguageServer
import NoteTestSupport
import Testing

/// The hints, lenses and colours that editors draw beside and over the text.
@Suite struct OutlineTests {
  private func ask(
    _ session: LanguageSession, _ method: String, _ path: String,
    _ more: KeyValuePairs<String, JSONValue?> = [:]
  )
    throws -> JSONValue
  {
    var members = [JSONValue.Member("textDocument", session.document(path))]
    for (key, value) in more { if let value { members.append(JSONValue.Member(key, value)) } }
    return try session.request("textDocument/" + method, .object(members))
  }

  @Test func sectionsListsAndCodeFold() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open(
      "a.md", "---\na: 1\n---\n# A\n\n## B\n\n- x\n  - y\n\n```\ncode\n```\n\n## C\n\nend\n")
    let ranges = try ask(session, "foldingRange", "a.md").items.map {
      "\(Int($0["startLine"]?.double ?? 0))-\(Int($0["endLine"]?.double ?? 0))"
    }
    #expect(ranges == ["0-2", "3-16", "5-12", "14-16", "7-8", "10-12"])
  }

  @Test func commentsAndMathematicsFold() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open(
      "a.md",
      "text\n\n<!-- a\nb\nc -->\n\n$$\nx\n$$\n\n%% d\ne %%\n\n<div>\nf\n</div>\n\n<!-- g -->\n\n> <!-- h\n> i -->\n")
    let ranges = try ask(session, "foldingRange", "a.md").items.map { range in
      let lines = ["startLine", "endLine"].map { String(Int(range[$0]?.double ?? 0)) }
      return lines.joined(separator: "-") + " " + (range["kind"]?.string ?? "")
    }
    #expect(ranges == ["2-4 comment", "13-15 ", "19-20 ", "6-8 ", "10-11 comment"])
  }

  @Test func selectionGrowsFromTheWord() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open("a.md", "# A\n\nsome [[link text]] here\n")
    let answer = try ask(
      session, "selectionRange", "a.md", ["positions": .array([LanguageSession.position(2, 9)])])
    var ranges: [String] = []
    var next: JSONValue? = answer.items.first
    while let range = next {
      ranges.append(LanguageSession.text(range["range"]))
      next = range["parent"]
    }
    #expect(ranges.prefix(4) == ["2:7-2:11", "2:7-2:16", "2:5-2:18", "2:0-2:23"])
    #expect(ranges.last == "0:0-3:0")
  }

  @Test func tokensColourLinksTagsAndDates() throws {
    let session = try LanguageSession(["a.md": "", "b.md": "# B\n"])
    session.open("a.md", "[[b]] #tag\n- [ ] x 📅 2026-11-30\n")
    let data = try ask(session, "semanticTokens/full", "a.md")["data"]?.items.map {
      Int($0.double ?? -1)
    }
    #expect(data == [0, 0, 5, 0, 0, 0, 6, 4, 1, 0, 1, 8, 13, 2, 0])
  }

  @Test func theTextOfASealedLetterIsMarked() throws {
    let session = try LanguageSession(["a.md": ""])
    session.open("a.md", "---\nunseal: 2027-01-01\n---\nDear\n\nyou\n")
    let data = try ask(session, "semanticTokens/full", "a.md")["data"]?.items.map {
      Int($0.double ?? -1)
    }
    #expect(data == [1, 8, 10, 2, 0, 2, 0, 4, 3, 0, 2, 0, 3, 3, 0])
  }

  @Test func hintsSayWhatIsOverdueAndWhatAnIdMeans() throws {
    let session = try LanguageSession([
      "a.md": "", "b.md": "---\nid: abcd1234\ntitle: The title\n---\n",
    ])
    session.open("a.md", "[[abcd1234]]\n- [ ] x 📅 2026-11-18\n- [ ] y 📅 2026-11-30\n")
    let range: JSONValue = .map([
      "start": LanguageSession.position(0, 0), "end": LanguageSession.position(9, 0),
    ])
    let hints = try ask(session, "inlayHint", "a.md", ["range": range]).items.map {
      "\(Int($0["position"]?["line"]?.double ?? -1)) \($0["label"]?.string ?? "")"
    }
    #expect(hints == ["0 The title", "1 overdue 3d", "2 in 9 days"])
  }

  @Test func theLensCountsBacklinks() throws {
    let session = try LanguageSession(["a.md": "# A\n", "b.md": "[[a]] [[a]]\n", "c.md": "[[a]]\n"])
    session.open("a.md", "# A\n")
    session.open("c.md", "nothing\n")
    let lenses = try ask(session, "codeLens", "a.md").items
      .map { try session.request("codeLens/resolve", $0) }
    #expect(lenses.map { $0["command"]?["title"] } == [.string("2 backlinks")])
  }

}
