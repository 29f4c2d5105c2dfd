import NoteTestSupport
import Testing

@Suite struct BoardTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "board:\n  columns: [todo, doing, waiting, done]\n", to: ".sheaf/config.yaml")
    var random = SeededGenerator(seed: 3)
    for number in 0..<120 {
      let status = ["todo", "doing", "done", "cancelled", "waiting"].randomElement(using: &random)
      let day = Int.random(in: 10...29, using: &random)
      var lines = ["status: \(status ?? "todo")", "title: \(number % 7) 일"]
      let due = ["2026-11-\(day)", "2026-11-\(day)T09:00:00+09:00", ""].randomElement(
        using: &random)
      if let due, !due.isEmpty { lines.append("due: \(due)") }
      if Bool.random(using: &random) { lines.append("closed: 2026-11-\(day)") }
      if Bool.random(using: &random) { lines.append("priority: high") }
      if number % 40 == 0 { lines.append("unseal: 2027-01-01") }
      let boxes = "- [ ] b\(number % 5)\n- [x] c ✅ 2026-11-\(day)\n- [ ]\n- [/] d\n"
      try session.folder.write(
        "---\n\(lines.joined(separator: "\n"))\n---\n\(boxes)", to: "Memo/\(number).md")
    }
  }

  @Test(arguments: ["0", "3"])
  func `the columns that the index keeps are those of a query that every task answers`(
    limit: String
  ) {
    let all = session.run(["board", "--json", "--limit", limit])
    let asked = session.run(["board", "--json", "--limit", limit, "(has:due OR NOT has:due)"])
    #expect(all.status == 0)
    #expect(all.output.contains("\"waiting\""))
    #expect(all.output == asked.output)
  }

  @Test func `an agenda of the days that count is one of all`() {
    for span in ["2026-11", "2026-11-15", "2026-12"] {
      let some = session.run(["agenda", span, "--json"])
      // A query that speaks of a status looks at every task.
      let all = session.run(["agenda", span, "--json", "NOT status:done,cancelled"])
      #expect(some.output == all.output)
    }
  }

  @Test(arguments: ["status:cancelled", "상태:취소", "status:canceled", "is:done", "status:todo,취소"])
  func `cancelled tasks have a column where they are asked for, in any spelling`(query: String) {
    #expect(session.run(["board", query]).output.contains("Cancelled"))
    #expect(!session.run(["board", "-" + query]).output.contains("Cancelled"))
  }
}
