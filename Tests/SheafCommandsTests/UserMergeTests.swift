import NoteHistory
import NoteTestSupport
import Testing

/// Merges that the user began with git, and that `sheaf resolve` finishes.
@Suite struct UserMergeTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws {
    machines = try TwoMachines()
    try one.write("a\nb\nc\nd\n", to: "gone.md")
    try one.write("1\n2\n3\n4\n", to: "plan.md")
    try one.write("5\n6\n7\n8\n", to: "left.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
  }

  private func git(_ machine: TwoMachines.Machine, _ words: String...) throws -> ProgramRun {
    try ProgramRun.run(
      "/usr/bin/env", ["git"] + words, in: machine.session.folder.path,
      environment: machine.git.environment)
  }

  /// Both sides change the text of one note, rename another, and each removes one that the other changes.
  private func part() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none there\ntwo\n", to: "tax.md")
    #expect(one.sheaf("mv", "plan.md", "Alpha.md").status == 0)
    #expect(one.sheaf("rm", "gone.md", "--yes").status == 0)
    try one.write("5\n6\n7\n8 there\n", to: "left.md")
    try one.write("there\n", to: "new.bin")
    try one.git.commitAll("there", date: 1_795_000_000)
    try one.git.git("push", "--quiet")
    try two.write("---\ntitle: Tax\nstatus: done\n---\none here\ntwo\n", to: "tax.md")
    #expect(two.sheaf("mv", "plan.md", "Beta.md").status == 0)
    try two.write("a\nb\nc\nd here\n", to: "gone.md")
    #expect(two.sheaf("rm", "left.md", "--yes").status == 0)
    try two.write("here\n", to: "new.bin")
    try two.git.commitAll("here", date: 1_795_000_100)
    try two.git.git("fetch", "--quiet")
  }

  private func decideAll() throws {
    #expect(two.sheaf("resolve", "plan", "--name", "Gamma").status == 3)
    #expect(two.sheaf("resolve", "gone.md", "--keep").status == 3)
    #expect(two.sheaf("resolve", "left.md", "--delete").status == 3)
    #expect(two.sheaf("resolve", "new.bin", "--theirs").status == 3)
    #expect(two.sheaf("resolve", "status", "--mine").status == 3)
  }

  private func expectEnd(_ machine: TwoMachines.Machine) throws {
    #expect(try machine.git.git("status", "--porcelain") == "")
    #expect(
      try machine.read("tax.md") == "---\ntitle: Tax\nstatus: done\n---\none here\ntwo\n")
    #expect(try machine.read("gone.md") == "a\nb\nc\nd here\n")
    #expect(try machine.read("Gamma.md") == "1\n2\n3\n4\n")
    #expect(try machine.read("new.bin") == "there\n")
    let names = machine.session.folder.files()
    for name in ["left.md", "plan.md", "Alpha.md", "Beta.md"] { #expect(!names.contains(name)) }
  }

  @Test(arguments: ["merge", "rebase", "cherry-pick"])
  func `resolve lists what git left, decides it and finishes`(_ command: String) throws {
    try part()
    if command == "cherry-pick" { try two.git.git("branch", "--quiet", "picked", "origin/main") }
    let run = try git(two, command, command == "cherry-pick" ? "picked" : "origin/main")
    #expect(run.status != 0)
    #expect(two.sync().errors.contains("“sheaf resolve” finishes the "))
    let status = two.sheaf("status").output
    for name in ["gone.md", "left.md", "new.bin", "plan.md", "tax.md"] {
      #expect(status.contains("    " + name + "\n"), "\(status)")
    }
    let listing = two.sheaf("resolve")
    #expect(listing.status == 3)
    for line in [
      "plan.md: renamed to Beta.md here and to Alpha.md there (sheaf resolve plan.md --name NAME)",
      "gone.md: changed here, removed there (sheaf resolve gone.md --keep or --delete)",
      "left.md: removed here, changed there (sheaf resolve left.md --keep or --delete)",
      "new.bin: a new file on both sides (sheaf resolve new.bin --mine or --theirs)",
      "tax.md: status (here: done, there: doing), text (sheaf resolve tax.md --mine or --theirs)",
    ] { #expect(listing.errors.contains(line), "\(listing.errors)") }
    try decideAll()
    let last = two.sheaf("resolve", "tax.md", "--mine")
    #expect(last.status == 0, "\(last.errors)")
    #expect(last.errors.contains("Both sides are merged; “sheaf sync” sends the result"))
    try expectEnd(two)
    let sync = two.sync()
    #expect(sync.status == 0 || command == "cherry-pick", "\(sync.errors)")
    if command != "cherry-pick" {
      #expect(one.sync().status == 0)
      try expectEnd(one)
    }
  }

  @Test(arguments: ["", "diff3", "zdiff3"])
  func `markers of any length are found`(_ style: String) throws {
    if !style.isEmpty { try two.git.git("config", "merge.conflictStyle", style) }
    try one.write("*.md conflict-marker-size=24\n", to: ".gitattributes")
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none there\ntwo\n", to: "tax.md")
    try one.git.commitAll("there", date: 1_795_000_000)
    try one.git.git("push", "--quiet")
    try two.write("*.md conflict-marker-size=24\n", to: ".gitattributes")
    try two.write("---\ntitle: Tax\nstatus: done\n---\none here\ntwo\n", to: "tax.md")
    try two.git.commitAll("here", date: 1_795_000_100)
    try two.git.git("fetch", "--quiet")
    #expect(try git(two, "merge", "origin/main").status != 0)
    #expect(try two.read("tax.md").contains(String(repeating: "<", count: 24) + " HEAD\n"))
    #expect(two.sheaf("check", "tax.md").output.contains("[conflict-mark]"))
    #expect(two.sheaf("status").output.contains("1 file with conflicts"))
    #expect(two.sheaf("resolve", "status", "--theirs").status == 3)
    let run = two.sheaf("resolve", "tax.md", "--both")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try two.read("tax.md")
        == "---\ntitle: Tax\nstatus: doing\n---\none here\none there\ntwo\n")
    #expect(two.sync().status == 0)
  }

  @Test func `git setup prints a sentence on a terminal, and settings with -n and in a pipe`() {
    let dry = one.session.run(["git", "setup", "-n"], onTerminal: true)
    #expect(dry.output.contains("merge.sheaf.name"), "\(dry.output)")
    let run = one.session.run(["git", "setup"], onTerminal: true)
    #expect(run.output == "" && run.errors == "Git now merges notes field by field\n", "\(run)")
    #expect(two.sheaf("git", "setup").output.contains("merge.sheaf.name"))
  }

  @Test(arguments: [false, true])
  func `a note with two new names and two texts is never committed with markers`(
    hasDriver: Bool
  ) throws {
    if hasDriver {
      #expect(two.sheaf("git", "setup").status == 0)
      let driver = "'\(try BuiltProgram().path)' merge-driver -- %O %A %B %L %P"
      try two.git.git("config", "merge.sheaf.driver", driver)
    }
    let end = "a longer text\nthat both sides have\nas it was before\n"
    try one.write("1\n2\n" + end, to: "plan.md")
    for machine in [one, two] { #expect(machine.sync().status == 0) }
    #expect(one.sheaf("mv", "plan.md", "Alpha.md").status == 0)
    try one.write("1\n2 there\n" + end, to: "Alpha.md")
    try one.git.commitAll("there", date: 1_795_000_000)
    try one.git.git("push", "--quiet")
    #expect(two.sheaf("mv", "plan.md", "Beta.md").status == 0)
    try two.write("1\n2 here\n" + end, to: "Beta.md")
    try two.git.commitAll("here", date: 1_795_000_100)
    try two.git.git("fetch", "--quiet")
    #expect(try git(two, "merge", "origin/main").status != 0)
    #expect(two.sheaf("resolve").errors.contains("plan.md: renamed to Beta.md here"))
    let name = two.sheaf("resolve", "plan", "--name", "Gamma")
    #expect(name.status == 3)
    #expect(name.errors.contains("Gamma.md: the text"), "\(name.errors)")
    #expect(try two.git.git("log", "-1", "--format=%s") == "here\n")
    #expect(two.sheaf("resolve").status == 3)
    let text = two.sheaf("resolve", "Gamma", "--both")
    #expect(text.status == 0, "\(text.errors)")
    #expect(try two.git.git("show", "HEAD:Gamma.md") == "1\n2 here\n2 there\n" + end)
    #expect(try two.git.git("status", "--porcelain") == "")
    #expect(two.sync().status == 0)
  }

  @Test func `a revert that came to conflicts is finished`() throws {
    for text in ["1\n2\n3 new\n4\n", "1\n2\n3 newer\n4\n"] {
      try two.write(text, to: "plan.md")
      try two.git.commitAll(text, date: 1_795_000_000)
    }
    #expect(try git(two, "revert", "--no-edit", "HEAD~1").status != 0)
    #expect(two.sync().errors.contains("A git revert is under way"))
    #expect(two.sheaf("resolve").errors.contains("plan.md: the text"))
    let run = two.sheaf("resolve", "--theirs")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try two.read("plan.md") == "1\n2\n3\n4\n")
    #expect(try two.git.git("log", "-1", "--format=%s").hasPrefix("Revert "))
    #expect(two.sync().status == 0)
  }

  @Test(arguments: ["merge", "rebase", "cherry-pick"])
  func `files outside the folder of notes are named and left to git`(_ command: String) throws {
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture(in: session.folder)
    func sheaf(_ words: String...) -> CommandSession.Outcome { session.run(["-C", "work/notes"] + words) }
    func write(_ word: String) throws {
      for name in ["work/notes/plan.md", "work/code.c", "main.c"] {
        try session.folder.write("a\n\(word)\nc\n", to: name)
      }
      try git.commitAll(word, date: 1_795_000_000)
    }
    #expect(session.run(["init", "work/notes"]).status == 0)
    try write("b")
    try git.git("checkout", "--quiet", "-b", "other")
    try write("there")
    try git.git("checkout", "--quiet", "main")
    try write("here")
    #expect(throws: GitFailure.self) { try git.git(command, "other") }
    #expect(sheaf("status").output.contains("    plan.md\n"))
    let run = sheaf("resolve", "--both")
    #expect(run.status == 3)
    #expect(
      run.errors.contains(
        "Files outside the folder of notes have conflicts too:\n  ../../main.c\n  ../code.c\n"),
      "\(run.errors)")
    #expect(sheaf("resolve").status == 3)
    #expect(sheaf("check", "--staged").status == 0)
    let text = String(decoding: try session.folder.read("work/notes/plan.md"), as: UTF8.self)
    #expect(text.contains("here\n") && text.contains("there\n") && !text.contains("<<<"), "\(text)")
    for name in ["work/code.c", "main.c"] {
      try session.folder.write("a\nboth\nc\n", to: name)
      try git.git("add", name)
    }
    let last = sheaf("resolve")
    #expect(last.status == 0, "\(last.errors)")
    #expect(try git.git("status", "--porcelain") == "")
    #expect(try GitOperation.underWay(in: git.client) == nil)
  }

  @Test func `a note that git holds as a pointer is taken whole`() throws {
    func pointer(_ digit: String, _ size: Int) -> String {
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: digit, count: 64))\nsize \(size)\n"
    }
    try one.write(pointer("a", 10), to: "large.md")
    #expect(one.sync().status == 0)
    #expect(two.sync().status == 0)
    try one.write(pointer("b", 10), to: "large.md")
    #expect(one.sync().status == 0)
    try two.write(pointer("a", 20), to: "large.md")
    let sync = two.sync()
    #expect(
      sync.errors.contains(
        "large.md: cannot be merged as a note (sheaf resolve large.md --mine or --theirs)"),
      "\(sync.errors)")
    #expect(two.sheaf("resolve", "large.md", "--both").status == 3)
    #expect(two.sheaf("resolve", "large.md", "--theirs").status == 0)
    #expect(try two.read("large.md") == pointer("b", 10))
    #expect(two.sync().status == 0)
  }

  @Test func `on a terminal each part of a conflict is shown and asked`() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\n# A\none there\n# B\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\n# A\none here\n# B\ntwo\n", to: "tax.md")
    #expect(two.sync().status == 3)
    let run = two.session.run(["resolve"], input: "m\nt\n", onTerminal: true)
    #expect(run.status == 0, "\(run.errors)")
    for text in ["    status: done\n", "    status: doing\n", "    one here\n", "    one there\n"] {
      #expect(run.errors.contains(text), "\(run.errors)")
    }
    let text = try two.read("tax.md")
    #expect(text.contains("status: done\n") && text.contains("one there\n"), "\(text)")
    #expect(two.sync().status == 0)
  }

  @Test func `changes out of a stash are resolved and stay uncommitted`() throws {
    try two.write("1\n2\n3\n4 here\n", to: "plan.md")
    try two.git.git("stash", "--quiet")
    try two.write("1\n2\n3\n4 there\n", to: "plan.md")
    #expect(two.sync().status == 0)
    #expect(try git(two, "stash", "pop").status != 0)
    #expect(two.sheaf("status").output.contains("1 file with conflicts"))
    let run = two.sheaf("resolve", "plan", "--theirs")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try two.read("plan.md") == "1\n2\n3\n4 here\n")
    #expect(try two.git.git("status", "--porcelain") == " M plan.md\n")
    #expect(two.sync().status == 0)
  }

  @Test func `where sync rebases, a question stops nothing else, and mine is what was made here`() throws {
    try two.git.git("config", "pull.rebase", "true")
    try one.write("other\n", to: "other.md")
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\none\ntwo\n", to: "tax.md")
    #expect(two.sync().errors.contains("status (here: done, there: doing)"))
    #expect(try two.read("other.md") == "other\n")
    #expect(two.sheaf("resolve", "status", "--mine").status == 0)
    #expect(two.sync().status == 0)
    #expect(try two.read("tax.md").contains("status: done\n"))
  }

  @Test func `a lock that was left on the remote is named`() throws {
    try machines.hub.write("", to: "refs/heads/main.lock")
    try one.write("x\n", to: "new.md")
    let outcome = one.sync()
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("/refs/heads/main.lock"), "\(outcome.errors)")
    #expect(outcome.errors.contains("The branch on origin is locked"))
    _ = try ProgramRun.run("/bin/rm", ["refs/heads/main.lock"], in: machines.hub.path)
    #expect(one.sync().status == 0)
  }

  @Test func `a lock that was left here is named by its path`() throws {
    try one.write("", to: ".git/refs/heads/main.lock")
    try one.write("x\n", to: "new.md")
    let outcome = one.sync()
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("$REPOSITORY/.git/refs/heads/main.lock"), "\(outcome.errors)")
  }

  @Test func `a limited log is the beginning of the whole one`() throws {
    for number in 0..<30 {
      try one.write("\(number)\n", to: number.isMultiple(of: 3) ? "plan.md" : "data.bin")
      try one.git.commitAll("c\(number)", date: 1_795_000_000 + number)
    }
    let all = one.sheaf("log", "--json").output
    for limit in [1, 5, 12] {
      let some = one.sheaf("log", "--json", "--limit", "\(limit)")
      #expect(some.status == 0)
      let subjects = (0..<30).reversed().map { "\"c\($0)\"" }.filter { some.output.contains($0) }
      #expect(subjects.count == min(limit, 10))
      #expect(subjects.allSatisfy { all.contains($0) })
    }
  }
}
