import Foundation
import NoteTestSupport
import SafeHTML
import Testing

@Suite struct HTMLSanitizerTests {
  private func sanitized(_ html: String) -> String {
    String(decoding: HTMLSanitizer.sanitized(Array(html.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("<p>a <b>b</b> &amp; c</p>", "<p>a <b>b</b> &amp; c</p>"),
    ("<P CLASS=x>a</P>", "<p>a</p>"),
    ("<a href=\"b.md\" onclick=\"x\" title='\"'>c</a>", "<a href=\"b.md\" title=\"&quot;\">c</a>"),
    ("<a name=here>x</a>", "<a id=\"note-here\">x</a>"),
    (
      "<td>a</td><table><tr><td align=right>b",
      "a<table><tr><td class=\"align-right\">b</td></tr></table>"
    ),
    ("<code class=\"language-swift evil\">x</code>", "<code class=\"language-swift\">x</code>"),
    (
      "<input type=checkbox checked><input type=text>", "<input type=\"checkbox\" disabled checked>"
    ),
    ("a<br/>b<hr>", "a<br>b<hr>"),
    (
      "<img src=x alt='caf&eacute;' width=30 height=1e9>",
      "<img src=\"x\" alt=\"caf&eacute;\" width=\"30\">"
    ),
    ("<a href='?a=1&amp;b=2'>x</a>", "<a href=\"?a=1&amp;b=2\">x</a>"),
    (
      "<a href=\"obsidian://open?vault=a&amp;file=b\">x</a>",
      "<a href=\"obsidian://open?vault=a&amp;file=b\">x</a>"
    ),
    ("<a href=\"obsidian://new?file=b&amp;overwrite\">x</a>", "<a>x</a>"),
    ("<a href=\"obsidian://open?file=b&amp;append=c\">x</a>", "<a>x</a>"),
    ("<a href=\"obsidian://open?file=b&amp;%61ppend=c\">x</a>", "<a>x</a>"),
    ("<ruby>漢<rt>かん</rt></ruby>", "<ruby>漢<rt>かん</rt></ruby>"), ("a<ruby>b", "ab"),
    ("a\u{2}b\tc", "a\u{FFFD}b\tc"),
    ("<img src='https:/a.b/c'>", "<img src=\"https://a.b/c\">"),
    (
      "<a href='https://a.b/>c[d]?e|f#g#h'>x</a>",
      "<a href=\"https://a.b/%3Ec%5Bd%5D?e%7Cf#g%23h\">x</a>"
    ),
    ("<a href='https://a.b\\c\\d?e\\f'>x</a>", "<a href=\"https://a.b/c/d?e%5Cf\">x</a>"),
    ("<a href='http://[::1]/a'>x</a>", "<a href=\"http://[::1]/a\">x</a>"),
    ("<a href='mailto:a@b.c'>x</a>", "<a href=\"mailto:a@b.c\">x</a>"),
    ("<a href='mailto:{{ a }}'>x</a>", "<a href=\"mailto:%7B%7B%20a%20%7D%7D\">x</a>"),
    ("<a href='https://a.b/%EC%9?%#%zz'>x</a>", "<a href=\"https://a.b/%EC%259?%25#%25zz\">x</a>"),
    ("1 < 2 > 1 & 3", "1 &lt; 2 &gt; 1 & 3"),
  ])
  func `what is safe stays`(html: String, expected: String) {
    #expect(sanitized(html) == expected)
  }

  @Test(arguments: [
    ("<p>a<div>b</div></p>", "<p>a</p><div>b</div>"),
    ("<b><i>a</b>c", "<b><i>a</i></b>c"),
    ("</main></div>a", "a"),
    ("<div><div>a", "<div><div>a</div></div>"),
    ("<a href=x>a<a href=y>b</a>", "<a href=\"x\">a</a><a href=\"y\">b</a>"),
    ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
    ("<unknown>a</unknown>", "a"),
    ("<span id=a><p>b</p>c</span>", "<span id=\"note-a\"></span><p>b</p>c"),
    ("<b>a<p>b</p><p>c</b>d</p>e", "<b>a</b><p><b>b</b></p><p><b>c</b>d</p>e"),
    ("<div><mark><h2>a</h2></div><p>b", "<div><mark></mark><h2><mark>a</mark></h2></div><p>b</p>"),
    ("<a href=x><div>a</div></a>", "<a href=\"x\"><div>a</div></a>"),
    ("<ul>a <b>c</b><li>d</ul>", "<ul><li>a <b>c</b></li><li>d</li></ul>"),
    ("<ol> <div>a</div>\n<li/>b</ol>", "<ol> <li><div>a</div>\n</li><li></li><li>b</li></ol>"),
  ])
  func `the result is balanced`(html: String, expected: String) {
    #expect(sanitized(html) == expected)
  }

  @Test(arguments: [
    ("a<script>b</script>c", "ac"), ("a<style>b{}</style >c", "ac"), ("a<style>b", "ab"),
    ("a<!-- b --!>c", "ac"), ("a<!--->b-->c", "ab--&gt;c"), ("a<?b?>c", "ac"), ("a<b", "a"),
    ("a<textarea></textareas></textarea>c", "ac"),
  ])
  func `what is no text of the note is left out`(html: String, expected: String) {
    #expect(sanitized(html) == expected)
  }

  @Test(arguments: [
    "javascript:x", " java\tscript:x", "&#106;avascript:x", "javascript&colon;x",
    "data:text/html,x",
    "data:image/svg+xml,x", "vbscript:x", "file:///x", "blob:x",
  ])
  func `an address that runs something goes`(address: String) {
    #expect(sanitized("<a href=\"\(address)\">x</a><img src=\"\(address)\">") == "<a>x</a><img>")
  }

  @Test(arguments: [
    "data:image/png;base64,AAAA", "data: image/png;base64,AAAA", "https://a.example/x.png",
    "a:b/../c.png#1",
  ])
  func `a picture may stand in its address`(address: String) {
    let isScheme = address.hasPrefix("a:")
    #expect(
      sanitized("<img src=\"\(address)\">") == (isScheme ? "<img>" : "<img src=\"\(address)\">"))
  }

  @Test func `anchors are unique and never the page's own`() {
    #expect(
      sanitized("<p id=a>x</p><p id=a>y</p><p id=sheaf-main>z</p>")
        == "<p id=\"note-a\">x</p><p>y</p><p id=\"note-sheaf-main\">z</p>")
  }

  @Test(
    arguments: [
      "<b>", "<style>", "<style ", "</b>", "<!--", "<p>", "<a href='", "<b></i>", "&", "<li>",
      "<b><div></div><p>x</p>", "<ul>x", "<i><h1>x</h1>",
    ],
    [false, true])
  func `hostile repetition takes linear time`(piece: String, isClosed: Bool) {
    let count = 400_000 / piece.utf8.count
    let text = String(repeating: piece, count: count) + (isClosed ? "-->'></style></b>" : "")
    // A quadratic reading takes minutes.
    #expect(processorTime { _ = sanitized(text) } < .seconds(5))
  }

  @Test func `what was sanitised once stays as it is, but for the prefix of its places`() throws {
    for attack in try MarkupAttacks.all() {
      let once = sanitized(attack)
      #expect(sanitized(once).replacing("note-note-", with: "note-") == once, "\(attack)")
    }
  }

  /// Constructs for which a parser looks ahead or back, at every place at which a text can end.
  private static let shapes = [
    "a<!-- b -- c --!> d --> e<!----><!-->f<!--->g", "<p a='b' c=\"d\" e=f g = h i/>j</p >k",
    "&#x41;&#65;&#X4a&#0;&#x110000;&amp;&ampx&lt&nosuch;&fjlig;&#;&#x;&",
    "<a href=java&#x73;cript:x>y</a>",
    "<textarea><b>x</textarea ><script>y</script\n><style>z</styles></style>w",
    "<![CDATA[x]]><!DOCTYPE y><?z?>q",
    "<span/><br/>x<b / ><i class=language-a/>y",
    "<table><tr><td>a<td>b<tr><th colspan=2>c</table>d",
    "<ul><li>a<li>b<ol><li>c</ul>d</ol>e",
    "<img src=data:image/png;base64,AA== alt><img srcset='a 1x, b 2x'>",
  ]

  @Test(arguments: shapes)
  func `a text that ends anywhere is read to its end, and what was safe stays safe`(html: String) {
    let bytes = Array(html.utf8)
    for count in 0...bytes.count {
      let once = HTMLSanitizer.sanitized(Array(bytes[..<count]))
      let text = String(decoding: once, as: UTF8.self)
      #expect(!text.contains("<script") && !text.contains("<style") && !text.contains("script:"))
      let opened = text.matches(of: /<(a|b|i|p|ul|ol|li|td|th|tr|table|span)[ >]/).count
      let closed = text.matches(of: /<\/(a|b|i|p|ul|ol|li|td|th|tr|table|span)>/).count
      #expect(opened == closed, "\(text)")
    }
  }

  @Test(arguments: [
    ("<!-- a -->b", "b"), ("<!-- a --!>b", "b"), ("<!-- a -!>b-->c", "c"), ("<!-- a ->b-->c", "c"),
    ("<!-->a", "a"), ("<!--->a", "a"), ("<!--a>b-->c", "c"), ("<!--a!>b--!>c", "c"),
    ("<textarea>a</textareas>b</textarea>c", "c"), ("<script>a</script/>b", "b"),
    ("<script>a</script>", ""), ("<script>a</SCRIPT\t>b", "b"),
    ("<a href=\"&#106;avascript:x\">y</a>", "<a>y</a>"),
    ("<a href=\"&#x6A;avascript:x\">y</a>", "<a>y</a>"),
    ("<a href=\"j&#x9;avascript:x\">y</a>", "<a>y</a>"),
    ("<a href=\"javascript&colon;x\">y</a>", "<a>y</a>"),
    ("<a href=\"javascript&#58x\">y</a>", "<a>y</a>"),
    ("<a href=\"javascript&#x3a\">y</a>", "<a>y</a>"),
    ("<a href=\"a&#99999999999;b\">y</a>", "<a href=\"a\u{FFFD}b\">y</a>"),
    ("<span id=a/>b", "<span id=\"note-a/\">b</span>"), ("<span/>b", "<span></span>b"),
    ("<a href=\"x&amp\">y</a>", "<a href=\"x&amp;\">y</a>"),
    ("<a href=\"x&\">y</a>", "<a href=\"x&amp;\">y</a>"),
    ("<a href=\"x&#\">y</a>", "<a href=\"x&amp;#\">y</a>"),
    ("<a href=\"x&#x\">y</a>", "<a href=\"x&amp;#x\">y</a>"),
    ("<a href=\"x&#65\">y</a>", "<a href=\"xA\">y</a>"),
    ("<a href=\"x&sol\">y</a>", "<a href=\"x&amp;sol\">y</a>"),
    ("<a href=\"&#x41g\">y</a>", "<a href=\"Ag\">y</a>"),
    ("<a href=\"&#x4F;&#x4f;\">y</a>", "<a href=\"OO\">y</a>"),
    ("<a href=\"a&#0;b\">y</a>", "<a href=\"a\u{FFFD}b\">y</a>"),
    ("<img src=x width=12345 height=123456>", "<img src=\"x\" width=\"12345\">"),
    ("<img src=x width=1a height=>", "<img src=\"x\">"), ("<p width=30>a", "<p>a</p>"),
    ("<b id=''>a</b><b id='c d'>e</b>", "<b>a</b><b>e</b>"),
    ("<b id=x>a</b><i id=x>b</i>", "<b id=\"note-x\">a</b><i>b</i>"),
    ("<p title=a title=b>c", "<p title=\"a\">c</p>"),
    ("<ol type=A><li>a</ol><ol type=x>", "<ol type=\"A\"><li>a</li></ol><ol></ol>"),
    ("<input type=CHECKBOX><input>", "<input type=\"checkbox\" disabled>"),
    ("</b>a</li></ul>", "a"), ("<p>a<ul><li>b", "<p>a</p><ul><li>b</li></ul>"),
    ("<title>a</title/>b", "b"), ("<textarea>a</textarea\n>b", "b"),
    ("<script>a</script\u{C}>b", "b"), ("< b>a</ b>c<3", "&lt; b&gt;ac&lt;3"),
    ("<?a?>b<!x>c</>d", "bcd"),
    ("<span title='/'>b", "<span title=\"/\">b</span>"),
    ("<a href=\"obsidian://open?\">x</a>", "<a>x</a>"),
    ("<a href=\"obsidian://open?vault=a\">x</a>", "<a href=\"obsidian://open?vault=a\">x</a>"),
    (
      "<a href=\"obsidian://open? vault=a\">x</a>", "<a href=\"obsidian://open? vault=a\">x</a>"
    ),
    ("<a href=\"?a&amp:b\">x</a>", "<a href=\"?a&amp;:b\">x</a>"),
    ("<a href=\"?&#65:b\">x</a>", "<a href=\"?A:b\">x</a>"), ("<style>a</style", ""),
    ("<b><ruby>x</ruby>y</b>", "<b>xy</b>"), ("<b><ruby>x</b>y", "<b>x</b>y"),
    ("<i>a</b>c</i>d", "<i>ac</i>d"), ("<audio src=a>", "<audio controls src=\"a\"></audio>"),
    (
      "<video src=a><source src=b type='video/mp4'></video>",
      "<video controls src=\"a\"><source src=\"b\" type=\"video/mp4\"></video>"
    ),
    (
      "<audio><source src=b type='AUDIO/ogg'><source src=c type='text/html'></audio>",
      "<audio controls><source src=\"b\" type=\"AUDIO/ogg\"><source src=\"c\"></audio>"
    ),
  ])
  func `comments, raw text, references and slashes are read as a browser reads them`(
    html: String, expected: String
  ) {
    #expect(sanitized(html) == expected)
  }

  @Test func `elements are inside one another to a depth of 256`() {
    let text = sanitized(String(repeating: "<b>", count: 300) + "x")
    #expect(
      text == String(repeating: "<b>", count: 256) + "x" + String(repeating: "</b>", count: 256))
  }

  @Test func `places of a note in a page with others get names of their own`() {
    func renamed(_ html: String) -> String {
      String(
        decoding: PagePlace.renamed(Array(html.utf8), prefix: "n1-", elsewhere: "b.html"),
        as: UTF8.self)
    }
    #expect(
      renamed("<b id=\"가 나\"></b><a href=\"#%EA%B0%80%20%EB%82%98\">x</a>")
        == "<b id=\"n1-가 나\"></b><a href=\"#n1-%EA%B0%80%20%EB%82%98\">x</a>")
    #expect(
      renamed("<b id=\"a%20b\"></b><a href=\"#a%20b\">x</a><a href=\"#c\">y</a>")
        == "<b id=\"n1-a%20b\"></b><a href=\"#n1-a%20b\">x</a><a href=\"b.html#c\">y</a>")
    #expect(
      renamed("<b id=\"c.html\"></b><a href=\"c.html\">x</a>")
        == "<b id=\"n1-c.html\"></b><a href=\"c.html\">x</a>")
  }

  @Test func `a ruby without a reading is none, whatever is inside, in time that grows with the text`() {
    #expect(sanitized("<ruby>a<ruby>b<rt>c</rt></ruby>d</ruby>") == "<ruby>a<ruby>b<rt>c</rt></ruby>d</ruby>")
    #expect(sanitized("<ruby>a<ruby>b</ruby>d<rt>c</rt></ruby>") == "<ruby>abd<rt>c</rt></ruby>")
    let piece =
      String(repeating: "<ruby>", count: 200) + String(repeating: "letter ", count: 250)
      + String(repeating: "</ruby>", count: 3)
    let time = processorTime { _ = sanitized(String(repeating: piece, count: 80)) }
    #expect(time < .seconds(5))
  }

  @Test func `links to places that are elsewhere get the prefix, those to the page's own do not`() {
    func linked(_ html: String) -> String {
      String(decoding: PagePlace.linked(Array(html.utf8)), as: UTF8.self)
    }
    #expect(linked("<b id=x></b><a href=\"#x\">y</a>") == "<b id=x></b><a href=\"#x\">y</a>")
    #expect(linked("<a href=\"#x\">y</a>") == "<a href=\"#note-x\">y</a>")
    #expect(
      linked("<a href=\"#top\">y</a><a href=\"#\">z</a><a href=b>c</a>")
        == "<a href=\"#top\">y</a><a href=\"#\">z</a><a href=b>c</a>")
  }
}
