import Foundation
import NoteModel
import NotePresentation
import NoteSyntax
import NoteTestSupport
import SheafSite
import Testing
import Wording

@testable import SheafSite

@Suite struct NoteBodyTests {
  private func body(_ markdown: String) -> NoteBody {
    var surroundings = BodySurroundings(
      words: BodyWords(.english),
      place: { link in
        switch link.destination {
        case "b", "b.md":
          .address("b.html" + (link.fragment.map(SiteAddress.fragment) ?? ""))
        case "private": .hidden
        case "p.png": .address("p.png", size: ImageSize(width: 600, height: 400))
        default: link.form == .path || link.form == .image ? .asWritten : .broken
        }
      },
      tagAddress: { "tag/\($0).html" },
      embedded: { $0.destination == "b" ? Self.part : nil })
    surroundings.linksHeadings = false
    return NoteBody(Document(parsing: Array(markdown.utf8)), in: surroundings)
  }

  private static let part = EmbeddedPart(
    html: Array("<h2 id=\"x\">B</h2>\n<a href=\"#x\">x</a> <a href=\"#fn-1\">1</a>\n".utf8),
    title: "B & C", address: "b.html")

  private func html(_ markdown: String) -> String {
    String(decoding: body(markdown).html, as: UTF8.self)
  }

  @Test(arguments: [
    ("a\n\n<script>\nlet x = \"</p>\";\n</script>\n\nb\n", "<p>a</p>\n\n<p>b</p>\n"),
    ("<STYLE media=\"x\">\n\np { color: red }\n</Style>\n\nb\n", "\n<p>b</p>\n"),
    ("<div>\n<script src=\"x\"></script>c\n</div>\n", "<div>\nc\n</div>\n"),
    ("> <script>x</script>\n> y\n", "<blockquote>\n\n<p>y</p>\n</blockquote>\n"),
    ("a <script> tag\n", "<p>a &lt;script&gt; tag</p>\n"), ("<scripts>x</scripts>\n", "<p>x</p>\n"),
    ("<script>\nnever ended\n", "&lt;script&gt;\nnever ended\n"),
    ("`<script>x</script>`\n", "<p><code>&lt;script&gt;x&lt;/script&gt;</code></p>\n"),
  ])
  func `scripts and styles that are blocks are no text of a page`(markdown: String, html: String) {
    #expect(self.html(markdown) == html)
  }

  @Test func `many scripts that never end take no longer than their length`() {
    let text = "<div>" + String(repeating: "<script><style>", count: 20_000) + "\n"
    let time = ContinuousClock().measure { _ = html(text) }
    #expect(time < .seconds(2), "\(time)")
  }

  @Test(arguments: [
    ("010-1234-5678", "<a href=\"tel:01012345678\">010-1234-5678</a>"),
    ("+1 650 253 0000", "<a href=\"tel:+16502530000\">+1 650 253 0000</a>"),
    ("(650) 253-0000", "(650) 253-0000"), ("`010-1234-5678`", "<code>010-1234-5678</code>"),
    ("2026-11-24", "<a href=\"day/2026-11-24\">2026-11-24</a>"),
    ("2026년 11월 4일에", "<a href=\"day/2026-11-04\">2026년 11월 4일</a>에"),
    ("12026-11-24, 2026-11-241, 2026-13-01", "12026-11-24, 2026-11-241, 2026-13-01"),
    (
      "서울특별시 중구 세종대로 110에서",
      "<a href=\"https://map.naver.com/p/search/%EC%84%9C%EC%9A%B8%ED%8A%B9%EB%B3%84%EC%8B%9C%20%EC%A4%91%EA%B5%AC%20%EC%84%B8%EC%A2%85%EB%8C%80%EB%A1%9C%20110\">서울특별시 중구 세종대로 110</a>에서"
    ),
    ("서울시로 3시에, 새 길 12", "서울시로 3시에, 새 길 12"),
  ])
  func `numbers, days and streets that are asked for are links`(markdown: String, html: String) {
    var surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .asWritten }
    surroundings.telephoneRegions = [.korea]
    surroundings.detection.findsStreets = true
    surroundings.detection.dayAddress = { "day/\($0)" }
    let body = NoteBody(Document(parsing: Array(markdown.utf8)), in: surroundings)
    #expect(String(decoding: body.html, as: UTF8.self) == "<p>\(html)</p>\n")
  }

  @Test func `the ends of lines are kept where the folder's program shows them`() {
    var surroundings = BodySurroundings(words: BodyWords(.english)) { _ in .asWritten }
    surroundings.keepsLineBreaks = true
    let body = NoteBody(
      Document(parsing: Array("a\nb\n\n> [!note] T\n> c\n".utf8)), in: surroundings)
    let html = String(decoding: body.html, as: UTF8.self)
    #expect(html.hasPrefix("<p>a<br>\nb</p>\n"), "\(html)")
    #expect(html.contains("<p>c</p>"), "\(html)")
    let untitled = NoteBody(Document(parsing: Array("> [!note]\n> c\n".utf8)), in: surroundings)
    let box = String(decoding: untitled.html, as: UTF8.self)
    #expect(box.contains("<span>Note</span></p>\n<p>c</p>"), "\(box)")
  }

  @Test(arguments: [
    ("a\n\n##\n\nb\n", "<p>a</p>\n\n<p>b</p>\n"), ("<h2></h2>\n\nb\n", "\n<p>b</p>\n"),
    ("* TOC\n{:toc}\n\nb\n", "\n<p>b</p>\n"), ("1. x\n{:toc .y}\n\nb\n", "\n<p>b</p>\n"),
    ("* TOC\n* b\n{:toc}\n", "<ul>\n<li>TOC</li>\n<li>b\n</li>\n</ul>\n"),
    (
      "<a href=\"b.md\"><img src=\"p.png\" alt=\"Jan E\"><br><b>jan E</b></a>\n",
      "<p><a href=\"b.html\"><img src=\"p.png\" alt=\"\" width=\"600\" height=\"400\" loading=\"lazy\"><br><b>jan E</b></a></p>\n"
    ),
    (
      "<a id=\"set\"></a>\n\n## Set\n\n## Late {#late}\n\n<i id=\"late\">x</i>\n",
      "<p><a id=\"note-set\"></a></p>\n<h2>Set</h2>\n<h2>Late</h2>\n<p><i id=\"note-late\">x</i></p>\n"
    ),
  ])
  func `what judges of pages find in notes of others is put right`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test(arguments: [
    (
      "[[b|글]] [[c]] `[[b]]`",
      "<a href=\"b.html\">글</a> <span class=\"broken\">c</span> <code>[[b]]</code>"
    ),
    ("[[b#할 일 (TODO)]]", "<a href=\"b.html#note-할-일-todo\">b &gt; 할 일 (TODO)</a>"),
    (
      "x <img src=\" p.png \" alt=\"a\">",
      "x <img src=\"p.png\" alt=\"a\" width=\"600\" height=\"400\" loading=\"lazy\">"
    ),
    ("<a href=\" b.md \">x</a>", "<a href=\"b.html\">x</a>"),
    ("[[b#^block]]", "<a href=\"b.html#note-%5Eblock\">b</a>"),
    ("[[private|words]]", "words"), ("[x](private)", "x"),
    ("[x](b.md#a%20b)", "<a href=\"b.html#note-a-b\">x</a>"),
    ("[x](#y)", "<a href=\"#note-y\">x</a>"),
    ("[up](#top) [x](#)", "<a href=\"#top\">up</a> <a href=\"#\">x</a>"),
    ("[[b]]( [x [[b]]](b.md)", "<a href=\"b.html\">b</a>( <a href=\"b.html\">x b</a>"),
    ("#home, a#b", "<a class=\"tag\" href=\"tag/home.html\">#home</a>, a#b"),
    ("text ^x-1", "text <span id=\"note-^x-1\"></span>"),
    (
      "![a|300](p.png)",
      "<img src=\"p.png\" alt=\"a\" width=\"300\" height=\"200\" loading=\"lazy\">"
    ),
    (
      "![[p.png]]",
      "<img src=\"p.png\" alt=\"p.png\" width=\"600\" height=\"400\" loading=\"lazy\">"
    ),
    (
      "![[p.png|cat|60]]",
      "<img src=\"p.png\" alt=\"cat\" width=\"60\" height=\"40\" loading=\"lazy\">"
    ),
    ("see ![[b]]", "see <a href=\"b.html\">b</a>"),
  ])
  func `links lead where the page has them`(markdown: String, expected: String) {
    #expect(html(markdown) == "<p>\(expected)</p>\n")
  }

  @Test func `an embed that stands alone is replaced by the note`() {
    func box(_ number: Int) -> String {
      """
      <div class="embed">
      <h2 id="sheaf-embed-\(number)-x">B</h2>
      <a href="#sheaf-embed-\(number)-x">x</a> <a href="b.html#fn-1">1</a>
      <p class="source"><a href="b.html">B &amp; C</a></p>
      </div>

      """
    }
    #expect(html("a\n\n![[b]]\n\n![[b]]\n") == "<p>a</p>\n" + box(1) + "\n" + box(2) + "\n")
  }

  @Test func `the name of a block at the end of a footnote is a place, not words`() {
    let page = html("a[^1]\n\n[^1]: 열고 나면 사흘. ^milk\n")
    #expect(page.contains("<p>열고 나면 사흘. <span id=\"note-^milk\"></span> <a href=\"#note-fnref-1\""))
  }

  @Test(arguments: [
    ("## Tree-Level\n\n[x](#Tree-Level)\n", "#note-tree-level"),
    ("## Two Words\n\n[x](#Two%20Words)\n", "#note-two-words"),
    ("## Two Words\n\n[x](<#Two Words>)\n", "#note-two-words"),
    ("# P\n\n## Aim\n\n# Q\n\n## Aim\n\n[[#Q#Aim]]\n", "#note-aim-1"),
    ("## 7.6　x\n\n[[#7 6 x]]\n", "#note-76x"),
    ("## A {#Own}\n\n[x](#Own)\n", "#note-a"),
    ("<a id=\"Foo\"></a>\n\n[x](#Foo)\n", "#note-Foo"), ("a ^B\n\n[[#^b]]\n", "#note-%5EB"),
    ("[[#Nowhere Else]]\n", ""), ("[x](#Nowhere)\n", "#note-Nowhere"),
  ])
  func `a link within the note leads where check says`(markdown: String, address: String) {
    #expect(html(markdown).contains("href=\"\(address)\"") != address.isEmpty, "\(html(markdown))")
  }

  @Test func `a heading is also found by the words that links of other notes use`() {
    #expect(
      html("## 7.6 x\n\n## 7 6 y: *z*\n\n## 7.6 y z\n").contains(
        "<h2 id=\"note-76-x\"><span id=\"note-7-6-x\"></span>7.6 x</h2>"))
    #expect(html("## 가\u{A0}나\n").contains("<h2 id=\"note-가나\"><span id=\"note-가-나\"></span>"))
    // A name that a heading has by itself is no other heading's.
    let taken = html("## a.b\n\n## a b\n")
    #expect(taken.contains("<h2 id=\"note-ab\">a.b</h2>"))
    #expect(taken.contains("<h2 id=\"note-a-b\">a b</h2>"))
  }

  @Test(arguments: [
    ("a [](b.md) c\n", "<p>a  c</p>\n"), ("a []() c\n", "<p>a  c</p>\n"),
    ("## [](https://a.b)C\n", "<h2 id=\"note-c\">C</h2>\n"),
    (
      "[![|600x400](p.png)](https://a.b)\n",
      "<p><a href=\"https://a.b\" aria-label=\"https://a.b\"><img src=\"p.png\" alt=\"\" width=\"600\" height=\"400\" loading=\"lazy\"></a></p>\n"
    ),
    (
      "<a href=\"https://a.b\" aria-label=\"B\"><img src=\"p.png\" alt=\"\"></a>\n",
      "<p><a href=\"https://a.b\" aria-label=\"B\"><img src=\"p.png\" alt=\"\" width=\"600\" height=\"400\" loading=\"lazy\"></a></p>\n"
    ),
    ("<a id=\"x\" href=\"b.md\"></a>\n", "<p><a href=\"b.html\"></a></p>\n"),
    (
      "[`a`](b.md) [$x$](b.md)\n",
      "<p><a href=\"b.html\"><code>a</code></a> <a href=\"b.html\">$x$</a></p>\n"
    ),
  ])
  func `a link has words, or a name, or is left out`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test func `contents list what has words, and lead there`() {
    let body = body("## 🍀\n\n## 🌱\n")
    #expect(body.headings.map(\.text) == ["🍀", "🌱"])
    #expect(Set(body.headings.map(\.anchor)).count == 2)
    #expect(
      body.headings.allSatisfy {
        String(decoding: body.html, as: UTF8.self).contains("id=\"\($0.anchor)\"")
      })
  }

  @Test func `headings are read out without a gap`() {
    let levels = html("### A\n\n#### B\n\n### C\n\n## D\n\n### E\n\n###### F\n\n# G\n")
      .matches(of: #/<h(\d) id="[^"]*"(?: aria-level="(\d)")?>/#)
      .map { "\($0.1)\($0.2.map { ":" + $0 } ?? "")" }
    #expect(levels == ["3:2", "4:3", "3:2", "2", "3", "6:4", "1"])
  }

  @Test func `no two headings share an anchor`() {
    let texts = ["a", "a 1", "a", "a", "a 1", "a 2"]
    let body = body(texts.map { "## \($0)\n\n" }.joined())
    #expect(
      body.headings.map(\.anchor)
        == ["a", "a-1", "a-2", "a-3", "a-1-1", "a-2-1"].map { "note-" + $0 })
  }

  @Test func `headings get the anchors of GitHub`() {
    let body = body("# 할 일 & *More*!\n\n## Plan\n\n## Plan\n")
    #expect(body.headings.map(\.anchor) == ["note-할-일--more", "note-plan", "note-plan-1"])
    #expect(body.headings.map(\.text) == ["할 일 & More!", "Plan", "Plan"])
    #expect(
      String(decoding: body.html, as: UTF8.self)
        .hasPrefix(
          """
          <h1 id="note-할-일--more"><span id="note-할-일-more"></span>할 일 &amp; <em>More</em>!</h1>
          """))
  }

  @Test(arguments: [
    (
      "> [!tip] Do *this*\n> now",
      "<div class=\"callout good\" data-callout=\"tip\">\n<p class=\"callout-title\"><span>Do <em>this</em></span></p>\n<p>now</p>\n</div>\n"
    ),
    (
      "> [!warning]\n> now",
      "<div class=\"callout warn\" data-callout=\"warning\">\n<p class=\"callout-title\"><span>Warning</span></p>\n<p>now</p>\n</div>\n"
    ),
    (
      "> [!note]- Title\n>\n> a",
      "<details class=\"callout\" data-callout=\"note\">\n<summary class=\"callout-title\"><span>Title</span></summary>\n<p>a</p>\n</details>\n"
    ),
    ("> a", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
  ])
  func `quotes with a kind are callouts`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test func `check boxes say what they are`() {
    #expect(
      html("- [x] a\n- [ ] b\n")
        == """
        <ul>
        <li><input type="checkbox" disabled checked aria-label="done"> a</li>
        <li><input type="checkbox" disabled aria-label="to do"> b</li>
        </ul>

        """)
  }

  @Test func `code is coloured`() {
    #expect(
      html("```swift\nlet a = \"<b>\" // 1\n```\n")
        == "<div class=\"code\"><pre tabindex=\"0\"><code class=\"language-swift\"><span class=\"k\">let</span> a = "
        + "<span class=\"s\">\"&lt;b&gt;\"</span> <span class=\"c\">// 1</span>\n</code></pre></div>\n"
    )
  }

  @Test func `a fence names its file and the lines that stand out`() {
    let expected =
      "<figure class=\"code\"><figcaption>a &lt;b&gt;.txt</figcaption><pre tabindex=\"0\">"
      + "<code class=\"language-txt\">one\n<span class=\"hl\">two\n</span>three\n</code></pre></figure>\n"
    #expect(html("```txt title=\"a <b>.txt\" {2}\none\ntwo\nthree\n```\n") == expected)
    #expect(
      html("```txt:a&#32;<b>.txt {2}\none\ntwo\nthree\n```\n").contains("<span class=\"hl\">two"))
    #expect(
      html("```txt{1,3}\none\ntwo\nthree\n```\n").contains("<span class=\"hl\">three\n</span>"))
  }

  @Test func `a piece over several lines is cut where a line stands out`() {
    #expect(
      html("```c {2}\n/* a\nb */\n```\n").contains(
        "<span class=\"c\">/* a\n</span><span class=\"hl\"><span class=\"c\">b */</span>\n</span>"))
  }

  @Test func `a table is in a box that scrolls and that the keyboard reaches`() {
    let page = html("| a |\n|---|\n| b |\n")
    #expect(
      page.hasPrefix(
        "<div class=\"table\" role=\"group\" tabindex=\"0\" aria-label=\"Table\"><table>"))
    #expect(page.hasSuffix("</table></div>\n"))
  }

  @Test func `a short footnote is also shown next to its place`() {
    let page = body("a[^1] b[^2]\n\n[^1]: One *note*.\n\n[^2]: Two.\n\n    More.\n").html
    let shown = String(decoding: MarginNotes.added(to: page), as: UTF8.self)
    #expect(
      shown.contains(
        "1</a></sup><span class=\"sidenote\" aria-hidden=\"true\">One note.</span> b<sup"))
    #expect(shown.components(separatedBy: "sidenote").count == 2)
    let plain = Array("<p>none</p>".utf8)
    #expect(MarginNotes.added(to: plain) == plain)
  }

  @Test func `no attack is left in a page`() throws {
    let attacks = try MarkupAttacks.all()
    #expect(attacks.count >= 300)
    for attack in attacks {
      let page = body(attack).html
      #expect(MarkupAudit.findings(in: page) == [], "\(attack)")
    }
  }
}
