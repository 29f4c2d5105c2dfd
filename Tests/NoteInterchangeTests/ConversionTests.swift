import Foundation
import NoteInterchange
import NoteSyntax
import NoteTestSupport
import Testing

/// No conversion joins, drops or flattens without a word: blocks that Markdown cannot say among others that it can,
/// and made-up documents whose words are counted.
@Suite struct ConversionTests {
  /// Formats that have a page of HTML in them, and the file that holds it.
  private static let pages: [(format: String, file: @Sendable (String) throws -> (path: String, text: String))] = [
    ("html", { ("p.html", "<html><head><title>T</title></head><body>\($0)</body></html>") }),
    ("apple-notes", { ("p.html", $0) }),
    (
      "enex",
      {
        (
          "p.enex",
          "<en-export><note><title>T</title><content><![CDATA[<en-note>\($0)</en-note>]]></content></note></en-export>"
        )
      }
    ),
    ("joplin", { ("n.md", "T\n\n\($0)\n\nid: 1\nmarkup_language: 2\ntype_: 1") }),
    ("notion", { ("T 0123456789abcdef0123456789abcdef.html", "<div class=\"page-body\">\($0)</div>") }),
    ("tiddlywiki", { ("t.json", "[{\"title\":\"T\",\"type\":\"text/html\",\"text\":\(try json($0))}]") }),
    (
      "standard-notes",
      {
        let content = "{\"title\":\"T\",\"noteType\":\"rich-text\",\"text\":\(try json($0))}"
        return (
          "Standard Notes Backup and Import File.txt",
          "{\"version\":\"004\",\"items\":[{\"uuid\":\"n\",\"content_type\":\"Note\",\"content\":\(content)}]}"
        )
      }
    ),
    (
      "microsoft-todo",
      {
        let body = "{\"contentType\":\"html\",\"content\":\(try json($0))}"
        return (
          "t.json",
          "{\"value\":[{\"displayName\":\"L\",\"tasks\":[{\"id\":\"1\",\"title\":\"t\",\"status\":\"x\",\"body\":\(body)}]}]}"
        )
      }
    ),
  ]

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  private func page(_ html: String) throws -> (body: String, report: [String]) {
    let collector = try imported("html", [("p.html", html)])
    return (try #require(collector.notes.first).body, collector.report)
  }

  // MARK: - Blocks that Markdown says in its own way, or not at all

  @Test(
    arguments: [
      (
        "<ul><li><input type=checkbox> eggs<li><input type=checkbox><li><input type=checkbox checked> tea</ul>",
        "- [ ] eggs\n- [ ] \n- [x] tea\n"
      ),
      (
        "<ul><li>[ ] step <b>one</b><li>[x]<li><a href='https://a.example'>x</a></ul>",
        "- \\[ ] step **one**\n- \\[x]\n- [x](https://a.example)\n"
      ),
      ("<ul><li><input type=checkbox><ul><li>nested</ul></ul>", "- [ ] \n  - nested\n"),
      ("<ul><li><input type=checkbox><pre>code</pre></ul>", "- [ ] \n  ```\n  code\n  ```\n"),
      ("<ul><li><input type=checkbox><h3>Deep</h3>text</ul>", "- [ ] \n  ### Deep\n\n  text\n"),
      ("<input type=checkbox>", "- [ ] \n"),
    ], Self.pages.map(\.format))
  func `a box without text, or before a block, is said, and so is all around it`(
    block: (html: String, markdown: String), format: String
  ) throws {
    let file = try #require(Self.pages.first { $0.format == format }).file
    let html = "<h2>Head</h2><p><b>bold</b> text</p>\(block.html)<p>end</p>"
    let collector = try imported(format, [try file(html)])
    let note = try #require(collector.notes.first)
    #expect(note.body == "## Head\n\n**bold** text\n\n\(block.markdown)\nend\n")
    #expect(collector.report.isEmpty)
  }

  @Test func `one paragraph that Markdown cannot say loses its marks alone, and is named`() throws {
    let json = #"""
      {"root":{"children":[{"type":"heading","tag":"h2","children":[{"type":"text","text":"Head"}]},{"type":"paragraph","children":[{"type":"link","url":"https://a.example/<x","children":[{"type":"text","text":"odd"}]},{"type":"text","text":"next"}]},{"type":"list","listType":"bullet","children":[{"type":"listitem","children":[{"type":"text","text":"bold","format":1}]}]}]}}
      """#
    let content = "{\"title\":\"N\",\"noteType\":\"super\",\"text\":\(try Self.json(json))}"
    let collector = try imported(
      "standard-notes",
      [
        (
          "Standard Notes Backup and Import File.txt",
          "{\"version\":\"004\",\"items\":[{\"uuid\":\"n\",\"content_type\":\"Note\",\"content\":\(content)}]}"
        )
      ])
    let body = try #require(collector.notes.first).body
    #expect(body.hasPrefix("## Head\n\nodd (https://a.example/") && body.hasSuffix(") next\n\n- **bold**\n"), "\(body)")
    #expect(collector.report.count == 1 && collector.report[0].contains("left out at “odd"), "\(collector.report)")
  }

  @Test func `Keep's empty items and OPML's boxes keep their lists`() throws {
    let keep = #"""
      {"title":"G","textContent":"","listContent":[{"text":"eggs","isChecked":false},{"text":"","isChecked":false},{"text":"tea","isChecked":true}],"userEditedTimestampUsec":1}
      """#
    #expect(try imported("keep", [("Keep/g.json", keep)]).notes.map(\.body) == ["- [ ] eggs\n- [ ] \n- [x] tea\n"])
    let opml =
      #"<opml><head/><body><outline text="[ ] a"/><outline text="" checkbox="true"><outline text="b"/></outline></body></opml>"#
    #expect(try imported("opml", [("o.opml", opml)]).notes.map(\.body) == ["- \\[ ] a\n- [ ] \n  - b\n"])
  }

  // MARK: - What stood together stays apart, and what has no block is named

  @Test(
    arguments: [
      ("10<sup>6</sup> of H<sub>2</sub>O", "10<sup>6</sup> of H<sub>2</sub>O"),
      ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>", "漢(kan)字(ji)"),
      ("a <math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>22</mn></mfrac></math> b", "a x=1/(22) b"),
      (
        "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\frac{x}{y_1} \\{z\\}</annotation></semantics></math></span><span class=katex-html aria-hidden=true>xyz</span></span> b",
        "$\\frac{x}{y_1} \\{z\\}$ b"
      ),
      (
        "a <span class=MathJax_Preview>x2</span><span class=MathJax>x2</span><script type='math/tex'>x^2</script>",
        "a $x^2$"
      ),
      (
        "<span class=mwe-math-element><math alttext='{\\displaystyle E}'><mi>E</mi></math><img src=e.svg alt=E></span>",
        "${\\displaystyle E}$"
      ),
      ("see<iframe src='https://v.example/1' title='Film'></iframe>here", "see [Film](https://v.example/1) here"),
      (
        "<video controls><source src='https://v.example/a.mp4'>no video</video>",
        "[https://v.example/a.mp4](https://v.example/a.mp4)"
      ),
      ("<img src='data:image/svg+xml,x' data-src='p.png' alt=late>", "![late](p.png)"),
      ("<img srcset='q.png 1x, r.png 2x' alt=set>", "![set](q.png)"),
      (
        "<img src='data:image/gif;base64,R0' class=lazy><noscript><img src=real.jpg alt=Real></noscript>",
        "![Real](real.jpg)"
      ),
      ("<img data-src=a.jpg alt=A><noscript><img src=a.jpg alt=A></noscript> b", "![A](a.jpg) b"),
      ("a<noscript><img src='https://t.example/p' width=1 height=1>no scripts</noscript> b", "a b"),
      ("<picture><source srcset='p.webp 1x'><img alt=p></picture>", "![p](p.webp)"),
      ("<picture><source srcset='p.webp 1x'><img src=p.png alt=p></picture>", "![p](p.png)"),
      (
        "a <map><area href='https://a.example' alt=one><area href='https://b.example'></map>",
        "a [one](https://a.example) [https://b.example](https://b.example)"
      ),
      ("power <code>10<sup>6</sup></code>, <code>a<sub>ij</sub></code>", "power `10^6`, `a_ij`"),
      (
        "<math><msubsup><mi>x</mi><mn>1</mn><mn>22</mn></msubsup><mo>+</mo><mroot><mi>y</mi><mn>3</mn></mroot></math>",
        "x_1^(22)+3√y"
      ),
    ])
  func `signs that text around them needs are kept`(html: String, markdown: String) throws {
    let (body, report) = try page("<p>\(html)</p>")
    #expect(body == markdown + "\n")
    #expect(report.isEmpty)
  }

  @Test func `blocks in a cell stay apart, and a box in a cell stays one`() throws {
    let (body, _) = try page(
      "<table><tr><th>A<th>B<tr><td><div>Mon</div><div>Gym</div><td><ul><li>x<li>y</ul><tr><td><table><tr><td>in<td>ner</table><td><input type=checkbox checked>done</table>"
    )
    for row in ["| Mon Gym  | x y    |", "| in ner   | ☑ done |"] {
      #expect(body.replacing(" ", with: "").contains(row.replacing(" ", with: "")), "\(body)")
    }
  }

  @Test func `raw text that a reader sees is code, and a block that cmark is kept away from joins no words`() throws {
    let raw = try page("<p>a</p><textarea>typed <b></textarea><xmp>x</xmp><script>no</script>").body
    #expect(raw == "a\n\n```\ntyped <b>\n```\n\n```\nx\n```\n")
    let hostile = String(repeating: "[a](b ", count: 11_000)
    let (body, report) = try page("<h2>Head</h2><p>\(hostile)</p><p><b>end</b></p>")
    #expect(body.hasPrefix("Head\n\n[a](b ") && body.hasSuffix("\n\nend\n"))
    #expect(!report.isEmpty)
  }

  @Test func `a form, and a picture without an address, are named`() throws {
    let (body, report) = try page(
      "<p>a <img src='data:text/html,x' alt=dot></p><button>Copy</button><select><option>one<option>two</select><iframe src='javascript:x()'></iframe>"
    )
    #expect(body == "a dot\n")
    #expect(
      report == [
        "p.html: Pictures without a file or a web address are left out (1): “dot”",
        "p.html: Media without a web address are left out (1)",
        "p.html: Buttons and lists of choices are left out (2): “Copy”, “one two”",
      ])
  }

  @Test func `Notion's choices are several, and its check boxes are kept`() throws {
    let html = """
      <table class="properties"><tbody><tr><th>Tags</th><td><span class="selected-value">work</span><span class="selected-value">home life</span></td></tr>\
      <tr><th>Kinds</th><td><span class="selected-value">a</span><span class="selected-value">b</span></td></tr>\
      <tr><th>Paid</th><td><div class="checkbox checkbox-on"></div></td></tr><tr><th>Open</th><td><div class="checkbox checkbox-off"></div></td></tr></tbody></table>\
      <div class="page-body"><p>x</p></div>
      """
    let note = try #require(try imported("notion", [("T 0123456789abcdef0123456789abcdef.html", html)]).notes.first)
    #expect(note.tags == ["work", "home life"])
    #expect(note.kept("Kinds") == "a, b" && note.kept("Paid") == "Yes" && note.kept("Open") == "No")
  }

  @Test func `Notion's choices in a table of a page stay apart`() throws {
    let html = """
      <div class="page-body"><table class="collection-content"><thead><tr><th>N</th><th>Multi</th></tr></thead><tbody><tr><td>r</td>\
      <td><span class="selected-value">aa</span><span class="selected-value">b</span> <span class="selected-value">c d</span></td></tr></tbody></table></div>
      """
    let note = try #require(try imported("notion", [("T 0123456789abcdef0123456789abcdef.html", html)]).notes.first)
    #expect(note.body.contains("| aa, b, c d |"), "\(note.body)")
  }

  @Test(arguments: [
    ("see <https://e.org/a_b> and more", "see <https://e.org/a_b> and more\n"),
    ("see https://e.org/a_b.\n[ ] not", "see <https://e.org/a_b>.\\\n\\[ \\] not\n"),
  ])
  func `an address before a break of the line, or in brackets, stays a link`(text: String, markdown: String) throws {
    let keep = "{\"title\":\"T\",\"textContent\":\(try Self.json(text)),\"userEditedTimestampUsec\":1}"
    let bodies = try imported("text", [("p.txt", text)]).notes + imported("keep", [("Keep/k.json", keep)]).notes
    for body in bodies.map(\.body) {
      #expect(Document(parsing: Array(body.utf8)).links.map(\.destination) == ["https://e.org/a_b"], "\(body)")
      #expect(body == markdown)
    }
  }

  @Test func `an address in a text stays a link whatever is around it`() throws {
    let text = "1. see https://a.example/b_c*d?x=1&y=[2] and <b> (www.b.example/x_y_z) c_d.e_f@g.example a@b\n"
    let note = try #require(try imported("text", [("p.txt", text)]).notes.first)
    let links = Document(parsing: Array(note.body.utf8)).links.map(\.destination)
    #expect(
      links == ["https://a.example/b_c*d?x=1&y=[2]", "www.b.example/x_y_z", "c_d.e_f@g.example"]
        || links == ["https://a.example/b_c*d?x=1&y=[2]", "http://www.b.example/x_y_z", "mailto:c_d.e_f@g.example"],
      "\(links): \(note.body)")
  }

  @Test func `a link of a page to itself leads to its note`() throws {
    let page = "# Page\n\n[me](Page%2010000000000000000000000000000001.md)\n"
    let note = try #require(try imported("notion", [("Page 10000000000000000000000000000001.md", page)]).notes.first)
    #expect(note.references["Page%2010000000000000000000000000000001.md"] == .note("10000000000000000000000000000001"))
  }

  // MARK: - The words of made-up documents

  /// Words that nothing else makes, and what stands between them.
  private struct Words {
    var random: SeededGenerator
    private(set) var all: [String] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func next() -> String {
      all.append("zq\(all.count)z")
      return all[all.count - 1]
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
  }

  private static let signs = [
    "[ ] ", "[x] ", "# ", "- ", "1. ", "> ", "* ", "| ", "$5 ", "%% ", "== ", "``` ", "--- ", "\\ ", "[[", "~~ ", "+ ",
    "=== ", "^", "{# ", "! ", "[^1]: ", "_ ", "** ",
  ]

  private func line(_ words: inout Words, escaped: Bool) -> String {
    let text = (0..<Int.random(in: 1...3, using: &words.random)).map { _ in
      (Bool.random(using: &words.random) ? words.pick(Self.signs) : "") + words.next()
    }.joined(separator: " ")
    return escaped ? text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") : text
  }

  private func madeUp(_ depth: Int, _ words: inout Words) -> String {
    let text = line(&words, escaped: true)
    func inner() -> String {
      (0..<Int.random(in: 0...2, using: &words.random)).map { _ in madeUp(depth + 1, &words) }.joined()
    }
    switch depth > 4 ? 0 : Int.random(in: 0...27, using: &words.random) {
    case 0, 1: return "<p>\(text)</p>"
    case 2: return "<h\(1 + depth)>\(text)</h\(1 + depth)>"
    case 3: return "<ul><li>\(text)\(inner())</li><li>\(inner())</li></ul>"
    case 4: return "<ul><li><input type=checkbox>\(text)\(inner())<li><input type=checkbox checked>\(inner())</ul>"
    case 5: return "<ol start=3><li>\(text)<li>\(inner())</ol>"
    case 6: return "<blockquote>\(text)\(inner())</blockquote>"
    case 7: return "<table><tr><td>\(text)\(inner())</td><td>\(inner())</td></tr><tr><td>\(inner())</td></tr></table>"
    case 8: return "<pre>\(text)\n\(words.next())</pre>"
    case 9: return "<div>\(text)<br>\(words.next())\(inner())</div>"
    case 10: return "<p><b>\(text) </b><i>\(words.next())</i></p>"
    case 11: return "<a href='https://a.example'><div>\(text)</div><p>\(words.next())</p></a>"
    case 12: return "<p>\(text) <sup>\(words.next())</sup> <sub><b>\(words.next())</b></sub></p>"
    case 13: return "<details><summary>\(text)</summary>\(inner())</details>"
    case 14: return "<dl><dt>\(text)<dd>\(inner())</dl>"
    case 15: return "<p><ruby>\(text)<rt>\(words.next())</rt></ruby> <code>\(words.next())</code></p>"
    case 16: return "<figure><img src=p.png alt='\(words.next())'><figcaption>\(words.next())</figcaption></figure>"
    case 17: return " <span>\(text)<div>\(inner())</div></span>"
    case 18: return "\(text) <math><mi>\(words.next())</mi></math> "
    case 19: return " <svg><text>\(text)</text></svg> "
    case 20: return " <iframe src='https://v.example/' title='\(words.next())'></iframe>"
    case 21:
      // No white space: only the elements say that the words are apart.
      let (one, other) = (words.pick(Self.blocks), words.pick(Self.blocks))
      return
        "<div>\(text)<\(one)>\(words.next())</\(one)><\(other)>\(words.next())\(inner())</\(other)>\(words.next())</div>"
    case 22:
      let (one, other) = (words.pick(Self.blocks), words.pick(Self.blocks))
      return
        "<table><tr><th><\(one)>\(text)</\(one)>\(words.next())<sup>\(words.next())</sup><td><b>\(words.next())</b><\(other)><i>\(words.next())</i></\(other)></table>"
    case 23:
      return
        "<p>\(text) <code>\(words.next())<sup>\(words.next())</sup></code></p><pre>\(words.next())<sub>\(words.next())</sub><div>\(words.next())</div>\(words.next())<br>\(words.next())</pre>"
    case 24:
      return
        "<p>\(text) <math><munderover><mo>\(words.next())</mo><mi>\(words.next())</mi><mn>\(words.next())</mn></munderover><mtable><mtr><mtd>\(words.next())</mtd><mtd>\(words.next())</mtd></mtr><mtr><mtd>\(words.next())</mtd></mtr></mtable></math></p>"
    case 25: return "<p>\(text) <meter>\(words.next())</meter><progress>\(words.next())</progress></p>"
    case 26: return "<p>\(text) <ruby>\(words.next())<rt>\(words.next())<rp>)</ruby></p>"
    case 27:
      let name = words.pick(["menu", "dir", "ul"])
      return
        "<\(name)>\(text)<li>\(words.next())<li>\(inner())</\(name)><map><area href='https://a.example' alt='\(words.next())'></map>"
    default: return "<section><input type=checkbox> \(text)<hr></section>"
    }
  }

  /// The elements that are blocks by the HTML standard and can stand anywhere, but for lists, tables and `pre`.
  private static let blocks = [
    "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "legend",
    "listing",
    "main", "nav", "optgroup", "option", "p", "search", "section", "summary",
  ]

  /// The words of a note, in their order, whether or not they are whole.
  private func found(in text: String) -> [String] {
    text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init).filter { $0.contains("zq") }
  }

  @Test(arguments: Self.pages.map(\.format))
  func `the words of a made-up page are those of its note, in their order, none joined`(format: String) throws {
    let file = try #require(Self.pages.first { $0.format == format }).file
    for seed in 0..<60 {
      var words = Words(seed: UInt64(seed))
      let html = (0..<4).map { _ in madeUp(0, &words) }.joined()
      let expected = found(in: html)
      let collector = try imported(format, [try file(html)])
      let note = try #require(collector.notes.first, "\(html)")
      #expect(found(in: note.body) == expected, "seed \(seed): \(html)\n\(note.body)\n\(collector.report)")
    }
  }

  /// Formats of texts, each with the file that holds some lines: as titles, items, cells, paragraphs.
  private static let texts: [(format: String, file: @Sendable ([String]) throws -> (path: String, text: String))] = [
    (
      "keep",
      { lines in
        let items = try lines.map {
          "{\"text\":\(try json($0)),\"isChecked\":false},{\"text\":\"\",\"isChecked\":true}"
        }
        return (
          "k.json",
          "{\"title\":\"T\",\"textContent\":\(try json(lines[0])),\"listContent\":[\(items.dropFirst().joined(separator: ","))],\"userEditedTimestampUsec\":1}"
        )
      }
    ),
    (
      "keep",
      {
        (
          "k.json",
          "{\"title\":\"T\",\"textContent\":\(try json($0.joined(separator: "\n"))),\"userEditedTimestampUsec\":1}"
        )
      }
    ),
    (
      "opml",
      { lines in
        let nested = lines.map { "<outline text=\"\(attribute($0))\" checkbox=\"true\">" }
        return (
          "o.opml",
          "<opml><head/><body>\(nested.joined())\(nested.map { _ in "</outline>" }.joined())<outline text=\"\" checkbox=\"true\"/></body></opml>"
        )
      }
    ),
    (
      "standard-notes",
      { lines in
        let items = try lines.map {
          "{\"type\":\"listitem\",\"children\":[{\"type\":\"text\",\"text\":\(try json($0))},{\"type\":\"linebreak\"}]},{\"type\":\"listitem\",\"children\":[]}"
        }
        let root =
          "{\"root\":{\"children\":[{\"type\":\"list\",\"listType\":\"check\",\"children\":[\(items.joined(separator: ","))]}]}}"
        let content = "{\"title\":\"T\",\"noteType\":\"super\",\"text\":\(try json(root))}"
        return (
          "Standard Notes Backup and Import File.txt",
          "{\"version\":\"004\",\"items\":[{\"uuid\":\"n\",\"content_type\":\"Note\",\"content\":\(content)}]}"
        )
      }
    ),
    (
      "standard-notes",
      { lines in
        let rows = try lines.map {
          "{\"type\":\"tablerow\",\"children\":[{\"type\":\"tablecell\",\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\(try json($0))}]},{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\" \"}]}]}]}"
        }
        let root = "{\"root\":{\"children\":[{\"type\":\"table\",\"children\":[\(rows.joined(separator: ","))]}]}}"
        let content = "{\"title\":\"T\",\"noteType\":\"super\",\"text\":\(try json(root))}"
        return (
          "Standard Notes Backup and Import File.txt",
          "{\"version\":\"004\",\"items\":[{\"uuid\":\"n\",\"content_type\":\"Note\",\"content\":\(content)}]}"
        )
      }
    ),
    ("text", { ("p.txt", $0.joined(separator: "\n\n")) }),
    (
      "notion",
      { ("T 0123456789abcdef0123456789abcdef.csv", "Name,Other\n" + $0.map { "\"\($0)\",x" }.joined(separator: "\n")) }
    ),
    (
      "roam",
      {
        (
          "r.json",
          "[{\"title\":\"T\",\"children\":[\(try $0.map { "{\"string\":\(try json($0))}" }.joined(separator: ","))]}]"
        )
      }
    ),
    ("logseq", { ("pages/T.md", $0.map { "- " + $0 }.joined(separator: "\n")) }),
    ("org", { ("o.org", "* T\n" + $0.joined(separator: "\n\n")) }),
    (
      "org",
      {
        (
          "o.org",
          "* TODO T\n:LOGBOOK:\n\($0[0])\n:END:\n#+CAPTION: \($0[1])\n** T\n:PROPERTIES:\n:X: \($0[2])\n:END:\n| \($0[3])"
        )
      }
    ),
    ("tiddlywiki", { ("t.json", "[{\"title\":\"T\",\"text\":\(try json($0.joined(separator: "\n\n")))}]") }),
    (
      "simplenote",
      { ("s.json", "{\"activeNotes\":[{\"id\":\"a\",\"content\":\(try json("T\n" + $0.joined(separator: "\n\n")))}]}") }
    ),
    (
      "dayone",
      {
        (
          "Journal.json",
          "{\"entries\":[{\"uuid\":\"A\",\"creationDate\":\"2026-03-29T23:30:00Z\",\"text\":\(try json($0.joined(separator: "\n\n")))}]}"
        )
      }
    ),
    ("jrnl", { ("j.txt", "[2026-01-01 08:30] T\n" + $0.joined(separator: "\n")) }),
    ("joplin", { ("n.md", "T\n\n\($0.joined(separator: "\n\n"))\n\nid: 1\ntype_: 1") }),
    ("rani", { ("r.json", "{\"id\":\"1\",\"content\":\(try json($0.joined(separator: "\n\n")))}") }),
    (
      "ics",
      {
        (
          "c.ics",
          "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20261120T020000Z\nSUMMARY:T\nDESCRIPTION:\($0.map { $0.replacing("\\", with: "\\\\") }.joined(separator: "\\n"))\nEND:VEVENT\nEND:VCALENDAR\n"
        )
      }
    ),
    (
      "trello",
      {
        (
          "t.json",
          "{\"lists\":[{\"id\":\"l\",\"name\":\"L\"}],\"cards\":[{\"id\":\"c\",\"idList\":\"l\",\"name\":\"T\",\"desc\":\(try json($0.joined(separator: "\n\n")))}]}"
        )
      }
    ),
  ]

  private static func attribute(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  @Test(arguments: Self.texts.indices)
  func `the words of texts are those of their notes, in their order, none joined`(index: Int) throws {
    let (format, file) = Self.texts[index]
    for seed in 0..<60 {
      var words = Words(seed: UInt64(seed) &+ 1_000)
      let lines = (0..<4).map { _ in line(&words, escaped: false) }
      let collector = try imported(format, [try file(lines)])
      let texts = collector.notes.map {
        ((format == "org" ? [$0.title] : []) + [$0.body] + $0.kept.map(\.text)).joined(separator: " ")
      }
      let missing = Set(words.all).subtracting(texts.flatMap { found(in: $0) })
      let named = Set(found(in: collector.report.joined(separator: " ")))
      #expect(missing.isSubset(of: named), "\(format): \(lines)\n\(texts)\n\(collector.report)")
      let present = words.all.filter { !missing.contains($0) }
      #expect(texts.flatMap { found(in: $0) } == present, "\(format): \(lines)\n\(texts)")
    }
  }

  /// Exports with words outside of titles and texts: `zq0z` and so on.
  private static let others: [(format: String, path: String, text: String)] = [
    (
      "dayone", "Journal.json",
      #"{"entries":[{"uuid":"A","creationDate":"2026-03-29T23:30:00Z","text":"x","photos":[{"identifier":"P","md5":"m","caption":"zq0z"}]}]}"#
    ),
    (
      "trello", "t.json",
      #"{"name":"B","desc":"zq0z","lists":[{"id":"l","name":"zq1z"}],"cards":[{"id":"c","idList":"l","name":"T","dueComplete":true,"address":"zq2z","locationName":"zq3z","customFieldItems":[{"value":{"text":"zq4z"}}]}]}"#
    ),
    (
      "microsoft-todo", "t.json",
      #"{"value":[{"displayName":"L","tasks":[{"id":"1","title":"t","status":"x","linkedResources":[{"displayName":"zq0z","webUrl":"https://a.example/zq1z"}]}]}]}"#
    ),
    ("logseq", "pages/T.md", "- TODO a\n  :LOGBOOK:\n  CLOCK: [zq0z]\n  :END:\n- b\n  :LOGBOOK:\n  zq1z\n- zq2z\n"),
    (
      "ics", "c.ics",
      "BEGIN:VCALENDAR\nBEGIN:VFREEBUSY\nCOMMENT:x\nEND:VFREEBUSY\nBEGIN:VEVENT\nUID:1\nDTSTART:20261120T020000Z\nSUMMARY:zq0z\nEND:VEVENT\nEND:VCALENDAR\n"
    ),
    ("html", "p.html", "<p>a <object data='https://a.example/x.pdf'>zq0z</object></p>"),
  ]

  @Test(arguments: Self.others.indices)
  func `words beside the text are kept or named`(index: Int) throws {
    let (format, path, text) = Self.others[index]
    let collector = try imported(format, [(path, text)])
    let texts = collector.notes.map { "\($0.title) \($0.body) \($0.fields) \($0.kept)" } + collector.report
    #expect(found(in: text).allSatisfy { word in texts.contains { $0.contains(word) } }, "\(format): \(texts)")
    #expect(format != "ics" || collector.report == ["c.ics:2: Not imported: VFREEBUSY"])
  }
}
