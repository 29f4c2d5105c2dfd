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

  @Test(arguments: ["data:image/png;base64,AAAA", "https://a.example/x.png", "a:b/../c.png#1"])
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
}
