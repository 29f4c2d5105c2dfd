import ArgumentParser
import ByteBasics
import Foundation
import NotePresentation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// Every command that writes is undone byte for byte, however its files were named.
@Suite(.wholeProgram, .needsExtensions) struct UndoSweepTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    for (path, text) in Self.files { try session.folder.write(text, to: path) }
    try session.home.write("photo", to: "photo.png")
    try session.home.write("Imported\n", to: "imported/new.txt")
    try GitFixture(in: session.folder).commitAll(date: 1_700_000_000)
    try session.folder.write("changed *since*\n", to: "Memo/committed.md")
  }

  private static let files = [
    ".sheaf/config.yaml": "views:\n  saved: tag:work\n",
    "Memo/plan.md": """
    ---
    id: k3x9wq2m
    title: Plan
    aliases: [roadmap]
    tags: [work, old]
    status: todo
    due: 2026-11-25
    mood: calm
    rating: 3
    ---
    # Plan

    *   one [[other]]

    ## Steps

    text

    ```sheaf
    in:Memo
    ```

    """,
    "Memo/other.md": "# Other\n\nsee [[plan]] and [the plan](plan.md)\n\n- [ ] box 📅 2026-11-20\n",
    "Memo/embedding.md": "Before\n\n![[Memo/plan]]\n\nAfter [[plan#Steps]]\n",
    "Memo/committed.md": "as committed\n",
    "Diary/Tasks/weekly.md":
      "---\nid: w3x9wq2m\ntitle: Weekly\nstatus: doing\ndue: 2026-11-20\nrepeat: every week\n---\n",
    "Work/conflicted.md":
      "---\n<<<<<<< ours\na: 1\n||||||| base\n=======\nb: 1\n>>>>>>> theirs\n---\n",
    "Diary/Tasks/closed.md": "---\ntitle: Closed\nstatus: done\nclosed: 2026-11-20\n---\n",
    "Work/Cards.md": "---\nkanban-plugin: basic\n---\n\n## Open\n\n- [ ] card\n\n## Done\n\n",
    "Work/spaces.md": "**목차(a)**를\n",
  ]

  /// The target of a word of a command line.
  private enum Target { case note, notes, paths, task, file, none }

  /// Command lines by the command as the registry knows it; `NOTE` is named in every way that the command accepts.
  private static let lines: [String: [(words: [String], target: Target)]] = [
    "config set": [(["config", "set", "folders.memo", "Notes"], .none)],
    "config unset": [(["config", "unset", "views"], .none), (["config", "unset", "--all"], .none)],
    "new": [
      (["new", "Another", "+work"], .none), (["new", "-"], .none),
      (["new", "-e", "Edited"], .none),
      (["new", "--title", "More", "words", "-T", "memo", "--into", "NOTE#Steps"], .note),
      (["new", "-T", "memo", "--fill", "NOTE", "--set", "filled=yes"], .note),
    ],
    "clip": [(["clip", "-"], .none)],
    "jot": [(["jot", "a", "thought"], .none), (["jot", "-"], .none)],
    "append": [
      (["append", "NOTE", "more"], .note), (["append", "NOTE#Steps", "-"], .note),
      (["append", "--top", "NOTE", "more"], .note),
    ],
    "edit": [(["edit", "NOTE"], .notes)],
    "set": [
      (["set", "NOTE", "mood=fine"], .notes), (["set", "NOTE", "mood="], .notes),
      (["set", "card", "status:Done"], .none),
    ],
    "mv": [(["mv", "NOTE", "ROOT/Archive/"], .file), (["mv", "ROOT/Memo", "ROOT/Notes"], .none)],
    "rename": [
      (["rename", "NOTE", "Roadmap"], .note), (["rename", "NOTE#Steps", "Milestones"], .note),
      (["rename", "mood:", "state:"], .none), (["rename", "+work", "+job"], .none),
    ],
    "extract": [(["extract", "NOTE#Steps"], .note), (["extract", "NOTE", "--level", "2", "--bare"], .note)],
    "merge": [(["merge", "NOTE", "other"], .note), (["merge", "other", "--into", "NOTE"], .note)],
    "inline": [(["inline", "Memo/embedding.md", "NOTE", "--delete"], .note)],
    "refile": [(["refile", "NOTE#Steps", "other"], .note), (["refile", "other:5", "NOTE"], .note)],
    "replace": [(["replace", "Steps", "Moves"], .note)],
    "field move": [(["field", "move", "rating", "--place", "body"], .none)],
    "links convert": [(["links", "convert", "markdown"], .none)],
    "bake": [(["bake", "NOTE"], .notes)],
    "rm": [(["rm", "NOTE"], .file)],
    "links add": [(["links", "add", "NOTE", "NOTE"], .note)],
    "attach": [(["attach", "NOTE", "HOME/photo.png"], .note)],
    "tag": [(["tag", "NOTE", "+new", "tags-=old"], .notes)],
    "add": [
      (["add", "call", "due:tomorrow"], .none), (["add", "-"], .none),
      (["add", "box", "--into", "NOTE"], .note), (["add", "box", "--into", "today"], .none),
    ],
    "start": [(["start", "NOTE"], .task)],
    "done": [
      (["done", "NOTE"], .task), (["done", "Weekly"], .none), (["done", "Memo/other.md:5"], .none),
    ],
    "cancel": [(["cancel", "NOTE"], .task)],
    "reopen": [(["reopen", "Closed"], .none)],
    "defer": [(["defer", "NOTE", "fri"], .task)],
    "diary": [
      (["diary", "first", "snow"], .none), (["diary", "-"], .none), (["diary"], .none),
      (["diary", "yesterday"], .none),
    ],
    "letter": [
      (["letter", "--opens", "2027-01-01", "Me"], .none),
      (["letter", "--opens", "2027-01-01", "Me", "-"], .none),
    ],
    "check": [(["check", "--fix"], .none)],
    "fmt": [(["fmt", "NOTE"], .notes), (["fmt"], .none)],
    "restore": [(["restore", "Memo/committed.md"], .none), (["restore", "committed"], .none)],
    "resolve": [(["resolve"], .none), (["resolve", "Work/conflicted.md"], .none)],
    "import": [(["import", "--from", "text", "HOME/imported"], .none)],
    "query save": [(["query", "save", "mine", "tag:work"], .none)],
    "query rm": [(["query", "rm", "saved"], .none)],
  ]

  /// Commands with `--dry-run` whose work is not the journal's.
  private static let others: [String: String] = [
    "undo": "the sweep itself", "redo": "the sweep itself", "sync": "git commits what it writes",
    "git setup": "git's own settings; --remove takes them back", "publish": "writes a site",
  ]

  private static let noteNames = [
    "Memo/plan.md", "./Memo/plan.md", "ROOT/Memo/plan.md", "plan", "Plan", "roadmap", "k3x9wq2m",
    "1", "@1", "@",
  ]

  /// The words for a target, and the folder that they are typed in.
  private static func ways(_ target: Target) -> [(words: [String], place: String?)] {
    let names = noteNames.map { ([$0], String?.none) }
    let elsewhere: [([String], String?)] = [
      (["../Memo/plan.md"], "Diary"), (["ROOT/Memo/plan.md"], "/"),
    ]
    return switch target {
    case .none: [([], nil), ([], "Diary"), ([], "/")]
    case .note: names + elsewhere + [(["roadm"], nil)]
    case .paths:
      names + elsewhere + [
        (["Memo"], nil), (["tag:work"], nil), (["@saved"], nil),
        (["Memo/plan.md", "Memo/other.md"], nil),
      ]
    case .notes: ways(.paths) + [(["--where", "tag:work"], nil)]
    case .task: names + elsewhere + [(["tag:work"], nil), (["--where", "tag:work"], nil)]
    case .file: names + elsewhere + [(["Memo"], nil), (["Memo/plan.md", "Memo/other.md"], nil)]
    }
  }

  @Test func `every command that writes is in the sweep`() {
    let writing = commandLeaves(Program.current.groups.flatMap(\.subcommands)).filter { leaf in
      CommandArguments(leaf.command).longOptions.contains("--dry-run")
    }.map(\.name)
    #expect(writing.count > 25)
    #expect(Set(writing) == Set(Self.lines.keys).union(Self.others.keys))
  }

  /// Commands whose `--json` is about something else.
  private static let otherJSON: Set = ["check", "edit"]

  @Test func `--json prints what a command changed, and with -n what it would change, as one document`() throws {
    let shape = try #require(JSONCatalogue.kinds.first { $0.name == "changes" })
    let commands = commandLeaves(Program.current.groups.flatMap(\.subcommands)).filter { leaf in
      CommandArguments(leaf.command).longOptions.contains("--json") && !Self.otherJSON.contains(leaf.name)
    }.map(\.name)
    var count = 0
    for (command, lines) in Self.lines.sorted(by: { $0.key < $1.key }) where commands.contains(command) {
      for (words, _) in lines {
        let before = try contents()
        var items: [[JSONValue]] = []
        for options in [["-n", "--json"], ["--json"]] {
          let outcome = run(words + options)
          try #require(outcome.status <= 1, "\(words): \(outcome.errors)")
          let document = try JSONValueReader.value(of: Array(outcome.output.utf8)).plain
          #expect(shape.mistake(in: document) == nil, "\(words): \(outcome.output)")
          items.append(try #require(document["items"]?.items, "\(words)"))
          if options.count == 2 { #expect(try contents() == before, "\(words)") }
        }
        #expect(items.allSatisfy { !$0.isEmpty }, "\(words)")
        #expect(items[0].count == items[1].count, "\(words)")
        #expect(session.run(["undo"]).status == 0)
        #expect(try contents() == before, "\(words)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test(arguments: lines.keys.sorted())
  func `undo gives every byte back`(command: String) throws {
    for (words, target) in try #require(Self.lines[command]) {
      for way in Self.ways(target) { try check(words, way.words, from: way.place) }
    }
  }

  private func check(_ words: [String], _ names: [String], from place: String?) throws {
    let before = try contents()
    if let name = names.first, ["1", "@1", "@"].contains(name) { prepareNames() }
    var line = words.flatMap { word -> [String] in
      guard word.hasPrefix("NOTE") else { return [word] }
      return names.first == "--where" ? names : names.map { $0 + word.dropFirst("NOTE".count) }
    }.map {
      $0.replacing("ROOT", with: session.folder.path).replacing("HOME", with: session.home.path)
    }
    if place == "/" { line = ["-C", session.folder.path] + line }
    let run = session.run(line + ["--yes"], input: "piped\ntext\n", onTerminal: true, from: place) {
      file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try (text + "typed\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
    // `check` has more to report than it can fix.
    try #require(run.status <= 1, "\(line) from \(place ?? "."): \(run.output)\(run.errors)")
    try #require(try contents() != before, "\(line) from \(place ?? ".") changed nothing")
    let undone = session.run(["undo"])
    #expect(undone.status == 0, "\(line) from \(place ?? "."): \(undone.errors)")
    let after = try contents()
    #expect(
      Set(after.keys.filter { after[$0] != before[$0] }).union(
        before.keys.filter { after[$0] == nil })
        == [], "\(line) from \(place ?? ".")")
  }

  /// Commands that write no note, or only letters, and those whose work is done when a hook is asked.
  private static let askNoHook: Set = [
    "config set", "config unset", "query save", "query rm", "letter", "edit",
  ]

  /// The user's own settings name one program for all changes.
  private func setHook(_ script: String) throws {
    try session.home.writeProgram(script, to: "hook")
    let program = session.home.path + "/hook"
    try session.home.write(
      "hooks:\n  on-add: \(program)\n  on-change: \(program)\n", to: "config/sheaf/config.yaml")
  }

  private func run(_ words: [String]) -> CommandSession.Outcome {
    let line = words.map {
      $0.replacing("NOTE", with: "Memo/plan.md").replacing("ROOT", with: session.folder.path)
        .replacing("HOME", with: session.home.path)
    }
    return session.run(line + ["--yes"], input: "piped\ntext\n", onTerminal: true) { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try (text + "typed\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  @Test(arguments: lines.keys.sorted().filter { !askNoHook.contains($0) })
  func `a hook keeps a command from writing`(command: String) throws {
    try setHook("echo 'not now' >&2; exit 1")
    for (words, _) in try #require(Self.lines[command]) {
      let before = try contents()
      let outcome = run(words)
      #expect(outcome.status != 0 && outcome.errors.contains("refused: not now"), "\(words): \(outcome.errors)")
      #expect(try contents() == before, "\(words)")
    }
  }

  @Test(arguments: lines.keys.sorted().filter { !askNoHook.contains($0) || $0 == "edit" })
  func `what a hook changes is undone with the command`(command: String) throws {
    try setHook(
      """
      python3 -c 'import json, sys
      items = json.load(sys.stdin)["items"]
      json.dump({"items": [{"path": item["path"], "after": {"text": item["after"]["text"] + "hooked\\n"}}
        for item in items if item["after"]]}, sys.stdout)'
      """)
    for (words, _) in try #require(Self.lines[command]) {
      let before = try contents()
      let outcome = run(words)
      try #require(outcome.status <= 1, "\(words): \(outcome.errors)")
      let after = try contents()
      let isHooked = after.contains { path, bytes in
        before[path] != bytes && String(decoding: bytes, as: UTF8.self).contains("hooked")
      }
      #expect(isHooked || command == "rm", "\(words)")
      let undone = session.run(["undo"])
      #expect(undone.status == 0, "\(words): \(undone.errors)")
      #expect(try contents() == before, "\(words)")
    }
  }

  /// Lets `1` and `@` be the plan.
  private func prepareNames() {
    #expect(session.run(["set", "Memo/plan.md", "x=1"]).status == 0)
    #expect(session.run(["undo"]).status == 0)
    #expect(session.run(["list", "tag:work"], onTerminal: true).status == 0)
  }

  private func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: session.folder.files().filter { !$0.hasPrefix(".git/") }
        .map { ($0, try session.folder.read($0)) })
  }
}
