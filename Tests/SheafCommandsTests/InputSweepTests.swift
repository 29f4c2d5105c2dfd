import ArgumentParser
import NoteTestSupport
import TerminalScreen
import Testing

@testable import SheafCommands

/// Standard input that a command line offers with `-` is used or refused, never ignored; and without a terminal no
/// editor starts.
@Suite(.wholeProgram) struct InputSweepTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession(environment: ["EDITOR": "editor", "SHEAF_PAGER": "pager"])
    try session.folder.write("views:\n  saved: tag:work\n", to: ".sheaf/config.yaml")
    try session.folder.write("---\nstatus: todo\ntags: [work]\n---\n# Plan\n", to: "Memo/plan.md")
  }

  /// Command lines to which ` -` is added, by the command as the registry knows it.
  private static let lines: [String: [String]] = [
    "init": ["init"], "config show": ["config show"], "config set": ["config set site.title"],
    "config unset": ["config unset"], "config export": [],
    "new": ["new", "new Title", "new --title Title", "new --title Title text"],
    "clip": ["clip", "clip Title"], "jot": ["jot", "jot idea"],
    "append": ["append plan", "append plan more", "append --top plan", "append --top plan more"],
    "edit": ["edit", "edit plan"],
    "set": ["set a=b", "set plan a=b", "set plan a:"],
    "get": ["get", "get plan"], "mv": ["mv plan", "mv"],
    "rename": ["rename plan", "rename plan New", "rename mood: state:"],
    "extract": ["extract", "extract --level 2"], "merge": ["merge plan"],
    "inline": ["inline", "inline plan"], "refile": ["refile plan:1", "refile"],
    "replace": ["replace", "replace a", "replace word other"],
    "bake": ["bake", "bake plan --check"],
    "field move": ["field move mood", "field move mood --place body"],
    "links convert": ["links convert", "links convert wiki"],
    "rm": ["rm", "rm Memo/plan.md"], "attach": ["attach plan", "attach"],
    "tag": ["tag", "tag +x"], "undo": ["undo"], "redo": ["redo"],
    "list": ["list", "list tag:work"], "search": ["search", "search plan"],
    "pick": ["pick"], "show": ["show"], "open": ["open", "open plan"],
    "links show": ["links"], "links add": ["links add plan", "links add"], "graph": ["graph"],
    "add": ["add", "add Title", "add --into plan Box"],
    "start": ["start"], "done": ["done", "done plan"], "cancel": ["cancel"], "reopen": ["reopen"],
    "defer": ["defer plan", "defer"],
    "tasks": ["tasks", "tasks tag:work"],
    "board": ["board", "board tag:work"], "agenda": ["agenda"], "cal": ["cal"],
    "diary": ["diary", "diary snow", "diary yesterday"], "stats": ["stats"],
    "letter": ["letter --opens 2027-01-01", "letter --opens 2027-01-01 Me"],
    "check": ["check"], "schema show": ["schema show"], "schema infer": ["schema infer"],
    "fmt": ["fmt"], "log": ["log"], "diff": ["diff"],
    "restore": ["restore"], "resolve": ["resolve"], "textconv": ["textconv"],
    "merge-driver": ["merge-driver a b"], "render": ["render"], "digest": ["digest"],
    "import": ["import --from text"], "export": ["export --to jsonl"], "share": ["share"],
    "parse": ["parse"], "query save": ["query save mine"], "query rm": ["query rm"],
    "completions": ["completions"], "sync": ["sync"],
    "remind": ["remind"], "publish": ["publish"], "serve": ["serve"],
    // `context -` ends the context.
    "context": [],
  ]

  private static func takesWords(_ command: any ParsableCommand.Type) -> Bool {
    CommandArguments(command).synopsis.split(separator: "\n").contains {
      $0.hasPrefix(".Ar ") || $0.hasPrefix(".Op Ar ")
    }
  }

  @Test func `every command that takes words is in the sweep`() {
    let leaves = commandLeaves(Program.current.groups.flatMap(\.subcommands))
    let taking = leaves.filter { Self.takesWords($0.command) }.map(\.name)
    #expect(taking.count > 40)
    #expect(Set(taking).subtracting(Self.lines.keys) == [])
  }

  @Test(arguments: lines.values.joined().filter(CommandSession.has).sorted())
  func `what is piped in is used or refused`(line: String) throws {
    let words = line.split(separator: " ").map(String.init) + ["-"]
    let run = session.run(words, input: "# quokka [[quokka]]\n", from: "Memo")
    let isWritten = try session.folder.files().contains { path in
      try path.contains("quokka")
        || String(decoding: session.folder.read(path), as: UTF8.self).contains("quokka")
    }
    let isUsed = isWritten || run.output.contains("quokka") || run.errors.contains("quokka")
    #expect(isUsed || run.status > 1, "\(line) -: \(run.status) \(run.output)\(run.errors)")
  }

  @Test(arguments: ["jot - milk", "append plan - milk", "new - a title", "add - x", "diary - x"])
  func `a dash before other words is refused`(line: String) {
    let run = session.run(line.split(separator: " ").map(String.init), input: "quokka\n")
    #expect(run.status == 64)
    #expect(run.errors.contains("“-” reads standard input only as the last word"), "\(run.errors)")
  }

  @Test func `names come from standard input, one per line`() throws {
    try session.folder.write("x\n", to: "Memo/other.md")
    let run = session.run(["set", "-", "mood=calm"], input: "Memo/plan.md\nMemo/other.md\n")
    #expect(run.output == "Memo/plan.md\nMemo/other.md\n")
    #expect(session.run(["done", "-"], input: "Memo/plan.md\n").status == 0)
    #expect(session.run(["mv", "-", "Old/"], input: "Memo/plan.md\nMemo/other.md\n").status == 0)
    #expect(session.run(["rm", "-"], input: "Old/plan.md\nOld/other.md\n").status == 0)
    #expect(session.folder.files() == [".sheaf/config.yaml"])
  }

  // MARK: - Editors and pagers

  private static let editing = [
    "edit plan", "edit --where tag:work --expect 1", "diary", "diary yesterday", "diary --week",
    "letter --opens 2027-01-01 Me", "new -e Title", "search -e plan", "new", "list", "pick",
  ]

  @Test(arguments: editing, [false, true])
  func `without a terminal or with --no-input nothing takes the terminal`(
    line: String, isTerminal: Bool
  ) throws {
    let before = session.folder.files()
    let words = line.split(separator: " ").map(String.init)
    let run = session.run(
      words + (isTerminal ? ["--no-input"] : []), onTerminal: isTerminal,
      screen: isTerminal ? ScriptedScreen([.enter]) : nil)
    #expect(session.startedPrograms == [])
    #expect(session.folder.files() == before)
    #expect(run.status == (line == "list" ? 0 : 64), "\(run.output)\(run.errors)")
  }

  @Test(arguments: editing.filter { !["list", "new", "pick"].contains($0) })
  func `on a terminal they open the editor`(line: String) throws {
    let run = session.run(line.split(separator: " ").map(String.init), onTerminal: true)
    #expect(session.startedPrograms == ["editor"], "\(run.errors)")
  }
}

/// The commands without subcommands, by their words.
func commandLeaves(
  _ commands: [any ParsableCommand.Type], below path: [String] = []
) -> [(name: String, command: any ParsableCommand.Type)] {
  commands.flatMap { command in
    let path = path + [command.commandName]
    let inner = commandLeaves(command.configuration.subcommands, below: path)
    return inner.isEmpty ? [(path.joined(separator: " "), command)] : inner
  }
}
