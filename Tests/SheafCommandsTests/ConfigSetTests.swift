import NoteRepository
import NoteTestSupport
import Testing

/// `config set` reads what `config` prints, and writes into the file that a setting belongs to.
@Suite struct ConfigSetTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    try session.folder.write("", to: ".sheaf/config.yaml")
  }

  private var file: String {
    get throws { String(decoding: try session.folder.read(".sheaf/config.yaml"), as: UTF8.self) }
  }

  private static let items = [
    "todo", "#e00", "a, b", "[x]", "{y}", "k: v", "\"q\"", "it's", "-", "no", "12", "한글", "a #b",
    "\\",
  ]

  @Test(
    arguments: ConfigurationCatalogue.keys.filter { key in
      [.list, .table, .commands, .userFolders].contains(key.type)
    }.map(\.name))
  func `a list or a table is read in the form in which config prints it`(key: String) throws {
    let quoted = Self.items.map { "'" + $0.replacing("'", with: "''") + "'" }
    let isList = ConfigurationCatalogue.key(key)?.type == .list
    let typed =
      isList
      ? "[" + quoted.joined(separator: ", ") + "]"
      : "{" + quoted.enumerated().map { "k\($0): \($1)" }.joined(separator: ", ") + "}"
    let set = session.run(["config", "set", "--repository", key, typed])
    #expect(set.status == 0, "\(set.errors)")
    let written = try file
    if key == "alias" { _ = session.run(["config", "trust"]) }
    let printed = session.run(["config", key]).output.dropLast()
    for item in Self.items { #expect(printed.contains(item.prefix(1)), "\(printed)") }
    // A list cannot be written again over itself by accident: the file is the same afterwards.
    _ = session.run(["config", "unset", "--repository", key])
    #expect(session.run(["config", "set", "--repository", key, String(printed)]).status == 0)
    if key == "alias" { _ = session.run(["config", "trust"]) }
    #expect(session.run(["config", key]).output.dropLast() == printed)
    #expect(try !isList || file == written)
  }

  @Test func `a list in brackets and one with commas are the same`() throws {
    for value in ["[todo, foo]", "todo, foo", "todo,foo"] {
      #expect(session.run(["config", "set", "board.columns", value]).status == 0)
      #expect(session.run(["config", "board.columns"]).output == "[todo, foo]\n")
    }
    let wrong = session.run(["config", "set", "board.columns", "[a: b]"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("expected a list"))
    #expect(session.run(["config", "set", "site.style", "accent"]).status == 64)
    #expect(session.run(["config", "set", "ignore", "[ab].md"]).status == 0)
    #expect(session.run(["config", "ignore"]).output == "[\"[ab].md\"]\n")
  }

  @Test func `a table keeps the comments of entries that stay`() throws {
    try session.folder.write(
      "site.style:\n  # mine\n  ink: \"#111\"   # why\n  sans: Pretendard\n",
      to: ".sheaf/config.yaml")
    let set = session.run(["config", "set", "site.style", "{ink: '#111', accent: '#0a7'}"])
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      try file
        == "site.style:\n  # mine\n  ink: \"#111\"   # why\n  accent: \"#0a7\"\n")
    #expect(session.run(["undo"]).status == 0)
    #expect(try file.contains("sans: Pretendard"))
  }

  @Test func `an entry of a table is named alike wherever a setting is`() throws {
    for (name, value) in [("alias.w", "list tag:work"), ("views.open", "is:open"), ("folders.memo", "Notes")] {
      #expect(session.run(["config", "set", name, value, "--repository"]).status == 0)
      let values = [["show"], []].map { session.run(["config"] + $0 + [name]).output }
      #expect(Set(values).count == 1, "\(name) \(values)")
      #expect(session.run(["config", "unset", name, "--repository"]).status == 0)
      let after = try file
      #expect(!after.contains(value), "\(after)")
    }
    #expect(session.run(["config", "set", "views.open", "is:open"]).status == 0)
    #expect(session.run(["config", "views.open"]).output == "is:open\n")
    for command in [["show"], [], ["set"], ["unset"]] {
      let words = ["config"] + command + ["viewz.open"] + (command == ["set"] ? ["x"] : [])
      let run = session.run(["--lang", "ko"] + words)
      #expect(run.status == 64)
      #expect(run.errors.hasPrefix("오류: “viewz.open” 설정을 찾을 수 없습니다\n"), "\(command) \(run.errors)")
    }
  }

  // MARK: - Where a setting belongs

  @Test(.needsExtensions) func `the calendar of one repository is not another's`() throws {
    for name in ["a", "b"] { try session.folder.write("", to: "\(name)/.sheaf/config.yaml") }
    let set = session.run(["-C", "a", "config", "set", "calendar.path", "tasks.ics"])
    #expect(set.errors == "calendar.path: – → tasks.ics, for this repository\n")
    #expect(session.run(["-C", "a", "config", "calendar.path"]).output == "tasks.ics\n")
    #expect(session.run(["-C", "b", "config", "calendar.path"]).output == "\"\"\n")
    for name in ["a", "b"] {
      #expect(session.run(["-C", name, "add", "Rent", "due:tomorrow"]).errors.contains("due"))
    }
    #expect(session.folder.files().filter { $0.hasSuffix(".ics") } == ["a/tasks.ics"])
    #expect(!session.home.files().contains { $0.hasSuffix("sheaf/config.yaml") })
  }

  @Test func `a calendar in the user's file has no effect and is reported`() throws {
    try session.home.write("calendar.path: all.ics\n", to: "config/sheaf/config.yaml")
    let run = session.run(["add", "Rent"])
    #expect(run.errors.contains("calendar.path belongs to one repository"), "\(run.errors)")
    #expect(!session.folder.files().contains("all.ics"))
    #expect(session.run(["config", "set", "calendar.path", "x.ics", "--user"]).status == 64)
    #expect(session.run(["config", "unset", "calendar.path", "--user"]).status == 0)
    #expect(!session.run(["add", "Rent"]).errors.contains("calendar.path"))
  }

  @Test func `a repository that is not trusted does not shorten the memory of undo`() throws {
    for (name, value) in [("entries", "1"), ("megabytes", "1")] {
      try session.folder.write("undo: {\(name): \(value)}\n", to: ".sheaf/config.yaml")
      #expect(session.run(["config", "undo.\(name)"]).output != "\(value)\n")
    }
    try session.folder.write("undo: {entries: 500}\n", to: ".sheaf/config.yaml")
    #expect(session.run(["config", "undo.entries"]).output == "500\n")
  }

  @Test func `a setting that needs trust trusts nothing else in the repository`() throws {
    try session.folder.write("editor: evil\n", to: ".sheaf/config.yaml")
    let set = session.run(["config", "set", "calendar.path", "x.ics"])
    #expect(set.status == 0)
    #expect(
      set.errors.contains("calendar.path takes effect once you trust this repository: sheaf config trust\n"),
      "\(set.errors)")
    _ = session.run(["add", "Rent"])
    #expect(!session.folder.files().contains("x.ics"))
    #expect(session.run(["config", "editor"]).output == "\"\"\n")
  }

  @Test func `programs and aliases are the user's, and that is said`() throws {
    let set = session.run(["config", "set", "editor", "nvim"])
    #expect(set.errors == "editor: – → nvim, for all your repositories\n")
    #expect(try file.isEmpty)
    #expect(
      session.run(["config", "set", "site.title", "Notes"]).errors.contains("this repository"))
    #expect(try file == "site.title: Notes\n")
  }
}
