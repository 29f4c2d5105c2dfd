import SheafSite
import Testing
import Wording

@Suite struct SiteCheckTests {
  private func problems(_ pages: [String: String]) -> [String] {
    SiteCheck.problems(in: pages.keys.sorted()) { Array((pages[$0] ?? "").utf8) }.map(\.english)
  }

  private func page(_ body: String) -> String {
    "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>t</title></head><body><main><h1>t</h1>\(body)</main></body></html>"
  }

  @Test func `a site in which everything is right has no problems`() {
    #expect(
      problems([
        "index.html": page("<a href=\"notes/a%20b.html#x\">a</a> <a href=\"notes/\">n</a>"),
        "notes/a b.html": page(
          "<p id=\"x\">p<br><img src=\"../files/p.png\" alt=\"\"> <a href=\"#x\"><img src=\"../files/p.png\" alt=\"p\"></a> <a href=\"https://a.example/none.html\">web</a><ul><li>a<li>b</ul>"
        ),
        "notes/index.html": page("<script>if (a < b) '<p>'</script>"), "files/p.png": "",
        "files/foreign.html": "<p>",
      ]).isEmpty)
  }

  @Test(arguments: [
    ("<a href=\"none.html\">x</a>", "a.html: broken link: none.html"),
    ("<img src=\"none.png\" alt=\"\">", "a.html: broken link: none.png"),
    ("<a href=\"#none\">x</a>", "a.html: there is no such anchor: #none"),
    ("<a href=\"b.html#none\">x</a>", "a.html: there is no such anchor: b.html#none"),
    ("<a href=\"b.html\"></a>", "a.html: a link has no text: b.html"),
    ("<img src=\"b.html\">", "a.html: a picture has no alt text"),
    ("<p id=\"x\"></p><p id=\"x\"></p>", "a.html: the id x is used twice"),
    ("<b>", "a.html: <b> is not closed"), ("</b>", "a.html: </b> has no start tag"),
    ("<main></main>", "a.html: the page has more than one <main>"),
  ])
  func `each mistake is told with its page`(body: String, problem: String) {
    #expect(problems(["a.html": page(body), "b.html": page("")]) == [problem])
  }

  @Test func `of an attribute that is there several times the first counts`() {
    let body = "<div class=a class='b' class=c id=x id=y id=z></div><a href=none.html href=#x href=#x>x</a>"
    #expect(problems(["a.html": page(body)]) == ["a.html: broken link: none.html"])
  }

  @Test func `a page needs a language, a title, a main part and a heading`() {
    #expect(
      problems(["a.html": "<html><body></body></html>"]) == [
        "a.html: the page has no language", "a.html: the page has no <title>",
        "a.html: the page has no <main>", "a.html: the page has no <h1>",
      ])
  }
}
