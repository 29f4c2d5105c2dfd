import Foundation
import NoteTestSupport
import Testing

/// A conflict that is open stops nothing else.
struct OpenConflictTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws { machines = try TwoMachines() }

  private static func tax(_ status: String, _ body: String = "one\ntwo\n") -> String {
    "---\ntitle: Tax\nstatus: \(status)\n---\n\(body)"
  }

  /// Both machines give a field another value; each has a new note besides.
  private func disagree() throws {
    try one.write(Self.tax("doing"), to: "tax.md")
    try one.write("from one\n", to: "one.md")
    #expect(one.sync().status == 0)
    try two.write(Self.tax("done"), to: "tax.md")
    try two.write("from two\n", to: "two.md")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("Sent      1 note: two\nReceived  2 notes: one, Tax\n"), "\(outcome.errors)")
    #expect(outcome.errors.contains("  tax.md: status (here: done, there: doing)"), "\(outcome.errors)")
  }

  @Test func `all else is merged, committed and sent, and both versions stay where they are`() throws {
    try disagree()
    #expect(try two.read("one.md") == "from one\n" && two.read("tax.md") == Self.tax("done"))
    #expect(one.sync().status == 0)
    #expect(try one.read("two.md") == "from two\n" && one.read("tax.md") == Self.tax("doing"))
    #expect(try one.git.git("status", "--porcelain") == "")
    #expect(try two.git.git("status", "--porcelain") == " M tax.md\n")
    #expect(two.sheaf("status").output.contains("1 file with conflicts (sheaf resolve):\n    tax.md\n"))
    // It goes on: more notes, and more of the note itself, which is not sent.
    try two.write(Self.tax("done", "one\ntwo\nmore\n"), to: "tax.md")
    try two.write("again\n", to: "again.md")
    #expect(two.sync().status == 3)
    #expect(one.sync().status == 0)
    #expect(try one.read("again.md") == "again\n" && one.read("tax.md") == Self.tax("doing"))
    #expect(two.sheaf("resolve", "--dry-run").status == 3)
    #expect(two.sheaf("resolve", "tax", "--mine").status == 0)
    for machine in [two, one, two] {
      #expect(machine.sync().status == 0)
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
    #expect(try one.read("tax.md") == Self.tax("done", "one\ntwo\nmore\n"))
    #expect(!two.sheaf("status").output.contains("conflicts"))
    #expect(try two.git.git("for-each-ref", "refs/worktree") == "")
  }

  @Test(arguments: [("--theirs", "done", "doing"), ("--mine", "doing", "done")])
  func `what a decision discards comes back with undo`(
    choice: (option: String, discarded: String, chosen: String)
  ) throws {
    try disagree()
    #expect(two.sheaf("resolve", "tax", choice.option).status == 0)
    #expect(try two.read("tax.md") == Self.tax(choice.chosen))
    #expect(two.sheaf("undo").status == 0)
    #expect(try two.read("tax.md") == Self.tax(choice.discarded))
    for machine in [two, one] { #expect(machine.sync().status == 0) }
    #expect(try one.read("tax.md") == Self.tax(choice.discarded))
  }

  @Test(arguments: [true, false])
  func `a note that a decision deletes comes back with undo`(isRemovedHere: Bool) throws {
    let (remover, editor) = isRemovedHere ? (two, one) : (one, two)
    try remover.session.folder.remove("tax.md")
    try editor.write(Self.tax("doing"), to: "tax.md")
    #expect(one.sync().status == 0 && two.sync().status == 3)
    #expect(two.sheaf("resolve", "tax.md", "--delete").status == 0)
    #expect(throws: (any Error).self) { try two.read("tax.md") }
    #expect(two.sheaf("undo").status == 0)
    #expect(try two.read("tax.md") == Self.tax("doing"))
  }

  @Test func `a machine without this program goes on with its own version`() throws {
    try disagree()
    try one.git.git("pull", "--quiet")
    #expect(try one.read("tax.md") == Self.tax("doing"))
    try one.write(Self.tax("doing", "zero\none\ntwo\n"), to: "tax.md")
    try one.git.git("commit", "--quiet", "-am", "by hand")
    try one.git.git("push", "--quiet")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("tax.md: status (here: done, there: doing)"), "\(outcome.errors)")
    #expect(try two.read("tax.md") == Self.tax("done"))
    #expect(two.sheaf("resolve", "--mine").status == 0)
    #expect(try two.read("tax.md") == Self.tax("done", "zero\none\ntwo\n"))
  }

  @Test(arguments: ["git commit -qam mine", "git checkout -q tax.md", "git add -A && git commit -qm mine"])
  func `what git decides by hand is decided`(command: String) throws {
    try disagree()
    _ = try ProgramRun.run("/bin/sh", ["-c", command], in: two.session.folder.path, environment: GitFixture.identity)
    for machine in [two, one] { #expect(machine.sync().status == 0) }
    let status = command.contains("commit") ? "done" : "doing"
    for machine in [two, one] {
      #expect(try machine.read("tax.md") == Self.tax(status))
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  @Test func `the state folder may be lost`() throws {
    try disagree()
    for file in two.session.home.files() where file.hasSuffix("sync-conflict") { try two.session.home.remove(file) }
    #expect(two.sync().status == 3)
    #expect(try two.read("tax.md") == Self.tax("done"))
    #expect(two.sheaf("resolve", "--theirs").status == 0)
    #expect(try two.read("tax.md") == Self.tax("doing"))
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test func `a note with an open conflict may be renamed here or there`() throws {
    try disagree()
    #expect(two.sheaf("mv", "tax.md", "Taxes.md").status == 0)
    #expect(two.sync().status == 3)
    #expect(try two.read("Taxes.md") == Self.tax("done"))
    #expect(one.sync().status == 0)
    #expect(try one.read("Taxes.md") == Self.tax("doing") && !one.session.folder.files().contains("tax.md"))
    #expect(one.sheaf("mv", "Taxes.md", "Duties.md").status == 0)
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    #expect(try two.read("Duties.md") == Self.tax("done") && !two.session.folder.files().contains("Taxes.md"))
    #expect(two.sheaf("resolve", "Duties", "--mine").status == 0)
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test(arguments: [7, 0])
  func `a note without an id that gets another title is no removed one`(lines: Int) throws {
    func plan(_ line: String) -> String { "# Plan\n\n\((0..<lines).map { "line \($0)\n" }.joined())\(line)\n" }
    try one.write(plan("last"), to: "plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    try one.write(plan("there"), to: "plan.md")
    #expect(one.sync().status == 0)
    try two.write(plan("here"), to: "plan.md")
    #expect(two.sync().status == 3)
    try two.write("# Other\n\nnothing of it\n", to: "other.md")
    #expect(two.sheaf("rename", "plan", "Roadmap").status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 3 && !outcome.errors.contains("removed"), "\(outcome.errors)")
    let ours = plan("here").replacing("Plan", with: "Roadmap")
    #expect(try two.read("Roadmap.md") == ours && !two.session.folder.files().contains("plan.md"))
    #expect(one.sync().status == 0)
    #expect(try one.read("Roadmap.md") == plan("there"))
    #expect(two.sheaf("resolve", "--mine").status == 0)
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(try machine.read("Roadmap.md") == ours && !machine.session.folder.files().contains("plan.md"))
    }
  }

  @Test func `a file that git cannot be asked about is no removed one`() throws {
    for name in ["plan.md", "zeta.md"] { try one.write("\(name)\n", to: name) }
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for name in ["plan.md", "zeta.md"] { try one.write("there\n", to: name) }
    #expect(one.sync().status == 0)
    for name in ["plan.md", "zeta.md"] { try two.write("here\n", to: name) }
    #expect(two.sync().status == 3)
    try two.git.git("config", "filter.foo.clean", "false")
    try two.git.git("config", "filter.foo.required", "true")
    try two.write("*.md filter=foo\n", to: ".git/info/attributes")
    #expect(!two.sync().errors.contains("removed"))
    for name in ["plan.md", "zeta.md"] {
      #expect(try two.git.git("show", "refs/worktree/sheaf/disputes:" + name) == "here\n")
    }
    try two.session.folder.remove(".git/info/attributes")
    #expect(two.sync().status == 3)
    #expect(two.sheaf("resolve", "--mine").status == 0)
    #expect(try two.read("plan.md") == "here\n" && two.read("zeta.md") == "here\n")
  }

  @Test func `links in both versions follow what either side has renamed`() throws {
    for name in ["Here", "There"] { try one.write((1...9).map { "\(name) \($0)\n" }.joined(), to: name + ".md") }
    try one.write(Self.tax("todo", "one\n\ntwo\n"), to: "tax.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    #expect(one.sheaf("mv", "There.md", "There 2.md").status == 0)
    try one.write(Self.tax("doing", "one\n\ntwo\n\n[[Here]]\n"), to: "tax.md")
    #expect(one.sync().status == 0)
    #expect(two.sheaf("mv", "Here.md", "Here 2.md").status == 0)
    try two.write(Self.tax("done", "[[There]]\n\none\n\ntwo\n"), to: "tax.md")
    #expect(two.sync().status == 3)
    #expect(try two.read("tax.md") == Self.tax("done", "[[There 2]]\n\none\n\ntwo\n"))
    #expect(one.sync().status == 0)
    #expect(try one.read("tax.md") == Self.tax("doing", "one\n\ntwo\n\n[[Here 2]]\n"))
    #expect(two.sheaf("resolve", "--theirs").status == 0)
    #expect(try two.read("tax.md") == Self.tax("doing", "[[There 2]]\n\none\n\ntwo\n\n[[Here 2]]\n"))
  }

  @Test func `what is renamed while a conflict is open is renamed in the version of the other side too`() throws {
    try one.write((1...9).map { "L \($0)\n" }.joined(), to: "L.md")
    try one.write("one\n\n[[L]]\n\ntwo\n", to: "plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    try one.write("one\n\nthere [[L]]\n\ntwo\n", to: "plan.md")
    #expect(one.sync().status == 0)
    try two.write("one\n\nhere [[L]]\n\ntwo\n", to: "plan.md")
    #expect(two.sync().status == 3)
    #expect(two.sheaf("rename", "L", "Lima").status == 0)
    #expect(try two.read("plan.md") == "one\n\nhere [[Lima]]\n\ntwo\n")
    #expect(two.sync().status == 3)
    #expect(try two.git.git("show", "HEAD:plan.md") == "one\n\nthere [[Lima]]\n\ntwo\n")
    #expect(one.sync().status == 0)
    #expect(try one.read("plan.md") == "one\n\nthere [[Lima]]\n\ntwo\n")
    #expect(two.sheaf("resolve", "--theirs").status == 0)
    #expect(try two.read("plan.md") == "one\n\nthere [[Lima]]\n\ntwo\n")
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test func `an earlier choice holds until the other side changes the note`() throws {
    func plan(_ status: String, _ word: String) -> String {
      "---\nstatus: \(status)\n---\n# Plan\n\n## One\n\n\(word)\n"
    }
    try one.write(plan("todo", "word"), to: "plan.md")
    try one.write("other\n", to: "other.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for (machine, status, word) in [(one, "doing", "there"), (two, "waiting", "here")] {
      try machine.write(plan(status, word), to: "plan.md")
      try machine.write(word + "\n", to: "other.md")
      _ = machine.sync()
    }
    #expect(two.sheaf("resolve", "--mine", "other").status == 3)
    #expect(two.sheaf("resolve", "--mine", "status").status == 3)
    #expect(two.sheaf("resolve", "--theirs", "plan#One").status == 0)
    #expect(try two.read("plan.md") == plan("waiting", "there") && two.read("other.md") == "here\n")
  }

  @Test func `a synchronisation with nothing new asks git little, conflict or not`() throws {
    let folder = try TemporaryFolder()
    try folder.writeProgram("echo >> '\(folder.path)/asked'\nexec /usr/bin/git \"$@\"", to: "git")
    let machines = try TwoMachines(environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    func asked(_ status: Int32) throws -> Int {
      try folder.write("", to: "asked")
      #expect(machines.two.sync().status == status)
      return try folder.read("asked").count
    }
    _ = machines.two.sync()
    let idle = try asked(0)
    for (machine, status) in [(machines.one, "doing"), (machines.two, "done")] {
      try machine.write(Self.tax(status), to: "tax.md")
      _ = machine.sync()
    }
    _ = machines.two.sync()
    let open = try asked(3)
    #expect(idle > 5 && open < idle + 130, "\(idle) \(open)")
  }

  @Test func `a removed note waits for its decision`() throws {
    for name in ["a", "b"] { try one.write("\(name)\n", to: name + ".md") }
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    try one.session.folder.remove("a.md")
    try one.write("b there\n", to: "b.md")
    #expect(one.sync().status == 0)
    try two.write("a here\n", to: "a.md")
    try two.session.folder.remove("b.md")
    for _ in 1...2 { #expect(two.sync().status == 3) }
    #expect(try two.read("a.md") == "a here\n" && !two.session.folder.files().contains("b.md"))
    #expect(one.sync().status == 0)
    #expect(try one.read("b.md") == "b there\n" && !one.session.folder.files().contains("a.md"))
    #expect(two.sheaf("resolve", "a", "--keep").status == 3)
    #expect(two.sheaf("resolve", "b", "--delete").status == 0)
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(try machine.read("a.md") == "a here\n" && !machine.session.folder.files().contains("b.md"))
    }
  }

  @Test func `a link that lost its note is named with the command that mends it`() throws {
    for name in ["Plan.md", "Sub/Other.md"] { try one.write("\(name)\n", to: name) }
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    try one.session.folder.remove("Plan.md")
    try one.write("another\n", to: "Other.md")
    #expect(one.sync().status == 0)
    try two.write("[[Plan]] and [[Other]]\n", to: "links.md")
    let outcome = two.sync()
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains("“Plan” is broken now; Plan.md was meant (sheaf restore Plan.md)\n"),
      "\(outcome.errors)")
    #expect(try two.read("links.md") == "[[Plan]] and [[Sub/Other]]\n")
    #expect(two.sheaf("restore", "Plan.md").status == 0)
    #expect(!two.sync().errors.contains("was meant"))
  }

  @Test(.needsExtensions) func `until a conflict about readers is decided, nobody else reads the note`() throws {
    func plan(_ value: String) -> String { "---\ntitle: Plan\nprivate: \(value)\n---\nHUSH\n" }
    try one.write("---\ntitle: Plan\n---\nHUSH\n", to: "plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for (machine, value) in [(one, "true"), (two, "false")] { try machine.write(plan(value), to: "plan.md") }
    #expect(one.sync().status == 0 && two.sync().status == 3)
    #expect(!two.sheaf("publish", "-n").output.contains("public  plan.md"))
    #expect(!two.sheaf("digest", "this", "week").output.contains("HUSH"))
    let hello =
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientInfo":{"name":"x"}}}"#
    let calls = [("read", #"{"note":"plan"}"#), ("search", #"{"query":"HUSH"}"#), ("list", "{}")].enumerated().map {
      #"{"jsonrpc":"2.0","id":\#($0 + 2),"method":"tools/call","params":{"name":"\#($1.0)","arguments":\#($1.1)}}"#
    }
    let run = two.session.run(["mcp"], input: ([hello] + calls).map { $0 + "\n" }.joined())
    #expect(run.status == 0 && !run.output.contains("HUSH") && !run.output.contains("Plan"), "\(run.output)")
    #expect(two.sheaf("resolve", "--mine").status == 0)
    #expect(two.sheaf("publish", "-n").output.contains("public  plan.md"))
  }

  @Test(
    .needsExtensions,
    arguments: [
      (".sheaf/config.yaml", "site:\n  default: private\n", "site:\n  default: public\n"),
      (".obsidian/app.json", #"{"userIgnoreFilters": ["plan"]}"#, #"{"userIgnoreFilters": []}"#),
    ])
  func `while a conflict about settings of readers is open, nothing is published`(
    name: String, theirs: String, ours: String
  ) throws {
    try one.write("HUSH\n", to: "plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for (machine, text) in [(one, theirs), (two, ours)] { try machine.write(text, to: name) }
    #expect(one.sync().status == 0 && two.sync().status == 3)
    let run = two.sheaf("publish", "-n")
    #expect(run.status != 0 && run.errors.contains("A conflict about \(name) is open"), "\(run.output)\(run.errors)")
    #expect(two.sheaf("resolve", "--mine").status == 0)
    #expect(two.sheaf("publish", "-n").output.contains("public  plan.md"))
  }

  @Test func `a note with two new titles is one question`() throws {
    try one.write("---\nid: 1a2b3c4d\ntitle: Plan\n---\n\ntext\n", to: "Plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for (machine, name) in [(one, "Alpha"), (two, "Beta")] {
      #expect(machine.sheaf("rename", "Plan", name).status == 0)
    }
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 3)
    let named = two.sheaf("resolve", "Plan", "--name", "Gamma")
    #expect(named.status == 0, "\(named.errors)")
    #expect(try two.read("Gamma.md") == "---\nid: 1a2b3c4d\ntitle: Gamma\n---\n\ntext\n")
  }

  @Test func `settings and canvases of both sides stay`() throws {
    try one.write("queries:\n  a: x\n", to: ".sheaf/config.yaml")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    for (machine, name) in [(one, "b"), (two, "c")] {
      try machine.write("queries:\n  a: x\n  # \(name)\n  \(name): x\n", to: ".sheaf/config.yaml")
      #expect(machine.sync().status == 0)
    }
    #expect(try two.read(".sheaf/config.yaml") == "queries:\n  a: x\n  # b\n  b: x\n  # c\n  c: x\n")
  }

  @Test func `diff finds the former name of each moved note, by its text before what it has of others`() throws {
    func note(_ name: String) -> String { "# \(name)\n\n\((1...9).map { "template \($0)\n" }.joined())" }
    for name in ["a", "b"] { try one.write(note(name), to: name + ".md") }
    for number in 1...300 { try one.write(note("n\(number)"), to: "old/n\(number).md") }
    #expect(one.sync().status == 0)
    try one.session.folder.remove("a.md")
    try one.session.folder.remove("b.md")
    try one.write(note("b"), to: "c.md")
    for number in 1...300 {
      try one.session.folder.remove("old/n\(number).md")
      try one.write(note("n\(number)") + "more\n", to: "new/n\(number).md")
    }
    var output = ""
    #expect(processorTime { output = one.sheaf("diff").output } < .seconds(8))
    #expect(output.contains("c.md") && !output.contains("renamed from a.md"), "\(output.prefix(2_000))")
    for number in [1, 150, 300] {
      #expect(output.contains("old/n\(number).md"), "\(output.prefix(2_000))")
    }
  }

  @Test func `diff shows new and renamed notes as such, and two commits`() throws {
    try one.write((1...9).map { "line \($0)\n" }.joined(), to: "long.md")
    try one.write("# A long title\n\nx\n", to: "A long title.md")
    #expect(one.sync().status == 0)
    try one.write("new text\n", to: "new.md")
    #expect(one.sheaf("rename", "A long title", "Y").status == 0)
    #expect(one.sheaf("mv", "long.md", "Moved.md").status == 0)
    let output = one.sheaf("diff").output
    #expect(output.contains("new.md") && output.contains("long.md") && output.contains("Moved.md"), "\(output)")
    #expect(!output.contains("line 3") && output.contains("renamed from A long title.md"), "\(output)")
    #expect(one.sync().status == 0)
    #expect(one.sheaf("diff", "HEAD", "--json").status == 1)
    let both = one.sheaf("diff", "HEAD~1", "HEAD").output
    #expect(both.contains("new.md") && both.contains("Moved.md") && !both.contains("line 3"), "\(both)")
  }
}
