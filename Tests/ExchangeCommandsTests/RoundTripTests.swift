import CivilCalendar
import Foundation
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// Notes that are exported and imported into an empty repository are what they were.
@Suite struct RoundTripTests {
  private static let notes: [(path: String, text: String)] = [
    (
      "Diary/Tasks/세금.md",
      """
      ---
      id: k3x9wq2m
      title: 세금, 신고; "11월"
      created: 2026-11-20T09:00:00+09:00
      status: doing
      due: 2026-11-30T18:00:00+09:00
      scheduled: 2026-11-25
      start: 2026-11-21
      priority: high
      project: Q4
      tags: [home, money]
      repeat: every month
      remind: [1d, 2h]
      ---

      영수증을 모은다.

      - 은행
      - 카드 **두 장**, `코드`

      > 인용

      ```swift
      let x = 1
      ```

      """
    ),
    (
      "Diary/Tasks/done.md",
      """
      ---
      id: d0n3d0n3
      title: Done
      created: 2026-11-01T10:00:00+09:00
      status: done
      due: 2026-11-10
      closed: 2026-11-09
      priority: low
      ---

      """
    ),
    (
      "Diary/Tasks/local.md",
      """
      ---
      id: a1b2c3d4
      title: Local time
      created: 2026-11-20T09:00:00+09:00
      status: cancelled
      due: 2026-07-01T09:00:00
      closed: 2026-11-21
      ---

      """
    ),
    (
      "Diary/2026/2026-11-20.md",
      """
      ---
      id: e5f6g7h8
      created: 2026-11-20T21:05:00+09:00
      pinned: true
      ---

      # 비 오는 날

      우산을 샀다.
      둘째 줄.

      셋째 문단.

      """
    ),
    (
      "Memo/Deep/plan.md",
      """
      ---
      id: m1n2p3q4
      title: Plan
      tags: [a/b]
      rating: 4
      nested: {x: [1, 2], y: z}
      odd: "no"
      aliases: [Plan B, "x: y"]
      ---

      See [[세금]] and [local](../../Diary/Tasks/local.md).

      - [ ] box 📅 2026-12-01

      """
    ),
  ]

  /// The notes of a second repository into which the export of the first was imported.
  private func roundTrip(
    _ format: String, ending: String, importing importFormat: String? = nil
  ) throws -> [Note] {
    let first = try CommandSession()
    _ = first.run(["init"])
    for note in Self.notes { try first.folder.write(note.text, to: note.path) }
    let exported = first.run(["export", "--to", format])
    #expect(exported.status == 0)
    let second = try CommandSession()
    _ = second.run(["init"])
    let outside = try TemporaryFolder()
    try outside.write(exported.output, to: "x." + ending)
    let outcome = second.run([
      "import", "--from", importFormat ?? format, outside.path + "/x." + ending,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
    return try second.folder.files().filter { $0.hasSuffix(".md") && !$0.hasPrefix(".sheaf") }.map {
      Note(Document(parsing: try second.folder.read($0)), at: NotePath(trusted: $0))
    }
  }

  private static func original(_ path: String) -> Note? {
    notes.first { $0.path == path }.map {
      Note(Document(parsing: Array($0.text.utf8)), at: NotePath(trusted: path))
    }
  }

  private func body(_ note: Note) -> String {
    let text = note.document.source.text(in: note.document.body)
    var rest = text.drop(while: \.isNewline)
    if note.leadingHeading != nil, let end = rest.firstIndex(of: "\n") {
      rest = rest[end...].drop(while: \.isNewline)
    }
    while rest.last?.isNewline == true { rest.removeLast() }
    return String(rest)
  }

  @Test(arguments: ["json", "jsonl"])
  func `JSON keeps everything, in its place`(format: String) throws {
    let notes = try roundTrip(format, ending: format, importing: "json")
    #expect(Set(notes.map(\.path.string)) == Set(Self.notes.map(\.path)))
    for note in notes {
      let original = try #require(Self.original(note.path.string))
      #expect(note.title == original.title)
      #expect(note.fields.filter { !$0.key.hasPrefix("import.") } == original.fields)
      #expect(note.tasks.map(\.title) == original.tasks.map(\.title))
      #expect(note.tasks.map(\.due) == original.tasks.map(\.due))
      #expect(body(note) == body(original))
    }
  }

  @Test func `JSON carries the attachments, each once, to their places`() throws {
    let first = try CommandSession()
    _ = first.run(["init"])
    let files = [
      "Memo/one.md": "![](assets/p.png) [[Sub/a.pdf]]\n", "Memo/two.md": "![](assets/p.png)\n",
    ]
    for (path, text) in files { try first.folder.write(text, to: path) }
    try first.folder.write([1, 2, 3], to: "Memo/assets/p.png")
    try first.folder.write([4, 5], to: "Sub/a.pdf")
    let exported = first.run(["export", "--to", "json"])
    #expect(exported.errors == "" && exported.output.components(separatedBy: "AQID").count == 2)
    let second = try CommandSession()
    _ = second.run(["init"])
    let outside = try TemporaryFolder()
    try outside.write(exported.output, to: "x.json")
    let outcome = second.run(["import", "--from", "json", outside.path + "/x.json"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try second.folder.read("Memo/assets/p.png") == [1, 2, 3])
    #expect(try second.folder.read("Sub/a.pdf") == [4, 5])
    for (path, text) in files {
      #expect(String(decoding: try second.folder.read(path), as: UTF8.self).hasSuffix("\n" + text))
    }
  }

  @Test func `a line of todo.txt that comes back by its id is the same note`() throws {
    let session = try CommandSession()
    _ = session.run(["init"])
    let outside = try TemporaryFolder()
    try outside.write("(E) call +work +second rec:3b\nplain\n", to: "todo.txt")
    _ = session.run(["import", "--from", "todotxt", outside.path + "/todo.txt"])
    let exported = session.run(["export", "--to", "todotxt"]).output
    #expect(exported.contains("(E) call +work id:") && exported.contains(" +second rec:3b\n"))
    try outside.write(exported.replacing("plain", with: "plainer"), to: "back.txt")
    let back = outside.path + "/back.txt"
    let outcome = session.run(["import", "--from", "todotxt", "--update", back])
    // The unchanged one is known by its id from now on, no longer by its line.
    #expect(outcome.errors.contains("No new notes (2 updated"), "\(outcome.errors)")
    let titles = session.run(["list", "is:task", "--format", "{{title}}"]).output
    #expect(Set(titles.split(separator: "\n")) == ["call", "plainer"])
  }

  @Test func `lines that look like headings, drawers or escaped code survive export to org and import`() throws {
    let text = "# N\n\n\\* literal star\n\n```\n,* comma\n* star\n```\n\n:PROPERTIES:\n:key: kept\n:END:\n\nend\n"
    let first = try CommandSession()
    _ = first.run(["init"])
    try first.folder.write(text, to: "Memo/N.md")
    let outside = try TemporaryFolder()
    try outside.write(first.run(["export", "--to", "org"]).output, to: "o.org")
    let second = try CommandSession()
    _ = second.run(["init"])
    #expect(second.run(["import", "--from", "org", outside.path + "/o.org"]).status == 0)
    let notes = second.folder.files().filter { $0.hasSuffix(".md") && !$0.hasPrefix(".sheaf") }
    let back = String(decoding: try second.folder.read(try #require(notes.first)), as: UTF8.self)
    #expect(notes.count == 1 && back.hasSuffix(text.dropFirst(4)), "\(notes): \(back)")
  }

  @Test(arguments: [("ics", "ics"), ("taskwarrior", "json"), ("todotxt", "txt"), ("org", "org")])
  func `tasks keep what the format can say`(format: String, ending: String) throws {
    let notes = try roundTrip(format, ending: ending)
    for path in ["Diary/Tasks/세금.md", "Diary/Tasks/done.md", "Diary/Tasks/local.md"] {
      let original = try #require(Self.original(path))
      let note = try #require(notes.first { $0.identifier == original.identifier }, "\(path)")
      let (task, was) = (try #require(note.tasks.first), try #require(original.tasks.first))
      #expect(note.title == original.title)
      #expect(task.due?.day == was.due?.day)
      #expect(task.scheduled == was.scheduled)
      #expect(task.closed == was.closed)
      #expect(task.repetition == was.repetition)
      if format != "todotxt" {
        #expect(task.status == was.status)
        #expect(task.start == was.start)
        #expect(task.reminders == was.reminders)
        #expect(body(note) == body(original))
        #expect(note.created == original.created)
      }
      if format == "ics" { #expect(task.due == was.due) }
      #expect(task.priority == was.priority)
      #expect(task.project == was.project)
      #expect(task.tags == was.tags)
    }
  }

  @Test func `the diary goes through jrnl's file`() throws {
    let notes = try roundTrip("jrnl", ending: "txt")
    #expect(notes.map(\.title) == ["비 오는 날"])
    #expect(notes.first.map(body) == "우산을 샀다.\n둘째 줄.\n\n셋째 문단.")
    #expect(notes.first?.entryDay == Day(iso: "2026-11-20"))
    #expect(notes.first?.created?.description == "2026-11-20T21:05:00+09:00")
    #expect(notes.first?.isPinned == true)
  }

  @Test func `the diary goes through a calendar's journal`() throws {
    let note = try roundTrip("ics", ending: "ics").first { $0.kind == .diary }
    #expect(note?.entryDay == Day(iso: "2026-11-20"))
    #expect(note?.identifier == "e5f6g7h8")
    #expect(note.map(body) == "우산을 샀다.\n둘째 줄.\n\n셋째 문단.")
  }

  @Test func `links between headings of org lead by the ids that they had`() throws {
    let session = try CommandSession()
    let outside = try TemporaryFolder()
    _ = session.run(["init"])
    try outside.write(
      "* TODO Milk\n:PROPERTIES:\n:ID: 0d9f-1\n:END:\ntext\n* Other\nSee [[id:0d9f-1][milk]].\n", to: "in.org")
    #expect(session.run(["import", "--from", "org", outside.path + "/in.org"]).status == 0)
    let back = session.run(["export", "--to", "org"]).output
    #expect(back.contains(":ID: 0d9f-1\n") && back.contains("See [[id:0d9f-1][milk]]."), "\(back)")
  }
}
