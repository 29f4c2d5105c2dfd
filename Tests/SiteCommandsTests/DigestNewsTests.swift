import Foundation
import NoteTestSupport
import Testing

/// What a digest tells of a history, in every form and both languages. Now is Saturday, 21 November 2026.
@Suite struct DigestNewsTests {
  private let session: CommandSession
  private let git: GitFixture

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    _ = session.run(["init", "--quiet"])
    git = try GitFixture(in: session.folder)
  }

  /// The week before: 9–15 November.
  private static let week = "2026-11-09..2026-11-15"

  /// Ten o'clock of a day in November, or of the 32nd and more in December.
  private func moment(_ day: Int) -> Int { 1_794_272_400 + (day - 10) * 86_400 }

  private func write(_ text: String, _ path: String) throws { try session.folder.write(text, to: path) }

  private func commit(_ day: Int, by author: String = "Ada", minute: Int = 0) throws {
    try git.git("add", "--all")
    try git.git(
      "commit", "--quiet", "--allow-empty", "--author", "\(author) <\(author.lowercased())@example.com>", "--message",
      "secret subject", date: moment(day) + minute * 60)
  }

  private func text(_ words: String..., language: String = "en") -> String {
    session.run(["--lang", language, "digest"] + (words.isEmpty ? [Self.week] : words)).output
  }

  /// A digest in every form, as the words that a reader sees.
  private func forms(_ words: String..., language: String) -> [(form: String, text: String)] {
    ["text", "html", "md", "eml", "json"].flatMap { form -> [(String, String)] in
      let output = session.run(["--lang", language, "digest", Self.week, "--to", form] + words).output
      switch form {
      case "html": return [(form, Self.words(ofHTML: output))]
      case "md": return [(form, output.filter { !"*~\\_".contains($0) })]
      case "eml":
        let parts = output.components(separatedBy: "Content-Transfer-Encoding: base64\r\n\r\n").dropFirst().map {
          part in
          let data = Data(
            base64Encoded: part.components(separatedBy: "\r\n--").first ?? "", options: .ignoreUnknownCharacters)
          return String(decoding: data ?? Data(), as: UTF8.self)
        }
        return [("eml text", parts.first ?? ""), ("eml html", Self.words(ofHTML: parts.last ?? ""))]
      default: return [(form, output)]
      }
    }.map { ($0.0, $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
  }

  private static func words(ofHTML html: String) -> String {
    let body = html.components(separatedBy: "<body").last ?? ""
    return body.replacing(/<[^>]*>/, with: "").replacing("&amp;", with: "&").replacing("&#39;", with: "'")
      .replacing("&quot;", with: "\"")
  }

  /// True words in all forms that people read, in both languages.
  private func expect(
    _ english: String, ko korean: String, in words: String = "", _ location: SourceLocation = #_sourceLocation
  ) {
    for (language, wanted) in [("en", english), ("ko", korean)] {
      for (form, text) in forms(language: language) where form != "json" {
        // Former words stand before new ones; an arrow is between them in the text.
        let plain = form.hasSuffix("text") ? wanted : wanted.replacing(" → ", with: " ")
        let shown = form.hasSuffix("text") ? text : text.replacing(" → ", with: " ")
        #expect(shown.contains(plain), "\(form) \(language): \(text)", sourceLocation: location)
      }
    }
  }

  private func expectAbsent(
    _ words: [String], options: [String] = [], _ location: SourceLocation = #_sourceLocation
  ) {
    for language in ["en", "ko"] {
      for (form, text) in forms(language: language) {
        for word in words { #expect(!text.contains(word), "\(form) \(language): \(text)", sourceLocation: location) }
      }
    }
  }

  @Test func `a sentence that came is quoted, and no line is counted`() throws {
    try write("# Budget\n\nOne.\n", "Memo/Budget.md")
    try commit(1)
    try write("# Budget\n\nOne. Server cost is reviewed every quarter.\n", "Memo/Budget.md")
    try commit(11)
    expect("Server cost is reviewed every quarter.", ko: "Server cost is reviewed every quarter.")
    #expect(text().contains("+ Server cost is reviewed every quarter."))
    expectAbsent(["+1", "1 line", "1줄", "secret subject", "example.com"])
  }

  @Test func `a new name is told once, with the links that follow`() throws {
    try write("---\nid: a1b2c3d4\ntitle: 냉장고 지도\n---\n\n하나.\n", "Memo/냉장고 지도.md")
    try write("장은 [[냉장고 지도]]를 보고 본다.\n", "Memo/장보기.md")
    try commit(1)
    try git.git("mv", "Memo/냉장고 지도.md", "Memo/냉장고 정리.md")
    try write("---\nid: a1b2c3d4\ntitle: 냉장고 정리\n---\n\n하나.\n", "Memo/냉장고 정리.md")
    try write("장은 [[냉장고 정리]]를 보고 본다.\n", "Memo/장보기.md")
    try commit(12)
    for (language, line, sentence) in [
      ("en", "→ renamed from 냉장고 지도; 1 link follows", "냉장고 지도 is now 냉장고 정리."),
      ("ko", "→ 이름 변경: 냉장고 지도 → 냉장고 정리, 따라 고친 링크 1개", "냉장고 지도의 이름이 냉장고 정리로 바뀌었습니다."),
    ] {
      let text = text(language: language)
      #expect(text.contains(line) && text.contains(sentence), "\(text)")
      #expect(!text.contains("장보기"), "\(text)")
    }
    #expect(text().contains("There is 1 changed note."), "\(text())")
  }

  @Test func `a tick is told, and none that was taken back`() throws {
    try write("- [ ] screenshots renewed\n- [ ] other\n", "Memo/a.md")
    try commit(1)
    try write("- [x] screenshots renewed\n- [x] other\n", "Memo/a.md")
    try commit(10)
    try write("- [x] screenshots renewed\n- [ ] other\n", "Memo/a.md")
    try commit(12)
    expect("screenshots renewed", ko: "screenshots renewed")
    #expect(text().contains("☑ screenshots renewed"))
    #expect(!text().contains("other"))
  }

  @Test func `changed words stand beside the former ones`() throws {
    try write("1. 십 분 지켜보기\n", "Memo/a.md")
    try commit(1)
    try write("1. 한 시간 지켜보기\n", "Memo/a.md")
    try commit(10)
    expect("십 분 → 한 시간 지켜보기", ko: "십 분 → 한 시간 지켜보기")
    #expect(session.run(["digest", Self.week, "--to", "html"]).output.contains("<del>십 분</del> <ins>한 시간</ins> 지켜보기"))
    #expect(session.run(["digest", Self.week, "--to", "md"]).output.contains("~~십 분~~ **한 시간** 지켜보기"))
    let json = session.run(["digest", Self.week, "--to", "json"]).output
    #expect(json.contains("\"text\": \"한 시간 지켜보기\"") && json.contains("\"old\": \"십 분 지켜보기\""), "\(json)")
  }

  @Test func `a cell and a row are told with their columns, and padding is no news`() throws {
    let head = "| 항목 | 분기 3 |\n|:--|--:|\n"
    try write(head + "| 서버 | 1,200 |\n| 회선 | 300 |\n", "Memo/예산.md")
    try write("| 날 | 거리 m | 느낌 |\n|--|--|--|\n| 11-10 | 900 | 좋음 |\n", "Memo/수영.md")
    try write("| a | b |\n|--|--|\n| 1 | 2 |\n", "Memo/padded.md")
    try commit(1)
    try write(head + "| 서버 | 1,350 |\n| 회선 | 300 |\n", "Memo/예산.md")
    try write(
      "| 날 | 거리 m | 느낌 |\n|--|--|--|\n| 11-10 | 900 | 좋음 |\n| 11-17 | 1,000 | 감기 뒤 |\n", "Memo/수영.md")
    try write("| a   | b   |\n| --- | --- |\n| 1   | 2   |\n", "Memo/padded.md")
    try commit(11)
    expect("서버 · 분기 3: 1,200 → 1,350", ko: "서버 · 분기 3: 1,200 → 1,350")
    expect("11-17 · 거리 m 1,000 · 느낌 감기 뒤", ko: "11-17 · 거리 m 1,000 · 느낌 감기 뒤")
    #expect(session.run(["digest", Self.week, "--to", "md"]).output.contains("서버 · 분기 3: ~~1,200~~ **1,350**"))
    expectAbsent(["padded"])
  }

  @Test func `a section that was moved is no news, and beside it only what came is`() throws {
    let (one, two) = ("## One\n\nFirst words stand here.\n\n", "## Two\n\nSecond words stand here.\n")
    for name in ["still", "grown"] { try write("# \(name)\n\n" + one + two, "Memo/\(name).md") }
    try commit(1)
    try write("# still\n\n" + two + "\n" + one, "Memo/still.md")
    try write("# grown\n\n" + two + "\n" + one + "Quite another sentence.\n", "Memo/grown.md")
    try commit(11)
    expect("Quite another sentence.", ko: "Quite another sentence.")
    expectAbsent(["still"])
    for word in ["First words", "Second words"] { #expect(!text().contains(word), "\(text())") }
  }

  @Test func `an open box of a new note says its day and its priority`() throws {
    try write("- [ ] write it down 📅 2026-11-24 ⏫\n- [x] tell Tom 📅 2026-11-12\n", "Memo/a.md")
    try commit(11)
    for (language, facts) in [("en", "24 November, high"), ("ko", "11월 24일, 높음")] {
      for (form, text) in forms(language: language) where form != "json" {
        #expect(
          text.contains("write it down \(facts)") || text.contains("write it down · \(facts)"), "\(form): \(text)")
      }
    }
    #expect(!text().contains("12 November,"), "\(text())")
  }

  @Test func `a move is told without an excerpt`() throws {
    try write("하나.\n", "Memo/일/x.md")
    try commit(1)
    try FileManager.default.createDirectory(
      atPath: session.folder.path + "/Memo/일/절차", withIntermediateDirectories: true)
    try git.git("mv", "Memo/일/x.md", "Memo/일/절차/x.md")
    try commit(10)
    #expect(text().contains("→ moved from 일 to 일/절차") && !text().contains("하나"), "\(text())")
    #expect(text(language: "ko").contains("→ 옮김: 일 → 일/절차"), "\(text(language: "ko"))")
  }

  @Test func `a note that was moved without git is no new one`() throws {
    try write("# A\n\nHello there, all of you.\n", "Memo/a.md")
    try commit(1)
    _ = try FileManager.default.removeItem(atPath: session.folder.path + "/Memo/a.md")
    try write("# A\n\nHello there, all of you. More.\n", "Memo/c/b.md")
    let text = text("this week")
    #expect(text.contains("+ More.") && text.contains("→ moved from Memo to Memo/c"), "\(text)")
  }

  @Test func `a setting of a digest by name is set by its name`() throws {
    #expect(session.run(["config", "set", "digests.team.query", "tag:x"]).status == 0)
    try write("---\ncreated: 2026-11-20\ntags: [x]\n---\n# In\n", "Memo/a.md")
    #expect(session.run(["digest", "team"]).output.contains("  In"))
  }

  @Test func `many notes that came together are one line, and no bar`() throws {
    try commit(1)
    for number in 1...17 {
      let folder = number <= 10 ? "Garden/" : number <= 12 ? "Daily/" : number <= 14 ? "Zettel/" : ""
      // A title with other braces is no template.
      let title = number == 3 ? "How {{x}} works" : "n\(number)"
      try write("---\ntitle: \"\(title)\"\n---\nwords \(number)\n", "Vault/\(folder)n\(number).md")
    }
    try write("---\ntitle: {{title}}\n---\n{{date}}\n", ".sheaf/templates/x.md")
    try write("# {{title}}\n\n{{date}}\n", "Vault/Templates/Daily.md")
    // A task without a day is told nowhere else.
    try write("---\nstatus: todo\n---\n# Chore\n", "Vault/chore.md")
    try commit(13)
    // The day of a bulk is that on which the notes came.
    try write("---\ntitle: n1\n---\nother words\n", "Vault/Garden/n1.md")
    try commit(15)
    let text = text()
    #expect(text.contains("Vault — 18 notes on Friday: Garden 10, Daily 2, Zettel 2 and 4 more."), "\(text)")
    #expect(text.contains("18 notes came into Vault together."), "\(text)")
    #expect(!text.contains("words 1"), "\(text)")
    let html = session.run(["digest", Self.week, "--to", "html"]).output
    #expect(!html.contains("--n:1"))
    #expect(self.text(language: "ko").contains("Vault에 메모 18개가 한꺼번에 추가되었습니다."), "\(self.text(language: "ko"))")
  }

  @Test func `formatting is no news, and nothing to say writes no file`() throws {
    for number in 1...60 { try write("# N\(number)\n\n* a\n* b\n\n_c_\n", "Memo/n\(number).md") }
    try commit(1)
    for number in 1...60 { try write("# N\(number)\n\n- a\n- b\n\n*c*\n", "Memo/n\(number).md") }
    try commit(11)
    for (language, words) in [("en", "No letter: nothing was written, done or due"), ("ko", "파일을 만들지 않았습니다.")] {
      let run = session.run(["--lang", language, "digest", Self.week, "-o", "week.html"])
      #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(!session.folder.files().contains("week.html"))
  }

  @Test func `what came and went within the days never was, and a removed sentence is struck`() throws {
    try write("One. Two is gone.\n", "Memo/a.md")
    try commit(1)
    try write("One. Two is gone. Fleeting.\n", "Memo/a.md")
    try commit(10)
    try write("One.\n", "Memo/a.md")
    try commit(13)
    #expect(text().contains("− Two is gone.") && !text().contains("Fleeting"), "\(text())")
    for (form, text) in ["text", "html", "md", "json", "eml"].map({
      ($0, session.run(["digest", Self.week, "--public", "--to", $0]).output)
    }) {
      #expect(!text.contains("gone") && !text.contains("Memo/a.md"), "\(form) \(text)")
    }
  }

  @Test func `a task in motion is told with its tasks alone`() throws {
    try write("---\ntitle: Rank\nstatus: todo\ndue: 2026-11-24\npriority: urgent\n---\n", "Diary/Tasks/rank.md")
    try write("a\n", "Memo/b.md")
    try commit(1)
    try write("---\ntitle: Rank\nstatus: doing\ndue: 2026-12-01\npriority: urgent\n---\n", "Diary/Tasks/rank.md")
    try commit(10, by: "Jieun")
    try write("a\n\nb\n", "Memo/b.md")
    try commit(11, by: "Tom")
    let english = text()
    #expect(
      english.contains(
        "  ◐ Rank (urgent)\n    started on Tuesday by Jieun; due moved from 24 November to 1 December\n"), "\(english)")
    #expect(english.contains("Written by Jieun and Tom"), "\(english)")
    #expect(english.components(separatedBy: "Rank").count == 2, "\(english)")
    let korean = text(language: "ko")
    #expect(korean.contains("화요일 시작(Jieun); 기한 변경: 11월 24일 → 12월 1일"), "\(korean)")
  }

  @Test func `a task is done early, on its day or late`() throws {
    try write("---\nstatus: done\ntitle: A\ndue: 2026-11-08\nclosed: 2026-11-14\n---\n", "Memo/a.md")
    try write("---\nstatus: done\ntitle: B\ndue: 2026-11-13\nclosed: 2026-11-13\n---\n", "Memo/b.md")
    try write("---\nstatus: done\ntitle: C\ndue: 2026-11-14\nclosed: 2026-11-12\n---\n", "Memo/c.md")
    try commit(14)
    let english = text()
    for line in ["☑ C · Thursday, 2 days early", "☑ B · Friday, on its day", "☑ A · Saturday, 6 days late"] {
      #expect(english.contains(line), "\(english)")
    }
    let korean = text(language: "ko")
    for line in ["☑ C · 목요일, 기한 2일 전", "☑ B · 금요일, 기한 당일", "☑ A · 토요일, 기한 6일 뒤"] {
      #expect(korean.contains(line), "\(korean)")
    }
  }

  @Test func `a letter about a past week tells what was late then, whatever happened since`() throws {
    try write("---\nstatus: todo\ntitle: Piano\ndue: 2026-11-03\n---\n", "Memo/a.md")
    try write("- [ ] dentist 📅 2026-11-05\n", "Memo/b.md")
    try commit(1)
    try write("x\n", "Memo/c.md")
    try commit(12)
    let before = text()
    try write("---\nstatus: done\ntitle: Piano\ndue: 2026-11-03\nclosed: 2026-11-18\n---\n", "Memo/a.md")
    try write("- [x] dentist 📅 2026-11-05 ✅ 2026-11-18\n- [ ] new 📅 2026-11-06\n", "Memo/b.md")
    try commit(18)
    #expect(before.contains("☐ Piano · due 3 November, 12 days late") && before.contains("☐ dentist"), "\(before)")
    #expect(text() == before, "\(text())")
  }

  @Test func `one author has no name, a spelling in the mailmap is none of its own, a merge is nobody's`() throws {
    try write("a\n", "Memo/a.md")
    try commit(1)
    try write("a\n\nb\n", "Memo/a.md")
    try commit(10, by: "ada")
    try write("a\n\nb\n\nc\n", "Memo/a.md")
    try commit(11)
    try write("Ada <ada@example.com>\n", ".mailmap")
    try git.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    try write("s\n", "Memo/s.md")
    try commit(11)
    try git.git("checkout", "--quiet", "main")
    try git.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    try commit(12, by: "Tom")
    #expect(!text().lowercased().contains("ada"), "\(text())")
    #expect(!text().contains("Tom"), "\(text())")
  }

  @Test func `of many changes the ticks are first, and the rest is a number with its noun`() throws {
    let lines = (1...6).map { "Paragraph \($0).\n\n" }
    try write(lines.joined() + "- [ ] one\n- [ ] two\n", "Memo/a.md")
    try commit(1)
    try write(
      (1...6).map {
        "Paragraph \($0).\n\nQuite another sentence about \(["tea", "rain", "bread", "stone", "music", "dust"][$0 - 1]).\n\n"
      }
      .joined() + "- [x] one\n- [x] two\n", "Memo/a.md")
    try commit(10)
    let english = text()
    #expect(
      english.components(separatedBy: "    ☑ ").count == 3 && english.components(separatedBy: "    + ").count == 3,
      "\(english)")
    #expect(english.contains("and 4 more additions"), "\(english)")
    #expect(text(language: "ko").contains("그 밖에 추가 4개"))
  }

  @Test func `what is private leaves no word, bar or name, in any form`() throws {
    try write("---\ndraft: true\ntitle: Quokka\n---\nmarsupial\n", "Memo/draft.md")
    try write("---\npublish: false\ntitle: Wombat\n---\nmarsupial\n", "Memo/private.md")
    try write("a\n", "Memo/open.md")
    try write("---\ndraft: true\ntitle: Was hidden\n---\nFormer secret words stood here.\n", "Memo/was.md")
    try write("---\nunseal: 2027-01-01\ncreated: 2026-11-12\ntitle: Numbat\n---\nsealed words\n", "Memo/letter.md")
    try commit(1)
    try write("---\ndraft: true\ntitle: Quokka\n---\nmarsupial. numbat one.\n", "Memo/draft.md")
    try write("---\npublish: false\ntitle: Wombat\n---\nmarsupial. numbat two.\n", "Memo/private.md")
    try write("---\nunseal: 2027-01-01\ncreated: 2026-11-12\ntitle: Numbat\n---\nsealed words more\n", "Memo/letter.md")
    try write("---\ntitle: Now open\n---\nFresh words stand here.\n", "Memo/was.md")
    try commit(11, by: "Mallory")
    try write("a\n\nThe open one %%aside%% grew. <!-- hush -->\n", "Memo/open.md")
    try write("Rain. <!-- hush --> %%aside%%\n\n<!-- hush -->\n", "Diary/2026-11-12.md")
    try commit(12)
    expectAbsent([
      "Quokka", "Wombat", "Numbat", "numbat", "sealed words", "marsupial", "Former secret", "Was hidden", "aside",
      "hush",
    ])
    let english = text()
    #expect(english.contains("The open one grew.") && english.contains("Now open"), "\(english)")
    #expect(english.contains("3 notes are left out: 1 sealed letter, 1 draft, 1 private."), "\(english)")
    #expect(text(language: "ko").contains("메모 3개 제외: 봉인한 편지 1통, 초안 1개, 비공개 메모 1개"))
  }

  @Test func `titles lead to the pages that the site has, and to no others`() throws {
    try write("site: {url: https://notes.example.org}\n", ".sheaf/config.yaml")
    try write("a\n", "Memo/a.md")
    try write("---\npublish: true\n---\nb\n", "Memo/b c.md")
    try commit(1)
    try write("a\n\nOne more, see [[2026-11-12]] and [[b c]].\n", "Memo/a.md")
    try write("Rain. See [[b c]].\n", "Diary/2026-11-12.md")
    try commit(12)
    let html = session.run(["digest", Self.week, "--to", "html"]).output
    #expect(html.contains("<h4><a href=\"https://notes.example.org/notes/Memo/a.html\">a</a></h4>"), "\(html)")
    #expect(html.contains("<a href=\"https://notes.example.org/notes/Memo/b%20c.html\">b c</a>"), "\(html)")
    #expect(!html.contains("Diary/2026-11-12.html"))
    try write("", ".sheaf/config.yaml")
    let plain = session.run(["digest", Self.week, "--to", "html"]).output
    #expect(!plain.contains("href=\"http"), "\(plain)")
  }

  @Test func `a bare word that is nothing is an error with the nearest name`() throws {
    try write("digests:\n  team:\n    to: team@example.org\n", ".sheaf/config.yaml")
    try write("tema\n", "Memo/a.md")
    try commit(20)
    let run = session.run(["digest", "tema", "-o", "x.eml"])
    #expect(run.status == 64 && run.errors.contains("Did you mean “team”?"), "\(run.errors)")
    #expect(session.run(["--lang", "ko", "digest", "tema"]).errors.contains("혹시 “team”인가요?"))
    #expect(!session.folder.files().contains("x.eml"))
    try write("site: {title: Everyday}\ndigests:\n  team:\n    to: team@example.org\n", ".sheaf/config.yaml")
    let mail = session.run(["digest", "team", "this", "week", "--to", "eml"]).output
    #expect(
      mail.contains("Subject: Everyday, ") && mail.contains("List-Id: \"Everyday\" <digest.team."),
      "\(mail.prefix(400))")
  }

  @Test func `a week over the new year has both years, and its number`() throws {
    try write("- [ ] x 📅 2026-12-30\n", "Memo/a.md")
    let english = text("2026-12-28..2027-01-03")
    #expect(english.contains("Week 53\n28 December 2026 – 3 January 2027\n"), "\(english)")
    #expect(text("2026-12-28..2027-01-03", language: "ko").contains("53주차"))
  }

  @Test func `a year is a book with figures, contents and a chapter a month, and a month has a calendar`() throws {
    try write("---\nmood: glad\n---\nRain all day.\n", "Diary/2026/2026-03-05.md")
    try write("---\nmood: sad\n---\nSun.\n", "Diary/2026/2026-11-12.md")
    try write("---\nmood: glad\n---\nWind.\n", "Diary/2026/2026-11-13.md")
    try write("What a month.\n", "Memo/digest/2026-11.md")
    try write("What a week.\n", "Memo/digest/2026-W46.md")
    try write("---\nstatus: done\ntitle: Piano\nclosed: 2026-11-12\n---\n", "Diary/Tasks/piano.md")
    try commit(12)
    let year = session.run(["digest", "2026", "--to", "html"]).output
    for part in [
      "<main class=\"book\">", "<svg class=\"heat\"", "<nav class=\"contents\">", "<a href=\"#m2026-11\">November</a>",
      "<section id=\"m2026-03\"><h2>March</h2>", "What a month.", "What a week.", "Mostly glad and sad.",
      "<div><dt>diary entries</dt><dd>3</dd></div>", "<div><dt>days in a row</dt><dd>2</dd></div>",
      "<time datetime=\"2026-03-05\"><b>5</b> Thu</time>",
      "Nothing was written from January to February and from April to October.",
      "#m2026-11{page:m2026-11}@page m2026-11{@top-right{content:\"November\"",
    ] { #expect(year.contains(part), "\(part) in \(year)") }
    #expect(!year.contains("id=\"m2026-04\"") && !year.contains("December"))
    let open = session.run(["digest", "2026", "--to", "html", "--public"]).output
    #expect(!open.contains("glad"))
    for form in [[], ["--to", "md"], ["--to", "eml"]] {
      let text = session.run(["digest", "2026"] + form)
      #expect(text.status == 0 && (form == ["--to", "eml"] || text.output.contains("Rain all day.")), "\(text.output)")
    }
    // What the contents lead to is there.
    let targets = year.components(separatedBy: "<nav class=\"contents\">")[1].components(separatedBy: "</nav>")[0]
      .components(separatedBy: "href=\"#").dropFirst().compactMap { $0.split(separator: "\"").first }
    #expect(targets.count >= 3 && targets.allSatisfy { year.contains("id=\"\($0)\"") }, "\(targets)")
    let month = session.run(["digest", "2026-11", "--to", "html"]).output
    #expect(month.contains("<ol class=\"squares\"") && month.contains("<h1>November 2026</h1>"), "\(month)")
    #expect(session.run(["--lang", "ko", "digest", "2026"]).output.contains("3월"))
  }

  @Test func `a year counts who changed what came in together, and the notes to which its entries lead`() throws {
    for number in 1...12 { try write("# n\(number)\n\nSee [[hub]], [[spoke]] and [[hidden]].\n", "Memo/n\(number).md") }
    try write("# Hub\n", "Memo/hub.md")
    try write("# Spoke\n", "Memo/spoke.md")
    try write("---\npublish: false\n---\n# Secret hub\n", "Memo/hidden.md")
    try commit(-30)
    try write("# n1\n\nSee [[hub]]. More.\n", "Memo/n1.md")
    try commit(11, by: "Tom")
    let year = text("2026")
    #expect(year.contains("Written by Ada and Tom"), "\(year)")
    #expect(year.contains("Memo — 14 notes on 1 October, by Ada."), "\(year)")
    #expect(year.contains("Most linked") && year.contains("12 Hub") && !year.contains("Secret hub"), "\(year)")
    let html = session.run(["digest", "2026", "--to", "html"]).output
    #expect(html.contains("<section id=\"m2026-10\"") && html.contains("14 new notes"), "\(html)")
  }

  @Test func `a site has the public digests of its weeks, with a whole feed, and only where they are asked for`() throws
  {
    try write("Secret words.\n", "Diary/2026/2026-11-12.md")
    try write("# Budget\n\nOpen words.\n", "Memo/a.md")
    try write("---\nprivate: true\n---\nHidden words.\n", "Memo/b.md")
    try commit(12)
    let site = try TemporaryFolder()
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(!site.files().contains { $0.hasPrefix("digests/") })
    try write("site: {digests: week, url: 'https://n.example.org'}\n", ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path, "--verify"]).status == 0)
    let week = try site.text("digests/2026-W46.html")
    #expect(
      week.contains("Open words.") && week.contains("href=\"https://n.example.org/notes/Memo/a.html\""), "\(week)")
    let feed = try site.text("digests/feed.xml")
    #expect(feed.contains("<link href=\"https://n.example.org/digests/2026-W46.html\"/>"), "\(feed)")
    #expect(
      feed.contains("Open words.") && feed.contains("&quot;https://n.example.org/digests/2026-W46.html#new&quot;"))
    #expect(!feed.contains("href=&quot;#"))
    for file in site.files() where file.hasPrefix("digests/") {
      let text = try site.text(file)
      #expect(!text.contains("Secret words") && !text.contains("Hidden words"), "\(file)")
    }
    #expect(try site.text("index.html").contains("<a href=\"digests/index.html\">Digests</a>"))
    // What is not wanted any more goes.
    try write("site: {url: 'https://n.example.org'}\n", ".sheaf/config.yaml")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    #expect(!site.files().contains { $0.hasPrefix("digests/") })
  }

  @Test func `what a note said while it was private, or before it went, is in no digest, on no site and in no feed`()
    throws
  {
    let secret = ["Admin pass", "word: HUSH2x9z"].joined()
    try write("# Wifi\n\n\(secret)\n\n- [ ] HUSHbox 📅 2026-11-16\n", "Memo/wifi.md")
    try write("---\npublish: false\n---\n# Plan\n\nHUSHmerger.\n", "Memo/plan.md")
    try write("---\nstatus: draft\n---\n# Idea\n\nHUSHidea.\n", "Memo/idea.md")
    try write("---\npublish: false\n---\nHUSHgone.\n", "Memo/gone.md")
    try write("# Open\n\nOpen words.\n", "Memo/open.md")
    try write("# Moved\n\n\((1...9).map { "Moved words \($0).\n" }.joined())", "Memo/moved.md")
    try commit(11)
    try write("# Wifi\n\nAsk Kim.\n", "Memo/wifi.md")
    try write("# Plan\n\nNo news.\n", "Memo/plan.md")
    try write("# Idea\n\nGood.\n", "Memo/idea.md")
    try session.folder.remove("Memo/gone.md")
    try git.git("mv", "Memo/moved.md", "Memo/later.md")
    try commit(18)
    try write("site: {digests: week, url: 'https://n.example.org'}\n", ".sheaf/config.yaml")
    let site = try TemporaryFolder()
    func expectSilence() throws {
      for options in [[], ["--public"]] {
        for form in ["text", "html", "md", "eml", "json"] {
          let output = session.run(["digest", "2026-W46", "--to", form] + options).output
          let isHTML = form == "eml"
          #expect(!output.contains("HUSH") && (isHTML || output.contains("Open words")), "\(options) \(form) \(output)")
        }
      }
      expectAbsent(["HUSH"])
      #expect(session.run(["publish", "-o", site.path]).status == 0)
      for file in site.files() {
        let place = try site.text(file).firstRange(of: "HUSH")
        #expect(place == nil, "\(file)")
      }
    }
    try expectSilence()
    #expect(try site.text("digests/2026-W46.html").contains("Moved words 3."))
    // A note with the name that it has today, or none, is judged by today too.
    let moved = try String(decoding: session.folder.read("Memo/later.md"), as: UTF8.self)
    try write("---\nprivate: true\n---\n" + moved, "Memo/later.md")
    try session.folder.remove("Memo/open.md")
    let text = session.run(["digest", "2026-W46", "--public"]).output
    #expect(!text.contains("Moved words") && !text.contains("Open words"), "\(text)")
    #expect(session.run(["publish", "-o", site.path]).status == 0)
    for file in site.files() {
      let page = try site.text(file)
      #expect(!page.contains("Moved words") && !page.contains("Open words"), "\(file)")
    }
  }

  @Test func `the folder that many notes have left is not told in public`() throws {
    try write("digest: {bulk: 3}\n", ".sheaf/config.yaml")
    for number in 1...5 { try write("# N\(number)\n\n\(number) words of a note\n", "private/HUSH/n\(number).md") }
    try commit(11)
    try git.git("mv", "private/HUSH", "open")
    try commit(18)
    for form in ["text", "html", "md", "json"] {
      let output = session.run(["digest", "2026-W46", "--public", "--to", form]).output
      #expect(!output.contains("HUSH"), "\(form) \(output)")
    }
  }

  @Test func `an introduction stands first, signed, and is no news`() throws {
    try write("a\n", "Memo/a.md")
    try commit(1)
    try write("Hello from the week.\n", "Memo/digest/2026-W46.md")
    try commit(12, by: "Minseo")
    try write("a\n\nb\n", "Memo/a.md")
    try commit(13)
    let english = text()
    #expect(english.contains("\n  Hello from the week.\n\n  — Minseo\n"), "\(english)")
    #expect(english.contains("There is 1 changed note."), "\(english)")
  }

  @Test func `a digest kept as a note is no second source of tasks and tags, and no news`() throws {
    try write("Rain #thanks [mood:: good]\n\n- [x] run\n- [ ] read\n", "Diary/2026-11-12.md")
    try write("- [ ] late 📅 2026-11-01 #job\n", "Memo/a.md")
    try commit(13)
    #expect(session.run(["digest", Self.week, "-o", "Memo/kept-letter.md"]).status == 0)
    let text = String(decoding: try session.folder.read("Memo/kept-letter.md"), as: UTF8.self)
    #expect(
      text.hasPrefix("---\ndigest: 2026-W46\n---\n") && text.contains("mood:\\: good") && text.contains("☑ run")
        && text.contains("☐ read"), "\(text)")
    let tasks = session.run(["tasks", "--all", "--json"]).output
    #expect(!tasks.contains("Memo/kept-letter.md"), "\(tasks)")
    #expect(!session.run(["list", "tag:thanks", "--json"]).output.contains("Memo/kept-letter.md"))
    try commit(14)
    #expect(!self.text().contains("kept-letter"), "\(self.text())")
  }

  @Test func `a saved query and a note are sections, by their names`() throws {
    try write(
      "views: {reading: tag:book}\ndigests:\n  team:\n    days: 2026-11-09..2026-11-15\n    sections: reading Plan notes\n    columns: title, rating\n",
      ".sheaf/config.yaml")
    try write("---\ntags: [book]\nrating: 5\ntitle: Stoner\n---\n", "Memo/x.md")
    try write("The plan of all.\n", "Memo/Plan.md")
    try commit(1)
    let html = session.run(["digest", "team", "--to", "html"]).output
    #expect(html.contains("<h2>reading</h2>") && html.contains(">5</td>"), "\(html)")
    #expect(html.contains("The plan of all."))
    try write("digest: {sections: [nothing]}\n", ".sheaf/config.yaml")
    #expect(session.run(["digest", Self.week]).status == 64)
  }

  @Test func `a mail is handed to the user's program with its addresses`() throws {
    try write("digests:\n  team:\n    to: Team <team@example.org>\n", ".sheaf/config.yaml")
    try write("Rain.\n", "Diary/2026-11-20.md")
    try session.home.write(
      "digest:\n  send: 'cat > \(session.folder.path)/sent; echo \"$SHEAF_SENDER $SHEAF_RECIPIENT\" > \(session.folder.path)/who'\n",
      to: "config/sheaf/config.yaml")
    // A pull may have brought the reader.
    let untrusted = session.run(["digest", "team", "--send", "--sender", "Me <me@example.org>"])
    #expect(untrusted.status == 3 && untrusted.errors.contains("sheaf config trust"), "\(untrusted.errors)")
    #expect(!session.folder.files().contains("sent"))
    #expect(session.run(["config", "trust", "--yes"]).status == 0)
    #expect(session.run(["digest", "team", "--send"]).status == 64)
    let run = session.run(["digest", "team", "--send", "--sender", "Me <me@example.org>"])
    #expect(run.status == 0 && run.errors.contains("The mail has 1 diary entry."), "\(run.errors)")
    #expect(String(decoding: try session.folder.read("who"), as: UTF8.self) == "me@example.org team@example.org\n")
    let sent = String(decoding: try session.folder.read("sent"), as: UTF8.self)
    #expect(sent.contains("To: \"Team\" <team@example.org>\r\n") && !sent.contains("X-Unsent"), "\(sent.prefix(300))")
    // A repository that is not trusted runs nothing.
    try write("digest: {send: 'touch \(session.folder.path)/bad'}\n", ".sheaf/config.yaml")
    _ = session.run(["digest", "--send", "--sender", "a@b.kr", "--recipient", "c@d.kr"])
    #expect(!session.folder.files().contains("bad"))
  }
}
