import ByteBasics
import Testing

@testable import NoteSyntax

/// Links that Markdown passes on as they are.
@Suite struct RawLinksTests {
  private func links(_ text: String, _ kind: Link.Kind) -> [String] {
    Document(parsing: Array(text.utf8)).links.filter { $0.kind == kind }.map(\.written)
  }

  @Test(arguments: [
    ("see <a href=\"b.md#Sec\">b</a> and <A HREF = 'c.md' >c</A>", ["b.md#Sec", "c.md"]),
    ("<p><img alt=\"> x\" src=\"img/a b.png\"></p>", ["img/a b.png"]),
    (
      "<video controls poster=\"p.jpg\">\n  <source src=\"a.mp4\" type=\"video/mp4\">\n</video>",
      ["p.jpg", "a.mp4"]
    ),
    (
      "<div>\n<audio src=a.mp3></audio><img src=\"x?raw=true&amp;y=1\">\n</div>", ["x?raw=true&y=1"]
    ),
    ("<img data-src=\"lazy.png\" src=\"a.png\" />", ["a.png"]),
    ("`<img src=\"a.png\">` and \\<img src=\"b.png\">", []),
    ("```html\n<img src=\"a.png\">\n```\n\n    <img src=\"b.png\">\n", []),
    ("<!-- <img src=\"a.png\"> -->\n\n%% <img src=\"b.png\"> %%", []),
    ("<script>\nx = '<img src=\"a.png\">'\n</script>", []),
    ("<Figure src=\"a.png\" /> <img src={logo} /> <img src=\"\">", []),
  ])
  func `addresses of elements are links, what is shown as text is none`(
    text: String, expected: [String]
  ) {
    #expect(links(text, .html) == expected)
  }

  @Test(arguments: [
    ("{{< ref \"docs/a.md#b\" >}} {{% relref \"c\" %}}", ["docs/a.md#b", "c"]),
    ("[x]({{< ref path=\"a.md\" lang=\"de\" >}})", ["a.md"]),
    (
      "{% link _posts/2026-05-01-a.md %} {%- post_url 2026-05-01-a -%}",
      ["_posts/2026-05-01-a.md", "2026-05-01-a"]
    ),
    ("[x]({{ site.baseurl }}{% link a.md %})", ["a.md"]),
    ("{{</* ref \"a.md\" */>}} `{% link b.md %}` {% link {{ page }} %} {% include c.md %}", []),
  ])
  func `tags of generators are links`(text: String, expected: [String]) {
    let found = Document(parsing: Array(text.utf8)).links.filter { [.tag, .pathTag].contains($0.kind) }
    #expect(found.map(\.written) == expected)
  }

  @Test func `each is found where it is written, so that it can be changed there`() {
    let text = "a\n\n<img src=\"x.png\"> {% link y.md#z %}\n"
    let document = Document(parsing: Array(text.utf8))
    for link in document.links {
      #expect(link.line == 3)
      #expect(link.destinationRange.map { document.source.text(in: $0) } == link.written)
    }
    #expect(document.links.count == 2)
  }

  @Test(arguments: [
    ("image: img/a.png", ["img/a.png"]),
    ("cover:\n  image: /b.webp\n  alt: x.png", ["/b.webp", "x.png"]),
    ("banner: \"[[c.png]]\"", ["c.png"]), ("image: https://x.org/a.png", ["https://x.org/a.png"]),
    ("image: logo", []), ("note: a.png", []),
  ])
  func `the picture of a note is a link`(field: String, expected: [String]) {
    #expect(links("---\n\(field)\n---\n", .frontMatter) == expected)
  }

  @Test func `hostile text is read in linear time`() {
    for text in ["<img src=", "<a href=\"x\" ", "{% link ", "{{< ref \"", "<!--<a "] {
      let bytes = Array(String(repeating: text, count: 20_000).utf8)
      let lines = LineTable(bytes, in: ByteRange(0, bytes.count))
      let clock = ContinuousClock()
      let time = clock.measure {
        _ = RawLinks(bytes, lines: lines, firstLine: 1, hidden: [])
          .links(in: ByteRange(0, bytes.count), hasCode: true)
      }
      #expect(time < .seconds(20), "\(text)")
    }
  }
}
