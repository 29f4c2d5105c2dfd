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
    digest.leftOut = 2
    return digest
  }

  @Test func `a page holds its pictures and asks nobody for anything`() throws {
    let text = """
      # 2026-11-21

      ![a](a.png) ![far](https://a.example/b.png) [[secret]] <script>x</script>

      ## 저녁
      """
    let page = DigestHTML(try digest(text), .korean) { _, link in
      .address("data:image/png;base64,AAAA", size: ImageSize(width: 2, height: 1))
    }.page
    let html = String(decoding: page, as: UTF8.self)
    #expect(html.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"a\" width=\"2\""))
    #expect(!html.contains("a.example"))
    #expect(!html.contains("<script"))
    #expect(html.contains(" far secret "))
    // The heading that repeats the day is gone, the other is below the day's.
    #expect(!html.contains(">2026-11-21</h"))
    #expect(html.contains("<h5 id=\"sheaf-entry-1-note-저녁\">저녁</h5>"))
    #expect(html.contains("<p>봉인한 편지, 초안, 비공개 메모 2개는 제외했습니다.</p>"))
  }

  @Test
  func `a page says at its head what each day holds, and upcoming tasks stand under their days`()
    throws
  {
    var digest = try digest("---\nmood: 기쁨\n---\nText.\n")
    let today = digest.today
    func task(_ title: String, due: Int?, closed: Int? = nil) -> Digest.TaskEntry {
      Digest.TaskEntry(
        task: TaskItem(
          source: .checkbox(line: 1), title: title, status: closed == nil ? .todo : .done,
          due: due.map { .day(today.adding(days: $0)) },
          closed: closed.map { .day(today.adding(days: $0)) }),
        note: NotePath(trusted: "a.md"))
    }
    digest.done = [task("see [[b|the bee]]", due: nil, closed: -1)]
    digest.coming = [task("one", due: 1), task("two", due: 1), task("three", due: 3)]
    func html(_ language: Language) -> String {
      String(decoding: DigestHTML(digest, language) { _, _ in .hidden }.page, as: UTF8.self)
    }
    let english = html(.english)
    #expect(english.components(separatedBy: "<li title=").count + 1 == 8)
    #expect(
      english.contains(
        "<a href=\"#sheaf-day-1\" aria-label=\"Saturday 21 November: 1 diary entry\">"))
    #expect(english.contains("Friday 20 November: 1 task done"))
    #expect(
      english.contains(
        "<h3>Tomorrow, Sunday 22 November</h3>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>"))
    #expect(english.contains("<h3>Tuesday 24 November</h3>\n<ul>\n<li>three</li>"))
    #expect(english.contains("<li>see the bee <span class=\"when\">Friday 20 November</span></li>"))
    #expect(english.contains("<li><a href=\"#sheaf-coming\">Upcoming</a> 3</li>"))
    #expect(english.contains("<small>기쁨</small>"))
    let korean = html(.korean)
    #expect(korean.contains("<h3>내일, 11월 22일(일)</h3>"))
    #expect(
      korean.contains("<h3 id=\"sheaf-day-1\">2026년 11월 21일 토요일</h3>\n<p class=\"mood\">기쁨</p>"))
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
    let page = DigestHTML(digest, .korean) { _, _ in .hidden }.page
    let html = String(decoding: page, as: UTF8.self)
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
}
