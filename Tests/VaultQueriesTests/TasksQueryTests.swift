import NoteTestSupport
import Testing

/// The queries of the plugin Tasks of Obsidian.
@Suite struct TasksQueryTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      """
      # Work

      ## Soon

      - [ ] #task pay rent ⏫ 📅 2026-11-22
      - [ ] #task water plants 📅 2026-12-20 🔁 every week
      - [x] #task old thing ✅ 2026-11-20
      - [/] #task paint wall 🛫 2026-12-01 #home

      ## Later

      - [ ] read book
      - [ ] #task first 🆔 abc
      - [ ] #task second ⛔ abc
      - [!] #task shout
      """, to: "Memo/Work.md")
  }

  private func answer(_ query: String) throws -> String {
    try session.folder.write("# Q\n\n```tasks\n\(query)\n```\n", to: "Memo/Q.md")
    return session.run(["show", "Memo/Q.md"]).output
  }

  private static let names = [
    "pay rent", "water plants", "old thing", "paint wall", "read book", "first", "second", "shout",
  ]

  @Test(arguments: [
    ("done", "old thing"), ("not done\ndue before in 3 days", "pay rent"),
    ("due 2026-12-01 2026-12-31", "water plants"),
    ("due this month", "pay rent"), ("no due date\nnot done", "paint wall,read book,first,second,shout"),
    ("path includes work\nheading includes later", "read book,first,second,shout"),
    ("description includes RENT", "pay rent"),
    ("description regex matches /^#task (pay|paint)/", "pay rent,paint wall"),
    ("(due before 2026-12-01) OR (is recurring)", "pay rent,water plants"),
    ("NOT (description includes e)", "old thing,first,shout"),
    ("(has due date) AND (NOT (is recurring))", "pay rent"), ("[is recurring] XOR {has due date}", "pay rent"),
    ("tags include #home", "paint wall"), ("tag does not include task", "read book"),
    ("priority is above medium", "pay rent"), ("status.type is IN_PROGRESS", "paint wall"),
    ("status.name includes progress", "paint wall"), ("is blocked", "second"), ("is blocking", "first"),
    ("done on 2026-11-20", "old thing"), ("happens before 2026-11-30", "pay rent"),
    ("starts before 2026-11-30\nhas due date", "pay rent,water plants"), ("# a comment\nid includes ab", "first"),
    ("not done \\\n", "pay rent,water plants,paint wall,read book,first,second,shout"),
  ])
  func `a filter finds what the plugin finds`(query: String, names: String) throws {
    let output = try answer(query)
    let found = Self.names.filter(output.contains)
    #expect(found == names.split(separator: ",").map(String.init), "\(output)")
  }

  @Test func `tasks are sorted, limited and grouped`() throws {
    func order(_ query: String) throws -> [String] {
      let output = try answer(query)
      return Self.names.compactMap { name in output.firstRange(of: name).map { ($0.lowerBound, name) } }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    #expect(try order("has due date\nsort by due reverse") == ["water plants", "pay rent"])
    #expect(try order("not done\nsort by description\nlimit 2") == ["first", "paint wall"])
    #expect(try order("has due date") == ["pay rent", "water plants"])
    let grouped = try answer("not done\ngroup by heading\ngroup by priority reverse")
    #expect(grouped.contains("Soon") && grouped.contains("High priority"), "\(grouped)")
  }

  @Test func `fields are hidden or shown by their signs, and a query is explained with its days`() throws {
    let hidden = try answer("has due date\nhide due date\nhide backlink\nhide tags\nhide task count")
    #expect(hidden.contains("pay rent") && !hidden.contains("2026-11-22") && !hidden.contains("Work"), "\(hidden)")
    #expect(!hidden.contains("#task") && hidden.contains("⏫"), "\(hidden)")
    let short = try answer("has due date\nshort mode")
    #expect(short.contains("📅") && !short.contains("2026-11-22"), "\(short)")
    #expect(try answer("due before tomorrow\nexplain").contains("due before tomorrow (2026-11-22)"))
  }

  @Test func `the settings of the plugin say what a task is and what a box means`() throws {
    try session.folder.write(
      """
      {"globalFilter": "#task", "globalQuery": "path includes Work",
       "statusSettings": {"customStatuses": [{"symbol": "!", "name": "Important", "type": "DONE"}]}}
      """, to: ".obsidian/plugins/obsidian-tasks-plugin/data.json")
    #expect(try answer("done").contains("shout"))
    let all = try answer("not done")
    #expect(try answer("description regex matches /^pay rent$/").contains("pay rent"))
    #expect(try !answer("description includes task").contains("pay rent"))
    #expect(!all.contains("read book") && !all.contains("shout") && all.contains("pay rent"), "\(all)")
  }

  @Test(arguments: ["filter by function true", "sort by function task.due", "group by function x", "no such thing"])
  func `what is not run is named`(line: String) throws {
    let output = try answer("not done\n\(line)")
    #expect(output.contains(line) && !output.contains("pay rent"), "\(output)")
    #expect(session.run(["check", "Memo/Q.md"]).output.contains("query-block"))
  }
}
