import CivilCalendar
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

/// Changes of tasks, byte for byte.
@Suite struct TaskFileTests {
  private func file(_ text: String, at path: String = "Diary/Tasks/a.md") throws -> TaskFile {
    TaskFile(path: try #require(NotePath(path)), bytes: Array(text.utf8))
  }

  private func day(_ text: String) throws -> Day { try #require(Day(iso: text)) }

  private func text(_ file: TaskFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  private static let boxes: [(before: String, status: TaskStatus, after: String)] = [
    ("- [ ] milk", .done, "- [x] milk"), ("* [ ] milk", .doing, "* [/] milk"),
    ("1. [ ] milk", .cancelled, "1. [-] milk"),
    ("- [ ] milk 📅 2026-11-30", .done, "- [x] milk 📅 2026-11-30 ✅ 2026-11-21"),
    (
      "- [ ] milk [due:: 2026-11-30]", .done,
      "- [x] milk [due:: 2026-11-30] [completion:: 2026-11-21]"
    ),
    ("- [ ] milk ⏫ ^m1", .cancelled, "- [-] milk ⏫ ❌ 2026-11-21 ^m1"),
    ("- [x] milk ⏫ ✅ 2026-11-01", .todo, "- [ ] milk ⏫"),
    ("- [x] milk  ✅ 2026-11-01 📅 2026-11-02  ", .todo, "- [ ] milk  📅 2026-11-02  "),
    ("- [?] milk", .done, "- [x] milk"),
    (
      "- [ ] milk [project:: home] 📅 2026-11-30", .done,
      "- [x] milk [project:: home] 📅 2026-11-30 ✅ 2026-11-21"
    ),
  ]

  @Test(arguments: boxes)
  func `a box changes by one character, and by a day where it has fields`(
    example: (before: String, status: TaskStatus, after: String)
  ) throws {
    for end in ["\n", "\r\n", ""] {
      var file = try file("text\(end)\(end)" + example.before + end)
      let line = end.isEmpty ? 1 : 3
      if end.isEmpty { file = try self.file(example.before) }
      try file.apply(.status(example.status, today: try day("2026-11-21")), at: line)
      #expect(text(file) == (end.isEmpty ? "" : "text\(end)\(end)") + example.after + end)
    }
  }

  @Test func `a note changes in its own spelling`() throws {
    var file = try file("---\r\nstatus: \"todo\" # open\r\ncompleted: 2026-01-01\r\n---\r\nx")
    try file.apply(.status(.done, today: try day("2026-11-21")), at: nil)
    #expect(
      text(file) == "---\r\nstatus: \"done\" # open\r\ncompleted: 2026-11-21\r\n---\r\nx")
  }

  private static let occurrences: [(fields: String, done: String, skips: Bool, next: String)] = [
    ("due: 2026-11-20\nrepeat: every week", "2026-11-21", false, "due 2026-11-27"),
    ("due: 2026-10-02\nrepeat: every week", "2026-11-21", false, "due 2026-10-09"),
    ("due: 2026-10-02\nrepeat: every week", "2026-11-21", true, "due 2026-11-27"),
    ("due: 2026-11-20\nrepeat: after 3 days", "2026-11-25", false, "due 2026-11-28"),
    (
      "due: 2026-01-31\nrepeat: every month", "2026-02-01", false,
      "due 2026-02-28 anchor 2026-01-31"
    ),
    (
      "due: 2026-02-28\nanchor: 2026-01-31\nrepeat: every month", "2026-03-01", false,
      "due 2026-03-31 anchor 2026-01-31"
    ),
    (
      "due: 2028-02-29\nrepeat: every year on feb 29", "2028-03-01", false, "due 2029-02-28"
    ),
    (
      "due: 2026-11-20T18:00:00+09:00\nscheduled: 2026-11-18\nrepeat: every 2 weeks on mon,fri",
      "2026-11-20", false,
      "due 2026-11-30T18:00:00+09:00 scheduled 2026-11-28 anchor 2026-11-20"
    ),
    ("due: 2026-11-20\nrepeat: every week until 2026-11-26", "2026-11-20", false, "-"),
    (
      "due: 2026-11-27\nanchor: 2026-11-20\nrepeat: every week count 2", "2026-11-27", false, "-"
    ),
    ("repeat: every day", "2026-11-21", false, "due 2026-11-22"),
    ("due: 2026-11-20", "2026-11-20", false, "-"),
  ]

  @Test(arguments: occurrences)
  func `what is done comes back when its rule says`(
    example: (fields: String, done: String, skips: Bool, next: String)
  ) throws {
    let file = try file("---\nid: abc\nstatus: todo\n\(example.fields)\n---\n")
    let task = try #require(file.task(at: nil))
    let next = try TaskOccurrence(
      after: task, at: file.path, done: try day(example.done), in: .fixed(0), skipsMissed: example.skips)
    var words = next?.dates.map { "\($0.key) \($0.date)" } ?? ["-"]
    if let anchor = next?.anchor { words.append("anchor \(anchor)") }
    #expect(words.joined(separator: " ") == example.next)
  }

  @Test func `the next note is the old one with other days and empty boxes`() throws {
    let file = try file(
      "---\nid: abc # mine\nstatus: done\ndue: 2026-11-20\nclosed: 2026-11-19\nrepeat: weekly\n---\n\n"
        + "- [x] one ✅ 2026-11-18\n- [ ] two\n", at: "Diary/Tasks/a 2026-11-20.md")
    let task = try #require(file.task(at: nil))
    let next = try #require(
      try TaskOccurrence(
        after: task, at: file.path, done: try day("2026-11-21"), in: .fixed(0), skipsMissed: false))
    let made = try file.next(next)
    #expect(made.path.string == "Diary/Tasks/a 2026-11-27.md")
    #expect(
      text(made)
        == "---\nid: \(next.identifier) # mine\nstatus: todo\ndue: 2026-11-27\nrepeat: weekly\n"
        + "series: abc\n---\n\n- [ ] one\n- [ ] two\n")
  }

  @Test(arguments: ["aliases: [Wat]\n", "aliases:\n  - Wat\n  - Pflanzen\n", "alias: Wat\n"])
  func `the next note does not take the other names of the old one, and is made when that is done`(aliases: String)
    throws
  {
    let file = try file(
      "---\nid: abc\n\(aliases)status: todo\ndue: 2026-11-20\ncreated: 2026-01-01\nrepeat: weekly\n---\n")
    let task = try #require(file.task(at: nil))
    let next = try #require(
      try TaskOccurrence(after: task, at: file.path, done: try day("2026-11-21"), in: .fixed(0), skipsMissed: false))
    #expect(
      text(try file.next(next))
        == "---\nid: \(next.identifier)\nstatus: todo\ndue: 2026-11-27\ncreated: 2026-11-21\nrepeat: weekly\n"
        + "series: abc\n---\n")
    #expect(text(file).contains(aliases))
  }

  private static let nextLines: [(before: String, done: String, next: String)] = [
    (
      "milk 📅 2026-01-31 🔁 every month ➕ 2026-01-02 ^m1", "2026-02-01",
      "milk [anchor:: 2026-01-31] 📅 2026-02-28 🔁 every month ➕ 2026-02-01"
    ),
    (
      "milk ✅ 2026-01-30 🔁 every month 📅 2026-01-31", "2026-01-31",
      "milk [anchor:: 2026-01-31] 🔁 every month 📅 2026-02-28"
    ),
    (
      "milk 📅 2026-11-01 📅 2026-11-20 🔁 every week", "2026-11-21",
      "milk 📅 2026-11-27 🔁 every week"
    ),
    (
      "milk [time:: 18:00] 📅 2026-11-20 🔁 every week", "2026-11-21",
      "milk [time:: 18:00] 📅 2026-11-27 🔁 every week"
    ),
    (
      "milk 📅 2026-11-20T18:00:00+09:00 🔁 every week", "2026-11-21",
      "milk [time:: 18:00] 📅 2026-11-27 🔁 every week"
    ),
    (
      "milk [due:: 2026-01-31] [repeat:: every month]", "2026-01-31",
      "milk [anchor:: 2026-01-31] [due:: 2026-02-28] [repeat:: every month]"
    ),
    ("milk 🗓️ 2026-11-20 🔁 매주 #집", "2026-11-21", "milk 📅 2026-11-27 🔁 매주 #집"),
  ]

  @Test(arguments: nextLines)
  func `the next line has new days, and nothing that belonged to the old one`(
    example: (before: String, done: String, next: String)
  ) throws {
    var file = try file("- [ ] \(example.before)\n")
    let task = try #require(file.task(at: 1))
    let next = try #require(
      try TaskOccurrence(
        after: task, at: file.path, done: try day(example.done), in: .fixed(0), skipsMissed: false))
    file.insert(next, above: 1)
    #expect(text(file) == "- [ ] \(example.next)\n- [ ] \(example.before)\n")
  }

  @Test(arguments: [
    ("call 📅 2026-11-30", "call [time:: 09:00] 📅 2026-12-24"),
    ("call [time:: 18:00] 📅 2026-11-30 #a ^b", "call [time:: 09:00] 📅 2026-12-24 #a ^b"),
    ("call ⏳ 2026-11-30", "call [time:: 09:00] ⏳ 2026-12-24"),
    ("call ^b", "call [time:: 09:00] 📅 2026-12-24 ^b"),
    ("call [due:: 2026-11-30]", "call [time:: 09:00] [due:: 2026-12-24]"),
  ])
  func `a time never goes after the mark of a day`(before: String, after: String) throws {
    var file = try file("- [ ] \(before)\n")
    let moment = try #require(CivilDate(iso: "2026-12-24T09:00:00+09:00"))
    try file.apply(.postpone(moment), at: 1)
    #expect(text(file) == "- [ ] \(after)\n")
    let read = try #require(file.task(at: 1))
    #expect((read.due ?? read.scheduled)?.description == "2026-12-24T09:00:00")
  }

  @Test(arguments: [
    ("a 🔁 every week in the garden 📅 2026-11-30", true), ("a 🔁 every week 📅 2026-02-30", true),
    ("a 🔁 every week 📅 2026-11-30", false), ("a 📅 2026-02-30", false),
  ])
  func `what could not come back is not finished`(line: String, isRefused: Bool) throws {
    let file = try file("- [ ] \(line)\n")
    let task = try #require(file.task(at: 1))
    let done = TaskChange.status(.done, today: try day("2026-11-21"))
    #expect((file.mistake(of: task, at: 1, before: done) != nil) == isRefused)
    let begun = TaskChange.status(.doing, today: try day("2026-11-21"))
    #expect(file.mistake(of: task, at: 1, before: begun) == nil)
  }

  @Test(
    arguments: [
      ("Water 🔁 every week [[Plan]]", "repeat", nil, "Water [[Plan]]"),
      ("Water 🔁 every week <!-- note to me -->", "repeat", nil, "Water <!-- note to me -->"),
      ("Water 🔁 every week ![[x]]", "due", "2026-12-01", "Water 🔁 every week ![[x]] 📅 2026-12-01"),
      ("Water 🔁 every week `code`", "repeat", nil, "Water `code`"),
      ("Water 🔁 every week @{2026-11-21}", "repeat", "every day", "Water 🔁 every day @{2026-11-21}"),
      ("Water 🔁 every week #home", "repeat", "every day", "Water 🔁 every day #home"),
      ("a , b 📅 2026-11-21", "due", nil, "a , b"), ("📅 2026-11-21", "due", nil, ""),
      ("Water [priority:: high] #home ^b", "priority", nil, "Water #home ^b"),
      ("rent [due:: 2026-11-20].", "due", nil, "rent."), ("a\t📅 2026-11-20\tb", "due", nil, "a\t\tb"),
      ("rent [due:: 2026-11-20]now", "due", nil, "rent now"), ("rent[due:: 2026-11-20]now", "due", nil, "rent now"),
      ("a [due:: 2026-11-20][start:: 2026-11-19]", "due", nil, "a [start:: 2026-11-19]"),
      ("a [start:: 2026-11-19]", "project", "[[House]]", "a [project:: [[House]]] [start:: 2026-11-19]"),
      ("a [project:: [[House]]]", "project", "Garden", "a [project:: Garden]"),
      ("a [project:: [[House]]] b", "project", nil, "a b"),
      ("a 🔼 \\", "due", "2026-12-01", "a 🔼 📅 2026-12-01 \\"),
      ("🔼 a\\", "due", "2026-12-01", "🔼 a 📅 2026-12-01 \\"), ("🔼 a\\\\", "due", "2026-12-01", "🔼 a\\\\ 📅 2026-12-01"),
      ("a 🔁 every week \\", "due", "2026-12-01", "a 🔁 every week 📅 2026-12-01 \\"),
      ("Water 🔁 now and then", "repeat", "every day", "Water 🔁 every day"),
      ("🔁 every week Water the plants", "repeat", "every month", nil),
      ("🔁 Water the plants", "repeat", "every month", nil),
      ("🔁 Water the plants", "repeat", nil, nil),
      ("Water 🔁 매주 월요일 창가 화분", "repeat", "every day", nil),
      ("Water 🔁 every week 📅 2026-11-21 at the window", "due", nil, nil),
      (
        "Water 🔁 every week 📅 2026-11-21 at the window", "due", "2026-12-01",
        "Water 🔁 every week 📅 2026-12-01 at the window"
      ),
      ("Water 🔁 every week %% note %%", "repeat", nil, "Water %% note %%"),
      ("Water 🔁 every %% note %% week", "repeat", nil, nil),
      ("Water", "project", "a]b", nil), ("Water", "repeat", "every week #x", nil),
    ] as [(String, String, String?, String?)]
  )
  func `a field changes with no other word or field of the line, or not at all`(
    before: String, key: String, value: String?, after: String?
  ) throws {
    let line = "- [ ] \(before)\n"
    let change = TaskChange.FieldChange(key: key, value: value)
    var (changed, set) = (try file(line), try file(line))
    if let after {
      try changed.apply(.fields([change]), at: 1)
      try set.setBox([change], at: 1)
      #expect(text(changed) == "- [ ] \(after)\n")
    } else {
      #expect(throws: FrontMatterRefusal.self) { try changed.apply(.fields([change]), at: 1) }
      #expect(throws: FrontMatterRefusal.self) { try set.setBox([change], at: 1) }
      #expect(text(changed) == line)
    }
    #expect(text(set) == text(changed))
  }

  @Test(arguments: [
    ("/", "🔁 every week ✅ 2026-11-21 Water the plants", TaskStatus.todo),
    ("x", "Water 🔁 every week ✅ 2026-11-21 at noon", .todo),
    ("x", "Water 🔁 every week ✅ 2026-11-21 at noon", .cancelled),
  ])
  func `a day of completion that ends a rule is not taken out`(
    state: String, text: String, status: TaskStatus
  ) throws {
    let line = "- [\(state)] \(text)\n"
    var file = try file(line)
    let today = try day("2026-11-22")
    #expect(throws: FrontMatterRefusal.self) { try file.apply(.status(status, today: today), at: 1) }
    #expect(self.text(file) == line)
  }

  @Test func `the id of an occurrence depends on the series and the task before it, not on days`()
    throws
  {
    func identifier(_ fields: String, done: String) throws -> String? {
      let file = try file("---\nstatus: todo\nrepeat: every week\n\(fields)\n---\n")
      let task = try #require(file.task(at: nil))
      return try TaskOccurrence(
        after: task, at: file.path, done: try day(done), in: .fixed(0), skipsMissed: false)?.identifier
    }
    let first = try #require(try identifier("id: abc\ndue: 2026-11-20", done: "2026-11-20"))
    #expect(first.count == 8)
    #expect(try identifier("id: abc\ndue: 2026-11-20", done: "2026-11-26") == first)
    #expect(try identifier("id: abc\ndue: 2026-11-13", done: "2026-11-30") == first)
    let second = try identifier("id: \(first)\nseries: abc\ndue: 2026-11-27", done: "2026-11-27")
    #expect(second != first)
    #expect(try identifier("id: x\nseries: abc\ndue: 2026-11-20", done: "2026-11-20") != first)
    #expect(try identifier("id: abd\ndue: 2026-11-20", done: "2026-11-20") != first)
  }

  @Test func `putting off keeps the time, and the rule counts from the old day`() throws {
    var file = try file(
      "---\nstatus: todo\ndue: 2026-11-20T18:00:00+09:00\nrepeat: every 2 weeks\n---\n")
    let task = try #require(file.task(at: nil))
    let old = try #require(task.due)
    try file.apply(.postpone(old.moved(to: try day("2026-11-24"), in: .fixed(0))), at: nil)
    #expect(
      text(file)
        == "---\nstatus: todo\ndue: 2026-11-24T18:00:00+09:00\nrepeat: every 2 weeks\n"
        + "anchor: 2026-11-20\n---\n")
  }

  @Test(arguments: [
    ("(due:: 2026-11-20)", "due", "2026-12-01", "(due:: 2026-12-01)"),
    ("[due:: 2026-11-20]", "due", "2026-12-01", "[due:: 2026-12-01]"),
    ("(priority:: high) [due:: 2026-11-20]", "priority", "low", "(priority:: low) [due:: 2026-11-20]"),
  ])
  func `a field keeps its parentheses`(before: String, key: String, value: String, after: String) throws {
    var file = try file("- [ ] Card \(before)\n")
    try file.apply(.fields([.init(key: key, value: value)]), at: 1)
    #expect(text(file) == "- [ ] Card \(after)\n")
  }

  @Test func `a new box follows the style of the list`() throws {
    let text = "# L\r\n\r\n* [ ] a [due:: 2026-11-20]\r\n  more\r\n  * [ ] b\r\n\r\ntail\r\n"
    let list = CheckboxList(Document(parsing: Array(text.utf8)))
    #expect(list.notation == .brackets)
    let (bytes, line) = list.adding("new")
    #expect(line == 6)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "# L\r\n\r\n* [ ] a [due:: 2026-11-20]\r\n  more\r\n  * [ ] b\r\n* [ ] new\r\n\r\ntail\r\n"
    )
  }

  @Test(arguments: [
    ("", "- [ ] new\n", 1), ("text", "text\n\n- [ ] new\n", 3),
    ("text\n", "text\n\n- [ ] new\n", 3),
    ("- [ ] a", "- [ ] a\n- [ ] new", 2),
  ])
  func `a note without boxes gets one at its end`(before: String, after: String, line: Int) {
    let added = CheckboxList(Document(parsing: Array(before.utf8))).adding("new")
    #expect(String(decoding: added.bytes, as: UTF8.self) == after)
    #expect(added.line == line)
  }

  @Test func `boxes change alike in any order, one by one or together`() throws {
    let lines = [
      "- [ ] a 📅 2026-11-21", "  - [x] b ✅ 2026-11-20 ^b", "- [ ] c [due:: 2026-11-21] 🔁 every day",
      "", "text", "- [ ] d", "- [ ] e 🔁 every week 📅 2026-11-23 ✅ 2026-01-01",
    ]
    let text = lines.joined(separator: "\n") + "\n"
    let today = try #require(Day(iso: "2026-11-22"))
    let orders = [[7, 6, 3, 2, 1], [1, 2, 3, 6, 7], [3, 7, 1, 6, 2]]
    let results = try orders.map { order in
      var file = try file(text)
      for line in order { try file.apply(.status(.done, today: today), at: line) }
      return self.text(file)
    }
    #expect(Set(results).count == 1, "\(results)")
    // From the end, as commands do: each with the occurrence after it, read anew after each step or not.
    var together = try file(text)
    var apart = try file(text)
    for line in [7, 6, 3, 2, 1] {
      let task = try #require(together.task(at: line))
      #expect(task == apart.task(at: line))
      let next = try TaskOccurrence(
        after: task, at: together.path, done: today, in: .fixed(0), skipsMissed: false)
      try together.apply(.status(.done, today: today), at: line)
      try apart.apply(.status(.done, today: today), at: line)
      apart = TaskFile(path: apart.path, bytes: apart.bytes)
      if let next {
        together.insert(next, above: line)
        apart.insert(next, above: line)
        apart = TaskFile(path: apart.path, bytes: apart.bytes)
      }
    }
    #expect(self.text(together) == self.text(apart))
    #expect(self.text(together).contains("- [ ] c [due:: 2026-11-22] 🔁 every day\n- [x] c"))
  }

  @Test func `thousands of boxes of one note change in time in proportion`() throws {
    let count = 3_000
    var file = try file(String(repeating: "- [ ] a 🔁 every day 📅 2026-11-21\n", count: count))
    let today = try #require(Day(iso: "2026-11-22"))
    let time = try processorTime {
      for line in stride(from: count, through: 1, by: -1) {
        let task = try #require(file.task(at: line))
        let next = try #require(
          try TaskOccurrence(after: task, at: file.path, done: today, in: .fixed(0), skipsMissed: false))
        try file.apply(.status(.done, today: today), at: line)
        file.insert(next, above: line)
      }
    }
    #expect(time < .seconds(20))
    #expect(text(file).split(separator: "\n").count == 2 * count)
  }
}
