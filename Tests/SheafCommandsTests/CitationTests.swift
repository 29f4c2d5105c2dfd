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
}
