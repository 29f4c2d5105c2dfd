import ArgumentParser
import Foundation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// Nothing of a letter comes out of any command before its day: not its title, its fields, its text, what it was before it
/// was sealed, nor the words of the commands that wrote it.
///
/// Every word of the letter that is told is `quokka`, in one spelling or another.
@Suite(.wholeProgram) struct SealedSweepTests {
  private let session: CommandSession
  private static let secret = "quokka"
  private static let letter = "letter.md"

  init() throws {
    session = try CommandSession()
    let git = try GitFixture(in: session.folder)
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("# Quokka before\n\nquokka draft\n", to: "first.md")
    try git.commitAll("Write about the quokka", date: 1_700_000_000)
    // The index and the journal know the note before it becomes a letter.
    _ = session.run(["append", "first.md", "quokka appended"])
    _ = session.run(["set", "first.md", "title=Quokka title", "tags+=quokka"])
    _ = session.run(["mv", "first.md", Self.letter])
    try git.commitAll("Change “Quokka title”", date: 1_700_000_100)
    try session.folder.write(Self.text, to: Self.letter)
    try session.folder.write(
      "---\npublish: true\n---\n# Project\n\n![[letter]] [[letter#Wombat]]\n\n- [ ] wait #own\n",
      to: "plan.md")
    try session.folder.write("plan [[letter]]\n", to: "Diary/2026/2026-11-21.md")
    try git.commitAll("Seal the quokka letter", date: 1_700_000_200)
    _ = session.run(["append", Self.letter, "quokka appended later"])
    _ = session.run(["set", "plan.md", "mood=fine"])
  }

  private static let text = """
    ---
    id: k3x9wq2m
    unseal: 2030-01-01
    title: Quokka title
    aliases: [Quokka alias]
    tags: [quokka]
    publish: true
    status: todo
    due: 2026-11-21
    project: quokka
    quokka: yes
    mood: quokka
    ---
    # Quokka heading

    quokka text #quokka [[Quokka Gone]] https://quokka.example/ quokka:: yes ![[quokka.png]] [[plan]]

    - [ ] quokka task 📅 2026-11-20 #own
    - [ ] quokka later [remind:: 2026-11-24 10:00]
    - [x] quokka done ✅ 2026-11-20

    """

  /// A command line, and whether it tells of the letter on its day.
  private struct Line: Sendable {
    let words: [String]
    let isToldLater: Bool
    var input = ""

    init(_ words: [String], _ isToldLater: Bool, input: String = "") {
      self.words = words
      self.isToldLater = isToldLater
      self.input = input
    }
  }

  private static func told(_ lines: String...) -> [Line] {
    lines.map { Line($0.split(separator: " ").map(String.init), true) }
  }

  private static func untold(_ lines: String...) -> [Line] {
    lines.map { Line($0.split(separator: " ").map(String.init), false) }
  }

  /// Command lines by the command as the registry knows it.
  private static let lines: [String: [Line]] = [
    "init": untold("init"),
    "today": told("today", "today --json"),
    "config": untold("config"), "config show": untold("config show"),
    "config set": untold("config set folders.memo Notes -n", "config set folders.memo Notes"),
    "config unset": untold("config unset folders.memo", "config unset --all -n"),
    "config export": untold("config export"), "config trust": untold("config trust"),
    "status": untold("status", "status --json"),
    "new": told("new --title More words -T memo --into letter.md -n")
      + untold(
        "new letter", "new letter -n", "new --title More words -T memo --into letter.md",
        "new -T memo --fill letter.md", "new -T memo --fill letter.md -n"), "jot": untold("jot hello", "jot hello -n"),
    "clip": [
      Line(["clip", "hello", "-"], false, input: "text\n"),
      Line(["clip", "hello", "-n", "-"], false, input: "text\n"),
    ],
    "append": told("append letter hello -n") + untold("append letter hello"),
    "edit": untold("edit letter"),
    "set": told("set letter mood=fine -n", "set letter unseal: -n")
      + untold("set letter mood=fine"),
    "get": told("get letter", "get letter title", "get letter tags", "get letter --json"),
    "mv": untold(
      "mv letter.md Memo/letter.md -n", "mv letter.md Memo/letter.md", "mv plan.md Memo/ -n"),
    "rename": told("rename letter Fresh -n") + untold("rename plan Fresh", "rename plan Fresh -n"),
    "extract": told("extract letter:14 -n") + untold("extract letter"),
    "merge": told("merge letter plan -n", "merge plan letter -n"),
    "inline": untold("inline plan", "inline plan letter --delete -n"),
    "refile": told("refile letter:18 plan -n", "refile plan:9 letter -n"),
    "replace": told("replace a b -n", "replace e x --parts links,code -n") + untold("replace --regex . x -n"),
    "field move": untold("field move mood --place body -n", "field move mood --place body"),
    "links show": untold("links show plan"),
    "links convert": told("links convert markdown -n")
      + untold("links convert wiki -n", "links convert absolute"),
    "bake": untold("bake letter", "bake letter -n", "bake --check"),
    "rm": told("rm letter -n") + untold("rm letter", "rm plan -n"),
    "attach": untold("attach", "attach --unused"),
    "tag": told("tag letter +new -n", "rename +own +other -n", "tag")
      + untold("tag letter +new", "rename +own +other"),
    "undo": told("undo --list", "undo --list --json", "undo 2 -n")
      + untold("undo -n", "undo", "undo 5 -n"),
    "redo": untold("redo -n", "redo"),
    "list": told(
      "list", "list --json", "list --sort title", "list mood:quokka --format {{title}}",
      "list tag:own", "list --at HEAD --json", "list --at HEAD~1 --json", "list is:open")
      + untold(
        "list is:sealed", "list is:sealed --json",
        "list is:sealed --format {{title}}{{tags}}{{path}}"),
    "search": told("search text", "search --regex uokk", "search quokk*", "search letter")
      + untold("search kokka", "search wait"),
    "pick": [],
    "show": told(
      "show letter", "show letter --raw", "show letter --json", "show letter --fields",
      "show letter --at HEAD", "show letter --at HEAD~1")
      + untold("show letter --at HEAD~2", "show plan --backlinks"),
    "open": told("open letter"),
    "links add": untold("links add Index letter"),
    "links": told(
      "links letter", "links --broken", "links --all", "links --all --json")
      + untold("links plan --related", "links letter --unlinked", "links plan", "links --orphans", "links --cited"),
    "graph": told("graph --json", "graph"),
    "add": untold("add box --into plan", "add box -n"),
    "start": told("start letter -n"), "done": told("done letter -n", "done letter.md:18 -n"),
    "cancel": told("cancel letter -n"), "reopen": told("reopen letter.md:20 -n"),
    "defer": told("defer letter fri -n"),
    "tasks": told("tasks", "tasks --all", "tasks --json", "tasks --at HEAD")
      + untold("tasks --at HEAD~1"),
    "board": told(
      "board", "board --json", "board --at HEAD", "board --group-by tag", "board --group-by project"),
    "agenda": told("agenda", "agenda --json"), "cal": told("cal"),
    "remind": told("remind --run") + untold("remind"),
    "diary": untold("diary --print-path"), "stats": untold("stats"),
    "letter": told("letter", "letter --json") + untold("letter --opens 2031-01-01 Me -n"),
    "check": told("check", "check --json", "check letter.md") + untold("check --staged"),
    "fmt": untold("fmt letter.md", "fmt letter.md --check", "fmt letter.md -n"),
    "schema": untold("schema"), "schema show": untold("schema show letter"),
    "schema infer": untold("schema infer ."),
    "index": untold("index", "index --rebuild"),
    "git setup": untold("git setup"),
    "sync": untold("sync -n", "sync"),
    "log": told("log", "log letter", "log --json", "log --board"),
    "diff": told("diff", "diff letter", "diff --json", "diff HEAD~2", "diff letter HEAD~2"),
    "restore": told("restore letter -n", "restore letter --at HEAD~1 -n")
      + untold("restore letter"),
    "resolve": untold("resolve", "resolve -n"),
    "textconv": told("textconv letter.md"),
    "render": told(
      "render letter", "render letter --to text", "render letter --to json")
      + untold("render plan"),
    "digest": told("digest", "digest --to html", "digest --to md", "digest tag:x OR is:open")
      + untold("digest --to eml"),
    "publish": untold("publish -o site", "publish -o site -n"),
    "import": untold("import --from text plan.md -n"),
    "export": told(
      "export --to ics", "export --to jsonl", "export --to csv", "export --to json",
      "export --to todotxt", "export --to taskwarrior", "export --to org", "export --to html"),
    "share": told("share letter", "share plan", "share plan --to html"),
    "parse": told("parse letter.md"),
    "query show": untold("query"), "query save": untold("query save mine tag:own"),
    "query rm": untold("query save mine tag:own", "query rm mine -n"),
    "completions": untold("completions bash"), "context": untold("context tag:own", "context"),
  ]

  /// Commands that cannot be run here, and where they are tried.
  private static let others: [String: String] = [
    "pick": "PickerTests: its lines are those of the index and of the gate",
    "serve": "FreshNoteTests and the pages of publish", "lsp": "NavigationTests",
    "mcp": "ToolServerTests",
    "merge-driver": "writes the file that git hands over and prints nothing of it",
  ]

  private static func leaves(
    _ commands: [any ParsableCommand.Type], below path: [String] = []
  ) -> [String] {
    commands.flatMap { command in
      let path = path + [command.commandName]
      let inner = leaves(command.configuration.subcommands, below: path)
      return inner.isEmpty ? [path.joined(separator: " ")] : inner
    }
  }

  @Test func `every command is in the sweep`() {
    let all = Set(Self.leaves(Program.current.groups.flatMap(\.subcommands)))
    let swept = Set(Self.lines.filter { !$0.value.isEmpty }.keys)
    #expect(swept.isDisjoint(with: Self.others.keys))
    #expect(all.subtracting(swept) == Set(Self.others.keys))
  }

  @Test(arguments: lines.keys.sorted())
  func `no command tells a word of it before its day`(command: String) throws {
    for line in try #require(Self.lines[command]) {
      for onTerminal in [false, true] {
        let run = session.run(line.words, input: line.input, onTerminal: onTerminal)
        #expect(
          run.status != 64 || run.errors.contains("needs a terminal"),
          "\(line.words): \(run.errors)")
        let told = (run.output + run.errors).lowercased()
        #expect(!told.contains(Self.secret), "\(line.words): \(told)")
        let list = session.run(["undo", "--list"])
        #expect(!(list.output + list.errors).lowercased().contains(Self.secret), "\(line.words)")
      }
      let later = session.run(line.words + ["--now", "2030-01-01T00:00:00"], input: line.input)
      #expect(
        (later.output + later.errors).lowercased().contains(Self.secret) == line.isToldLater,
        "\(line.words): \(later.output)\(later.errors)")
    }
  }

  /// Whatever can be typed after a command, and as a query.
  @Test func `no completion tells it`() {
    let words = Self.lines.keys.map { $0.split(separator: " ").map(String.init) }
    for word in words {
      for typed in ["", "qu", "let", "tag:", "tag:q", "mood:", "title=", "+", "#"] {
        let line = ["complete", "zsh", "--"] + word + [typed]
        let run = session.run(line)
        #expect(!(run.output + run.errors).lowercased().contains(Self.secret), "\(line)")
      }
    }
    #expect(session.run(["complete", "zsh", "--", "show", "pl"]).output.contains("plan"))
  }

  @Test(arguments: [false, true])
  func `no page of the site tells it`(isLater: Bool) throws {
    let moment = isLater ? ["--now", "2030-01-01T00:00:00"] : []
    let run = session.run(["publish", "--output", "site"] + moment)
    #expect(run.status == 0, "\(run.errors)")
    let told = session.folder.files().filter { path in
      guard path.hasPrefix("site/"), let bytes = try? session.folder.read(path) else {
        return false
      }
      return String(decoding: bytes, as: UTF8.self).lowercased().contains(Self.secret)
    }
    #expect(told.isEmpty == !isLater, "\(told)")
  }

  @Test func `a link to a heading of a letter is a mistake only when its day has come`() {
    #expect(!session.run(["check"]).output.contains("Wombat"))
    #expect(!session.run(["check", "plan.md"]).output.contains("Wombat"))
    let later = session.run(["check", "--now", "2030-01-01T00:00:00"])
    #expect(later.output.contains("There is no heading “Wombat”"), "\(later.output)")
  }

  @Test func `what moves notes looks into it all the same`() throws {
    _ = session.run(["mv", "plan.md", "Memo/aim.md"])
    let bytes = try session.folder.read(Self.letter)
    #expect(String(decoding: bytes, as: UTF8.self).contains("[[aim]]"))
    try session.folder.write("x", to: "quokka.png")
    #expect(!session.run(["attach", "--unused"]).output.contains("quokka"))
    #expect(session.run(["undo"]).status == 0)
    #expect(
      String(decoding: try session.folder.read(Self.letter), as: UTF8.self).contains("[[plan]]"))
  }
}
