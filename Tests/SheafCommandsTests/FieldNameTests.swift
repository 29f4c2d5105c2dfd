import Foundation
import NoteTestSupport
import Testing

/// `set` understands the names of fields that queries and `add` understand, and reports those that nobody has.
@Suite struct FieldNameTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init"])
    try session.folder.write("---\nstauts: mine\n---\n", to: "Memo/other.md")
    try session.folder.write("x\n", to: "Memo/a.md")
  }

  private func text(_ path: String = "Memo/a.md") throws -> String {
    String(decoding: try session.folder.read(path), as: UTF8.self)
  }

  @Test(arguments: [
    ("마감=내일", "due: 2026-11-22"), ("상태=진행", "status: 진행"), ("우선순위=높음", "priority: high"),
    ("알림=10분 전", "remind: 10m"), ("반복=매주", "repeat: 매주"), ("별칭+=b", "aliases: [b]"),
    ("예정=2026-12-01", "scheduled: 2026-12-01"), ("프로젝트=p", "project: p"),
  ])
  func `a Korean name is the field`(change: String, line: String) throws {
    let set = session.run(["set", "Memo/a.md", change])
    #expect(set.status == 0, "\(set.errors)")
    #expect(try text() == "---\n\(line)\n---\n\nx\n")
    let key = String(change.prefix { $0 != "=" && $0 != "+" })
    #expect(session.run(["get", "Memo/a.md", key]).output != "\n")
    #expect(session.run(["set", "Memo/a.md", key + ":"]).status == 0)
    #expect(try !text().contains(line))
  }

  @Test(arguments: [
    ("in progress", "in-progress", "in-progress"), ("진행", "in progress", "in progress"),
    ("in_progress", nil, "doing"), ("in_progress", "진행 중", "진행 중"), ("In Review", "in-review", "in-review"),
    ("진행", nil, "진행"),
  ])
  func `a status is written as the repository writes the status`(typed: String, used: String?, written: String) throws {
    if let used { try session.folder.write("---\nstatus: \(used)\n---\n", to: "Diary/Tasks/used.md") }
    #expect(session.run(["set", "Memo/a.md", "status:" + typed]).status == 0)
    #expect(try text() == "---\nstatus: \(written)\n---\n\nx\n")
  }

  @Test(arguments: [
    ("우선순위:긴금", "혹시 “긴급”인가요? 사용할 수 있는 값: 낮음, 보통, 높음, 긴급"), ("마갑:금요일", "혹시 마감:금요일인가요?"),
    ("우선순의:높음", "혹시 우선순위:높음인가요?"),
  ])
  func `a hint has the words of the language in which a user types`(change: String, hint: String) {
    let run = session.run(["set", "Memo/a.md", change, "--lang", "ko"])
    #expect(run.status == 64 && run.errors.contains(hint), "\(run.errors)")
  }

  @Test(arguments: ["title: a: b", "tags: [a", "x: 'open", "a: 1\n b: 2", "\tx: 1", "x: @y", "- a\nb: c"])
  func `the Korean reason of invalid front matter has no English words`(line: String) throws {
    try session.folder.write("---\n\(line)\n---\n", to: "Memo/a.md")
    let run = session.run(["check", "Memo/a.md", "--lang", "ko"])
    let reason = try #require(run.output.firstMatch(of: /YAML이 아닙니다: (.*?) \[/)?.1, "\(run.output)")
    #expect(!reason.contains(/[a-z]{3}/), "\(reason)")
  }

  @Test func `a field that a note has by that name stays its own`() throws {
    try session.folder.write("---\n상태: 좋음\n---\n", to: "Memo/a.md")
    #expect(session.run(["set", "Memo/a.md", "상태=나쁨"]).status == 0)
    #expect(try text() == "---\n상태: 나쁨\n---\n")
  }

  @Test func `a value that the field cannot have is refused by any of its names`() {
    #expect(session.run(["set", "Memo/a.md", "마감=아무때나"]).status == 64)
  }

  @Test(arguments: [
    ("statsu=doing", "status"), ("deu=2026-12-01", "due"), ("마강=x", "마감"), ("prioo=high", "priority"),
    ("pri0=high", "priority"),
  ])
  func `a key that is nearly a known one is reported`(change: String, nearest: String) throws {
    let key = change.prefix { $0 != "=" }
    let set = session.run(["set", "Memo/a.md", change])
    #expect(set.status == 64)
    #expect(set.errors.hasPrefix("error: No note has the field “\(key)”\n"), "\(set.errors)")
    #expect(set.errors.contains("Did you mean \(nearest):"), "\(set.errors)")
    #expect(session.run(["set", "Memo/a.md", change, "--yes"]).status == 0)
  }

  @Test(arguments: [("statsu", "status"), ("deu", "due"), ("마강", "마감")])
  func `new and the editor report it in the same words`(key: String, nearest: String) throws {
    let warning =
      "warning: No note has the field “\(key)”; did you mean “\(nearest)”?\n“sheaf undo” reverts the change.\n"
    let new = session.run(["new", "Plan", "--set", "\(key)=x"])
    #expect(new.status == 0)
    #expect(new.errors == warning)
    #expect(session.run(["undo"]).status == 0)
    let edit = session.run(["edit", "Memo/a.md"], onTerminal: true) { file in
      try Data("---\n\(key): x\nisbn: 1\nstauts: y\n---\nx\n".utf8).write(
        to: URL(filePath: file))
    }
    #expect(edit.status == 0)
    #expect(edit.errors == warning)
    // It is a field of that note now, and the user's own business.
    #expect(session.run(["new", "Plan", "--set", "\(key)=x"]).errors == "")
    let again = session.run(["edit", "Memo/a.md"], onTerminal: true) { file in
      try Data("---\n\(key): z\n---\nx\n".utf8).write(to: URL(filePath: file))
    }
    #expect(again.errors == "")
  }

  @Test(arguments: [
    ("stauts=x", ""), ("rating=5", "New field: rating\n"), ("isbn=1", "New field: isbn\n"),
    ("별=3", "New field: 별\n"),
    ("source=web", "New field: source\n"), ("url=a", "New field: url\n"),
  ])
  func `a key that notes have is nobody's business, and one that is like none is named as new`(
    change: String, told: String
  ) {
    #expect(session.run(["set", "Memo/a.md", change]).errors == told)
  }

  @Test func `a note that is empty is reported by check and after the editor`() throws {
    try session.folder.write("\n \n", to: "Memo/a.md")
    #expect(
      session.run(["check"]).output.contains("Memo/a.md: note: The note is empty [empty-note]"))
  }
}
