import NoteTestSupport
import Testing

/// Dates without an offset are times here: in Seoul, where the tests run, nine hours before UTC.
@Suite struct LocalTimeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func write(_ notes: [(name: String, fields: String)]) throws {
    for note in notes {
      try session.folder.write("---\n\(note.fields)\n---\nx\n", to: "Memo/\(note.name).md")
    }
  }

  private func names(_ words: String...) -> [String] {
    session.run(words + ["--format", "{{title}}"]).output.split(separator: "\n").map(String.init)
  }

  @Test func `dates of every form are sorted by the time here`() throws {
    try write([
      ("day", "date: 2026-11-20"), ("early", "date: 2026-11-20T04:00"),
      ("zoned", "date: 2026-11-19T20:00:00Z"), ("noon", "created: 2026-11-20 12:00"),
      // 2026-11-20T06:40:00Z
      ("epoch", "created: 1795156800000"),
    ])
    let expected = ["day", "early", "zoned", "noon", "epoch"]
    #expect(names("list", "--sort", "created") == expected)
    #expect(names("list", "--sort", "date") == expected)
    #expect(names("list", "sort:date") == expected)
    #expect(names("list", "--sort", "-date") == expected.reversed())
  }

  @Test func `what is due is due by the clock here, and a day is the writer's`() throws {
    try write([
      ("zoned", "date: 2026-11-19T20:00:00Z\ndue: 2026-11-20T20:00:00Z\nstatus: todo"),
      // 2026-11-19T20:00:00Z
      ("epoch", "created: 1795118400000"),
    ])
    // A time with an offset names a day as well; milliseconds do not.
    #expect(names("list", "date:2026-11-20") == ["epoch"])
    #expect(names("list", "created:2026-11-19") == ["zoned"])
    #expect(names("list", "due:today") == ["zoned"])
    #expect(names("tasks", "due:today") == ["zoned"])
  }

  @Test func `only what is made again byte by byte has its time from a shell for building`() throws {
    let session = try CommandSession(environment: ["SOURCE_DATE_EPOCH": "315532800"])
    _ = session.run(["init", "-q"])
    #expect(session.run(["add", "Tea", "due:tomorrow"]).status == 0)
    let task = String(decoding: try session.folder.read("Diary/Tasks/Tea.md"), as: UTF8.self)
    #expect(task.contains("due: 2026-11-22"), "\(task)")
    #expect(session.run(["diary", "--print-path"]).output.hasSuffix("/2026-11-21.md\n"))
    #expect(session.run(["digest"]).output.contains("1980"))
    #expect(!session.run(["--now", "2026-11-21T10:00", "digest"]).output.contains("1980"))
  }

  @Test func `date in a listing's template is created, by the clock here where it has none`() throws {
    try write([("epoch", "date: 1795118400000"), ("day", "Date: 2026-11-18")])
    let outcome = session.run(["list", "--sort", "date", "--format", "{{date}} {{created}}"])
    #expect(outcome.output == "2026-11-18 2026-11-18\n2026-11-20 2026-11-20T05:00:00+09:00\n")
  }

  @Test func `a task with a time of day is overdue from then on, wherever it is asked`() throws {
    // It is ten o'clock.
    try write([
      ("past", "status: todo\ndue: 2026-11-21 09:00"),
      ("later", "status: todo\ndue: 2026-11-21 11:00"),
    ])
    try session.folder.write(
      "- [ ] box past [due:: 2026-11-21] [time:: 09:30]\n- [ ] box later 📅 2026-11-21 [time:: 10:30]\n",
      to: "Memo/boxes.md")
    #expect(names("list", "is:overdue") == ["past"])
    #expect(names("tasks", "is:overdue") == ["past", "box past"])
    #expect(names("list", "due:<2026-11-21T10:00") == ["past"])
    let status = session.run(["status"]).output
    #expect(status.contains("4 open tasks: 2 overdue, 2 due today"), "\(status)")
    let list = session.run(["list", "kind:task", "sort:due"]).output
    #expect(list.contains("past  overdue since 09:00"), "\(list)")
    #expect(list.contains("later  today 11:00"), "\(list)")
    let digest = session.run(["digest"]).output
    #expect(digest.contains("2 tasks are late."), "\(digest)")
    #expect(digest.contains("☐ past · due 21 November") && digest.contains("☐ later · 11:00"), "\(digest)")
    let agenda = session.run(["agenda"]).output
    #expect(agenda.contains("☐ past  overdue since 09:00"), "\(agenda)")
    #expect(agenda.contains("☐ box past  overdue since 09:30"), "\(agenda)")
    #expect(session.run(["cal"]).output.contains("overdue since 09:00 past"))
    let board = session.run(["board", "--to", "html"]).output
    #expect(board.split(separator: "class=\"overdue\"").count == 3, "\(board)")
    #expect(session.run(["publish", "-o", "../site"]).status == 0)
  }

  /// The zone's clock at that moment, and at no other, says on which day and at which hour something is due.
  @Test(arguments: [
    ("Europe/Berlin", "2026-11-26T12:00:00+01:00", "2027-07-15T00:30"),
    ("America/New_York", "2026-11-26T12:00:00-05:00", "2027-07-15T23:30"),
    ("America/New_York", "2027-07-01T12:00:00-04:00", "2027-12-15T00:30"),
    ("Australia/Sydney", "2026-11-26T12:00:00+11:00", "2027-07-15T23:30"),
  ])
  func `a moment has one day and one hour in every listing`(zone: String, now: String, due: String) throws {
    let session = try CommandSession(zone: zone)
    _ = session.run(["init", "-q"])
    func run(_ words: String...) -> String { session.run(["--now", now] + words).output }
    #expect(session.run(["--now", now, "add", "Party", "due:\(due)"]).status == 0)
    let (day, hour) = (String(due.prefix(10)), String(due.suffix(5)))
    #expect(run("tasks").contains(day) && run("tasks").contains(hour), "\(run("tasks"))")
    let agenda = run("agenda", "--json", "\(day)..\(day)").replacing(" ", with: "")
    #expect(agenda.contains("\"time\":\"\(hour)\"") && agenda.contains("\"day\":\"\(day)\""), "\(agenda)")
    #expect(run("tasks", "due:\(day)").contains("Party"))
    #expect(run("tasks", "due:\(due)..\(due)").contains("Party"))
    #expect(run("cal", String(day.prefix(7))).contains("Party"))
  }

  @Test func `a moment of another clock is shown by the clock here`() throws {
    let session = try CommandSession(zone: "America/New_York")
    _ = session.run(["init", "-q"])
    try session.folder.write("---\nstatus: todo\ndue: 2026-12-01T09:00:00+09:00\n---\n# Call\n", to: "Memo/call.md")
    let output = session.run(["--now", "2026-11-26T12:00:00-05:00", "tasks"]).output
    #expect(output.contains("2026-11-30 19:00"), "\(output)")
  }

  @Test func `a moment of another clock has the day and hour here on every surface`() throws {
    let session = try CommandSession(zone: "Europe/Berlin")
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-12-09T23:30:00Z\nscheduled: 2026-12-09T23:15:00Z\n---\n# Call\n", to: "Memo/call.md"
    )
    try session.folder.write("# B\n\n```sheaf\nis:task\ncolumns: title, due, scheduled\n```\n", to: "Memo/b.md")
    func run(_ words: String...) -> String { session.run(["--now", "2026-12-08T12:00:00+01:00"] + words).output }
    #expect(run("tasks").contains("00:30"), "\(run("tasks"))")
    #expect(run("show", "call").contains("00:30"), "\(run("show", "call"))")
    for output in [
      run("tasks"), run("tasks", "--group-by", "due"), run("list", "is:task", "--group-by", "due"),
      run("list", "is:task", "--group-by", "scheduled"), run("list", "is:task", "--columns", "title,due"),
      run("tasks", "--columns", "title,due,scheduled"), run("digest", "2026-12"), run("show", "call"), run("show", "b"),
      run("export", "--to", "todotxt", "is:task"), run("render", "call", "--to", "html"), run("board", "--to", "html"),
      run("today"), run("agenda", "2026-12"),
    ] {
      #expect(!output.contains("12-09") && !output.contains("9 December") && !output.contains("Wed"), "\(output)")
    }
  }

  @Test func `the account of a change tells the hour here`() throws {
    let session = try CommandSession(zone: "America/New_York")
    _ = session.run(["init", "-q"])
    func run(_ words: String...) -> String {
      let run = session.run(["--now", "2026-11-26T12:00:00-05:00"] + words, onTerminal: true)
      return run.output + run.errors
    }
    let output = run("add", "Call", "due:2026-12-01T09:00+09:00")
    #expect(output.contains("Mon 2026-11-30 19:00"), "\(output)")
    let changed = run("set", "Call", "due:2026-12-02T01:30+09:00")
    #expect(changed.contains("Mon 2026-11-30 19:00 → Tue 2026-12-01 11:30"), "\(changed)")
  }

  /// Clocks are put back in Berlin on 2027-10-31 and forward on 2027-03-28.
  @Test(arguments: [
    (
      "2026-10-24T08:00:00+02:00", "2026-10-24T12:00:00+02:00", "every day",
      ["2026-10-25T08:00:00+01:00", "2026-10-26T08:00:00+01:00"]
    ),
    (
      "2027-03-27T08:00:00+01:00", "2027-03-27T12:00:00+01:00", "every day",
      ["2027-03-28T08:00:00+02:00", "2027-03-29T08:00:00+02:00"]
    ),
    // Written by a clock nine hours east of UTC, which stays.
    ("2027-03-27T15:00:00+09:00", "2027-03-27T12:00:00+01:00", "every day", ["2027-03-28T15:00:00+09:00"]),
  ])
  func `the wall clock repeats where clocks change, in notes, boxes and calendars`(
    due: String, now: String, rule: String, expected: [String]
  ) throws {
    let session = try CommandSession(zone: "Europe/Berlin")
    _ = session.run(["init", "-q"])
    func run(_ words: String...) -> String { session.run(["--now", now] + words).output }
    try session.folder.write("---\nstatus: todo\ndue: \(due)\nrepeat: \(rule)\n---\n# Pills\n", to: "Memo/Pills.md")
    for next in expected {
      #expect(session.run(["--now", now, "done", "is:open", "--yes"]).status == 0)
      let files = try run("tasks", "-l", "is:open").split(separator: "\n").map {
        String(decoding: try session.folder.read(String($0)), as: UTF8.self)
      }
      #expect(files.contains { $0.contains("due: \(next)\n") }, "\(files)")
    }
  }

  @Test func `a task put off keeps its hour on the wall`() throws {
    let session = try CommandSession(zone: "Europe/Berlin")
    _ = session.run(["init", "-q"])
    let now = ["--now", "2026-10-20T12:00:00+02:00"]
    _ = session.run(now + ["add", "Call", "due:2026-10-21T08:00"])
    _ = session.run(now + ["defer", "Call", "2026-11-03"])
    let found = session.run(now + ["tasks", "--json"]).output.replacing(" ", with: "")
    #expect(found.contains("\"due\":\"2026-11-03T08:00:00+01:00\""), "\(found)")
  }
}
