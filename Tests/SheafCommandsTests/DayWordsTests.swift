import NoteTestSupport
import Testing

/// The same words mean the same day wherever one is typed.
@Suite struct DayWordsTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    #expect(session.run(["init", "-q"]).status == 0)
    try session.folder.write("---\nstatus: todo\ndue: 2027-12-24\n---\n", to: "Memo/t.md")
  }

  /// Words, what they are as a deadline, and the day of the diary that they mean; nil if they are text there.
  private static let words: [(String, String, String?)] = [
    ("다음 금요일", "2026-11-27", "2026-11-27"),
    ("지난 금요일", "2026-11-20", "2026-11-20"),
    ("저번 금요일", "2026-11-20", "2026-11-20"),
    ("이번 금요일", "2026-11-20", "2026-11-20"),
    ("지난 주 월요일", "2026-11-09", "2026-11-09"),
    ("주말", "2026-11-21", "2026-11-21"), ("이번주말", "2026-11-21", "2026-11-21"),
    ("내일모레", "2026-11-23", "2026-11-23"), ("한달 뒤", "2026-12-21", "2026-12-21"),
    ("3일후", "2026-11-24", "2026-11-24"),
    ("내일 아침", "2026-11-22T08:00:00+09:00", "2026-11-22"),
    ("내일 저녁", "2026-11-22T20:00:00+09:00", "2026-11-22"),
    ("오후 3:05", "2026-11-21T15:05:00+09:00", "2026-11-21"),
    ("11월 30일 (월)", "2026-11-30", "2026-11-30"),
    ("2026-3-3", "2026-03-03", "2026-03-03"), ("내년 3월 1일", "2027-03-01", "2027-03-01"),
    ("1시간 30분 뒤", "2026-11-21T11:30:00+09:00", "2026-11-21"),
    ("next week", "2026-11-23", nil), ("다음 주", "2026-11-23", nil),
    ("weekend", "2026-11-21", "2026-11-21"),
    ("tonight", "2026-11-21T22:00:00+09:00", "2026-11-21"),
    ("tomorrow morning", "2026-11-22T08:00:00+09:00", "2026-11-22"),
    ("the day after tomorrow", "2026-11-23", "2026-11-23"),
    ("next quarter", "2027-01-01", nil),
    ("in 20m", "2026-11-21T10:20:00+09:00", "2026-11-21"),
    ("2 weeks", "2026-12-05", "2026-12-05"),
    ("Sat Nov 28 2026", "2026-11-28", "2026-11-28"),
    ("Nov 28 26", "2026-11-28", "2026-11-28"), ("26년 12월 3일", "2026-12-03", "2026-12-03"),
    ("2026-W48", "2026-11-23", nil), ("2026-W48-3", "2026-11-25", "2026-11-25"),
    ("2026-330", "2026-11-26", "2026-11-26"), ("28th", "2026-11-28", "2026-10-28"),
    ("Nov 28th", "2026-11-28", "2025-11-28"), ("9am", "2026-11-22T09:00:00+09:00", "2026-11-21"),
  ]

  @Test(arguments: words) func `words for days are read by every command`(
    words: String, deadline: String, page: String?
  ) throws {
    let line = "+due: \(deadline)\n"
    let added = session.run(["add", "X", "due:\(words)", "-n"])
    #expect(added.output.contains(line), "\(added.output)\(added.errors)")
    for arguments in [[words], words.split(separator: " ").map(String.init)] {
      let deferred = session.run(["defer", "Memo/t.md"] + arguments + ["-n"])
      #expect(deferred.output.contains(line), "\(deferred.output)\(deferred.errors)")
      let opened = session.run(["diary"] + arguments + ["-n"]).output
      let path = "Diary/2026/2026-11-21.md"
      let expected = page.map { "Diary/\($0.prefix(4))/\($0).md" } ?? path
      // Several days are shown, not opened.
      let isSeveral = page == nil || ["weekend", "주말", "이번주말"].contains(words)
      #expect(isSeveral ? opened.isEmpty : opened.contains("+++ b/\(expected)\n"), "\(opened)")
      let written = session.run(
        ["diary"] + arguments.dropLast() + [arguments.last! + ":", "비", "-n"])
      #expect(written.output.contains("+++ b/\(expected)\n"), "\(written.output)")
      #expect(written.output.contains(words + ": 비\n") == (page == nil), "\(written.output)")
    }
    let query = session.run(["list", "--explain", "due:\"\(words)\""])
    let day = words == "9am" ? "2026-11-21" : String(deadline.prefix(10))
    #expect((query.output + query.errors).contains("due = \(day)"), "\(query)")
    let snoozed = session.run(["remind", "--snooze", words, "Memo/t.md"])
    let time = deadline.count > 10 ? deadline.dropFirst(11).prefix(5) : "09:00"
    let isOver = "\(deadline.prefix(10)) \(time)" <= "2026-11-21 10:00"
    #expect(
      snoozed.errors.contains(
        isOver ? "\(deadline.prefix(10)) \(time) has passed" : "\(deadline.prefix(10)) \(time)\n"),
      "\(snoozed.errors)")
  }

  @Test func `a day without a time is snoozed to the time of the setting`() throws {
    try session.folder.write("remind:\n  day-time: \"07:30\"\n", to: ".sheaf/config.yaml")
    let outcome = session.run(["remind", "--snooze", "내일", "Memo/t.md"])
    #expect(outcome.errors.contains("2026-11-22 07:30\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("10분 전", "10m"), ("2시간 전", "2h"), ("3일 전", "3d"), ("1주 전", "7d"),
    ("10 minutes before", "10m"), ("1 hour before", "1h"),
  ])
  func `so long before the deadline is read wherever a reminder is`(
    words: String, meaning: String
  ) throws {
    let line = "+remind: \(meaning)\n"
    for command in [
      ["add", "X", "due:2027-01-01", "remind:\(words)"],
      ["add", "X", "마감:2027-01-01", "알림:\(words)"],
      ["new", "X", "--set", "status=todo", "--set", "due=2027-01-01", "--set", "remind=\(words)"],
      ["set", "Memo/t.md", "remind=\(words)"],
    ] {
      let output = session.run(command + ["-n"]).output.replacing("\"", with: "")
      #expect(output.contains(line), "\(command) \(output)")
    }
  }

  @Test(arguments: [
    ("오늘 30일", "today 30d"), ("오늘 2주", "today 2w"), ("2주", "2w"), ("12월 1일 3주간", "2026-12-01 3w"),
    ("30일", "2026-11-30"), ("12월 30일", "2026-12-30"), ("30d", "2026-11-21..2026-12-20"),
  ])
  func `a number of days is read after a start, where the words mean no day`(words: String, same: String) throws {
    for day in ["2026-11-21", "2026-11-30", "2026-12-04", "2026-12-20", "2026-12-21", "2026-12-30"] {
      try session.folder.write("---\ndue: \(day)\n---\n", to: "Memo/\(day).md")
    }
    func agenda(_ words: String) -> CommandSession.Outcome {
      session.run(["agenda", "--json"] + words.split(separator: " ").map(String.init))
    }
    #expect(agenda(words).status == 0)
    #expect(agenda(words).output == agenda(same).output)
  }
}
