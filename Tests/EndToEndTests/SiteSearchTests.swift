import Foundation
import NoteTestSupport
import Testing

/// The search of a published site as people begin it.
@Suite(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
struct SiteSearchTests {
  private let session: CommandSession
  private let site: TemporaryFolder

  init() throws { (session, site) = try Self.made.get() }

  private static let made = Result {
    let session = try CommandSession()
    let site = try TemporaryFolder().kept()
    _ = session.run(["init"])
    for (path, text) in [
      ("Memo/Phrase.md", "# Phrase\n\nIt reads from left to right. [[Zebra]]\n"),
      ("Memo/Zebra.md", "# Zebra\n\nStripes.\n"),
      ("Memo/a.md", "# 회의\n\n회의록 작성.\n"), ("Memo/b.md", "# 회사\n\n회사 물건을 도우미가 산다.\n"),
      ("Memo/c.md", "# 회귀\n\n값싼 달맞이꽃.\n"), ("Memo/d.md", "# 과일\n\n참외, 사과, 닭과 닮은 꼴.\n"),
      ("Folder/Inside/e.md", "# Inner\n"),
    ] { try session.folder.write(text, to: path) }
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    return (session, site)
  }

  private func address(_ page: String) -> String { "file://" + site.path + "/" + page }

  private static let shown = "[...document.querySelectorAll('.results a')].map(a => a.textContent)"

  private func expect(_ title: String, on page: BrowserPage) throws {
    try page.wait(until: "\(Self.shown).join() === '\(title)'")
  }

  enum Beginning: String, CaseIterable { case slash, control, touch, typing, address, question }

  /// The second script of a page comes after the first answer.
  @Test(arguments: Beginning.allCases)
  func `words are found however the search begins, and then other words`(beginning: Beginning) throws {
    let page = try BrowserPage(width: beginning == .touch ? 360 : 1_280, touches: beginning == .touch)
    try page.hold("/extras.js")
    switch beginning {
    case .slash, .control, .touch:
      try page.go(to: address("notes/Memo/Zebra.html"))
      switch beginning {
      case .slash: try page.press("/")
      case .control: try page.press("k", control: true)
      default: try page.touch("[data-search-link]")
      }
      try page.wait(until: "document.activeElement.type === 'search'")
      try page.type("left")
    case .typing:
      try page.go(to: address("search.html"))
      try page.type("left")
    case .address: try page.go(to: address("search.html#left"))
    case .question: try page.go(to: address("search.html?q=left"))
    }
    try expect("Phrase", on: page)
    try page.press("Backspace")
    try page.release()
    try page.wait(until: "document.querySelector('link[href$=\"extras.css\"]')")
    for _ in 0..<3 { try page.press("Backspace") }
    try page.type("stripes")
    try expect("Zebra", on: page)
    try page.close()
  }

  @Test(arguments: ["notes/Memo/Zebra.html", "search.html"])
  func `what is typed before the scripts have come is part of the question`(start: String) throws {
    let page = try BrowserPage()
    try page.hold("/search.js", "/index.js")
    try page.go(to: address(start))
    if start != "search.html" { try page.press("/") }
    try page.type("lefs")
    try page.press("Backspace")
    try page.type("t")
    try page.release()
    try expect("Phrase", on: page)
    #expect(try page.evaluate("document.querySelector('input').value") == "left")
    try page.close()
  }

  @Test func `a key before the first script opens the search when the script has come`() throws {
    let page = try BrowserPage()
    try page.hold("/site.js")
    try page.go(to: address("notes/Memo/Zebra.html"), until: "true")
    try page.press("/")
    try page.type("left")
    try page.release()
    try expect("Phrase", on: page)
    #expect(try page.evaluate("document.querySelector('input').value") == "left")
    try page.close()
  }

  @Test(arguments: ["/index.js", "/words-0.js", "-0.js"])
  func `an index that cannot be read is no answer, and the next key asks for it again`(file: String) throws {
    let page = try BrowserPage()
    try page.refuse(file)
    try page.go(to: address("search.html"))
    try page.type("lef")
    try page.wait(until: "document.querySelector('.status').textContent.startsWith('The search index cannot be read')")
    #expect(try page.evaluate("document.querySelectorAll('.results li').length") == "0")
    try page.release()
    page.expectRefusals()
    try page.type("t")
    try expect("Phrase", on: page)
    try page.close()
  }

  @Test func `a question of any kind that finds nothing ends`() throws {
    let page = try BrowserPage()
    try page.go(to: address("search.html"))
    let nothing = [
      "in:nowhere left", "left in:nowhere", "tag:none left", "#none", "\"no such phrase\"", "qqqq in:Memo", "ㅋㅋㅋ",
      "-left -stripes in:no",
      "in:nowhere", "회의 in:nowhere", "tag:none in:nowhere qqqq",
    ]
    try page.wait(until: "document.querySelector('.status')")
    for question in nothing {
      _ = try page.evaluate(
        "document.querySelector('.status').textContent = ''; location.hash = '#' + encodeURIComponent('\(question)')")
      try page.wait(until: "document.querySelector('.status').textContent === 'No results'")
    }
    try page.close()
  }

  @Test func `the way back from a note leads to the question and its answer`() throws {
    let page = try BrowserPage()
    try page.go(to: address("search.html"))
    try page.type("left")
    try expect("Phrase", on: page)
    try page.press("Enter")
    try page.wait(until: "location.pathname.endsWith('Phrase.html') && document.readyState === 'complete'")
    try page.goBack()
    try page.wait(until: "location.pathname.endsWith('search.html') && document.querySelector('input')")
    try expect("Phrase", on: page)
    #expect(try page.evaluate("document.querySelector('input').value") == "left")
    _ = try page.evaluate("location.hash = '#stripes'")
    try expect("Zebra", on: page)
    try page.close()
  }

  @Test func `while Korean is composed, the notes are those of the command line`() throws {
    let page = try BrowserPage()
    try page.go(to: address("search.html"))
    let typed = "회 회으 회ㅇ 회의 값 갑 갑ㅅ 물ㄱ 물거 달ㅁ 달마 도움 차 참외 과이 사고 닥 회읭"
    for text in typed.split(separator: " ").map(String.init) {
      let expected = session.run(["list", text, "--format", "{{title}}"]).output
        .split(separator: "\n").map(String.init).sorted()
      try page.compose(text)
      try page.wait(
        until: "document.querySelector('input').value === '\(text)' && /^(Results|No (results|exact))/"
          + ".test(document.querySelector('.status').textContent)")
      // A misspelt word is another matter: the command line only names the nearest one.
      if expected.isEmpty { continue }
      try page.wait(until: "\(Self.shown).sort().join() === '\(expected.joined(separator: ","))'")
    }
    try page.close()
  }

  /// Whatever two files share has a place in one object, which neither can change.
  @Test func `the scripts and the files of a site share one frozen object and no other name`() throws {
    let page = try BrowserPage()
    try page.go(to: address("graph.html"))
    try page.press("/")
    try page.wait(until: "document.activeElement.type === 'search'")
    try page.type("left")
    try expect("Phrase", on: page)
    for path in ["extras.js", "graph.js", "folder/Folder.js", "diagram.js"] {
      _ = try page.evaluate("sheaf.load('\(path)').then(() => 1)")
    }
    let names = """
      (() => { const frame = document.createElement('iframe'); document.body.append(frame);
        const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow)); frame.remove();
        return Object.getOwnPropertyNames(window).filter(name => !usual.has(name) && !/^\\d/.test(name)).join() })()
      """
    #expect(try page.evaluate(names) == "sheaf")
    #expect(try page.evaluate("window.sheaf = 1; delete window.sheaf; sheaf.load = 1; typeof sheaf.load") == "function")
    page.expectRefusals()
    try page.close()
  }
}
