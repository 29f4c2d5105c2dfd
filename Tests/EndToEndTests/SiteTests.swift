import Foundation
import NoteTestSupport
import Testing

/// The site of the everyday repository in a real browser, from the disk, without any server.
@Suite struct SiteTests {
  private let session: CommandSession
  private let site: TemporaryFolder

  init() throws { (session, site) = try Self.everyday.get() }

  private static let everyday = Result {
    let session = try CommandSession()
    let site = try TemporaryFolder().kept()
    try FileManager.default.removeItem(atPath: session.folder.path)
    try FileManager.default.copyItem(
      atPath: fixturesFolder + "/Repositories/Everyday", toPath: session.folder.path)
    _ = session.run(["init"])
    try session.folder.write("site:\n  include: [diary, tasks]\n", to: ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    return (session, site)
  }

  private func document(_ page: String) throws -> String {
    try HeadlessBrowser.document(ofFile: site.path + "/" + page, in: try TemporaryFolder())
  }

  @Test(
    .enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"),
    arguments: [
      ("%E3%85%8E%E3%85%87%E3%84%B9", "<mark>회의록</mark>"),
      ("%EC%9D%98%EB%A1%9D", "<mark>의록</mark>"), ("greenh", "<mark>Greenh</mark>ouse"),
    ])
  func `the search finds syllables, initial consonants and beginnings`(
    query: String, found: String
  ) throws {
    #expect(try document("search.html#" + query).contains(found))
  }

  private static let asked = Result {
    let session = try CommandSession()
    _ = session.run(["init"])
    for (path, text) in [
      ("Memo/구조.md", "컴퓨터의 메모리 구조와 캐시\n"),
      ("Memo/Phrase.md", "It reads from left to right.\n"),
      ("Memo/Sub/Words.md", "Right, then left; zebra to.\n"),
      ("Memo/Memory.md", "Memory one.\n"), ("Memo/Other.md", "# Memory\n\nmemory left zebra\n"),
      ("Memo/Tagged.md", "---\ntags: [area/deep]\n---\nleft zebra area\n"),
      ("Memo/Words of others.md", "إنشاء ملاحظات من بيانات\n\nและสามารถติดตั้งส่วนขยาย ได้\n\nស្វែងរក\n"),
      ("Memo/Once.md", "declivity and declension\n"),
      ("Memo/file-name.md", "---\ntitle: Titled\n---\nNothing else.\n"),
    ] { try session.folder.write(text, to: path) }
    let site = try TemporaryFolder().kept()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    return site
  }

  @Test(
    .enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"),
    arguments: [
      ("메모리구조", ["구조"]), ("메모리 구조", ["구조"]), ("\"left to right\"", ["Phrase"]),
      ("left -zebra ", ["Phrase"]), ("tag:area", ["Tagged"]), ("tag:area/deep", ["Tagged"]),
      ("in:Sub left ", ["Words"]), ("memroy ", ["Memory · Memo/Memory.md"]),
      ("mamory ", ["Memory · Memo/Memory.md"]), ("decxivity ", ["Once"]),
      ("ملاحظات ", ["Words of others"]), ("إنشاء", ["Words of others"]), ("และสามารถติดตั้งส่วนขยาย ", ["Words of others"]),
      ("ស្វែងរក ", ["Words of others"]),
      ("메무리", ["구조"]), ("file-name", ["Titled"]), ("-left -memory -메모리 -area -declivity -من ", ["Titled"]),
    ])
  func `a question of words, phrases, tags and folders finds what it says`(
    query: String, titles: [String]
  ) throws {
    let site = try Self.asked.get()
    let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let page = try HeadlessBrowser.document(
      ofFile: site.path + "/search.html#" + escaped, in: try TemporaryFolder())
    let list = page.components(separatedBy: "<ol class=\"results\">").last ?? ""
    let found = list.components(separatedBy: "<li><a href=\"").dropFirst().map { item -> String in
      String(item.drop { $0 != ">" }.dropFirst()).replacing(#/<\/a>(.|\n)*/#, with: "")
        .replacing(#/<[^>]*>/#, with: "")
    }
    #expect(Array(found.prefix(titles.count)) == titles, "\(query): \(found)")
  }

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `the search says so where nothing is found`() throws {
    let page = try document("search.html#zzzzqq")
    #expect(page.contains(">No results</p>"))
    #expect(page.contains("<ol class=\"results\"></ol>"))
  }

  /// Every address of every page leads to a file of the site.
  @Test func `no link inside the site is broken`() throws {
    let files = Set(site.files())
    for page in files where page.hasSuffix(".html") {
      let html = String(decoding: try site.read(page), as: UTF8.self)
      for part in html.components(separatedBy: " href=\"").dropFirst() {
        let address = part.prefix { $0 != "\"" && $0 != "#" && $0 != "?" }
        guard !address.isEmpty, !address.contains(":"), !address.hasPrefix("//") else { continue }
        let folder = page.split(separator: "/").dropLast().map(String.init)
        let target = (address.removingPercentEncoding ?? "").split(separator: "/").map(String.init)
          .reduce(into: folder) { path, name in
            if name == ".." { _ = path.popLast() } else if name != "." { path.append(name) }
          }
        #expect(files.contains(target.joined(separator: "/")), "\(page): \(address)")
      }
    }
  }

  @Test func `a note's page with its style and its script is small`() throws {
    let shared = try site.read("style.css").count + site.read("site.js").count
    for page in site.files() where page.hasPrefix("notes/") && page.hasSuffix(".html") {
      let size = try site.read(page).count
      #expect(size + shared < 30 * 1_024, "\(page): \(size) + \(shared)")
    }
  }

  @Test(.enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"))
  func `an address with the plain name of a heading leads to the heading`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    let lines = (0..<60).map { "Line \($0).\n\n" }.joined()
    try session.folder.write("# Long\n\n\(lines)## 그 자리\n\n\(lines)", to: "Memo/long.md")
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    let page = site.path + "/notes/Memo/long.html"
    let pictures = try ["", "#그-자리", "#note-그-자리"].map {
      try HeadlessBrowser.picture(ofFile: page + $0, in: try TemporaryFolder())
    }
    #expect(Set(pictures).count == 2)
    #expect(pictures[1] == pictures[2])
  }

  /// The site puts titles and file names first and knows no length of texts, so that the order is not the same to the letter.
  @Test(
    .enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"),
    arguments: ["책", "swift", "회의", "수영"])
  func `the first result is one of the first of the command line`(query: String) throws {
    let expected = session.run(["list", query, "--format", "{{title}}", "--limit", "6"]).output
      .split(separator: "\n").map(String.init)
    let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let page = try document("search.html#" + escaped)
    let list = page.components(separatedBy: "<ol class=\"results\">").last ?? ""
    let titles = list.components(separatedBy: "<li><a href=\"").dropFirst().map { item -> String in
      String(item.drop { $0 != ">" }.dropFirst().prefix { $0 != "\n" })
        .replacing(#/<\/a>.*/#, with: "").replacing(#/<[^>]*>/#, with: "")
    }
    #expect(expected.contains(titles.first ?? "-"), "\(titles.prefix(5)) \(expected)")
  }

  /// Nothing is wider than a narrow screen, and tables and code scroll in boxes of their own.
  @Test(
    .enabled(if: HeadlessBrowser.program != nil, "Chromium is not installed"),
    arguments: [320, 360, 768, 1_280])
  func `no page scrolls sideways`(width: Int) throws {
    let pages = site.files().filter { $0.hasSuffix(".html") && !$0.hasPrefix(".") }
    let checked = pages.filter { !$0.contains("/Diary/") }
    let names = try JSONSerialization.data(withJSONObject: checked)
    let script = """
      const pages = \(String(decoding: names, as: UTF8.self)), wide = [];
      async function look() {
        for (const page of pages) {
          const frame = document.createElement('iframe');
          frame.style.width = '\(width)px'; frame.style.height = '700px';
          frame.src = page.split('/').map(encodeURIComponent).join('/');
          const loaded = new Promise(done => frame.addEventListener('load', done));
          document.body.append(frame);
          await loaded;
          const root = frame.contentDocument.documentElement;
          if (root.scrollWidth > root.clientWidth) wide.push(page + ' ' + root.scrollWidth);
          frame.remove();
        }
        document.body.textContent = 'wide: ' + JSON.stringify(wide) + ' end';
      }
      look();
      """
    try site.write("<!DOCTYPE html><body><script>\(script)</script>", to: ".widths-\(width).html")
    let page = try HeadlessBrowser.document(
      ofFile: site.path + "/.widths-\(width).html", in: try TemporaryFolder(),
      options: ["--allow-file-access-from-files"])
    #expect(page.contains("wide: [] end"), "\(page.suffix(600))")
  }

  /// In a real browser with the published script. A page from a disk and one from a server differ in what a frame may do.
  @Test(.enabled(if: mermaid != nil && HeadlessBrowser.program != nil, "Mermaid or Chromium is not installed"))
  func `a diagram of Mermaid is drawn in the browser, and what cannot be drawn stays code`() throws {
    let data = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: data.path + "/sheaf", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Self.mermaid ?? "", toPath: data.path + "/sheaf/mermaid.js")
    let session = try CommandSession(environment: ["XDG_DATA_HOME": data.path])
    _ = session.run(["init"])
    let fence = "```mermaid\ngraph TD\n  A[Start] --> B\n```\n\n```mermaid\nno diagram\n```\n"
    try session.folder.write("# One\n\n" + fence, to: "Memo/one.md")
    try session.folder.write("# Two\n", to: "Memo/two.md")
    let site = try TemporaryFolder()
    for _ in 0..<2 {
      #expect(session.run(["publish", "-o", site.path, "--verify"]).status == 0)
      #expect(FileManager.default.fileExists(atPath: site.path + "/mermaid.js"))
    }
    let drawings = try (0..<5).lazy.map { _ in
      try HeadlessBrowser.document(
        ofFile: site.path + "/notes/Memo/one.html", in: try TemporaryFolder()
      ).components(separatedBy: "<figure class=\"drawing\">").count - 1
    }.first { $0 > 0 }
    #expect(drawings == 1)
    try session.folder.write("# One\n", to: "Memo/one.md")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: site.path + "/mermaid.js"))
  }

  private static let mermaid = [fixturesFolder + "/../.build/share/sheaf/mermaid.js"]
    .first { FileManager.default.fileExists(atPath: $0) }
}
