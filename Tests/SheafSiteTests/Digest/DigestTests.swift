import ByteBasics
import CivilCalendar
import Foundation
import NoteModel
import NotePresentation
import NoteSyntax
import SheafSite
import Testing
import Wording

@Suite struct DigestTests {
  private func note(_ text: String, at path: String) -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
  }

  private func digest(_ text: String) throws -> Digest {
    let today = try #require(Day(iso: "2026-11-21"))
    var digest = Digest(
      subject: .days(DayRange(today.adding(days: -6), today)),
      now: CivilMoment(day: today, time: .midnight))
    digest.diary = [
      Digest.DiaryEntry(day: today, note: note(text, at: "Diary/2026-11-21.md"))
    ]
    digest.leftOut = [.sealed: 1, .draft: 2]
    return digest
  }

  private func page(
    _ digest: Digest, _ language: Language, title: String? = nil,
    picture: @escaping @Sendable (NotePath, BodyLink) -> BodyPlace = { _, _ in .hidden }
  ) throws -> String {
    let html = DigestHTML(
      digest, DigestWords(digest, language, name: title), try DigestTheme(), picture: picture)
    return String(decoding: html.page, as: UTF8.self)
  }

  private func mail(_ digest: Digest, picture: String? = nil) throws -> String {
    let html = DigestHTML(digest, DigestWords(digest, .english), try DigestTheme()) { _, _ in
      picture.map { .address($0, size: ImageSize(width: 2, height: 1)) } ?? .hidden
    }
    return String(decoding: html.mail, as: UTF8.self)
  }

  private func task(
    _ title: String, due: Int? = nil, closed: Int? = nil, today: Day
  ) -> Digest.TaskEntry {
    Digest.TaskEntry(
      task: TaskItem(
        source: .checkbox(line: 1), title: title, status: closed == nil ? .todo : .done,
        due: due.map { .day(today.adding(days: $0)) },
        closed: closed.map { .day(today.adding(days: $0)) }),
      note: NotePath(trusted: "a.md"))
  }

  @Test func `a page holds its pictures and asks nobody for anything`() throws {
    let text = """
      # 2026-11-21

      ![a](a.png) ![far](https://a.example/b.png) [[secret]] <script>x</script>

      ## 저녁
      """
    let html = try page(try digest(text), .korean) { _, link in
      .address("data:image/png;base64,AAAA", size: ImageSize(width: 2, height: 1))
    }
    #expect(html.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"a\" width=\"2\""))
    #expect(!html.contains("a.example"))
    #expect(!html.contains("<script"))
    #expect(html.contains(" far secret "))
    // The heading that repeats the day is gone, the other is below the day's.
    #expect(!html.contains(">2026-11-21</h"))
    #expect(html.contains("<h5 id=\"sheaf-entry-1-note-저녁\">저녁</h5>"))
    #expect(html.contains("<p>제외한 메모: 봉인한 편지 1통, 초안 2개</p>"))
  }

  @Test
  func `a page says at its head what each day holds, and upcoming tasks stand under their days`()
    throws
  {
    var digest = try digest("---\nmood: 기쁨\n---\nText.\n")
    let today = digest.today
    digest.done = [task("see [[b|the bee]]", closed: -1, today: today)]
    digest.coming = [
      task("one", due: 1, today: today), task("two", due: 1, today: today),
      task("three", due: 3, today: today),
    ]
    let english = try page(digest, .english)
    #expect(english.components(separatedBy: " title=\"").count == 7)
    #expect(
      english.contains(
        "<a href=\"#sheaf-day-1\" aria-label=\"Saturday 21 November: 1 diary entry\">"))
    #expect(english.contains("Friday 20 November: 1 task done"))
    #expect(
      english.contains(
        """
        <h3>Tomorrow, Sunday 22 November</h3>
        <ul class="items">
        <li><span class="mark" aria-hidden="true">☐</span> one</li>
        <li><span class="mark" aria-hidden="true">☐</span> two</li>
        </ul>
        """))
    #expect(english.contains("<h3>Tuesday 24 November</h3>"))
    #expect(english.contains("see the bee <span class=\"when soft\">Friday 20 November</span></li>"))
    #expect(english.contains("<li><a href=\"#sheaf-upcoming\">Upcoming</a> 3</li>"))
    #expect(english.contains("<small>기쁨</small>"))
    let korean = try page(digest, .korean)
    #expect(korean.contains("<h3>내일, 11월 22일(일)</h3>"))
    #expect(
      korean.contains("<h3 id=\"sheaf-day-1\">2026년 11월 21일 토요일</h3>\n<p class=\"mood soft\">기쁨</p>"))
  }

  @Test func `no name of a place is twice in a page, and links stay in their entry`() throws {
    let text = """
      ## 저녁

      [저녁](#저녁) a[^1] <b id="x">b</b> ^block

      [^1]: b
      """
    var digest = try digest(text)
    digest.diary += digest.diary
    digest.created = digest.diary.map(\.note)
    let html = try page(digest, .korean)
    let names = html.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(names.count >= 8)
    #expect(Set(names).count == names.count, "\(names)")
    let links = html.components(separatedBy: " href=\"#").dropFirst().map {
      String($0.prefix { $0 != "\"" }).removingPercentEncoding ?? ""
    }
    #expect(links.count >= 6)
    #expect(Set(links).isSubset(of: names.map(String.init)), "\(links) \(names)")
  }

  @Test func `a mail is ASCII in short lines and says the same twice`() throws {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: .midnight, utcOffsetSeconds: -12_600)
    let mail = DigestMail(
      subject: "아주 긴 제목이 있는 편지가 한 통 왔다가 돌아갔습니다. 다시 보내 주세요.", text: "가\n",
      html: Array("<p>가</p>".utf8), now: now, sender: "홍 길동 <a@b.kr>",
      recipient: "c@d.kr\nBcc: x@y.z"
    ).message
    let lines = mail.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(lines[0] == "From: =?UTF-8?B?7ZmNIOq4uOuPmQ==?= <a@b.kr>")
    #expect(lines[1] == "To: c@d.krBcc: x@y.z")
    #expect(lines[2] == "Date: Sat, 21 Nov 2026 00:00:00 -0330")
    #expect(lines.contains(Data("가\n".utf8).base64EncodedString()))
    #expect(lines.contains(Data("<p>가</p>".utf8).base64EncodedString()))
  }

  @Test func `a digest has the sections that are wanted, in their order, and none that is empty`()
    throws
  {
    let today = try #require(Day(iso: "2026-11-21"))
    var digest = Digest(
      subject: .days(DayRange(today, today)), now: CivilMoment(day: today, time: .midnight),
      sections: [.board, .overdue, .diary])
    digest.done = [task("hidden", closed: 0, today: today)]
    digest.overdue = [task("late", due: -2, today: today)]
    digest.moved = [
      Digest.Move(
        title: "Plan", note: NotePath(trusted: "a.md"), from: .todo, to: TaskStatus("doing"))
    ]
    let html = try page(digest, .english, title: "Weekly")
    let titles = html.matches(of: #/<h2 id="sheaf-([a-z]+)"/#).map { String($0.output.1) }
    #expect(titles == ["board", "overdue"])
    #expect(html.contains("<h1>Weekly</h1>\n<p class=\"days\">21 November 2026</p>"))
    #expect(html.contains("Plan <span class=\"when soft\">To do → Doing</span>"), "\(html)")
    #expect(!html.contains("hidden<"))
    #expect(DigestWords(digest, .english).counts == "1 moved on the board, 1 overdue")
  }

  @Test func `what changed in a note is said in words, with weekdays`() throws {
    var digest = try digest("")
    let plan = note("# Plan\n", at: "Plan.md")
    digest.changed = [plan]
    digest.changes[plan.path] = [
      .field("due", from: ["2026-11-20"], to: ["2026-11-23"]),
      .field("updated", from: ["2026-11-20"], to: ["2026-11-21"]),
      .lines(added: 3, removed: 0, heading: "Goals"), .box("x", from: "todo", to: "done"),
    ]
    let english = try page(digest, .english)
    #expect(
      english.contains("<p class=\"change\">due Friday → Monday, +3 lines in “Goals”</p>"), "\(english)")
    let korean = try page(digest, .korean)
    #expect(korean.contains("<p class=\"change\">마감 금요일 → 월요일, “Goals” +3줄</p>"), "\(korean)")
  }

  @Test func `in a mail every element has its style, and no control, no script, no outside address`()
    throws
  {
    let digest = try digest("- [x] a\n\n> q\n\n| a |\n|--|\n| b |\n\n![p](p.png)\n")
    let html = try mail(digest, picture: "data:image/png;base64,AAAA")
    // One client reads comments; it gets a table of a fixed width.
    let body = try #require(html.components(separatedBy: "<body").last)
      .replacing(/<!--\[if mso\]>.*?<!\[endif\]-->/, with: "")
    for tag in ["p", "li", "blockquote", "td", "th", "img", "h3", "ul", "table"] {
      for piece in body.components(separatedBy: "<\(tag) ").dropFirst() {
        #expect(piece.prefix { $0 != ">" }.contains("style="), "\(tag) \(piece.prefix(80))")
      }
      #expect(!body.contains("<\(tag)>"), "\(tag)")
    }
    #expect(body.contains("☑ a"))
    for absent in ["<input", "<script", "<link", "http://", "https://", "<svg", "<ol"] {
      #expect(!body.contains(absent), "\(absent)")
    }
    #expect(html.contains("prefers-color-scheme: dark"))
  }

  @Test func `the pictures of a mail are parts of it, each once`() throws {
    let digest = try digest("![p](p.png) ![q](q.png)\n")
    let html = try mail(digest, picture: "data:image/png;base64,AAAA")
    let mail = DigestMail(
      subject: "s", text: "t", html: Array(html.utf8), now: digest.now, sender: "a@b.kr",
      recipient: nil
    ).message
    let identifiers = mail.matches(of: #/Content-ID: <([^>]+)>/#).map { String($0.output.1) }
    #expect(identifiers.count == 1)
    #expect(mail.contains("Content-Type: multipart/related; type=\"text/html\";"))
    let encoded =
      mail.components(separatedBy: "text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n")
      .last?.components(separatedBy: "\r\n--").first ?? ""
    let data = try #require(Data(base64Encoded: encoded, options: .ignoreUnknownCharacters))
    let sent = String(decoding: data, as: UTF8.self)
    #expect(sent.components(separatedBy: "src=\"cid:\(identifiers[0])\"").count == 3)
    #expect(!sent.contains("data:"))
  }

  @Test func `a template of one's own takes the place of the page`() throws {
    let digest = try digest("Text.\n")
    let theme = try DigestTheme(template: "letter") { file in
      file == "digest-letter.html" ? "<p>{{title}}</p>{{#sections}}{{{html}}}{{/sections}}" : nil
    }
    let html = DigestHTML(digest, DigestWords(digest, .english), theme) { _, _ in .hidden }.page
    #expect(String(decoding: html, as: UTF8.self).hasPrefix("<p>15–21 November 2026</p><article>"))
    #expect(throws: SiteThemeError.self) { try DigestTheme(template: "missing") }
  }
}
