import ByteBasics
import NoteSyntax
import Testing

/// Bibliographies, and the citations of notes.
@Suite struct BibliographyTests {
  private func works(_ text: String, _ name: String = "a.bib") -> [BibliographyEntry] {
    Bibliography.entries(of: Array(text.utf8), in: name)
  }

  @Test func `BibTeX is read with its braces, quotes, names and joints`() {
    let found = works(
      """
      Anything here is a comment.
      @string{pub = "Wydawnictwo " # {MON}}
      @comment{ @book{no, title={No}} }
      @preamble{"\\newcommand{\\x}{y}"}
      @Book{lem1961,
        author = {Lem, Stanis{\\l}aw}, title = "The {S}tar {{Solaris}}",
        publisher = pub, year = 1961, url = {https://example.org/a}
      }
      @article(knuth:81, author="Donald E. Knuth and Michael F. Plass and others",
        title={Breaking \\& lines -- {\\"O}zg{\\"u}r, Na{\\"\\i}ve, {\\'e}t{\\'{e}}, \\c{c}a, \\v{S}koda},
        date = {1981-11}, journaltitle = {Software}, doi = "10.1/x")
      @misc{plain}
      """)
    #expect(found.map(\.key) == ["lem1961", "knuth:81", "plain"])
    #expect(found[0].title == "The Star Solaris")
    #expect(found[0].authors == ["Lem"])
    #expect(found[0].container == "Wydawnictwo MON")
    #expect(found[0].line == "Lem, The Star Solaris (1961). Wydawnictwo MON")
    #expect(found[1].authors == ["Knuth", "Plass"])
    #expect(found[1].title == "Breaking & lines – Özgür, Naïve, été, ça, Škoda")
    #expect(found[1].year == "1981")
    #expect(found[1].address == "https://doi.org/10.1/x")
    #expect(found[1].shortName == "Knuth et al. 1981")
    #expect(found[1].line == "Knuth, Plass et al., Breaking & lines – Özgür, Naïve, été, ça, Škoda (1981). Software")
  }

  @Test func `names of people are read as BibTeX reads them`() {
    func authors(_ text: String) -> [String] { works("@a{k, author={\(text)}}")[0].authors }
    #expect(
      authors("Ludwig van Beethoven and {The Unicode Consortium} and Kim, Mina") == [
        "van Beethoven", "The Unicode Consortium", "Kim",
      ])
    #expect(authors("김민수") == ["김민수"])
    #expect(works("@a{k, title={T}}")[0].shortName == "T")
    for (text, name) in [
      ("Kim, A and others", "Kim et al."), ("Kim, A and Lee, B and others", "Kim et al."),
      ("Kim, A and Lee, B", "Kim & Lee"),
      ("Kim, A", "Kim"), ("others", "T"),
    ] {
      #expect(works("@a{k, author={\(text)}, title={T}}")[0].authorsInText == name)
    }
  }

  @Test(arguments: [
    "@book{a, title={x", "@book{a, title=\"x", "@book{a", "@book{", "@", "@book{a,,,=}", "@book{a, b}",
    "@book{a, title={{{{}", "@string{x = x # x", "@book{a, = # \" }", "\\@book", "@book{a=b, c=d}",
  ])
  func `what is broken does not hide the entry after it`(text: String) {
    let found = works(text + "\n@book{next, title={Next}}")
    #expect(found.last?.key == "next")
    #expect(found.last?.title == "Next")
  }

  @Test func `hostile files are read in time that grows with their size`() {
    let clock = ContinuousClock()
    for unit in [
      "@", "{", "@a{", "@a{b,c={", "\"", "@a{b,c=d#", "@string{s=s#s}", "\\", "@comment{", "@a(b,", "=", "#",
    ] {
      let text =
        "@string{s={\(String(repeating: "x", count: 4_000))}}\n@a{k,t=" + String(repeating: unit, count: 200_000)
      let time = clock.measure { _ = works(text) }
      #expect(time < .seconds(20), "\(unit): \(time)")
    }
  }

  @Test func `CSL-JSON is read`() {
    let text = """
      [{"id": "lem1961", "type": "book", "title": "Solaris", "author": [{"family": "Lem", "given": "S."}],
        "issued": {"date-parts": [[1961, 6]]}, "publisher": "MON", "DOI": "10.1/x"},
       {"id": 5}, {"title": "no id"}, {"id": "b", "issued": {"raw": "1999-01"}, "author": [{"literal": "The Group"}]}]
      """
    let found = works(text, "refs.csl.json")
    #expect(found.map(\.line) == ["Lem, Solaris (1961). MON", "The Group, b (1999)"])
    #expect(String(decoding: Array(text.utf8)[found[0].range.indices], as: UTF8.self) == "lem1961")
    let dates = [("March 1961", "1961"), ("1961-03", "1961"), ("n.d.", "n.d."), ("1 May 1999 or 2000", "1999")]
    for (raw, year) in dates {
      let found = works("[{\"id\": \"a\", \"title\": \"T\", \"issued\": {\"raw\": \"\(raw)\"}}]", "x.csl.json")
      #expect(found.first?.line.contains("(\(year))") == true, "\(found.map(\.line))")
    }
    #expect(works("{\"items\": [{\"id\": \"a\"}]}", "x.csljson").map(\.key) == ["a"])
    #expect(works("{", "x.csljson").isEmpty)
  }

  private func citations(_ text: String) -> [String] {
    let document = Document(parsing: Array(text.utf8))
    return document.citations.map { citation in
      let written = document.source.text(in: citation.range)
      return citation.group.map { "\(written) in \(document.source.text(in: $0))" } ?? written
    }
  }

  @Test(arguments: [
    ("[@a]", ["@a in [@a]"]), ("[see @a, p. 3; -@b]", ["@a in [see @a, p. 3; -@b]", "-@b in [see @a, p. 3; -@b]"]),
    ("as @lem1961. says", ["@lem1961"]), ("@kim2020은", ["@kim2020"]), ("@김2020 참고", ["@김2020"]),
    ("[@{https://a.b/c}]", ["@{https://a.b/c} in [@{https://a.b/c}]"]), ("@doe:99/a_b, x", ["@doe:99/a_b"]),
    ("a@b.com and me@b", []), ("<x@y.org>", []), ("`@a` and [`@b`]", []), ("[t @a](b.md)", []),
    ("[@a]\n\n[@a]: b.md", []), ("[[@a]]", []), ("https://a.b/@c", []), ("\\@a", []), ("[x] @", []),
    ("```\n@a\n```", []), ("%%@a%%", []), ("$@a$", []), ("- [ ] @mina", ["@mina"]), ("^[see @a]", ["@a"]),
    ("@kim<https://a.b> @c$x$ @d%%e%%", ["@kim", "@c", "@d"]),
  ])
  func `citations are found as pandoc reads them`(text: String, expected: [String]) {
    #expect(citations(text) == expected)
  }
}
