import CivilCalendar
import NoteSyntax
import NoteTestSupport
import Testing

@testable import NoteModel

@Suite struct NoteTests {
  private func note(_ text: String, at path: String = "Memo/a b.md") -> Note {
    Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
  }

  @Test(arguments: [
    ("---\ntitle: T\n---\n# H\n", "T"), ("# H *x*\n\ntext", "H x"),
    ("# H `x` [y](z) ![w](v)\n", "H x y w"), ("\n\nH *x*\n===\n", "H x"), ("#\n", "a b"),
    ("## H\n", "a b"), ("text\n\n# H\n", "a b"), ("> # H\n", "a b"), ("text", "a b"),
    ("---\nunseal: 2999-01-01\n---\n# H\n", "H"), ("", "a b"), ("---\ntitle: ''\n---\n", "a b"),
    ("```\ncode\n```\n", "a b"),
  ])
  func `a title is the field, else the level-1 heading that opens the body, else the file name`(
    text: String, title: String
  ) {
    #expect(note(text).title == title)
  }

  @Test func `tags of front matter and body are one list`() {
    #expect(note("---\ntags: [a, '#b']\n---\n#c #a").tags.map(\.string) == ["a", "b", "c"])
    #expect(note("---\ntag: x, y\n---\n").tags.map(\.string) == ["x", "y"])
  }

  @Test func `other spellings of a field are read`() {
    let read = note("---\ndate: 2026-11-21\ndeadline: 2026-12-01\nstatus: In Progress\n---\n")
    #expect(read.created == CivilDate(iso: "2026-11-21"))
    #expect(read.tasks.first?.due == CivilDate(iso: "2026-12-01"))
    #expect(read.tasks.first?.status == .doing)
    #expect(read.kind == .task)
  }

  @Test func `a quoted false is still false`() {
    #expect(!note("---\ndraft: \"false\"\n---\n").isDraft)
    #expect(note("---\ndraft: true\n---\n").isDraft)
  }

  @Test func `the place tells a diary entry, unseal a letter`() {
    #expect(note("x", at: "Diary/2026/2026-11-21.md").kind == .diary)
    #expect(note("---\nunseal: 2027-01-01\n---\n").kind == .letter)
    #expect(note("x").kind == .memo)
  }

  @Test(arguments: [
    ("Diary/Tasks/a.md", "x", TaskStatus.todo),
    ("Diary/Tasks/sub/a.md", "---\ntags: b\n---\n", .todo),
    ("Diary/Tasks/a.md", "---\nstatus: waiting\n---\n", .custom("waiting")),
    ("Memo/a.md", "---\ndue: 2026-12-01\n---\n", .todo),
    ("Memo/a.md", "---\ndeadline: someday\n---\n", .todo),
    ("Memo/a.md", "---\nscheduled: 2026-12-01\nstatus: waiting\n---\n", .custom("waiting")),
    ("Memo/a.md", "---\nrepeat: every week\nstatus: done\n---\n", .done),
    ("Diary/2026/2026-11-21.md", "---\ndue: 2026-12-01\n---\n", .todo),
  ])
  func `a note is a task by its place, its fields or its status, whatever the status says`(
    path: String, text: String, status: TaskStatus
  ) {
    let read = note(text, at: path)
    #expect(read.kind == .task)
    #expect(read.tasks.map(\.status) == [status])
  }

  @Test(arguments: [
    ("Memo/a.md", "---\nstatus: waiting\n---\n"), ("Memo/a.md", "---\ndue:\nremind: []\n---\n"),
    ("Memo/a.md", "---\nstatus: waiting\nproject: p\npriority: high\n---\n"),
    ("Memo/a.md", "---\nstatus: evergreen\nremind: 2026-12-01T09:00\n---\n"),
    ("Diary/a.md", "x"), ("Diary/Tasks.md", "x"),
    ("Templates/task.md", "---\ndue: 2026-12-01\n---\n"),
  ])
  func `elsewhere another status is a field like any other`(path: String, text: String) {
    let layout = VaultLayout(templateFolder: "Templates")
    let read = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path), in: layout)
    #expect(read.kind != .task)
    #expect(read.tasks.isEmpty)
  }

  @Test(arguments: [
    ("Memo/a.md", "remind: 2026-12-01, 1d", ["2026-12-01", "1d"]),
    ("Memo/a.md", "알림: 1d", []), ("Memo/a.md", "remind: [2026-12-01, '']", ["2026-12-01"]),
    ("Memo/a.md", "remind: ''", []), ("Memo/a.md", "remind: 1d\ndue: 2026-12-01", []),
    ("Diary/Tasks/a.md", "remind: 2026-12-01", []), ("Templates/a.md", "remind: 2026-12-01", []),
    ("Diary/2026/2026-11-21.md", "remind: 2026-12-01", ["2026-12-01"]),
  ])
  func `a note that is no task has the reminders of its field`(
    path: String, fields: String, reminders: [String]
  ) {
    let bytes = Array("---\n\(fields)\n---\n".utf8)
    let layout = VaultLayout(templateFolder: "Templates")
    let read = Note(Document(parsing: bytes), at: NotePath(trusted: path), in: layout)
    #expect((RemindedNote(read)?.reminders ?? []) == reminders)
  }

  @Test func `a folder that is not for tasks alone makes no note a task`() {
    func kind(_ path: String, _ layout: VaultLayout) -> NoteKind {
      Note(Document(parsing: []), at: NotePath(trusted: path), in: layout).kind
    }
    let shared = VaultLayout(taskFolder: "Notes", memoFolder: "Notes")
    #expect(kind("Notes/a.md", shared) == .memo)
    let nested = VaultLayout(taskFolder: "Notes", memoFolder: "Notes/Memo")
    #expect(kind("Notes/a.md", nested) == .task)
    #expect(kind("Notes/Memo/a.md", nested) == .memo)
    let diary = VaultLayout(diaryFolder: "Log", taskFolder: "Log")
    #expect(kind("Log/a.md", diary) == .diary)
    let board = "---\nkanban-plugin: board\n---\n## A\n"
    let read = Note(Document(parsing: Array(board.utf8)), at: NotePath(trusted: "Diary/Tasks/b.md"))
    #expect(read.tasks.isEmpty)
  }

  @Test func `fields are flattened with numbers, durations and dates`() {
    let fields = note("---\na: 2h\nb: 3.5\nc:\n  d: 2026-11-21\n---\n").fields
    #expect(fields.map(\.key) == ["a", "b", "c.d"])
    #expect(fields.map(\.number) == [7_200, 3.5, nil])
    #expect(fields[2].date == CivilDate(iso: "2026-11-21"))
  }

  @Test func `check box fields are read in both notations and any order`() throws {
    let line = "- [ ] 보고서 ⏫ #일 쓰기 📅\u{A0}2026-11-30 [repeat:: every week] 🆔\u{FE0F} ab1\n"
    let task = try #require(note(line).tasks.first)
    #expect(task.title == "보고서 쓰기")
    #expect(task.due == CivilDate(iso: "2026-11-30"))
    #expect(task.priority == .high)
    #expect(task.repetition == "every week")
    #expect(task.identifier == "ab1")
    #expect(task.tags.map(\.string) == ["일"])
  }

  @Test(arguments: [
    ("[due::\u{A0}2026-11-30\u{A0}] 우유", "우유", "2026-11-30"),
    ("(due:: 2026-11-30 ) 우유", "우유", "2026-11-30"), ("우유 🔁 every week (due:: 2026-11-30)", "우유", "2026-11-30"),
    ("📅 2026-11-30 우유 사기", "우유 사기", "2026-11-30"),
    ("우유 📅\u{FE0F} 2026-11-30T09:00:00+09:00", "우유", "2026-11-30T09:00:00+09:00"),
    ("우유 📅 2026-11-30T09:00:00+09:00 📅 2026-12-01", "우유", "2026-12-01"),
    ("우유 📆 2026-11-30", "우유", "2026-11-30"), ("우유 🗓️2026-11-30", "우유", "2026-11-30"),
    ("우유 [ due:: 2026-11-30 ]", "우유", "2026-11-30"),
    ("우유 [due:: 2026-11-30], [start:: 2026-11-01]", "우유", "2026-11-30"),
    ("우유 [time:: 09:30] 📅 2026-11-30", "우유", "2026-11-30T09:30:00"),
    ("우유 [time:: 90m] 📅 2026-11-30", "우유 [time:: 90m]", "2026-11-30"),
    ("✅ 표시 📅 2026-11-30", "✅ 표시", "2026-11-30"),
    ("우유 📅 2026-11-30 ^milk-1", "우유", "2026-11-30"),
    ("#집 #장보기 📅 2026-11-30", "#집 #장보기", "2026-11-30"),
    ("🔁 every week 우유 📅 2026-11-30", "every week 우유", "2026-11-30"),
    ("[note:: x] (see [[due]]) 우유 [due:: 2026-11-30]", "[note:: x] (see [[due]]) 우유", "2026-11-30"),
  ])
  func `fields stand anywhere and leave the words`(line: String, title: String, due: String) throws {
    let task = try #require(note("- [ ] " + line + "\n").tasks.first)
    #expect(task.title == title)
    #expect(task.due == CivilDate(iso: due))
  }

  @Test func `several blockers, a reminder and a rule end where they end`() throws {
    let line = "- [ ] ⛔ a, b 우유 ⏰ 2026-11-30 09:00 사기 🔁 매주 월,금 오늘 안에\n"
    let task = try #require(note(line).tasks.first)
    #expect(task.title == "우유 사기")
    #expect(task.dependencies == ["a", "b"])
    #expect(task.reminders == ["2026-11-30 09:00"])
    #expect(task.repetition == "매주 월,금 오늘 안에")
  }

  @Test(arguments: [
    ("every week", "every week"), ("매주 월,금 📅 2026-11-30", "매주 월,금"),
    ("every week #work", "every week"), ("every week [due:: 2026-11-30]", "every week"),
    ("every week ^id", "every week"), ("every week (or so)", "every week (or so)"),
    ("every week [[plan]]", "every week"), ("every day ⏫ at noon", "every day"),
    ("every week (due:: 2026-11-30)", "every week"), ("every week @{2026-11-30}", "every week"),
  ])
  func `a rule is everything up to the next field, link, tag or block id`(
    line: String, rule: String
  ) throws {
    #expect(try #require(note("- [ ] a 🔁 " + line + "\n").tasks.first).repetition == rule)
  }

  @Test(arguments: [
    ("⏰ 1d, 2h", ["1d", "2h"]), ("⏰ 10분 전 📅 2026-11-30", ["10분 전"]),
    ("⏰ 10 minutes before call", ["10 minutes before"]), ("[remind:: 1h before]", ["1h before"]),
    ("⏰ 2026-11-30 09:00 call", ["2026-11-30 09:00"]),
  ])
  func `a reminder in a box is a length of time or a moment`(
    line: String, reminders: [String]
  ) throws {
    #expect(try #require(note("- [ ] a " + line + "\n").tasks.first).reminders == reminders)
  }

  @Test(arguments: [
    ("y #fff ok #work", "y #fff ok", ["work"]), ("\\#no (#yes) #일", "\\#no (#yes)", ["yes", "일"]),
    ("`#code` [x #no](b) $#m$ #a ^b1", "`#code` [x #no](b) $#m$", ["a"]),
    ("a %%#hidden%% #b", "a", ["b"]), ("끝。#일 가", "끝。#일 가", ["일"]), ("#only", "#only", ["only"]),
  ])
  func `the tags of a box are those that the document found`(
    line: String, title: String, tags: [String]
  ) throws {
    let task = try #require(note("- [ ] " + line + "\n").tasks.first)
    #expect(task.title == title)
    #expect(task.tags.map(\.string) == tags)
  }

  @Test(arguments: [
    "`[due:: 2026-11-30]`", "\\[due:: 2026-11-30]", "$[due:: 2026-11-30]$",
    "[due:: 2026-11-30](b.md)", "%%[due:: 2026-11-30]%%",
  ])
  func `what the document shows as text, code or a link is no field`(line: String) throws {
    let task = try #require(note("- [ ] a " + line + "\n").tasks.first)
    #expect(task.due == nil)
  }

  @Test(arguments: ["[", "(", "[due::", "[ due:: 2", "[id::", "📅 ", "🔁 every ", "[[(", "⛔ a, "])
  func `a line of a hundred thousand brackets or signs is read at once`(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let count = text.utf8.count
    let marks = CheckboxMarks(
      brackets: Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, min(count, $0 + 1_024)) }))
    let time = processorTime {
      _ = CheckboxFields(reading: Array(text.utf8)[...], marks: marks)
    }
    #expect(time < .seconds(5))
  }
}

/// The titles of notes.
@Suite struct NoteTitleTests {
  private func title(_ text: String, _ rules: (inout ReadingRules) -> Void = { _ in }) -> String {
    var own = ReadingRules()
    rules(&own)
    return Note(
      Document(parsing: Array(text.utf8)), at: NotePath(trusted: "Folder/file.md"),
      in: VaultLayout(rules: own)
    ).title
  }

  @Test(arguments: [
    ("# Plan\n\ntext\n", "Plan"), ("# Plan\n\n## Aim\n", "Plan"), ("Plan\n====\n", "Plan"),
    ("# Plan {#p}\n", "Plan"), ("# Todo\n\n# Done\n", "file"),
    ("# Todo\n\na\n\nDone\n===\n", "file"),
    ("text\n\n# Plan\n", "file"), ("## Plan\n", "file"), ("# Plan\n\n> # Quoted\n", "Plan"),
    ("# Plan\n\n- # Listed\n", "Plan"), ("# Plan\n\n```\n# code\n```\n", "Plan"),
    ("---\ntitle: Field\n---\n# Plan\n", "Field"), ("---\ntitle: ' '\n---\n# Plan\n", "Plan"),
  ])
  func `a heading is the title where it opens the text and is its only one of level 1`(
    text: String, expected: String
  ) {
    #expect(title(text) == expected)
  }

  @Test func `where a program gives no title by a heading, the file's name is one`() {
    #expect(title("# Plan\n") { $0.takesTitleFromHeading = false } == "file")
    #expect(
      title("---\ntitle: Field\n---\n# Plan\n") { $0.takesTitleFromHeading = false } == "Field")
  }
}
