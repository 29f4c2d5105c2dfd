import NoteTestSupport
import Testing

/// Queries of other programs over many notes: what is read, how long it may take, what bases show below their tables.
@Suite struct ForeignQueryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    #expect(session.run(["init", "--quiet"]).status == 0)
  }

  private func answer(_ fence: String, _ query: String) throws -> String {
    try session.folder.write("# Ask\n\n```\(fence)\n\(query)\n```\n", to: "Memo/Ask.md")
    let outcome = session.run(["render", "Ask", "--fragment"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func `a field with many brackets is answered in no time`() throws {
    var output = ""
    func ask(brackets count: Int) throws -> Duration {
      let brackets = String(repeating: "[", count: count)
      try session.folder.write("---\nx: '\(brackets)'\ny: 'a [[B]] [[c'\n---\n# Big\n", to: "Memo/Big.md")
      return try processorTime { output = try answer("dataview", "TABLE x, y\nWHERE x") }
    }
    // More than a paragraph may have, which is said.
    #expect(try ask(brackets: 40_000) < .seconds(4))
    #expect(output.contains("The results cannot be written as Markdown"), "\(output.prefix(2_000))")
    _ = try ask(brackets: 900)
    #expect(output.contains(String(repeating: "[", count: 900)) && output.contains("a B [[c"))
  }

  @Test func `tasks of the index are those that their notes have`() throws {
    try session.folder.write(
      """
      # A

      ## Part
      - [ ] alpha [due:: 2026-12-01] #x
        - [x] inner
        - plain
      - [x] beta
      - [/] gamma ^b

      """, to: "Memo/A.md")
    try session.folder.write("- [X] omega\n", to: "Memo/B.md")
    let open = try answer("dataview", "TASK WHERE !completed")
    #expect(open.contains("alpha") && open.contains("gamma") && open.contains("inner"), "\(open)")
    #expect(!open.contains("beta") && !open.contains("omega"), "\(open)")
    let asked: [(condition: String, found: [String], not: [String])] = [
      ("fullyCompleted", ["beta", "omega"], ["alpha", "gamma"]),
      ("status = \"/\"", ["gamma"], ["alpha", "beta"]),
      ("due = date(2026-12-01)", ["alpha"], ["beta", "gamma", "omega"]),
      ("contains(tags, \"#x\")", ["alpha"], ["beta"]), ("length(children) = 2", ["alpha"], ["beta"]),
      ("meta(section).subpath = \"Part\"", ["alpha", "beta"], ["omega"]),
      ("checked AND !completed", ["gamma"], ["alpha", "beta"]), ("blockId", ["gamma"], ["alpha"]),
    ]
    for (condition, found, not) in asked {
      let text = try answer("dataview", "TASK WHERE \(condition)")
      for word in found { #expect(text.contains(word), "\(condition): \(text)") }
      for word in not { #expect(!text.contains(word), "\(condition): \(text)") }
    }
    let grouped = try answer("dataview", "TASK WHERE completed GROUP BY file.link")
    #expect(grouped.contains("omega") && grouped.contains("inner"), "\(grouped)")
    let rows = try answer("dataview", "TABLE length(file.tasks) AS n, file.tasks.text AS t WHERE file.name = \"A\"")
    #expect(rows.contains("<td>4</td>") && rows.contains("gamma"), "\(rows)")
  }

  private static let tens = "array(1,2,3,4,5,6,7,8,9,10)"

  @Test(arguments: [
    "map(array(1, 2), (a) => map(\(tens), (b) => map(\(tens), (c) => map(\(tens), (d) => sum(\(tens))))))",
    "map(\(tens), (a) => regextest(\"(a+)+\" + a + \"?$\", \"\(String(repeating: "a", count: 60))b\"))",
    "map(\(tens), (a) => map(\(tens), (b) => regextest(\"(x|\" + a + b + file.name + \"y)\\\\w{1,500}\", file.path)))",
  ])
  func `hostile queries of one note share what they may take`(expression: String) throws {
    for number in 0..<300 { try session.folder.write("# N\nx:: \(number)\n", to: "Memo/N\(number).md") }
    let block = """
      ```dataview
      LIST length(\(expression))
      ```


      """
    try session.folder.write("# Ask\n\n" + String(repeating: block, count: 30), to: "Memo/Ask.md")
    let clock = ContinuousClock()
    let took = clock.measure {
      let page = session.run(["render", "Ask"]).output
      #expect(page.contains("takes too long"), "\(page.prefix(2_000))")
    }
    #expect(took < .seconds(60), "\(took)")
  }

  @Test func `a table of a base has its summaries in its last row`() throws {
    let rows = [("a", "2", "2026-01-01", "true"), ("b", "4", "2026-01-11", "false"), ("c", "", "", "true")]
    for (name, price, day, flag) in rows {
      try session.folder.write("---\nprice: \(price)\nday: \(day)\nflag: \(flag)\n---\n", to: "Shop/\(name).md")
    }
    let base = """
      filters: file.inFolder("Shop")
      summaries:
        twice: values.filter(value).sum() * 2
      views:
        - type: table
          name: T
          order: [file.name, price, note.day, flag]
          summaries:
            file.name: Filled
            note.price: %
            day: Range
            flag: Checked
      """
    func cell(_ name: String) throws -> String { try answer("base", base.replacing("%", with: name)) }
    let text = try cell("Average")
    #expect(text.contains("Filled: 3") && text.contains("Average: 3") && text.contains("Checked: 2"), "\(text)")
    #expect(text.contains("Range: 1 week, 3 days"), "\(text)")
    for (name, value) in [
      ("Sum", "6"), ("Min", "2"), ("Max", "4"), ("Range", "2"), ("Median", "3"), ("Stddev", "1"), ("Empty", "1"),
      ("Unique", "2"), ("twice", "12"), ("Nonsense", "unknown"),
    ] {
      let text = try cell(name)
      #expect(text.contains("\(name): \(value)"), "\(name): \(text)")
    }
  }

  @Test func `a map is shown as a table, and the page and check say so`() throws {
    try session.folder.write("---\nplace: Jeju\n---\n", to: "Shop/a.md")
    let text = try answer(
      "base",
      "filters: file.inFolder(\"Shop\")\nviews:\n  - type: map\n    name: M\n    order: [file.name, place]")
    #expect(text.contains("A map is not drawn here") && text.contains("<td>Jeju</td>"), "\(text)")
    let check = session.run(["check"]).output
    #expect(check.contains("A view “map” is shown as a table"), "\(check)")
  }
}
