import CivilCalendar
import NoteInterchange
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing
import Wording

/// Several notes in one document: what belongs to one of them stays with it.
@Suite struct BookExportTests {
  /// - Parameter notes: Their texts, by their names without ending; a link to `[[X]]` or `X.md` leads to the note X.
  private func exported(
    _ format: String, _ notes: [(name: String, text: String)], html: @escaping @Sendable (String) -> String = { $0 }
  ) throws -> String {
    let paths = Dictionary(
      notes.flatMap { note in
        NotePath(note.name + ".md").map { [(note.name, $0), (note.name + ".md", $0)] } ?? []
      }, uniquingKeysWith: { first, _ in first })
    let all = try notes.map { name, text in
      let path = try #require(paths[name])
      let bytes = Array("---\ntitle: \(name)\n---\n\n\(text)".utf8)
      return ExportedNote(Note(Document(parsing: bytes), at: path), modified: nil, targets: paths)
    }
    let now = CivilMoment(day: try #require(Day(iso: "2026-01-01")), time: .midnight)
    let options = ExportOptions(
      zone: .fixed(0), now: now, language: .english, title: "All",
      contents: all.map { ($0.note.path, $0.note.title) },
      body: { note, address, _ in
        let links = note.targets.values.compactMap(address).sorted().map { "<a href=\"\($0)\">x</a>" }
        return Array((html(note.body) + (note.targets.isEmpty ? "" : links.joined())).utf8)
      })
    var exporter = try #require(ExportFormat.named(format)).make(options)
    let bytes = exporter.start() + all.flatMap { exporter.bytes(of: $0) } + exporter.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `footnotes and definitions in one Markdown file stay those of their notes`() throws {
    let text = try exported(
      "md",
      [
        ("A", "a[^1] [ref] [same]\n\n[^1]: of A\n\n[ref]: https://a.example/\n[same]: https://s.example/\n"),
        (
          "B",
          "b[^1] [words][ref] [ref] [ref][] [same] `[ref]`\n\n"
            + "[^1]: of B\n\n[ref]: https://b.example/\n[same]: https://s.example/\n"
        ),
        ("C", "c[^1] [words][Ref]\n"),
      ])
    #expect(
      text == """
        # A

        a[^1] [ref] [same]

        [^1]: of A

        [ref]: https://a.example/
        [same]: https://s.example/

        # B

        b[^1-2] [words][ref-2] [ref][ref-2] [ref][ref-2] [same] `[ref]`

        [^1-2]: of B

        [ref-2]: https://b.example/
        [same]: https://s.example/

        # C

        c\\[^1] [words]\\[Ref]

        """)
  }

  @Test func `what a note does not define is text, whatever other notes define`() throws {
    let text = try exported(
      "md",
      [
        ("A", "[x] and ![x] and [y][x] and [x][] and `[x]` and [z]\n\n- [x] done\n"),
        ("B", "[x]\n\n[x]: https://b.example/\n"),
      ])
    #expect(
      text.hasPrefix("# A\n\n\\[x] and !\\[x] and [y]\\[x] and \\[x][] and `[x]` and [z]\n\n- [x] done\n"), "\(text)")
    #expect(text.hasSuffix("[x]\n\n[x]: https://b.example/\n"), "\(text)")
  }

  @Test func `a name that a label gets is not another note's`() throws {
    let text = try exported(
      "md",
      [
        ("A", "[ref]\n\n[ref]: https://a.example/\n"), ("B", "[ref]\n\n[ref]: https://b.example/\n"),
        ("C", "[w][ref-2]\n\n[ref-2]: https://c.example/\n"), ("D", "[w][ref-2]\n"),
      ])
    #expect(text.contains("# B\n\n[ref][ref-2]\n\n[ref-2]: https://b.example/\n"), "\(text)")
    #expect(text.contains("# C\n\n[w][ref-2-2]\n\n[ref-2-2]: https://c.example/\n"), "\(text)")
    #expect(text.contains("# D\n\n[w]\\[ref-2]\n"), "\(text)")
  }

  @Test(
    arguments: [
      ("<script>\nx\n", "</script>\n"), ("<PRE class=\"a\">b</pre>\n", ""), ("<pre>\nb\n", "</pre>\n"), ("<div>\n", ""),
    ])
  func `HTML without an end ends with its note`(html: String, end: String) throws {
    let text = try exported("md", [("A", html), ("B", "b\n")])
    #expect(text == "# A\n\n\(html)\(end)\n# B\n\nb\n", "\(text)")
  }

  @Test func `an underlined heading keeps the tag that it begins with`() throws {
    let text = try exported("md", [("A", "#tag heading\n---\n\n#two\n===\n\n# One\n")])
    #expect(text == "# A\n\n### #tag heading\n\n## #two\n\n## One\n", "\(text)")
  }

  @Test func `a link in an underlined heading changes with it`() throws {
    let text = try exported(
      "md", [("A", "Head [[B]] #\n====\n\nTwo\n  lines\n---\n\n## Budget\n\n[[D]]\n"), ("B", "b\n"), ("D", "d\n")])
    #expect(
      text == """
        # A

        ## Head [B](#b) # #

        ### Two lines

        ### Budget

        [D](#d)

        # B

        b

        # D

        d

        """)
  }

  @Test func `a link leads to its note, whatever headings stand before it`() throws {
    let text = try exported(
      "md", [("A", "## Budget\n\n[[Budget]] [x](Note.md)\n"), ("Budget", "## Note\n"), ("Note", "## Note 1\n")])
    #expect(text.contains("[Budget](#budget-1) [x](#note-1)\n"))
  }

  @Test func `a book has no character that XML does not know`() throws {
    let book = try exported("epub", [("A", "x")]) { _ in "<p>a\u{FFFE}b\u{FFFF}c\u{1}d</p>" }
    #expect(book.contains(">abcd</p>"))
  }

  @Test func `code without an end ends with its note`() throws {
    let text = try exported("md", [("A", "~~~~sh\nls\n~~~\n"), ("B", "```\nb\n```  \n"), ("C", "c\n")])
    #expect(text == "# A\n\n~~~~sh\nls\n~~~\n~~~~\n\n# B\n\n```\nb\n```  \n\n# C\n\nc\n")
  }

  @Test func `no two places in one page have the same name, and each link leads to its own`() throws {
    let notes = ["Note", "note", "Note 1", "Sheaf 1 note 1", "Budget"].map { (name: $0, text: "") }
    let body = "<p id=\"note-1\">1</p><a href=\"#note-1\">own</a><h3 id=\"note-budget\">Budget</h3>"
    let page = try exported("html", notes) { _ in body }
    func values(_ attribute: String) -> [String] {
      page.split(separator: attribute + "=\"").dropFirst()
        .compactMap { $0.split(separator: "\"").first.map(String.init) }
    }
    let places = values("id")
    #expect(places.count == 15 && Set(places).count == 15, "\(places)")
    let links = values("href").map { String($0.dropFirst()) }
    #expect(Set(links).isSubset(of: places))
    let own = page.split(separator: "\">own").dropLast()
      .compactMap { $0.split(separator: "href=\"#").last.map(String.init) }
    #expect(own == (1...5).map { "sheaf-\($0)-note-1" })
  }
}
