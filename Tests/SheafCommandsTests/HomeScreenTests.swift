import NoteTestSupport
import Testing

/// `sheaf` alone: what is due, what can be done besides, what changed.
@Suite struct HomeScreenTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
  }

  private func task(_ title: String, _ fields: String = "") throws {
    try session.folder.write(
      "---\nstatus: todo\n\(fields)---\n# \(title)\n", to: "Diary/Tasks/\(title).md")
  }

  @Test func `a day with open tasks is not called free`() throws {
    let free = session.run(["today"]).output
    try task("tax")
    let busy = session.run(["today"]).output
    #expect(!free.contains("Nothing is due today."))
    #expect(
      busy == """
        Sat 2026-11-21  today
        Nothing is due today.

        Next
        1  ☐ tax  Diary/Tasks/tax.md

        """)
  }

  @Test func `a task that a reminder lists today is not counted among the rest once more`() throws {
    try task("far", "due: 2026-12-24\n")
    try task("trip", "due: 2026-12-20\nremind: 2026-11-21 20:00\n")
    try task("call", "remind: 2026-11-21 21:00\n")
    let output = session.run(["today"]).output
    #expect(output.contains("trip") && output.contains("call") && output.contains("far"), "\(output)")
    #expect(!output.contains("more: sheaf tasks"), "\(output)")
  }

  @Test func `days come in their order, then what was begun, what is due later and what has no day`() throws {
    try task("far", "due: 2026-12-24\n")
    try task("near", "due: 2026-11-23\n")
    try task("next", "due: 2026-11-27\n")
    try task("a plain")
    try task("blocked", "depends: a plain\n")
    try task("later", "start: 2026-12-01\n")
    try task("planned", "scheduled: 2026-12-01\n")
    try task("urgent", "priority: urgent\n")
    try session.folder.write(
      "- [/] begun\n- [x] over\n- [ ] box 1\n- [ ] box 2\n- [ ] box 3\n- [ ] box 4\n", to: "Memo/list.md")
    let output = session.run(["today"]).output
    #expect(
      output.contains(
        """
        Next
         1  ☐ near  Mon 2026-11-23  Diary/Tasks/near.md
         2  ☐ next  Fri 2026-11-27  Diary/Tasks/next.md
         3  ◐ begun  Memo/list.md:1
         4  ☐ far  Thu 2026-12-24  Diary/Tasks/far.md
         5  ☐ !!! urgent  Diary/Tasks/urgent.md
         6  ☐ a plain  Diary/Tasks/a plain.md
         7  ☐ box 1  Memo/list.md:3
         8  ☐ box 2  Memo/list.md:4
         9  ☐ box 3  Memo/list.md:5
           1 more: sheaf tasks

        Recently changed
        """), "\(output)")
    _ = session.run(["today"], onTerminal: true)
    #expect(session.run(["done", "6"], onTerminal: true).status == 0)
    #expect(
      String(decoding: try session.folder.read("Diary/Tasks/a plain.md"), as: UTF8.self)
        .contains("status: done"))
  }

  @Test func `what comes next and what was changed is found behind all that is listed above`() throws {
    for number in 10..<70 { try task("\(number)", "due: 2026-11-23\nremind: 2d\nupdated: 2026-11-20\n") }
    try task("after them", "due: 2026-11-24\nupdated: 2026-01-09\n")
    for number in 1...6 {
      try session.folder.write("---\nupdated: 2026-01-0\(number)\n---\n", to: "Memo/old \(number).md")
    }
    let output = session.run(["today"]).output
    #expect(output.matches(of: /reminder 09:00/).count == 60)
    #expect(
      output.hasSuffix(
        """

        Next
        61  ☐ after them  Tue 2026-11-24  Diary/Tasks/after them.md

        Recently changed
        62  old 6  Memo/old 6.md
        63  old 5  Memo/old 5.md
        64  old 4  Memo/old 4.md
        65  old 3  Memo/old 3.md
        66  old 2  Memo/old 2.md

        """), "\(output)")
  }

  @Test func `nothing is on the screen twice`() throws {
    try task("rent", "due: 2026-11-21T14:00\nremind: 1h\n")
    try session.folder.write("a day\n", to: "Diary/2026/2026-11-21.md")
    try session.folder.write("# Plan\n", to: "Memo/Plan.md")
    let output = session.run(["today"]).output
    #expect(output.matches(of: /Diary.Tasks.rent/).count == 1)
    #expect(output.matches(of: /Diary.2026/).count == 1)
    #expect(output.contains("1  ☐ rent  today 14:00  reminder 13:00  Diary/Tasks/rent.md\n"))
    #expect(output.contains("Plan"))
  }

  @Test func `columns are aligned as those of tasks, and the screen is not left`() throws {
    for number in 1...40 { try task("task \(number)", "due: 2026-11-2\(number % 2)\n") }
    for number in 1...40 { try task("any \(number)") }
    for columns in [40, 80] {
      let output = session.run(["today"], onTerminal: true, columns: columns, rows: 24).output
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 24, "\(output)")
      #expect(lines.contains { $0.contains("more: sheaf agenda today") })
      #expect(lines.contains { $0.contains("more: sheaf tasks") })
      #expect(output.contains("Recently changed"))
    }
  }
}
