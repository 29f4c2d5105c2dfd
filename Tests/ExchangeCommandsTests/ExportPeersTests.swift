import Foundation
import NoteTestSupport
import Testing

/// Programs of others read what `export` writes.
@Suite struct ExportPeersTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    _ = session.run(["init"])
    try session.folder.write(
      "---\nid: k3x9wq2m\ntitle: 세금 신고, 그리고 아주 길어서 여러 줄로 나뉘는 제목\nstatus: todo\ndue: 2026-11-30\nrepeat: every month on the 31st\nremind: 1d\ntags: [a, b]\n---\n\n\"따옴표\", 쉼표\n둘째 줄 p.png\n",
      to: "Diary/Tasks/a.md")
    try session.folder.write(
      "# B\n\n## Part\n\n- [ ] box 📅 2026-12-01 10:00\n\n[[a]] & <b>x</b> <br>\n", to: "Memo/b.md")
    try session.folder.write(
      "---\nstatus: doing\ndue: 2026-07-01T09:00\n---\n\n", to: "Diary/Tasks/local.md")
    try session.folder.write("# Day\n\ntext\n", to: "Diary/2026/2026-11-20.md")
    try session.folder.write(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: "Diary/Tasks/p.png")
  }

  private func export(_ words: String...) throws -> String {
    let outcome = session.run(["export"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test(
    .enabled(if: SiteCheckers.readsFeeds, "icalendar is not installed"),
    arguments: ["ics", "ics-events"])
  func `a library reads the calendar without an error`(format: String) throws {
    let text = session.run(["export", "--to", format]).output
    #expect(text.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
    try outside.write(text, to: "c.ics")
    let script = """
      from icalendar import Calendar
      calendar = Calendar.from_ical(open('c.ics', 'rb').read())
      parts = [part for part in calendar.walk() if part.name in ('VTODO', 'VEVENT')]
      print(any(part.errors for part in calendar.walk()), len(parts),
        [str(part['SUMMARY']) for part in parts if 'RRULE' in part],
        [part['RRULE'].to_ical().decode() for part in parts if 'RRULE' in part],
        len(calendar.walk('VALARM')), len(calendar.walk('VTIMEZONE')))
      """
    let run = try ProgramRun.run(SiteCheckers.python, ["-c", script], in: outside.path)
    #expect(
      run.output
        == "False 3 ['세금 신고, 그리고 아주 길어서 여러 줄로 나뉘는 제목'] ['FREQ=MONTHLY;BYMONTHDAY=-1'] 1 1\n",
      "\(run.errors)")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
        || SiteCheckers.readsFeeds, "python is not installed"))
  func `Python reads the table`() throws {
    try outside.write(try export("--to", "csv", "a"), to: "t.csv")
    let script = """
      import csv
      rows = list(csv.DictReader(open('t.csv', newline='', encoding='utf-8'), strict=True))
      print([row['body'] for row in rows])
      """
    let python =
      SiteCheckers.readsFeeds ? SiteCheckers.python : "/usr/bin/python3"
    let run = try ProgramRun.run(python, ["-c", script], in: outside.path)
    #expect(run.output.contains(#"'"따옴표", 쉼표\n둘째 줄 p.png\n'"#), "\(run.output) \(run.errors)")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/task"),
      "taskwarrior is not installed"))
  func `Taskwarrior imports the tasks and exports them so that they come back`() throws {
    try outside.write(try export("--to", "taskwarrior"), to: "t.json")
    let environment = [
      "HOME": outside.path, "TASKRC": "/dev/null", "TASKDATA": outside.path + "/data",
    ]
    let imported = try ProgramRun.run(
      "/usr/bin/task", ["rc.confirmation=off", "import", "t.json"], in: outside.path,
      environment: environment)
    #expect(imported.status == 0, "\(imported.errors)")
    let exported = try ProgramRun.run(
      "/usr/bin/task", ["rc.json.array=on", "export"], in: outside.path, environment: environment)
    try outside.write(exported.output, to: "back.json")
    let second = try CommandSession()
    _ = second.run(["init"])
    let outcome = second.run(["import", "--from", "taskwarrior", outside.path + "/back.json"])
    #expect(outcome.output.split(separator: "\n").count == 3, "\(outcome.errors)")
    let tasks = second.run(["tasks", "--format", "{{title}} {{status}} {{due}}"]).output
    #expect(tasks.contains("세금 신고, 그리고 아주 길어서 여러 줄로 나뉘는 제목 todo 2026-11-30"), "\(tasks)")
  }

  @Test(.enabled(if: SiteCheckers.readsFeeds, "python is not installed"))
  func `the book is a zip of well-formed XML that begins with its type`() throws {
    let path = outside.path + "/b.epub"
    #expect(session.run(["export", "--to", "epub", "-o", path]).status == 0)
    let script = """
      import zipfile, xml.dom.minidom
      book = zipfile.ZipFile('b.epub')
      print(book.testzip(), book.infolist()[0].filename, book.read('mimetype').decode())
      for name in book.namelist():
        if name.endswith(('xhtml', 'opf', 'xml')): xml.dom.minidom.parseString(book.read(name))
      """
    let run = try ProgramRun.run(SiteCheckers.python, ["-c", script], in: outside.path)
    #expect(run.output == "None mimetype application/epub+zip\n", "\(run.errors)")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `one Markdown file has lower headings and links inside`() throws {
    let text = try export("--to", "md", "in:Memo", "OR", "in:Diary/Tasks")
    #expect(text.contains("# B\n\n### Part\n"))
    #expect(text.contains("[a](#세금-신고-그리고-아주-길어서-여러-줄로-나뉘는-제목)"))
  }

  @Test func `a sealed letter is neither exported nor shared`() throws {
    try session.folder.write("---\nunseal: 2027-01-01\n---\n\nsecret\n", to: "Memo/letter.md")
    for format in ["json", "jsonl", "csv", "org", "md", "html"] {
      #expect(!(try export("--to", format)).contains("secret"))
    }
    let outcome = session.run(["share", "Memo/letter.md"])
    #expect(outcome.status == 3)
    #expect(!outcome.output.contains("secret"))
  }

  @Test func `what is shared has no fields, comments or paths`() throws {
    try session.folder.write(
      "---\ntitle: T\nmood: private\n---\n\nSee [[b]] %%hidden%% ![](../Diary/Tasks/p.png) word\n",
      to: "Memo/t.md")
    for face in ["text", "html", "eml"] {
      let output = session.run(["share", "Memo/t.md", "--to", face]).output
      #expect(
        !output.contains("private") && !output.contains("hidden") && !output.contains("Memo/b"),
        "\(face)")
    }
    #expect(session.run(["share", "Memo/t.md", "--to", "text"]).output.contains("word"))
    #expect(
      session.run(["share", "Memo/t.md", "--copy"], onTerminal: true).errors.contains("Copied “T”"))
  }

  @Test(arguments: [
    ["export", "--to", "json"], ["export", "--to", "md"], ["share", "plan", "--to", "html"], ["share", "plan"],
    ["digest", "--to", "html"], ["digest"],
  ])
  func `a minus after -o is standard output, as no file is`(words: [String]) throws {
    try session.folder.write("---\ntitle: Plan\n---\ntext\n", to: "plan.md")
    let outcome = session.run(words + ["-o", "-"])
    #expect(outcome.output == session.run(words).output && !outcome.output.isEmpty)
    #expect(!session.folder.files().contains("-"))
  }
}
