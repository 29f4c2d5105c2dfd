import NoteInterchange
import NoteSyntax
import NoteTestSupport
import Testing

/// Web pages as Markdown: what every format with HTML in it inherits.
@Suite struct PageFormatTests {
  private func page(_ html: String) throws -> ImportedNote {
    try #require(try imported("html", [("p.html", html)]).notes.first)
  }

  @Test func `a cell of several rows or columns leaves the others in their columns`() throws {
    let html = """
      <table><caption>Prices in won</caption><thead><tr><th>Kind<th>Size<th>Price</thead><tbody>\
      <tr><td rowspan=2>Tea<td>S<td>1<tr><td>L<td>2<tr><td colspan="2">Coffee<td>9\
      <tr><td rowspan=9>x<td>y<td>z</tbody><tr><td>a<td>b<td>c</table>
      """
    let table = """
      | Kind   | Size | Price |
      | ------ | ---- | ----- |
      | Tea    | S    | 1     |
      |        | L    | 2     |
      | Coffee |      | 9     |
      | x      | y    | z     |
      | a      | b    | c     |

      """
    #expect(try page(html).body == "Prices in won\n\n" + table)
  }

  @Test(arguments: ["1000000000000000000000", "-1", "0", "x", "1000"])
  func `a cell that reaches beyond its table loses nothing`(span: String) throws {
    let row = "<tr><td rowspan=\(span) colspan=\(span)>first<td>second"
    let body = try page("<table>\(row)\(row)<tr><td>third</table>").body
    #expect(body.contains("first") && body.contains("second") && body.contains("third"))
    let many = String(repeating: "<tr><td rowspan=\(span) colspan=\(span)>many", count: 3_000)
    #expect(try page("<table>\(many)<td>last</table>").body.contains("last"))
  }

  @Test func `text between the items of a list, and beside the rows of a table, stays`() throws {
    let list = try page("<ul>loose <b>text</b><li>a</li>more<ul><li>b</ul></ul>").body
    #expect(list == "- loose **text**\n- a\n- more\n  - b\n")
    #expect(try page("<table>beside<tr><td>x</table>").body.hasPrefix("beside\n\n|"))
  }

  @Test(
    arguments: [
      ("&theta;&Gamma;&forall;&isin;&phi;&loz;", "θΓ∀∈φ◊"), ("&copy 2020 &eacute", "© 2020 é"),
      ("&#8217;&#x2019 &#146;", "’’ ’"), ("R&D; AT&T &nothing;", "R\\&D; AT\\&T \\&nothing;"),
      ("<a href='https://a.example/?x=1&copy=2&amp;y=3'>a</a>", "[a](https://a.example/?x=1&copy=2&y=3)"),
    ])
  func `character references are read as browsers read them`(html: String, text: String) throws {
    let body = try page("<p>\(html)</p>").body
    #expect(body.replacing("\\&", with: "&") == text.replacing("\\&", with: "&") + "\n")
  }

  /// Texts in which a reader of ours finds marks, though nobody made any.
  static let markless = [
    "in batch files %%i in (1) do echo %%i", "a==b and c==d", "price $5 and x$ done", "an open $$ only",
    "[[name]] and ![[file.png]]", "ten ^2", "a^[note] b", "a [due:: 2026-11-30] b", "%%",
    "see https://a.example/?x=1 %% y",
  ]

  @Test(arguments: markless, ["html", "enex", "text", "standard-notes"])
  func `text of other programs is text here, whatever marks we have`(text: String, format: String) throws {
    let escaped = text.replacing("&", with: "&amp;")
    let files: [(path: String, text: String)] =
      switch format {
      case "html": [("p.html", "<p>\(escaped)</p><ul><li>\(escaped)</ul><table><tr><th>\(escaped)</table>")]
      case "enex":
        [
          (
            "p.enex",
            "<en-export><note><title>T</title><created>20261120T020000Z</created><content><![CDATA[<en-note><div>\(escaped)</div></en-note>]]></content></note></en-export>"
          )
        ]
      case "text": [("p.txt", text + "\n")]
      default:
        [
          (
            "Standard Notes Backup and Import File.txt",
            #"{"version":"004","items":[{"uuid":"n","content_type":"Note","content":{"title":"N","text":"\#(text)"}}]}"#
          )
        ]
      }
    let note = try #require(try imported(format, files).notes.first)
    let document = Document(parsing: Array(note.body.utf8))
    #expect(document.marks.isEmpty && document.blockIdentifiers.isEmpty, "\(note.body)")
    #expect(!document.links.contains { $0.kind.isWiki }, "\(note.body)")
    #expect(note.body.replacing("\\", with: "").contains(text), "\(note.body)")
  }

  @Test func `pictures inside a page become files, each once, and nothing else does`() throws {
    let picture = "data:image/png;base64,aGVs\nbG8="
    let note = try page(
      "<p><img src='\(picture)' alt=dot><img src='\(picture)'><img src='data:text/html,x' alt=no><img src=p.png></p>")
    #expect(note.body == "![dot](picture:1)![](picture:1)no![](p.png)\n")
    #expect(note.references == ["picture:1": .file("picture:1")])
    #expect(note.attachments.map(\.name) == ["picture-1.png"])
    #expect(try note.attachments.map { try $0.bytes() } == [Array("hello".utf8)])
  }

  @Test func `marked text stays marked, and other text gets no backslash that it does not need`() throws {
    let body = try page("<p>a <mark>b</mark> c==d</p><p>1 = 1, 100%, $5 [1] {x}</p>").body
    #expect(body == "a ==b== c\\=\\=d\n\n1 = 1, 100%, $5 [1] {x}\n")
  }

  @Test(arguments: ["<TITLE>Old &amp; new\nPage</TITLE>", "<Title lang=en>Old &amp; new Page</title >"])
  func `the title of a page is read in capitals as well`(head: String) throws {
    #expect(try page("<HTML><HEAD>\(head)</HEAD><BODY>x</BODY></HTML>").title == "Old & new Page")
  }
}
