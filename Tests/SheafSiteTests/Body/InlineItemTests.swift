import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
import SheafSite
import TerminalText
import Testing
import Wording

/// The items that the scanner found, on the site and on the terminal.
@Suite struct InlineItemTests {
  private func html(_ markdown: String) -> String {
    let surroundings = BodySurroundings(
      words: BodyWords(.english),
      place: { link in link.destination == "gone" ? .broken : .address(link.destination) },
      tagAddress: { "tag/\($0)" })
    return String(
      decoding: NoteBody(Document(parsing: Array(markdown.utf8)), in: surroundings).html,
      as: UTF8.self)
  }

  private func drawn(_ markdown: String) -> String {
    let page = Page(columns: 60, language: .english, asciiOnly: false, isTerminal: true)
    let lines = TerminalRenderer.lines(Document(parsing: Array(markdown.utf8)), page)
    return String(decoding: Theme.named.encode(lines).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("a %%b%%c", "<p>a c</p>\n"), ("%%\na\n\nb\n%%\n\nc", "<p>c</p>\n"),
    ("- a\n  %%b%%\n- c", "<ul>\n<li>a\n</li>\n<li>c</li>\n</ul>\n"),
    (
      "$a*b*$ $<b>$",
      "<p><span class=\"math\">$a*b*$</span> <span class=\"math\">$&lt;b&gt;$</span></p>\n"
    ),
    (
      "> $$\n> a\n> $$",
      "<blockquote>\n<p><span class=\"math display\">$$\na\n$$</span></p>\n</blockquote>\n"
    ),
    ("==*a*== b==", "<p><mark><em>a</em></mark> b==</p>\n"),
    ("==a **b== c**", "<p>==a <strong>b== c</strong></p>\n"),
    ("**Note:**[[x]]", "<p><strong>Note:</strong><a href=\"x\">x</a></p>\n"),
    ("# A {#b}", "<h1 id=\"note-a\"><span id=\"note-b\"></span>A</h1>\n"),
    ("a ^b", "<p>a <span id=\"note-^b\"></span></p>\n"),
    ("[key:: [[v]]] (hidden:: w)", "<p>key: <a href=\"v\">v</a> w</p>\n"),
    (
      "- [/] a",
      "<ul>\n<li><input type=\"checkbox\" disabled data-task=\"/\" aria-label=\"in progress\"> a</li>\n</ul>\n"
    ),
    (
      "![[a.mp3]] ![[v.mp4|300]]",
      "<p><audio controls src=\"a.mp3\"></audio> <video controls src=\"v.mp4\" width=\"300\"></video></p>\n"
    ),
    (
      "![[d.pdf]] ![[p.png|30x20]]",
      "<p><iframe class=\"pdf\" loading=\"lazy\" src=\"d.pdf\" title=\"d.pdf\"></iframe> <a href=\"d.pdf\">d.pdf</a> <img src=\"p.png\" alt=\"p.png\" width=\"30\" height=\"20\" loading=\"lazy\"></p>\n"
    ),
    (
      "\\#work [#work] \\[\\[x]]",
      "<p>#work [<a class=\"tag\" href=\"tag/work\">#work</a>] [[x]]</p>\n"
    ),
    ("[[a\"b|<i>]]", "<p><a href=\"a&quot;b\">&lt;i&gt;</a></p>\n"),
    ("![x $a$ %%c%%](p.png)", "<p><img src=\"p.png\" alt=\"x $a$ \" loading=\"lazy\"></p>\n"),
    ("`[[a]] #b` %%c%%", "<p><code>[[a]] #b</code> </p>\n"),
  ])
  func `the site shows each in its own way`(markdown: String, expected: String) {
    #expect(html(markdown) == expected)
  }

  @Test func `an inline footnote is numbered with the others`() {
    let page = html("a[^x] b^[c *d* [[e]]] f\n\n[^x]: g\n")
    #expect(page.contains("href=\"#note-fn-inline-1\" id=\"note-fnref-inline-1\">2</a></sup> f"))
    #expect(page.contains("<p>c <em>d</em> <a href=\"e\">e</a> <a href=\"#note-fnref-inline-1\""))
  }

  @Test(arguments: [
    ("a %%b%% #t", "a  <tag>#t</>\n"), ("a\n\n%%b%%\n\nc", "a\n\nc\n"),
    ("$a*b*$ ==c==", "<mathematics>$a*b*$</> <marked>c</>\n"),
    ("- [/] a\n- [?] b", "<mark>◪ </>a\n<mark>[?] </>b\n"),
    (
      "> [!tip]- T *i*\n> x",
      "<dim>│ </><heading>[Tip] </><strong>T </><emphasis>i</>\n<dim>│ </>x\n"
    ),
    ("[k:: v] https://a.kr [[n|m]]", "k: v <link>https://a.kr</> <link>m</>\n"),
    ("\\#a \\[[b]]", "#a [[b]]\n"),
  ])
  func `the terminal shows each in its own way`(markdown: String, expected: String) {
    #expect(drawn(markdown) == expected)
  }

  @Test(arguments: [
    (
      "![a\" onerror=x \"](p.png \"t\\\" onload='x'\")",
      "<img src=\"p.png\" alt=\"a&quot; onerror=x &quot;\" title=\"t&quot; onload='x'\" loading=\"lazy\">"
    ),
    ("![a<b>&lt;](p.png)", "<img src=\"p.png\" alt=\"a&lt;b&gt;&lt;\" loading=\"lazy\">"),
    (
      "![a|30x40](p.png)",
      "<img src=\"p.png\" alt=\"a\" width=\"30\" height=\"40\" loading=\"lazy\">"
    ),
    ("![a|30x-4](p.png)", "<img src=\"p.png\" alt=\"a\" width=\"30\" loading=\"lazy\">"),
    ("![a|99999](p.png)", "<img src=\"p.png\" alt=\"a|99999\" loading=\"lazy\">"),
    ("![a](javascript:x)", "a"), ("![[p\".png|x\" y=\"]]", nil), ("![[p.png|30\" y=\"]]", nil),
    ("<img src=\"p.png\" alt='\"><script>x</script>'>", nil),
    ("<img src='p.png\" onerror=\"x' alt=a>", nil),
  ])
  func `what an image shows stays in its attributes`(markdown: String, expected: String?) {
    let page = html(markdown)
    if let expected { #expect(page == "<p>\(expected)</p>\n") }
    #expect(!page.contains("<script"))
    var tokenizer = HTMLTokenizer(Array(page.utf8))
    let bytes = Array(page.utf8)
    let known = ["src", "alt", "title", "width", "height", "loading"]
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.element == .img else { continue }
      for attribute in tag.attributes {
        let name = String(decoding: bytes[attribute.name], as: UTF8.self)
        #expect(known.contains(name), "\(page)")
      }
    }
  }
}
