import Foundation
import NoteTestSupport
import Testing

/// The jobs of every day, typed key by key into a shell on a terminal of its own. The counts are those of the table in
/// the guide's page of comparisons; a typed word (part of a name, text) is not counted, Enter is.
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid"), "setsid is not installed"))
struct DailyJobTests {
  struct Job: Sendable, CustomTestStringConvertible {
    let name: String
    /// One element a key; a typed word is one element of several letters and is not counted.
    let keys: [String]
    /// The text on the screen when the job is done.
    let shown: String
    /// The fewest keys among taskwarrior, jrnl, zk, nb, khal and a quick switcher, and the tool that needs them:
    /// `Tests/Trials/keys.py` types them.
    let best: (keys: Int, tool: String)
    /// The text that has to be on the screen before the key of this number is pressed.
    var waits: [Int: String] = [:]
    /// A listing is on the screen, whose rows are named.
    var isAfterListing = false

    var count: Int { keys.count { $0.count == 1 || $0 == Self.picker } }
    /// Alt-S, bound by `sheaf completions bash --key s`.
    static let picker = "\u{1B}s"
    var testDescription: String { name }
  }

  /// `sf` and its words, then Enter.
  private static func keys(_ parts: String...) -> [String] {
    parts.enumerated().flatMap { index, part in
      index % 2 == 0 ? part.map { String($0) } : [part]
    } + ["\r"]
  }

  private static let jobs: [Job] = [
    Job(name: "today's tasks", keys: keys("sf"), shown: "call the dentist", best: (5, "task, nb")),
    Job(
      name: "add a task", keys: keys("sf a ", "buy new milk"), shown: "+ buy new milk", best: (8, "nb")),
    Job(
      name: "complete a task by a part of its title", keys: keys("sf d ", "denti"),
      shown: "✓ call the dentist, ", best: (9, "task")),
    Job(
      name: "list, then complete a task", keys: keys("sf") + keys("sf d 1"),
      shown: "✓ pay the rent, 1 left today", best: (13, "nb"), waits: [3: "Recently changed"]),
    Job(
      name: "open a note by a part of its name", keys: [Job.picker, "budg", "\r"],
      shown: "EDITOR Memo/Budget for 2027.md", best: (2, "quick switcher"),
      waits: [1: "Enter open", 2: "1/"]),
    Job(
      name: "from search to the line in the editor", keys: keys("sf s -e ", "lens"),
      shown: "EDITOR +9 Memo/Budget for 2027.md", best: (12, "zk, the note alone")),
    Job(
      name: "a line in the diary", keys: keys("sf j ", "first snow"),
      shown: "+ Sat 2026-11-21", best: (6, "jrnl")),
    Job(
      name: "open today's entry", keys: keys("sf j"), shown: "EDITOR Diary/2026/2026-11-21.md",
      best: (5, "jrnl")),
    Job(
      name: "defer by a week", keys: keys("sf defer 1 +1w"),
      shown: "→ Sat 2026-11-28",
      best: (16, "task"), isAfterListing: true),
    Job(name: "undo", keys: keys("sf u"), shown: "Undone: ", best: (11, "task")),
    Job(
      name: "start a task", keys: keys("sf start 1"), shown: "status  todo → doing", best: (12, "task"),
      isAfterListing: true),
    Job(
      name: "complete two tasks at once", keys: keys("sf d 1-2"),
      shown: "✓ call the dentist, nothing left today", best: (12, "task"), isAfterListing: true),
    Job(
      name: "give a task a day", keys: keys("sf set 1 due=fri"), shown: "~ pay the rent",
      best: (17, "task"), isAfterListing: true),
    Job(
      name: "tag a task", keys: keys("sf set 1 +home"), shown: "tags  – → #home", best: (16, "task"),
      isAfterListing: true),
    Job(
      name: "defer all overdue tasks", keys: keys("sf de is:overdue"),
      shown: "→ Sun 2026-11-22, tomorrow", best: (24, "task")),
    Job(name: "see overdue tasks", keys: keys("sf"), shown: "overdue 3d", best: (8, "task")),
    Job(name: "the agenda of a week", keys: keys("sf ag"), shown: "overdue 3d", best: (6, "khal")),
    Job(name: "the month with its tasks", keys: keys("sf cal"), shown: "November 2026", best: (10, "task")),
    Job(name: "the notes changed last", keys: keys("sf"), shown: "Recently changed", best: (3, "nb")),
    Job(name: "a new note", keys: keys("sf n ", "ideas"), shown: "+ ideas", best: (6, "nb")),
    Job(
      name: "a line at the end of a note", keys: keys("sf ap ", "budg", " ", "more"),
      shown: "+ more", best: (10, "nb")),
    Job(name: "find words", keys: keys("sf s ", "lens"), shown: "Budget for 2027", best: (6, "nb")),
    Job(name: "all tags", keys: keys("sf tag"), shown: "garden", best: (8, "task")),
    Job(
      name: "delete a note", keys: keys("sf rm ", "'Budget for 2027'"), shown: "− Budget for 2027",
      best: (8, "nb")),
    Job(
      name: "yesterday in the diary", keys: keys("sf j yesterday"),
      shown: "EDITOR Diary/2026/2026-11-20.md", best: (19, "jrnl")),
  ]

  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    let folder = program.folder
    try folder.write("", to: "notes/.sheaf/config.yaml")
    try folder.write(
      "# Budget for 2027\n\n\n\n\n\n\n\nask about the lens\n", to: "notes/Memo/Budget for 2027.md")
    try folder.write("as in [[Budget for 2027]] #garden\n", to: "notes/Memo/Trip.md")
    // The editor says what it got, from the root of the repository, and waits for nobody.
    try folder.writeProgram(
      "echo EDITOR \"$@\" | sed \"s|\(folder.path)/notes/||\"", to: "bin/nano")
    for name in ["sheaf", "sf"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/bin/" + name, withDestinationPath: program.path)
    }
    try folder.write("source <(sheaf completions bash --key s)\nPS1='> '\n", to: "bashrc")
    for words in [
      ["add", "call the dentist", "due:today"], ["add", "pay the rent", "due:2026-11-18"],
    ] {
      _ = try program.run(words, environment: variables)
    }
    // The numbers of the rows are those of this listing.
    _ = try program.run(["tasks"], environment: variables)
  }

  private var variables: [String: String] {
    [
      "PATH": program.folder.path + "/bin:/usr/bin:/bin",
      "EDITOR": program.folder.path + "/bin/nano",
      "SHEAF_NOW": "2026-11-21T10:00:00+09:00", "SHEAF_TERMINAL": "daily", "SHELL": "/bin/bash", "NO_COLOR": "1",
    ]
  }

  @Test(arguments: jobs)
  func `a job of every day takes no more keys than with the best of other tools`(job: Job) throws {
    #expect(job.count <= job.best.keys, "\(job.count) keys")
    let terminal = try TerminalRun(
      "exec bash --noprofile --rcfile '\(program.folder.path)/bashrc' -i",
      in: program.folder.path + "/notes",
      environment: program.environment.merging(variables) { $1 }, columns: 100, rows: 30)
    try #require(terminal.wait(for: "> "))
    if job.isAfterListing {
      terminal.type("sf\r")
      try #require(terminal.wait(for: "Recently changed"))
    }
    terminal.forget()
    for (index, key) in job.keys.enumerated() {
      if let text = job.waits[index] {
        try #require(terminal.wait(for: text), "\(terminal.output)")
        terminal.forget()
      }
      terminal.type(key)
    }
    #expect(terminal.wait(for: job.shown), "\(terminal.output)")
    terminal.type("exit\r")
    #expect(terminal.end() == 0)
  }

  @Test func `the table of the guide has these counts`() throws {
    let root = URL(fileURLWithPath: fixturesFolder).deletingLastPathComponent().path
    let page = try String(contentsOfFile: root + "/Documentation/Guide/en/Comparison.md", encoding: .utf8)
    for job in Self.jobs {
      let typed = job.keys.contains { $0.count > 1 && $0 != Job.picker } ? " + text" : ""
      #expect(
        page.contains(
          "| \(job.name) | \(job.count)\(typed) | \(job.best.keys)\(typed) (\(job.best.tool)) |"),
        "\(job.name): \(job.count)\(typed) | \(job.best)")
    }
  }
}
