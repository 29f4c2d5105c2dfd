import Foundation
import NoteTestSupport
import Testing

/// Works of the repository's bibliographies where notes cite them.
@Suite struct CitationTests {
  private func session() throws -> CommandSession {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write(
      "@book{lem1961, author={Lem, Stanisław}, title={Solaris *}, year=1961, url={https://example.org/s}}\n@book{eco80, author={Eco}, title={Rose}, year=1980}\n",
      to: "refs.bib")
    try session.folder.write(
      "# Reading\n\nAs @lem1961 says [see @eco80, p. 3; -@lem1961]. Ask @mina, a@lem1961.org [@loom].\n",
      to: "Memo/Reading.md")
    return session
  }

  @Test func `links lists where works are cited`() throws {
    let session = try session()
    let outcome = session.run(["links", "--cited"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4, "\(outcome.output)")
    #expect(lines[0].contains("Memo/Reading.md:3") && lines[0].contains("Lem, Solaris * (1961)"))
    #expect(lines[3].contains("@loom") && lines[3].contains("unknown"))
    #expect(!outcome.output.contains("mina"))
    #expect(session.run(["links", "Reading", "--cited", "--json"]).output.contains("\"year\": \"1980\""))
  }

  @Test func `check reports unknown keys and keys that are given twice`() throws {
    let session = try session()
    try session.folder.write("[{\"id\": \"eco80\", \"title\": \"Other\"}]", to: "more.csl.json")
    let outcome = session.run(["check"])
    #expect(outcome.output.contains("No bibliography has “loom”"), "\(outcome.output)")
    #expect(outcome.output.contains("“eco80” is the key of another work in more.csl.json"), "\(outcome.output)")
    #expect(!outcome.output.contains("mina"))
  }

  @Test func `without a bibliography nothing is a citation`() throws {
    let session = try session()
    #expect(session.run(["--yes", "rm", "refs.bib"]).status == 0)
    #expect(!session.run(["check"]).output.contains("loom"))
    #expect(session.run(["render", "Reading", "--to", "html"]).output.contains("[@loom]"))
  }

  @Test func `pages have the works in words, with a footnote`() throws {
    let session = try session()
    let page = session.run(["render", "Reading", "--to", "html"]).output
    #expect(page.contains("As Lem (1961)"), "\(page)")
    #expect(page.contains("(see Eco 1980"), "\(page)")
    #expect(page.contains("<em>Solaris *</em> (1961)"), "\(page)")
    #expect(page.contains("https://example.org/s"), "\(page)")
    #expect(page.contains("@mina") && page.contains("[@loom]"), "\(page)")
    #expect(session.run(["show", "Reading"], onTerminal: true).output.contains("Lem (1961)"))
  }

  @Test func `a bibliography that changes is read again`() throws {
    let session = try session()
    #expect(session.run(["links", "--cited"]).output.contains("Rose"))
    try session.folder.write("@book{eco80, title={The Name of the Rose, in full}}\n", to: "refs.bib")
    #expect(session.run(["links", "--cited"]).output.contains("in full"))
  }

  // MARK: - Exports

  private func exported(_ session: CommandSession, _ format: String) throws -> CommandSession.Outcome {
    session.run(["export", "--to", format, "-o", "out.\(format)", "Reading"])
  }

  private func text(_ session: CommandSession, _ path: String) throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test func `an exported page and a shared note have the works in words and a list of them`() throws {
    let session = try session()
    let outcome = try exported(session, "html")
    #expect(outcome.errors.contains("No bibliography has these works; they are not changed: @loom"))
    let page = try text(session, "out.html")
    #expect(page.contains("As Lem (1961)") && page.contains("<em>Solaris *</em> (1961)"), "\(page)")
    #expect(page.contains("[@loom]") && page.contains("@mina"))
    #expect(session.run(["share", "Reading"]).output.contains("As Lem (1961)"))
    // A closed fence at the end of a note takes no footnote for its own.
    try session.folder.write("[@eco80]\n\n```\nx\n```\n", to: "Memo/Code.md")
    #expect(session.run(["export", "--to", "html", "Code"]).output.contains("<em>Rose</em>"))
  }

  @Test func `an exported Markdown file keeps the keys, and the bibliography is named`() throws {
    let outcome = try session().run(["export", "--to", "md", "Reading"])
    #expect(outcome.output.contains("As @lem1961 says [see @eco80, p. 3; -@lem1961]."))
    #expect(outcome.errors.contains("--bibliography=FILE with refs.bib"), "\(outcome.errors)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pandoc"), "pandoc is not installed"))
  func `pandoc makes the citations, with a list of the works`() throws {
    let session = try session()
    try session.folder.write(
      """
      # Reading

      As @lem1961 [p. 3] says, *truly* [see @eco80, p. 12; -@lem1961]. Ask @mina [@loom].

      - [ ] Read (@eco80).

      """, to: "Memo/Reading.md")
    #expect(try exported(session, "rst").status == 0)
    let text = try text(session, "out.rst")
    #expect(text.contains("As Lem (1961, 3) says, *truly* (see Eco 1980, 12; 1961)."), "\(text)")
    #expect(text.contains("[@loom]."), "\(text)")
    #expect(text.contains("Works cited") && text.contains("Lem, Stanisław. 1961. *Solaris \\**."), "\(text)")
    #expect(try exported(session, "docx").status == 0)
    #expect(session.run(["--lang", "ko", "export", "--to", "rst", "-o", "k.rst", "Reading"]).status == 0)
    #expect(try self.text(session, "k.rst").contains("참고 문헌"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pandoc"), "pandoc is not installed"))
  func `neither a citation nor a bibliography makes pandoc read a file or write code`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    try session.folder.write("SECRET-OUTSIDE", to: "secret.txt")
    let secret = session.folder.path + "/secret.txt"
    try session.folder.write(
      "@book{a, author={Lem}, title={T \\input{\(secret)} \\include{\(secret)}}, year=1961}\n", to: "refs.bib")
    try session.folder.write(
      "# N\n\n[see ![](\(secret)) `x`{=latex} \\input{\(secret)} <b>b</b> @a, p. 3] @a [**p** ![x](\(secret))]\n",
      to: "Memo/N.md")
    for format in ["rst", "latex"] {
      #expect(session.run(["export", "--to", format, "-o", "out.\(format)", "N"]).status == 0)
      let text = try text(session, "out.\(format)")
      #expect(!text.contains("SECRET-OUTSIDE") && (format == "rst" || !text.contains("\\input{")), "\(text)")
      #expect(text.contains("1961"))
    }
  }

  // MARK: - Bibliographies that a note names, and plain JSON

  @Test func `a note's own bibliography comes first, inside of the repository only`() throws {
    let session = try session()
    try session.folder.write("@book{eco80, author={Other}, title={Thorn}, year=1999}\n", to: "sub/own.bib")
    let text = "---\nbibliography: [own.bib, ../refs.bib]\n---\n# W\n\n[@eco80; @lem1961]\n"
    try session.folder.write(text, to: "sub/W.md")
    #expect(session.run(["render", "W"]).output.contains("(Other 1999"))
    #expect(session.run(["render", "Reading"]).output.contains("(see Eco 1980"))
    let rows = session.run(["links", "--cited"]).output
    #expect(rows.contains("Thorn") && rows.contains("Rose"), "\(rows)")
    #expect(!session.run(["check"]).output.contains("missing-bibliography"))
    try session.folder.write(
      "---\nbibliography: [../../../etc/passwd, /etc/passwd, no.bib, W.md]\n---\n[@eco80]\n", to: "sub/X.md")
    let found = session.run(["check", "sub/X.md", "--json"]).output
    let missing = session.run(["check"]).output.split(separator: "\n").filter { $0.contains("missing-bibliography") }
    #expect(missing.count == 4, "\(found)")
    #expect(session.run(["render", "X"]).status == 0)
  }

  @Test func `Zotero's plain JSON is known by its content`() throws {
    let session = try session()
    try session.folder.write(
      """
      [
        {"id": "http://zotero.org/users/1/items/A", "type": "article-journal", "citation-key": "kim2020",
         "title": "Letters", "author": [{"family": "Kim", "given": "Chul"}], "issued": {"date-parts": [[2020]]}}
      ]
      """, to: "My Library.json")
    try session.folder.write(
      """
      {"config": {"id": "36a3b0b5", "label": "BetterBibTeX JSON"}, "collections": {}, "items": [
        {"itemType": "book", "citationKey": "park19", "title": "Grammar", "date": "March 2019",
         "creators": [{"creatorType": "author", "firstName": "A", "lastName": "Park"}], "publisher": "X"}]}
      """, to: "bbt.json")
    try session.folder.write("[{\"id\": \"a\", \"type\": \"point\", \"title\": \"no work\"}]", to: "data.json")
    try session.folder.write("# Z\n\n[@kim2020; @park19; @a]\n", to: "Memo/Z.md")
    let rows = session.run(["links", "Z", "--cited"]).output
    #expect(rows.contains("Kim, Letters (2020)") && rows.contains("Park, Grammar (2019). X"), "\(rows)")
    #expect(rows.contains("@a") && rows.contains("unknown"), "\(rows)")
  }

  @Test func `text that another program would read as a command stays text`() throws {
    let session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
    let text = ".. include:: /etc/hostname\n\n- .. include:: x\n\n#+INCLUDE: \"/etc/hostname\"\n\n> #+SETUPFILE: x\n"
    try session.folder.write("# Commands\n\n\(text)", to: "Memo/Commands.md")
    for (name, sign) in [("c.org", "#+"), ("c.rst", "..")] {
      let run = session.run(["export", "-o", name, "Commands"])
      if name == "c.rst", run.errors.contains("pandoc is not installed") { continue }
      #expect(run.status == 0, "\(run.errors)")
      let lines = String(decoding: try session.folder.read(name), as: UTF8.self).split(separator: "\n").map {
        $0.drop { " -".contains($0) }
      }
      #expect(lines.contains { $0.contains("hostname") })
      #expect(
        !lines.contains { $0.hasPrefix(sign + " inc") || $0.hasPrefix(sign + "INC") || $0.hasPrefix(sign + "SET") },
        "\(lines)")
    }
  }
}
