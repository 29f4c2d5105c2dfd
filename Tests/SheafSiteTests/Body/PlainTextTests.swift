import NotePresentation
import Testing
import Wording

@testable import SheafSite

@Suite struct PlainTextTests {
  private func lines(_ html: String) -> String {
    String(decoding: PlainText.lines(of: Array(html.utf8)), as: UTF8.self)
  }

  @Test func `a block is a line, spaces are one, references are signs`() {
    #expect(
      lines(
        "<h2 id=\"a\">A <a class=\"anchor\" href=\"#a\">#</a></h2>\n<p>b\n  &amp; <b>c</b>d<br>e</p><ul><li>f</li></ul>"
      )
        == "A\nb & cd\ne\nf")
    #expect(lines("<table><tr><td>a</td><td>b</td></tr></table>") == "a b")
  }

  @Test func `an excerpt ends at a word and leaves tasks out`() {
    let html = Array("<p>one two three</p><ul><li><input> do it</li></ul><p>four</p>".utf8)
    #expect(PlainText.excerpt(of: html, letters: 100) == "one two three four")
    #expect(PlainText.excerpt(of: html, letters: 9) == "one two…")
    #expect(PlainText.excerpt(of: Array("<p>가나다라마</p>".utf8), letters: 3) == "가나다…")
  }

  private func excerpt(_ html: String, _ parts: PlainText.Parts = []) -> String {
    PlainText.excerpt(of: Array(html.utf8), letters: 200, parts: parts)
  }

  @Test func `an excerpt is running text, not headings, tables, code or contents`() {
    let html = """
      <h2>Head</h2><ul><li><a href="#note-a">A</a><ul><li><a href="#note-b">B</a></li></ul></li></ul>
      <table><tr><td>cell</td></tr></table><pre><code>let x</code></pre>
      <div class="callout"><p class="callout-title"><span>Title</span></p><p>Boxed</p></div>
      <ul><li><a href="b.html">kept</a></li></ul><p>words<sup class="footnote-ref"><a>1</a></sup></p>
      <section class="footnotes"><p>foot</p></section>
      """
    #expect(excerpt(html) == "Boxed kept words")
    #expect(excerpt("<h2>Head</h2><table><tr><td>cell</td></tr></table>") == "Head cell")
    #expect(lines("<h2>Head</h2><pre><code>{{ x }} [[y]]</code></pre>") == "Head\n{{ x }} [[y]]")
  }

  @Test(arguments: [
    ("{% include toc.html %} a {{ site.x }} b", "a b"), ("[TOC]", ""), ("[[_TOC_]]", ""),
    ("[!note] Words", "Words"), ("[!note]- Words", "Words"), ("see [[b|the bee]]", "see the bee"),
    ("| a | [[b]] |\n|---|---|\n| c | d |", ""), ("a [open", "a [open"),
    ("cost $5 and $6", "cost $5 and $6"),
    ("![[pic.png]] seen", "seen"), ("{ a } [[b", "{ a } [[b"), ("a $$ b", "a b"), ("{: .lead}", ""),
  ]) func `what other programs read is no text`(source: String, words: String) {
    #expect(PlainText.lines(of: Array("<p>\(source)</p>".utf8), parts: []) == Array(words.utf8))
  }

  @Test func `rows of a table that is none are their cells`() {
    #expect(lines("<p>| a | [[b]] |\n|---|---|</p>") == "a · b")
  }

  @Test func `a formula is its letters, and a sign where it has more`() {
    let inline = "<span class=\"math\">$n$</span> and <span class=\"math\">$\\frac12$</span>"
    let display = "<span class=\"math display\">$$\nx\n$$</span>"
    let drawn =
      "<span class=\"math\"><math><mi>n</mi><annotation encoding=\"application/x-tex\">n+1</annotation></math></span>"
    #expect(excerpt("<p>\(inline)\(display) \(drawn).</p>") == "n and … n+1.")
    #expect(lines("<p>\(inline)\(display)</p>") == "n and \\frac12 x")
  }

  @Test func `a line of Markdown is what a reader sees`() {
    let words = BodyWords(.english)
    #expect(
      PlainText.words(ofMarkdown: "call [[b|the bee]] **now** with `x` [y](z.md)", words)
        == "call the bee now with x y")
    #expect(PlainText.words(ofMarkdown: "plain", words) == "plain")
  }
}
