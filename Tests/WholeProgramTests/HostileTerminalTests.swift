import NoteTestSupport
import SheafCommands
import Testing

/// Notes that try to steer a terminal, and every command on one.
@Suite(.wholeProgram) struct HostileTerminalTests {
  private static let escape = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{200F}\u{2066}\r"

  private func session() throws -> CommandSession {
    let session = try CommandSession()
    let evil = Self.escape
    try session.folder.write("site:\n  title: x\n", to: ".sheaf/config.yaml")
    // An earlier version, for the commands that compare.
    try session.folder.write(
      "---\ntitle: \"A\\e[2J\"\nstatus: doing\n---\n\n# H \(evil)\n\nold \(evil)\n\n- [x] box \(evil)\n",
      to: "evil.md")
    try GitFixture(in: session.folder).commitAll("subject \(evil)", date: 1_700_000_000)
    try session.folder.write(
      "---\ntitle: \"T\\e[2J\\u202E\\n2nd\"\nid: abcd1234\ntags: [\"x\\e[2J\"]\nodd: \"\\e[2J\\x9b\"\ndue: \"2026-11-22\"\nstatus: todo\n---\n\n# H \(evil)\n\nword \(evil) [[gone\(evil)]] <https://a.example/\u{202E}>\n\n- [ ] box \(evil)\n\n```\ncode \(evil)\n```\n",
      to: "evil.md")
    try session.folder.write("# N\n\n[[evil]] word\n", to: "na\u{1B}[2Jme\u{202E}\nx.md")
    try session.folder.write("[2026-11-21]\n", to: "Diary/2026/2026-11-21.md")
    _ = session.run(["set", "evil", "odd2=1"])
    return session
  }

  /// For each command the lines that show what notes contain.
  private static let lines: [String: [[String]]] = [
    "list": [
      ["list"], ["list", "--format", "{{title}} {{path}}"],
      ["list", "--paths"], ["list", "--json"],
      ["list", "--to", "jsonl"],
      ["list", "--group-by", "tags"], ["list", "in:x\u{1B}[2J"], ["list", "--explain", "a\u{1B}"],
    ],
    "search": [["search", "word"], ["search", "-l", "word"], ["search", "-c", "word"]],
    "show": [
      ["show", "evil"], ["show", "--raw", "evil"], ["show", "--fields", "evil"],
      ["show", "--json", "evil"], ["show", "--color", "always", "evil"], ["show", "x\u{1B}[2J"],
    ],
    "get": [["get", "evil"], ["get", "evil", "odd"], ["get", "evil", "--json"]],
    "set": [["set", "evil", "odd=\u{1B}[2J", "-n"], ["set", "evil", "due=\u{1B}[2J"]],
    "links add": [["links", "add", "evil", "x\u{1B}[2J"], ["links", "add", "evil", "evil", "-n"]],
    "links": [
      ["links", "evil"], ["links", "--broken"], ["links", "--all"], ["links", "--cited"],
      ["links", "convert", "x\u{1B}[2J"], ["links", "convert", "wiki", "-n"], ["links", "convert", "markdown", "-n"],
    ],
    "schema": [["schema"], ["schema", "show", "evil"], ["schema", "infer", "x\u{1B}[2J"], ["schema", "infer", "."]],
    "graph": [["graph"], ["graph", "--json"], ["graph", "--to", "html"]],
    "tag": [["tag"], ["tag", "evil", "+y", "-n"]],
    "tasks": [["tasks"], ["tasks", "--json"]], "board": [["board"], ["board", "--json"]],
    "agenda": [["agenda"]], "cal": [["cal"]], "stats": [["stats"]], "status": [["status"]],
    "remind": [["remind"]],
    "check": [["check"]], "fmt": [["fmt", "-n", "evil.md"], ["fmt", "--check"]],
    "index": [["index", "--rebuild"]], "config": [["config"], ["config", "x\u{1B}[2J"]],
    "undo": [["undo", "--list"], ["undo", "-n"]], "redo": [["redo", "-n"]],
    "render": [
      ["render", "evil"], ["render", "evil", "--to", "text"], ["render", "evil", "--to", "ansi"],
      ["render", "evil", "--to", "json"],
    ],
    "digest": [
      ["digest"], ["digest", "--to", "md"], ["digest", "--to", "html"], ["digest", "--to", "eml"],
      ["digest", "word"],
    ],
    "parse": [["parse", "evil.md"], ["parse", "x\u{1B}[2J"]],
    "open": [["open", "evil"]], "edit": [["edit", "evil"]], "today": [["today"]],
    "clip": [["clip", "x\u{1B}[2J", "-n"]],
    "jot": [["jot", "x\u{1B}[2J"]], "append": [["append", "evil", "x\u{1B}[2J"]],
    "pick": [["pick", "x\u{1B}[2J"]],
    "mv": [["mv", "evil", "x\u{1B}[2J.md", "-n"]],
    "rename": [["rename", "evil", "x\u{1B}[2J", "-n"]],
    "rm": [["rm", "evil", "-n"]],
    "new": [["new", "x\u{1B}[2J", "-n"], ["new", "x", "--answer", "x\u{1B}[2J=a"]],
    "add": [["add", "x\u{1B}[2J", "-n"]],
    "diary": [["diary", "x\u{1B}[2J"]],
    "attach": [["attach", "evil", "x\u{1B}[2J"], ["attach", "--unused"]],
    "done": [["done", "evil", "-n"], ["done", "x\u{1B}[2J"]], "start": [["start", "evil", "-n"]],
    "cancel": [["cancel", "evil", "-n"]], "reopen": [["reopen", "evil", "-n"]],
    "defer": [["defer", "evil", "x\u{1B}[2J"]],
    "letter": [["letter"], ["letter", "--opens", "\u{1B}[2J", "x"]],
    "query": [["query"], ["query", "save", "x\u{1B}[2J", "a"]],
    "publish": [["publish", "-n", "-o", "site"]],
    "git": [["git", "setup"], ["git", "setup", "--remove"]],
    "resolve": [["resolve"], ["resolve", "evil"], ["resolve", "x\u{1B}[2J"]],
    "merge-driver": [["merge-driver", "evil.md", "evil.md", "x\u{1B}[2J", "7", "x\u{1B}[2J"]],
    "textconv": [["textconv", "evil.md"], ["textconv", "x\u{1B}[2J"]],
    "log": [
      ["log"], ["log", "evil"], ["log", "--board"], ["log", "--json"], ["log", "x\u{1B}[2J"],
    ],
    "diff": [["diff"], ["diff", "evil"], ["diff", "--json"], ["diff", "x\u{1B}[2J"]],
    "restore": [["restore", "evil", "-n"], ["restore", "x\u{1B}[2J"]],
    "sync": [["sync", "-n"], ["sync"]],
    "import": [
      ["import", "--from", "text", "evil.md"], ["import", "--from", "x\u{1B}[2J", "y"],
      ["import", "--from", "json", "x\u{1B}[2J"],
    ],
    "export": [
      ["export", "--to", "json"], ["export", "--to", "ics"], ["export", "--to", "md"],
      ["export", "--to", "org"], ["export", "--to", "x\u{1B}[2J"],
    ],
    "mcp": [["mcp", "--setup", "codex", "--write", "x\u{1B}[2J"], ["mcp", "--write", "/x\u{1B}[2J"]],
    "lsp": [["lsp", "--setup", "nvim"], ["lsp", "--setup", "x\u{1B}[2J"]],
    "extract": [["extract", "evil#x\u{1B}[2J"], ["extract", "x\u{1B}[2J"]],
    "merge": [["merge", "evil", "x\u{1B}[2J"]], "inline": [["inline", "evil"], ["inline", "x\u{1B}[2J"]],
    "refile": [["refile", "evil:1", "x\u{1B}[2J"]],
    "replace": [
      ["replace", "x\u{1B}[2J", "y"], ["replace", "--regex", "(x\u{1B}[2J", "$9"], ["replace", "e", "*", "-n"],
    ],
    "field move": [
      ["field", "move", "x\u{1B}[2J", "--place", "front"], ["field", "move", "x", "--place", "y\u{1B}[2J"],
    ],
    "bake": [["bake", "evil"], ["bake", "x\u{1B}[2J"], ["bake", "--check"]],
    "context": [["context", "x\u{1B}[2J"], ["context"], ["context", "-"]],
    "share": [["share", "evil"], ["share", "evil", "--to", "eml"], ["share", "x\u{1B}[2J"]],
  ]

  /// These show nothing of a note, or run until they are stopped.
  private static let exempt: Set<String> = ["completions", "serve", "init", "generate"]

  /// Of `field move`, the command.
  private static func firstWord(_ name: String) -> String { String(name.prefix { $0 != " " }) }

  @Test func `the list of lines names every command`() {
    #expect(Program.current.commandNames.subtracting(Self.exempt) == Set(Self.lines.keys.map(Self.firstWord)))
  }

  @Test(arguments: lines.keys.sorted())
  func `no command sends a note's control characters to a terminal`(command: String) throws {
    let session = try session()
    for words in Self.lines[command] ?? [] {
      let run = session.run(words, onTerminal: true)
      for text in [run.output, run.errors] {
        let shown = Self.withoutOwnSequences(text)
        let bad = shown.unicodeScalars.filter(Self.isUnwanted)
        #expect(bad.isEmpty, "\(words): \(bad) in \(shown.debugDescription)")
      }
    }
  }

  @Test func `a name or title with a line break stays on one line of a listing`() throws {
    let session = try session()
    for terminal in [true, false] {
      let run = session.run(["list"], onTerminal: terminal)
      #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    }
  }

  @Test func `a pipe gets the bytes`() throws {
    let session = try session()
    let raw = session.run(["show", "--raw", "evil"]).output
    #expect(raw.contains(Self.escape))
    #expect(session.run(["get", "evil", "odd"]).output == "\u{1B}[2J\u{9B}\n")
  }

  @Test func `JSON escapes every control character, in a pipe as well`() throws {
    let run = try session().run(["get", "evil", "odd", "--json"])
    #expect(run.output.contains(#"\u001b[2J\u009b"#))
  }

  private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    default: false
    }
  }

  /// Colours, and links whose address is printable: only a theme makes these.
  private static func withoutOwnSequences(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      .replacing(/\u{1B}\]8;;[^\u{0}-\u{1F}\u{7F}-\u{9F}]*\u{1B}\\/, with: "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `no control character gets through a completion`(shell: String) throws {
    let evil = String(
      String.UnicodeScalarView((Array(0x80...0x9F) + [0x1B, 0x202E]).compactMap { Unicode.Scalar($0) }))
    let session = try CommandSession()
    try session.folder.write("views:\n  \"v\(evil)\": x\n", to: ".sheaf/config.yaml")
    try session.folder.write(
      "---\ntitle: t\(evil)31m\ntags: [\"x\(evil)y\"]\nodd: \"o\(evil)d\"\nstatus: todo\n---\n\n## H\(evil)\n\n[[gone\(evil)]]\n\n- [ ] box \(evil)\n",
      to: "evil.md")
    try session.folder.write("# n\n", to: "c\(evil)name.md")
    let lines = [
      ["show", ""], ["show", "t"], ["edit", "c"], ["list", "tag:"], ["list", "@"],
      ["list", "odd:"],
      ["set", "evil", "odd="], ["set", "evil", ""], ["append", "evil#"], ["open", "evil", ""],
      ["done", ""], ["tag", "evil", "+"], ["tasks", "tag:"], ["new", "+"],
    ]
    for words in lines {
      let typed = shell == "bash" ? ["sheaf " + words.joined(separator: " "), ":="] : words
      let run = session.run(["complete", shell, "--"] + typed)
      let shown = (run.output + run.errors).unicodeScalars
      #expect(!evil.unicodeScalars.contains { shown.contains($0) }, "\(words): \(run.output)")
    }
  }
}
