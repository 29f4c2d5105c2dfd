import Foundation
import HostSystem
import NoteTestSupport
import SheafCommands
import Testing

/// A repository full of symbolic links that lead out of it, or into folders of its own that are hidden: no command reads or
/// writes through them.
@Suite(.wholeProgram) struct OutsideLinksTests {
  private let session: CommandSession
  private let outside: TemporaryFolder

  init() throws {
    session = try CommandSession()
    outside = try TemporaryFolder()
    for name in [
      "notes/note.md", "notes/2026/2026-11-21.md", "templates/memo.md", "templates/diary.md",
      "templates/own.md", "theme/note.mustache", "theme/style.css", "theme/own.css", "attributes",
      "files/picture.png", "hooks/pre-commit", "ignored", "victim.txt",
    ] {
      try outside.write("#!/bin/sh\n# quokka\n\n- [ ] quokka 📅 2026-11-21\n", to: name)
    }
    try outside.write("folders:\n  memo: quokka\nquokka: 1\n", to: "settings/config.yaml")
    try outside.write(
      #"{"newLinkFormat":"quokka","attachmentFolderPath":"quokka"}"#, to: "obsidian/app.json")
    try outside.write(
      #"{"nodes":[{"id":"1","type":"text","text":"quokka [[plan]]"}],"edges":[]}"#, to: "board")
    try session.folder.write(
      "---\nid: abcd1234\npublish: true\n---\n# Plan\n\n[[note]] ![](linked.png) ![[linked.png]] [x](Memo/note.md) ![[linked]]\n\n- [ ] box 📅 2026-11-22\n",
      to: "plan.md")
    try session.folder.write("", to: ".sheaf/config.yaml")
    let git = try GitFixture(in: session.folder)
    try git.commitAll(date: 1_700_000_000)
    try session.folder.remove(".git/hooks")
    for (name, target) in [
      ("Diary", "notes"), ("Memo", "notes"), ("Tasks", "notes"), ("attachments", "files"),
      ("linked.md", "notes/note.md"), ("linked.png", "files/picture.png"),
      ("board.canvas", "board"),
      (".obsidian", "obsidian"), (".gitattributes", "attributes"), (".gitignore", "ignored"),
      ("out.txt", "victim.txt"), (".git/hooks", "hooks"), (".sheaf/templates", "templates"),
      (".sheaf/theme", "theme"), ("site", "files"),
    ] {
      try? session.folder.remove(name)
      try makeLink(at: session.folder.path + "/" + name, to: outside.path + "/" + target)
    }
  }

  /// The settings are the repository's own, a file from outside, or a whole folder from outside; or all links lead into a
  /// hidden folder, or into git's.
  enum Settings: CaseIterable { case own, file, folder, hidden, git }

  private func place(_ settings: Settings) throws {
    if let folder = settings.folder {
      for name in session.folder.files() {
        let link = session.folder.path + "/" + name
        guard let target = try? linkTarget(of: link), target.hasPrefix(outside.path) else { continue }
        try session.folder.remove(name)
        try makeLink(at: link, to: session.folder.path + "/" + folder + target.dropFirst(outside.path.count))
      }
      for name in outside.files() { try session.folder.write(outside.read(name), to: folder + "/" + name) }
      return
    }
    guard settings != .own else { return }
    let name = settings == .file ? ".sheaf/config.yaml" : ".sheaf"
    try session.folder.remove(name)
    let target = outside.path + "/settings" + (settings == .file ? "/config.yaml" : "")
    try makeLink(at: session.folder.path + "/" + name, to: target)
  }

  /// For each command the lines that could follow a link.
  private static let lines: [String: [[String]]] = [
    "list": [["list"], ["list", "--json"], ["list", "in:Memo"]],
    "search": [["search", "box"], ["search", "--regex", "uokk"]],
    "show": [
      ["show", "plan"], ["show", "linked.md"], ["show", "Memo/note.md"], ["show", "note"],
    ],
    "get": [["get", "linked.md"], ["get", "plan"]],
    "set": [
      ["set", "linked.md", "a=1"], ["set", "Memo/note.md", "a=1"], ["set", "plan", "a=1"],
    ],
    "tag": [["tag", "linked.md", "+x"]],
    "links add": [["links", "add", "plan", "linked.md"], ["links", "add", "linked.md", "plan"]],
    "links": [
      ["links", "plan"], ["links", "--broken"], ["links", "--all"], ["links", "convert", "wiki"],
      ["links", "convert", "markdown"], ["links", "convert", "absolute"],
    ],
    "schema": [["schema", "show", "linked.md"], ["schema", "infer", "Memo"], ["schema", "infer", "."]],
    "graph": [["graph"], ["graph", "--json"]], "tasks": [["tasks"]],
    "board": [["board"]], "agenda": [["agenda"]], "cal": [["cal"]], "stats": [["stats"]],
    "status": [["status"]], "remind": [["remind"]],
    "check": [["check"], ["check", "linked.md"], ["check", "Memo"], ["check", "--fix", "Memo"]],
    "fmt": [
      ["fmt", "linked.md"], ["fmt", "Memo"], ["fmt", "Memo/note.md"], ["fmt"],
      ["fmt", "-n", "linked.md"], ["fmt", "--staged"],
    ],
    "index": [["index", "--rebuild"]],
    "config": [
      ["config"], ["config", "set", "site.title", "x"], ["config", "unset", "site.title"],
      ["config", "trust"], ["config", "export"],
    ],
    "undo": [["undo"], ["undo", "--list"]], "redo": [["redo"]],
    "render": [["render", "plan"], ["render", "linked.md"], ["render", "plan", "--to", "json"]],
    "digest": [
      ["digest"], ["digest", "--to", "md", "-o", "out.txt"], ["digest", "--to", "html", "-o", "Memo/x"],
    ],
    "parse": [["parse", "linked.md"], ["parse", "plan"]],
    "open": [["open", "plan"], ["open", "linked.md"]], "edit": [["edit", "linked.md"]],
    "today": [["today"]], "jot": [["jot", "hello"]],
    "clip": [["clip", "Fresh", "--in", "Linked"], ["clip", "Fresh"]],
    "append": [["append", "linked.md", "x"], ["append", "Memo/note.md", "x"]],
    "pick": [["pick", "plan"]],
    "mv": [
      ["mv", "plan", "Memo/"], ["mv", "plan", "Memo/x.md"], ["mv", "linked.md", "x.md"],
      ["mv", "Memo", "Other"], ["mv", "Memo/note.md", "x.md"],
    ],
    "rename": [["rename", "plan", "Other"], ["rename", "linked.md", "Other"]],
    "rm": [["rm", "linked.md"], ["rm", "Memo/note.md"], ["rm", "Memo", "--yes"]],
    "new": [
      ["new", "Fresh"], ["new", "Fresh", "--in", "Memo"], ["new", "Fresh", "-T", "own"],
      ["new", "Fresh", "--in", "Real", "-T", "memo"], ["new", "-T", "memo", "--into", "linked.md"],
      ["new", "-T", "memo", "--fill", "Memo/note.md"], ["new", "Fresh", "-T", "including"],
    ],
    "add": [["add", "Fresh"], ["add", "Fresh", "--in", "Tasks"]],
    "diary": [["diary"], ["diary", "hello"]],
    "attach": [
      ["attach", "plan", "linked.png"], ["attach", "plan", "Memo/note.md"],
      ["attach", "plan", "/etc/hostname"],
    ],
    "done": [["done", "box"], ["done", "linked.md"]], "start": [["start", "linked.md"]],
    "cancel": [["cancel", "linked.md"]], "reopen": [["reopen", "linked.md"]],
    "defer": [["defer", "box", "tomorrow"], ["defer", "linked.md"]],
    "letter": [["letter"], ["letter", "--opens", "2030-01-01", "x", "-"]],
    "query": [["query"], ["query", "save", "x", "a"]],
    "publish": [
      ["publish", "-o", "pages"], ["publish", "--eject"], ["publish", "--verify", "-o", "pages"],
    ],
    "git": [
      ["git", "setup"], ["git", "setup", "--shared"], ["git", "setup", "--hooks"],
      ["git", "setup", "--remove"],
    ],
    "resolve": [["resolve"], ["resolve", "linked.md"]],
    "merge-driver": [["merge-driver", "plan.md", "plan.md", "plan.md", "7", "plan.md"]],
    "textconv": [["textconv", "linked.md"], ["textconv", "Memo/note.md"]],
    "log": [["log"], ["log", "linked.md"]], "diff": [["diff"], ["diff", "plan"]],
    "restore": [["restore", "plan"], ["restore", "linked.md"]], "sync": [["sync", "-n"]],
    "import": [
      ["import", "--from", "text", "linked.md", "--in", "Real"],
      ["import", "--from", "text", "/etc/hostname", "--in", "Memo"],
      ["import", "--from", "text", "Memo", "--in", "Real"],
      ["import", "--from", "text", "/etc/hostname", "--in", "Real", "-o", "out.txt"],
    ],
    "export": [
      ["export", "--to", "json"], ["export", "--to", "json", "-o", "out.txt"],
      ["export", "--to", "md", "-o", "Memo/x.md"], ["export", "--to", "vdir", "-o", "Memo"],
      ["export", "--to", "html"], ["export", "--to", "md"],
    ],
    "mcp": [["mcp", "--setup", "codex"], ["mcp", "--write", ".."]],
    "lsp": [["lsp", "--setup", "nvim"]],
    "share": [["share", "plan"], ["share", "linked.md"], ["share", "plan", "-o", "out.txt"]],
    "context": [["context", "tag:x"], ["context", "-"]],
    "extract": [["extract", "linked.md#Box"], ["extract", "plan#Box", "--title", "Memo/x.md"]],
    "merge": [["merge", "plan", "linked.md"], ["merge", "linked.md", "plan"]],
    "inline": [["inline", "linked.md"], ["inline", "plan", "linked.md"]],
    "refile": [["refile", "linked.md:1", "plan"], ["refile", "plan:1", "linked.md"]],
    "replace": [["replace", "a", "b"], ["replace", "--regex", ".", "x", "--parts", "links,code"]],
    "field move": [["field", "move", "a", "--place", "body"]],
    "bake": [["bake"], ["bake", "plan"]],
    "init": [["init"]], "completions": [["completions", "bash"]],
    "complete": [["complete", "zsh", "--", "new", "-T", ""]],
  ]

  /// These run until they are stopped, or write the project's own manual.
  private static let exempt: Set<String> = ["serve", "generate"]

  @Test func `the list of lines names every command`() {
    let named = Set(Self.lines.keys.map { String($0.prefix { $0 != " " }) }).subtracting(["complete"])
    #expect(Program.current.commandNames.subtracting(Self.exempt) == named)
  }

  @Test(arguments: lines.keys.sorted(), Settings.allCases)
  func `no command follows them`(command: String, settings: Settings) throws {
    try place(settings)
    func state() throws -> [String: String] {
      try Self.state(of: settings.folder.map { session.folder.path + "/" + $0 } ?? outside.path)
    }
    func copies(in folder: TemporaryFolder) -> [String] {
      Self.copies(of: "quokka", in: folder).filter { !$0.hasPrefix((settings.folder ?? "-") + "/") }
    }
    let before = try state()
    for words in Self.lines[command] ?? [] {
      let run = session.run(words, input: "text\n")
      #expect(!run.errors.contains("sheaf help"), "\(words): \(run.errors)")
      let shown = run.output + run.errors
      #expect(!shown.contains("quokka"), "\(words): \(shown)")
      #expect(try state() == before, "\(words): \(shown)")
      #expect(copies(in: session.folder) == [], "\(words)")
      #expect(copies(in: session.home) == [], "\(words)")
    }
    #expect(!session.startedPrograms.contains { $0.contains(outside.path) || $0.contains("/.git/") })
  }

  /// Every file with its bytes and the time of its last change.
  private static func state(of folder: String) throws -> [String: String] {
    var state: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let bytes = FileManager.default.contents(atPath: folder + "/" + name)
      else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      state[name] = "\(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_mode) \(text)"
    }
    return state
  }

  /// The files of a folder, not those that a link leads to, that contain a text.
  private static func copies(of text: String, in folder: TemporaryFolder) -> [String] {
    folder.files().filter { name in
      var status = stat()
      guard lstat(folder.path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        let bytes = try? folder.read(name)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).contains(text)
    }
  }
}

extension OutsideLinksTests.Settings {
  /// The folder of the repository into which the links lead; nil if they lead out of it.
  fileprivate var folder: String? {
    switch self {
    case .own, .file, .folder: nil
    case .hidden: ".hidden"
    case .git: ".git/kept"
    }
  }
}
