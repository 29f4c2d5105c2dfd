import ArgumentParser
import Foundation
import NoteTestSupport
import Testing

@testable import SheafCommands

/// Every command that writes notes tells the person at the terminal what it wrote.
@Suite struct ChangeAccountTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
    _ = session.run(["init", "-q"])
    try session.folder.write(
      "---\nstatus: todo\ndue: 2026-11-22\ntags: [home]\n---\n# call mum\n", to: "Diary/Tasks/call mum.md")
    try session.folder.write("---\nstatus: done\nclosed: 2026-11-20\n---\n# old task\n", to: "Diary/Tasks/old task.md")
    try session.folder.write("# Inbox\n\n- [ ] eggs 📅 2026-11-24\n", to: "Memo/Inbox.md")
    try session.folder.write("# Plan\n\n![[B]]\n\n## Aim\n\nThe aim, see [[B]].\n", to: "Memo/Plan.md")
    try session.folder.write("# B\n\n*  one\n", to: "Memo/B.md")
    try session.folder.write("---\nautor: Kim\n---\n# C\n\n```sheaf\ntag:home\n```\n", to: "Memo/C.md")
    try session.folder.write("picture", to: "picture.png")
  }

  /// Lines between spaces, words with spaces in single quotes, and what the terminal shows.
  private static let lines: [(line: String, says: [String])] = [
    (
      "add tea due:fri pri:high +home",
      ["+ tea\n", "  due       Fri 2026-11-27, in 6 days\n", "  priority  high\n", "  tags      #home\n"]
    ),
    ("add bread due:mon --into Inbox", ["+ bread  Inbox:4\n  due  Mon 2026-11-23, in 2 days\n"]),
    ("new Idea +x", ["+ Idea\n  tags  #x\n"]),
    ("set Plan due:fri +x", ["~ Plan\n", "due     – → Fri 2026-11-27, in 6 days\n", "tags    – → #x\n"]),
    ("set 'call mum' due: -home", ["~ call mum\n  due   Sun 2026-11-22 → –\n  tags  #home → –\n"]),
    ("set Memo/Inbox.md:3 due:mon", ["~ eggs  Inbox:3\n  due  Tue 2026-11-24 → Mon 2026-11-23, in 2 days\n"]),
    ("tag Plan +x", ["~ Plan\n  tags  – → #x\n"]),
    ("done call mum", ["✓ call mum, nothing left today\n"]),
    ("done eggs", ["✓ eggs, nothing left today  Inbox:3\n"]),
    ("start call mum", ["~ call mum\n  status  todo → doing\n"]),
    ("cancel call mum", ["~ call mum, nothing left today\n  status  todo → cancelled\n"]),
    ("reopen old task", ["~ old task\n  status  done → todo\n"]),
    ("defer call mum mon", ["~ call mum\n  due  Sun 2026-11-22 → Mon 2026-11-23, in 2 days\n"]),
    ("diary it rained", ["+ "]),
    ("jot a thought", ["~ Inbox\n  + a thought\n"]), ("append Plan more", ["~ Plan\n  + more in “Aim”\n"]),
    ("attach Plan picture.png", ["~ Plan\n"]),
    ("rm B --yes", ["− B\n"]), ("mv B Archive/", ["→ B  Memo/B.md → Archive/B.md\n"]),
    ("rename Plan Roadmap", ["→ Plan → Roadmap\n"]), ("rename +home +house", ["~ call mum\n  tags  #home → #house\n"]),
    ("extract Plan#Aim", ["+ Aim\n"]), ("merge Plan B", ["~ Plan\n", "− B\n"]), ("inline Plan", ["~ Plan\n"]),
    ("refile Plan#Aim B", ["~ Plan\n", "~ B\n"]), ("replace aim goal", ["~ Plan\n"]), ("bake C", ["~ C\n"]),
    ("links add Plan C", ["~ Plan\n"]), ("links convert markdown --yes", ["~ Plan\n"]),
    ("fmt B", ["~ B\n"]), ("rename autor: author:", ["~ C\n", "author  – → Kim\n"]),
  ]

  @Test(arguments: lines.map(\.line))
  func `a terminal gets the title and the fields before and after, a pipe the places`(line: String) throws {
    let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    let expected = try #require(Self.lines.first { $0.line == line }).says
    let run = session.run(words, onTerminal: true)
    #expect(run.status == 0, "\(run.errors)")
    for text in expected { #expect(run.output.contains(text), "\(text) in \(run.output)") }
    #expect(session.run(["undo"]).status == 0)
    let piped = session.run(words)
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(!piped.output.isEmpty)
    for place in piped.output.split(separator: "\n") {
      #expect(place.contains(".") && !place.contains("→") && !place.contains("~ "), "\(piped.output)")
    }
    #expect(session.run(["undo", "-q"]).status == 0)
    #expect(session.run(words + ["-q"], onTerminal: true).output == "")
  }

  @Test func `the empty line below new front matter is no change of the text`() {
    let run = session.run(["set", "B", "due:fri"], onTerminal: true)
    #expect(run.output == "~ B\n  status  – → todo\n  due     – → Fri 2026-11-27, in 6 days\n")
    #expect(session.run(["set", "B", "due:"], onTerminal: true).output.split(separator: "\n").count == 3)
  }

  @Test func `a box whose link follows a new name is not told, and a title of two notes has its path`() throws {
    try session.folder.write("# Log\n\n- [ ] ask about [[Plan]] `now`\n", to: "Memo/Log.md")
    let renamed = session.run(["rename", "Plan", "Roadmap"], onTerminal: true)
    #expect(renamed.output == "→ Plan → Roadmap\n", "\(renamed.output)")
    let done = session.run(["done", "Memo/Log.md:3"], onTerminal: true)
    #expect(done.output.hasPrefix("✓ ask about Roadmap now, "), "\(done.output)")
    try session.folder.write("# Inbox\n", to: "Work/Inbox.md")
    _ = session.run(["list"])
    #expect(session.run(["jot", "thought"], onTerminal: true).output.hasPrefix("~ Inbox  Memo/Inbox.md\n"))
    let extracted = session.run(["extract", "Roadmap#Aim"], onTerminal: true)
    #expect(extracted.output.hasPrefix("~ Roadmap\n") && !extracted.output.contains("Log"), "\(extracted.output)")
  }

  @Test func `a new field is said, and a question names the change and wraps between words`() throws {
    #expect(session.run(["set", "Plan", "weird:5"]).errors == "New field: weird\n")
    #expect(session.run(["set", "Plan", "weird:6"]).errors == "")
    let asked = session.run(["set", "in:Diary", "due=fri", "+x"], input: "n\n", onTerminal: true)
    #expect(asked.errors.hasPrefix("Change 2 notes? due → Fri 2026-11-27, in 6 days, tags +x\n  "), "\(asked.errors)")
    for number in 1...4 { try session.folder.write("# A title of several words \(number)\n", to: "Memo/\(number).md") }
    let long = session.run(["rm", "title:several"], input: "n\n", onTerminal: true)
    #expect(long.errors.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(long.errors)")
    #expect(long.errors.contains("\n  A title of several words 1, A title of several words 2"))
  }

  /// Commands that write no notes through a transaction, or tell what happened in another form.
  private static let others: Set = [
    "undo", "redo", "restore", "resolve", "import", "clip", "letter", "edit", "check", "config set", "config unset",
    "config trust",
    "sync", "publish", "query save", "query rm", "schema infer", "git setup", "init", "field move", "remind", "board",
    "digest",
    "context", "index", "pick",
  ]

  @Test func `every command with a rehearsal is tried above or tells in another form`() {
    func names(_ type: any ParsableCommand.Type, below prefix: String) -> [String] {
      let name = prefix + (type.commandName)
      let own = CommandArguments(type).option("--dry-run") == nil ? [] : [name]
      return own + type.configuration.subcommands.flatMap { names($0, below: name + " ") }
    }
    let all = Set(Program.current.groups.flatMap(\.subcommands).flatMap { names($0, below: "") })
    let tried = Set(
      Self.lines.flatMap { line in
        let words = line.line.split(separator: " ").map(String.init)
        return [words[0], words.prefix(2).joined(separator: " ")]
      })
    #expect(all.subtracting(tried).subtracting(Self.others).sorted() == [])
    #expect(all.contains("add") && all.contains("links convert"))
  }

  @Test func `a repeating task tells its next day, in Korean too`() {
    _ = session.run(["add", "water", "due:sat", "repeat:every week", "-q"])
    let run = session.run(["done", "water", "--lang", "ko"], onTerminal: true)
    #expect(
      run.output.contains("✓ water, 오늘 할 일을 모두 마쳤습니다\n+ water  Diary/Tasks/water 2026-12-05.md\n"), "\(run.output)")
    #expect(run.output.contains("  마감  2026-12-05 (토)\n"), "\(run.output)")
  }

  @Test func `edit tells what changed, and both edit and fmt print the changes as JSON`() throws {
    func edited(_ words: [String]) throws -> (output: String, errors: String) {
      try session.folder.write("# Plan\n", to: "Memo/Plan.md")
      let run = session.run(["edit", "Plan"] + words, onTerminal: true) { path in
        try "---\ndue: 2026-11-23\n---\n# Plan\n".write(toFile: path, atomically: false, encoding: .utf8)
      }
      return (run.output, run.errors)
    }
    let told = try edited([]).output
    #expect(told.contains("~ Plan\n") && told.contains("– → Mon 2026-11-23, in 2 days\n"), "\(told)")
    let json = try edited(["--json"]).output
    #expect(json.contains("\"kind\": \"changes\"") && json.contains("\"2026-11-23\""), "\(json)")
    let format = ["fmt", "B", "--json"]
    for words in [format + ["-n"], format] {
      let run = session.run(words)
      #expect(run.status == 0 && run.output.contains("\"path\": \"Memo/B.md\""), "\(run)")
    }
    #expect(session.run(format + ["--check"]).status == 0)
    let none = session.run(format).output
    #expect(none.contains("\"items\": []"), "\(none)")
  }

  @Test func `a task that has the day already is told as unchanged`() throws {
    _ = session.run(["defer", "call mum", "mon"])
    let again = session.run(["defer", "call mum", "mon"])
    #expect(again.status == 0 && again.errors == "= call mum, unchanged\n", "\(again.errors)")
  }

  @Test func `rm asks about the one note of a query, and not about a note that is named`() {
    let asked = session.run(["rm", "title:B"], input: "n\n", onTerminal: true)
    #expect(asked.status == 1 && asked.errors.contains("Remove 1 note?\n  B\n"), "\(asked.errors)")
    #expect(session.run(["rm", "B"], onTerminal: true).output == "− B\n")
  }

  @Test func `of many notes five are told, and the number of the others`() throws {
    for index in 1...9 { try session.folder.write("---\ntags: [m]\n---\n# N\(index)\n", to: "Memo/N\(index).md") }
    let run = session.run(["set", "tag:m", "rating=5", "--yes"], onTerminal: true)
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("~ N") } == 5, "\(run.output)")
    #expect(run.output.hasSuffix("… and 4 more\n"), "\(run.output)")
  }
}
