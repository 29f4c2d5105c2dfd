import Foundation
import NoteTestSupport
import Testing

/// `sheaf digest` as a whole: what is in it, what is not, under its name and in an archive.
@Suite struct DigestCommandTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    _ = session.run(["init", "--quiet"])
  }

  /// 2026-11-10, eleven days before now.
  private let committed = 1_794_272_400

  @Test func `a secret is held back, before and now`() throws {
    let git = try GitFixture(in: session.folder)
    let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
    try session.folder.write("---\ntitle: Was\nkey: \(token)\n---\n", to: "Memo/was.md")
    try git.commitAll(date: committed)
    try session.folder.write("---\ntitle: Was\nkey: none\n---\n", to: "Memo/was.md")
    try session.folder.write(
      "---\ncreated: 2026-11-20\n---\n# Is\n\n\(token)\n\n- [ ] quokka 📅 2026-11-22\n", to: "Memo/is.md")
    for face in ["text", "html", "md", "json", "eml"] {
      let output = session.run(["digest", "--to", face]).output
      #expect(!output.contains(token) && !output.contains("quokka"), "\(face) \(output)")
    }
    let text = session.run(["digest"]).output
    #expect(text.contains("1 note is left out: 1 that may contain a secret."), "\(text)")
    #expect(text.contains("  Was"), "\(text)")
  }

  /// The checksums of single bytes, for those of PNG.
  private static let checksums = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
  }

  /// A PNG file of noise, packed without packing, with words in its metadata.
  private func screenshot(width: Int, height: Int) -> [UInt8] {
    let checksums = Self.checksums
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let checksum = (Array(name.utf8) + content).reduce(UInt32.max) { sum, byte in
        sum >> 8 ^ checksums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
      }
      return number(content.count) + Array(name.utf8) + content + number(Int(~checksum))
    }
    var random: UInt32 = 3
    func sample() -> UInt8 {
      random = random &* 1_664_525 &+ 1_013_904_223
      return UInt8(random >> 24) % 41
    }
    var packed: [UInt8] = [0x78, 1]
    var sums = (1, 0)
    for line in 0..<height {
      let samples = [0] + (0..<width * 3).map { _ in sample() }
      let count = [UInt8(samples.count & 255), UInt8(samples.count >> 8)]
      packed += [line == height - 1 ? 1 : 0] + count + count.map { ~$0 } + samples
      for sample in samples {
        sums.0 = (sums.0 + Int(sample)) % 65_521
        sums.1 = (sums.1 + sums.0) % 65_521
      }
    }
    packed += number(sums.1 << 16 | sums.0)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0]) + chunk("tEXt", Array("Author\0HUSH".utf8))
      + chunk("IDAT", packed) + chunk("IEND", [])
  }

  @Test func `large screenshots become small, in a page and as parts of a mail; what is not read is counted`() throws {
    try session.folder.write(screenshot(width: 2_400, height: 300), to: "Diary/2026/screen.png")
    var broken = screenshot(width: 900, height: 400)
    broken[28] = 1
    try session.folder.write(broken, to: "Diary/2026/laced.png")
    try session.folder.write("A ![words](screen.png) and ![laced](laced.png).\n", to: "Diary/2026/2026-11-20.md")
    let page = session.run(["digest", "--to", "html"]).output
    #expect(page.contains("<img src=\"data:image/jpeg;base64,"), "\(page.prefix(400))")
    #expect(page.contains("alt=\"words\" width=\"552\" height=\"69\""))
    #expect(page.contains("1 picture left out: larger than 512 KB, or unreadable."))
    #expect(page.utf8.count < 200_000, "\(page.utf8.count)")
    let mail = session.run(["digest", "--to", "eml"]).output
    #expect(mail.contains("Content-Type: image/jpeg") && mail.contains("Content-ID: <picture1."))
    #expect(!page.contains("HUSH") && !mail.contains(Data("HUSH".utf8).base64EncodedString()))
  }

  @Test func `of forty pictures of a year the first are shown, and the rest is counted`() throws {
    for day in 1...30 {
      let name = day < 10 ? "0\(day)" : "\(day)"
      for place in 0...1 {
        try session.folder.write(screenshot(width: 60 + day, height: 40 + place), to: "Diary/2026/\(day)-\(place).png")
      }
      try session.folder.write("![a](\(day)-0.png)\n\n![b](\(day)-1.png)\n", to: "Diary/2026/2026-10-\(name).md")
    }
    let book = session.run(["digest", "2026", "--to", "html"]).output
    #expect(
      book.components(separatedBy: "<img ").count == 13 && book.contains("48 pictures left out"), "\(book.suffix(600))")
  }

  @Test func `--public leaves out what the site leaves out`() throws {
    try session.folder.write("Rain.\n", to: "Diary/2026/2026-11-20.md")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Open\n", to: "Memo/open.md")
    try session.folder.write(
      "---\ncreated: 2026-11-20\ntags: [private]\n---\n# Hidden\n\n- [ ] task 📅 2026-11-22\n",
      to: "Memo/hidden.md")
    let all = session.run(["digest"]).output
    #expect(all.contains("Rain.") && !all.contains("Hidden") && !all.contains("task"))
    let text = session.run(["digest", "--public"]).output
    #expect(text.contains("  Open"))
    #expect(!text.contains("Rain.") && !text.contains("Hidden") && !text.contains("task"))
    #expect(text.contains("2 notes are left out: 1 private, 1 diary entry."), "\(text)")
  }

  @Test func `a digest with a name has its query, parts, title, language and recipient`() throws {
    try session.folder.write(
      """
      digests:
        weekly:
          query: tag:work
          sections: [notes]
          title: 주간 소식
          language: ko
          to: team@example.org

      """, to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\ncreated: 2026-11-20\ntags: [work]\n---\n# Yes\n\n- [x] did ✅ 2026-11-20\n",
      to: "Memo/yes.md")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# No\n", to: "Memo/no.md")
    let text = session.run(["digest", "weekly"]).output
    #expect(text.hasPrefix("주간 소식\n2026년 11월 15일~21일\n\n메모 1개가 새로 생겼습니다.\n"), "\(text)")
    #expect(text.contains("  Yes") && !text.contains("  No ·"), "\(text)")
    let mail = session.run(["digest", "weekly", "--to", "eml"]).output
    #expect(mail.contains("To: team@example.org\r\n"))
    #expect(session.run(["digest", "weekly", "2026-11-19"]).status == 1)
    try session.folder.write("digests:\n  weekly:\n    colour: red\n", to: ".sheaf/config.yaml")
    #expect(session.run(["digest", "weekly"]).status == 64)
  }

  @Test func `days and a query together are what the query finds of these days`() throws {
    try session.folder.write("---\ncreated: 2026-11-20\ntags: [a]\n---\n# In\n", to: "Memo/in.md")
    try session.folder.write(
      "---\ncreated: 2026-10-20\nupdated: 2026-10-20\ntags: [a]\n---\n# Then\n", to: "Memo/then.md")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# Other\n", to: "Memo/other.md")
    let text = session.run(["digest", "this week", "tag:a"]).output
    #expect(text.contains("  In") && !text.contains("Then") && !text.contains("Other"), "\(text)")
    for words in [
      ["2026-11-16..2026-11-20", "tag:a"], ["tag:a", "2026-11-20"], ["this", "week", "tag:a"],
      ["tag:a", "this", "week"], ["2026-11-20", "tag:a", "NOT", "tag:b"],
    ] {
      let run = session.run(["digest"] + words)
      #expect(run.status == 0 && run.output.contains("  In"), "\(words) \(run.output)")
      #expect(!run.output.contains("Then") && !run.output.contains("Other"), "\(words) \(run.output)")
    }
    #expect(session.run(["digest", "2026-10-20", "tag:a"]).output.contains("Then"))
    // A time of day is a text.
    #expect(session.run(["digest", "tag:a", "10:30"]).status == 1)
    // So are days that a word joins to the query.
    for words in [["tag:a", "OR", "today"], ["today", "OR", "tag:a"], ["tag:a", "NOT", "today"]] {
      let run = session.run(["digest"] + words)
      #expect(run.status == 0 && run.output.contains("  In"), "\(words) \(run.output)\(run.errors)")
      #expect(run.output.contains("  Then"), "\(words) \(run.output)")
    }
  }

  @Test(arguments: [
    ["--recipient", "a@example.org"], ["--to", "html", "--sender", "a@example.org"], ["--to", "pdf"],
    ["-o", "out/a.docx"], ["--send", "-o", "out/a.eml"], ["--archive", "out", "--until", "2026-11-20"],
    ["--archive", "out", "2026-11"], ["--archive", "out", "tag:a", "last", "week"],
  ])
  func `an option that would have no effect is refused`(words: [String]) throws {
    try session.folder.write("---\ncreated: 2026-11-20\ntags: [a]\n---\n# In\n", to: "Memo/in.md")
    let run = session.run(["digest"] + words)
    #expect(run.status == 64, "\(run.output)\(run.errors)")
    #expect(!session.folder.files().contains { $0.hasPrefix("out/") })
  }

  @Test(arguments: [("en", "this week"), ("ko", "이번주")])
  func `a week begins on Monday in words and in digests, wherever calendars begin it`(
    language: String, words: String
  ) throws {
    try session.folder.write("calendar:\n  week-start: sunday\n", to: ".sheaf/config.yaml")
    try session.folder.write("---\ncreated: 2026-11-16\nupdated: 2026-11-16\n---\n# Monday\n", to: "Memo/a.md")
    try session.folder.write("---\ncreated: 2026-11-15\nupdated: 2026-11-15\n---\n# Sunday\n", to: "Memo/b.md")
    let text = session.run(["--lang", language, "digest", "this week"]).output
    #expect(text.contains("  Monday") && !text.contains("  Sunday ·"), "\(text)")
    #expect(session.run(["--lang", language, "digest", words]).output == text)
  }

  @Test func `the diary of earlier years is there, with its mood and its weather`() throws {
    try session.folder.write("Old rain.\n", to: "Diary/2024/2024-11-20.md")
    try session.folder.write("Other day.\n", to: "Diary/2024/2024-11-25.md")
    try session.folder.write(
      "---\nmood: 기쁨\nweather: 맑음\n---\nNew.\n", to: "Diary/2026/2026-11-20.md")
    try session.folder.write("digest: {sections: [diary, years]}\n", to: ".sheaf/config.yaml")
    let text = session.run(["digest"]).output
    #expect(text.contains("Friday 20 November · 기쁨 · 맑음\n"), "\(text)")
    #expect(
      text.contains(
        "  20 November 2024\n    Old rain.\n"), "\(text)")
    #expect(!text.contains("Other day"))
  }

  @Test func `an archive has a digest for each week, links, a list and a feed, and writes only what is new`()
    throws
  {
    let folder = try TemporaryFolder()
    try session.folder.write("Rain.\n", to: "Diary/2026/2026-11-03.md")
    try session.folder.write("Snow.\n", to: "Diary/2026/2026-11-20.md")
    func archive(_ more: String...) -> CommandSession.Outcome {
      session.run(["digest", "--archive", folder.path, "--each", "week"] + more)
    }
    let first = archive("--since", "2026-11-01")
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      folder.files().filter { !$0.hasPrefix(".") }.sorted()
        == ["2026-W45.html", "2026-W47.html", "feed.xml", "index.html"])
    let page = String(decoding: try folder.read("2026-W45.html"), as: UTF8.self)
    #expect(page.contains("<a rel=\"next\" href=\"2026-W47.html\">"))
    #expect(!page.contains("rel=\"prev\""))
    let list = String(decoding: try folder.read("index.html"), as: UTF8.self)
    #expect(list.contains("<a href=\"2026-W45.html\">2–8 November 2026</a>"))
    let again = archive()
    #expect(again.errors.contains("no changes in 2 digests"), "\(again.errors)")
    try session.folder.write("---\npublish: false\n---\nRain.\n", to: "Diary/2026/2026-11-03.md")
    #expect(archive().status == 0)
    #expect(folder.files().contains("2026-W45.html") == false)
    try folder.write("mine", to: "2026-W47.html")
    #expect(archive().status != 0)
    #expect(try folder.read("2026-W47.html") == Array("mine".utf8))
  }

  @Test func `an archive is never written over other files or notes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "index.html")
    try session.folder.write("Rain.\n", to: "Diary/2026/2026-11-20.md")
    #expect(session.run(["digest", "--archive", folder.path]).status == 64)
    #expect(session.run(["digest", "--archive", "Diary"]).status == 64)
    #expect(session.run(["digest", "--archive", "."]).status == 64)
    #expect(try folder.read("index.html") == Array("mine".utf8))
  }

  @Test func `the same facts are there for programs`() throws {
    try session.folder.write(
      "---\ncreated: 2026-11-20\n---\n# A\n\n- [ ] b 📅 2026-11-23\n", to: "Memo/a.md")
    let json = session.run(["digest", "--to", "json", "--lang", "ko"]).output
    #expect(json.contains("\"kind\": \"digest\""))
    #expect(json.contains("\"from\": \"2026-11-15\""))
    #expect(json.contains("\"due\": \"2026-11-23\""))
  }

  @Test(arguments: [["2026-11-25..2026-11-20"], ["--since", "2026-11-28"]])
  func `days the wrong way round are told`(words: [String]) {
    let outcome = session.run(["digest"] + words)
    #expect(outcome.status == 64, "\(outcome.output)")
    #expect(outcome.errors.contains("is after the last"), "\(outcome.errors)")
  }

  @Test func `a digest of later days has the tasks that are due in them`() throws {
    try session.folder.write(
      "- [ ] late 📅 2026-11-01\n- [ ] soon 📅 2026-11-23\n- [ ] then 📅 2027-02-03\n", to: "Memo/a.md")
    let text = session.run(["digest", "2027-02"]).output
    #expect(text.contains("then") && !text.contains("late") && !text.contains("soon"), "\(text)")
  }

  @Test func `pictures and links of a note lead there from the root, where Markdown is printed`() throws {
    try session.folder.write(
      "---\ndate: 2026-11-20\n---\n\n![a](../../assets/p.jpg) [b](<my note.md>) ![c](https://a.example/c.png)\n",
      to: "Diary/2026/2026-11-20.md")
    let text = session.run(["digest", "--to", "md"]).output
    #expect(text.contains("![a](assets/p.jpg) [b](<Diary/2026/my note.md>) ![c](https://a.example/c.png)"), "\(text)")
  }

  @Test func `entries of a diary in one document do not change one another`() throws {
    try session.folder.write(
      "One[^1] and [x].\n\nBig\n===\n\n[^1]: note one\n\n[x]: https://one.example\n\n```\ncode without an end\n",
      to: "Diary/2026/2026-11-19.md")
    try session.folder.write(
      "# 2026-11-20\n\n%%hidden%%Two[^1] and [x].\n\n## Part\n\n[^1]: note two\n\n[x]: https://two.example\n",
      to: "Diary/2026/2026-11-20.md")
    let text = session.run(["digest", "--to", "md", "--since", "2026-11-19"]).output
    try session.folder.write(text, to: "Memo/out.md")
    let html = session.run(["render", "Memo/out.md", "--fragment"]).output
    #expect(text.components(separatedBy: "[^1]: ").count == 2 && text.contains("[^1-2]: note two"), "\(text)")
    #expect(text.contains("\n#### Big\n") && text.contains("\n##### Part\n"), "\(text)")
    #expect(text.contains("[x-2]: https://two.example") && !text.contains("hidden"), "\(text)")
    #expect(html.matches(of: /<h3[ >]/).count == 2, "\(html)")
  }

  @Test func `earlier years alone are shown if they are all that was asked for`() throws {
    try session.folder.write("then\n", to: "Diary/2024-11-20.md")
    try session.folder.write("digest: {sections: [years]}\n", to: ".sheaf/config.yaml")
    #expect(session.run(["digest"]).output.contains("  20 November 2024\n    then\n"))
  }

  @Test func `tasks that are held back are counted`() throws {
    try session.folder.write("---\ndraft: true\n---\n- [ ] hush 📅 2026-11-01\n", to: "Memo/p.md")
    try session.folder.write("---\npublish: false\n---\n- [ ] mute 📅 2026-11-22\n", to: "Memo/q.md")
    let text = session.run(["digest"]).output
    #expect(!text.contains("hush") && !text.contains("mute"), "\(text)")
    #expect(text.contains("2 notes are left out: 1 draft, 1 private."), "\(text)")
  }

  @Test func `what is detected in pages is detected in a digest and a rendered note`() throws {
    try session.folder.write("links: {region: [KR], detect: [date, address]}\n", to: ".sheaf/config.yaml")
    try session.folder.write("a\n", to: "Diary/2026-11-19.md")
    try session.folder.write("010-1234-5678, 서울 강남구 테헤란로 152, 2026-11-19\n", to: "Diary/2026-11-20.md")
    for (html, day) in [
      (session.run(["digest", "--to", "html"]).output, "#day-1"),
      (session.run(["render", "Diary/2026-11-20.md"]).output, "../Diary/2026-11-19.html"),
    ] {
      #expect(html.contains("href=\"tel:") && html.contains(">서울 강남구 테헤란로 152</a>"), "\(html)")
      #expect(html.contains("<a href=\"\(day)\">2026-11-19</a>"), "\(html)")
    }
  }

  @Test func `a page asks nobody for anything, and no name of a place is twice in it`() throws {
    let entry = """
      # 2026-11-20

      ![far](https://a.example/b.png) [[secret]] <script>x</script> [저녁](#저녁) a[^1] <b id="x">b</b> ^block

      ## 저녁

      - [x] a

      [^1]: b

      """
    try session.folder.write(entry, to: "Diary/2026-11-20.md")
    try session.folder.write(entry, to: "Diary/2026-11-19.md")
    let html = session.run(["digest", "--to", "html"]).output
    for absent in ["a.example", "<script", "<input", "<link", "http://"] {
      #expect(!html.contains(absent), "\(absent)")
    }
    #expect(html.contains("<span class=\"m ok\">☑</span>") && html.contains("far secret"), "\(html)")
    let names = html.components(separatedBy: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(names.count >= 8 && Set(names).count == names.count, "\(names)")
    let links = html.components(separatedBy: " href=\"#").dropFirst().map {
      String($0.prefix { $0 != "\"" }).removingPercentEncoding ?? ""
    }
    #expect(links.count >= 6 && Set(links).isSubset(of: names), "\(links) \(names)")
  }

  @Test func `in a mail every element has its style, and no control, no script, no link into the page`() throws {
    try session.folder.write(
      "- [x] a\n\n> q\n\n| a |\n|--|\n| b |\n\n## H\n", to: "Diary/2026-11-20.md")
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# New\n\n- [ ] b 📅 2026-11-23\n", to: "Memo/a.md")
    let mail = session.run(["digest", "--to", "eml"]).output
    let encoded =
      mail.components(separatedBy: "text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")
      .last?.components(separatedBy: "\r\n--").first ?? ""
    let data = try #require(Data(base64Encoded: encoded, options: .ignoreUnknownCharacters))
    let html = String(decoding: data, as: UTF8.self)
    // One client reads comments; it gets a table of a fixed width.
    let body = try #require(html.components(separatedBy: "<body").last)
      .replacing(/<!--\[if mso\]>.*?<!\[endif\]-->/, with: "")
    for tag in ["p", "li", "blockquote", "th", "h1", "h2", "h3", "ul"] {
      for piece in body.components(separatedBy: "<\(tag) ").dropFirst() {
        #expect(piece.prefix { $0 != ">" }.contains("style="), "\(tag) \(piece.prefix(80))")
      }
      #expect(!body.contains("<\(tag)>"), "\(tag)")
    }
    for absent in ["<input", "<script", "<link", "http://", "https://", "<svg", "<ol", "href=\"#"] {
      #expect(!body.contains(absent), "\(absent)")
    }
    #expect(html.contains("prefers-color-scheme: dark") && body.contains("role=\"main\""))
  }
}
