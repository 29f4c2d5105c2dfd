import ByteBasics
import NoteLanguageServer
import NoteTestSupport
import Testing

/// Renames, moves and edits that the client makes, over buffers that are not saved.
@Suite struct ChangeTests {
  private static let files = [
    "Memo/plan.md": "# Plan\n\n## Next\n\n[[#Next]]\n",
    "Memo/a.md": "[[plan]]을 보라. [[plan#Next|x]]\n",
    "b.md": "---\nproject: Alpha\ntags: [work/x]\n---\n[text](Memo/plan.md#next) #work\n",
    "c.md": "---\nproject: Alpha\n---\n#work/x #working\n",
  ]

  private func rename(
    _ path: String, _ line: Int, _ character: Int, _ name: String, in session: LanguageSession,
    _ texts: [String: String] = files
  ) throws -> [String: String] {
    let edit = try session.request(
      "textDocument/rename",
      .map([
        "textDocument": session.document(path),
        "position": LanguageSession.position(line, character),
        "newName": .string(name),
      ]))
    return session.applying(edit, to: texts)
  }

  @Test
  func aNoteWithItsFileAndLinksInTwoUnsavedFiles() throws {
    let session = try LanguageSession(Self.files)
    var texts = Self.files
    texts["Memo/plan.md"] = "# Plan\n\nNew line.\n\n## Next\n"
    texts["Memo/a.md"] = "First [[plan]]을.\n\n[[plan#Next]]\n"
    session.open("Memo/plan.md", Self.files["Memo/plan.md"] ?? "")
    session.open("Memo/a.md", Self.files["Memo/a.md"] ?? "")
    session.change("Memo/plan.md", texts["Memo/plan.md"] ?? "")
    session.change("Memo/a.md", texts["Memo/a.md"] ?? "")
    let prepared = try session.ask("prepareRename", "Memo/a.md", 0, 9)
    #expect(prepared["placeholder"] == .string("Plan"))
    #expect(LanguageSession.text(prepared["range"]) == "0:8-0:12")
    let after = try rename("Memo/a.md", 0, 9, "지도", in: session, texts)
    #expect(after["Memo/plan.md"] == nil)
    #expect(after["Memo/지도.md"] == "# 지도\n\nNew line.\n\n## Next\n")
    #expect(after["Memo/a.md"] == "First [[지도]]을.\n\n[[지도#Next]]\n")
    #expect(after["b.md"]?.hasSuffix("[text](Memo/지도.md#next) #work\n") == true)
  }

  @Test func `a link after the byte order mark of a closed file is changed where it is`() throws {
    let texts = ["Memo/plan.md": "# Plan\n", "Memo/a.md": "[[plan]] x\n"]
    let session = try LanguageSession(
      texts.merging(["Memo/a.md": "\u{FEFF}[[plan]] x\n"]) { $1 })
    session.open("Memo/plan.md", "# Plan\n")
    let references = try session.request(
      "textDocument/references",
      .map([
        "textDocument": session.document("Memo/plan.md"), "position": LanguageSession.position(0, 3),
        "context": .map(["includeDeclaration": .boolean(false)]),
      ]))
    #expect(references.items.map(session.place) == ["Memo/a.md:0:0-0:8"])
    // Editors show the text without the mark.
    let after = try rename("Memo/plan.md", 0, 3, "Map", in: session, texts)
    #expect(after["Memo/a.md"] == "[[Map]] x\n")
  }

  @Test func aHeadingABlockATagAndAValue() throws {
    let session = try LanguageSession(Self.files)
    for (path, text) in Self.files { session.open(path, text) }
    var after = try rename("Memo/plan.md", 2, 5, "Later", in: session)
    #expect(after["Memo/plan.md"] == "# Plan\n\n## Later\n\n[[#Later]]\n")
    #expect(after["Memo/a.md"] == "[[plan]]을 보라. [[plan#Later|x]]\n")
    #expect(after["b.md"]?.contains("(Memo/plan.md#later)") == true)
    after = try rename("b.md", 4, 28, "job", in: session)
    #expect(after["b.md"]?.contains("tags: [job/x]") == true)
    #expect(after["b.md"]?.hasSuffix("#job\n") == true)
    #expect(after["c.md"]?.hasSuffix("#job/x #working\n") == true)
    after = try rename("c.md", 1, 12, "Beta", in: session)
    #expect(after["b.md"]?.contains("project: Beta") == true)
    #expect(after["c.md"]?.contains("project: Beta") == true)
    #expect(throws: LanguageSession.Failure.self) {
      try rename("b.md", 4, 28, "not a tag", in: session)
    }
  }

  @Test
  func aMoveInTheTreeUpdatesEveryLink() throws {
    let session = try LanguageSession(Self.files)
    session.open("b.md", Self.files["b.md"] ?? "")
    session.change("b.md", "unsaved [text](Memo/plan.md) [[Memo/plan]]\n")
    func move(_ old: String, _ new: String) throws -> [String: String] {
      let edit = try session.request(
        "workspace/willRenameFiles",
        .map([
          "files": .array([
            .map(["oldUri": .string(session.uri(old)), "newUri": .string(session.uri(new))])
          ])
        ]))
      return session.applying(
        edit,
        to: Self.files.merging(["b.md": "unsaved [text](Memo/plan.md) [[Memo/plan]]\n"]) { $1 })
    }
    #expect(
      try move("Memo/plan.md", "Old/plan.md")["b.md"]
        == "unsaved [text](Old/plan.md) [[Old/plan]]\n")
    #expect(try move("Memo", "Notes")["b.md"] == "unsaved [text](Notes/plan.md) [[Notes/plan]]\n")
    for hidden in [".old/plan.md", ".git/plan.md", "Memo/.plan.md"] {
      #expect(try move("Memo/plan.md", hidden)["b.md"] == "unsaved [text](Memo/plan.md) [[Memo/plan]]\n")
    }
    // The note is still called Plan by its heading.
    #expect(try move("Memo/plan.md", "Memo/지도.md")["Memo/a.md"] == Self.files["Memo/a.md"])
  }

  @Test func formattingIsThatOfFmtInSmallEdits() throws {
    let session = try LanguageSession(["a.md": ""])
    let text = "# A\n\n* one\n* two\n\n| a | b |\n|-|-|\n| long cell | x |\n\nText __bold__.\n"
    session.open("a.md", text)
    let options: JSONValue = .map(["tabSize": .integer(2), "insertSpaces": .boolean(true)])
    let edits = try session.request(
      "textDocument/formatting",
      .map(["textDocument": session.document("a.md"), "options": options]))
    let formatted =
      "# A\n\n- one\n- two\n\n| a         | b   |\n| --------- | --- |\n| long cell | x   |\n\nText **bold**.\n"
    #expect(LanguageSession.applying(edits.items, to: text) == formatted)
    #expect(edits.items.allSatisfy { ($0["newText"]?.string?.count ?? 99) < 20 })
    try session.program.folder.write(text, to: "notes/a.md")
    _ = try session.program.run(["fmt", "a.md"])
    #expect(try session.file("a.md") == formatted)
    let range: JSONValue = .map([
      "start": LanguageSession.position(2, 0), "end": LanguageSession.position(3, 5),
    ])
    let part = try session.request(
      "textDocument/rangeFormatting",
      .map(["textDocument": session.document("a.md"), "range": range, "options": options]))
    #expect(
      LanguageSession.applying(part.items, to: text)
        == text.replacing("* one\n* two", with: "- one\n- two"))
  }

  @Test func typingABarAlignsTheOtherRows() throws {
    let session = try LanguageSession(["a.md": ""])
    let text = "| a | b |\n|---|---|\n| long | x |\n"
    session.open("a.md", text)
    let edits = try session.request(
      "textDocument/onTypeFormatting",
      .map([
        "textDocument": session.document("a.md"), "position": LanguageSession.position(2, 12),
        "ch": .string("|"), "options": .map([:]),
      ]))
    let after = LanguageSession.applying(edits.items, to: text)
    #expect(after == "| a    | b   |\n| ---- | --- |\n| long | x |\n")
  }

  @Test func diagnosticsComeWithVersionsAndGo() throws {
    let session = try LanguageSession(["a.md": "# A\n", "x/b.md": "# B\n", "y/b.md": "# B\n"])
    session.open("a.md", "[[nowhere]] [[b]] [[#No]]\n\n- [ ] over 📅 2026-11-01\n")
    let told = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.count == 4
    }
    #expect(told["version"] == .integer(1))
    let items = told["diagnostics"]?.items ?? []
    #expect(
      items.map {
        "\(LanguageSession.text($0["range"])) \($0["code"]?.string ?? "") \(Int($0["severity"]?.double ?? 0)): \($0["message"]?.string ?? "")"
      }
        == [
          "0:0-0:11 broken-link 2: “nowhere” does not exist",
          "0:12-0:17 ambiguous-link 2: Several notes are named “b”",
          "0:18-0:25 broken-heading 2: There is no heading “No”",
          "2:11-2:24 overdue 4: overdue 20d",
        ])
    #expect(items[1]["relatedInformation"]?.items.count == 2)
    session.change("a.md", "# fine\n")
    let empty = try session.notice("textDocument/publishDiagnostics") {
      $0["version"] == .integer(2)
    }
    #expect(empty["diagnostics"] == .array([]))
  }

  @Test func `similar files are looked for of the first broken links alone`() throws {
    let session = try LanguageSession(["a.md": "# A\n", "a long name.md": "# L\n"])
    session.open("a.md", "[[long]]\n" + String(repeating: "\n[[long]]\n", count: 2000))
    let told = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.count == 2001
    }
    let explained = (told["diagnostics"]?.items ?? []).map {
      $0["relatedInformation"]?.items.count ?? 0
    }
    #expect(explained == [Int](repeating: 1, count: 50) + [Int](repeating: 0, count: 1951))
  }

  @Test func severitiesAreThoseOfTheConfiguration() throws {
    let session = try LanguageSession([
      "a.md": "# A\n", ".sheaf/config.yaml": "check:\n  broken-link: error\n  overdue: off\n",
    ])
    session.open("a.md", "[[nowhere]]\n\n- [ ] over 📅 2026-11-01\n")
    let told = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.isEmpty == false
    }
    #expect(told["diagnostics"]?.items.map { $0["severity"] } == [.integer(1)])
  }

  @Test func pulledDiagnosticsAreTheSameAndTheWholeRepositorysAreThoseOfCheck() throws {
    let session = try LanguageSession(["a.md": "[[gone]]\n", "b.md": "# B\n"])
    session.open("b.md", "# B\n\n[[lost]]\n")
    let all = try session.request("workspace/diagnostic", .map(["previousResultIds": .array([])]))
    let found = (all["items"]?.items ?? []).flatMap { report in
      (report["items"]?.items ?? []).map {
        "\(session.place(.map(["uri": report["uri"], "range": $0["range"]]))) \($0["code"]?.string ?? "")"
      }
    }
    #expect(found == ["a.md:0:0-0:8 broken-link", "b.md:2:0-2:8 broken-link"])
    let own = try session.request(
      "textDocument/diagnostic", .map(["textDocument": session.document("b.md")]))
    #expect(own["items"]?.items.count == 1)
    let again = try session.request(
      "textDocument/diagnostic",
      .map(["textDocument": session.document("b.md"), "previousResultId": own["resultId"]]))
    #expect(again["kind"] == .string("unchanged"))
  }

  @Test
  func aFileThatChangesOutsideIsSeen() throws {
    let session = try LanguageSession(["a.md": "[[later]]\n"])
    session.open("a.md", "[[later]]\n")
    _ = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.count == 1
    }
    try session.program.folder.write("# Later\n", to: "notes/later.md")
    _ = try session.notice("textDocument/publishDiagnostics") { $0["diagnostics"] == .array([]) }
    let definition = try session.ask("definition", "a.md", 0, 3)
    #expect(definition.items.map(session.place) == ["later.md:0:0-0:0"])
  }

  @Test
  func aRepositoryWithoutAnIndexIsServedAtOnce() throws {
    let session = try LanguageSession(["a.md": "[[b]]\n", "b.md": "# B\n"], isIndexed: false)
    session.open("a.md", "[[b]]\n\n[[x]]\n")
    let told = try session.notice("textDocument/publishDiagnostics") {
      $0["diagnostics"]?.items.count == 1
    }
    #expect(told["diagnostics"]?.items[0]["message"] == .string("“x” does not exist"))
  }
}
