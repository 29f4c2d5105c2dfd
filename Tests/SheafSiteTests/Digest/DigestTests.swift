import CivilCalendar
import Foundation
import Testing
import Wording

@testable import SheafSite

/// The mail of a digest, and its templates.
@Suite struct DigestTests {
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

  @Test func `a mail that is sent has its list, and is no draft`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    let mail = DigestMail(
      subject: "s", text: "t", html: [], now: now, sender: "a@b.kr", recipient: "c@d.kr",
      list: "일상\r\nBcc: x@y.z <digest.team.example.org>", isDraft: false
    ).message
    let head = mail.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    #expect(head.contains { $0.hasPrefix("List-Id: =?UTF-8?B?") })
    #expect(!head.contains { $0.hasPrefix("X-Unsent") || $0.hasPrefix("Bcc") }, "\(head)")
  }

  @Test func `the pictures of a mail are parts of it, each once`() throws {
    let now = CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: .midnight)
    let picture = "<img src=\"data:image/png;base64,AAAA\" alt=\"p\">"
    let mail = DigestMail(
      subject: "s", text: "t", html: Array((picture + picture).utf8), now: now, sender: "a@b.kr", recipient: nil
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

  @Test func `a template that is missing is told`() {
    #expect(throws: Problem.self) { try DigestTheme(template: "missing") }
  }
}
