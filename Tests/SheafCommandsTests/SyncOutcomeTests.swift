import NoteActions
import NoteTestSupport
import Testing

/// Every way in which `sync` can end, with the sentence that says what comes next.
@Suite struct SyncOutcomeTests {
  /// A hook of the hub that lets somebody else be faster, as often as the file `races` has letters.
  private func race(_ machines: TwoMachines, times: Int) throws {
    try machines.hub.write(String(repeating: "x", count: times), to: "races")
    try TwoMachines.writeHook(
      "hooks/update",
      """
      echo attempt >> attempts
      [ -s races ] || exit 0
      truncate -s -1 races
      export GIT_AUTHOR_NAME=B GIT_AUTHOR_EMAIL=b@c GIT_COMMITTER_NAME=B GIT_COMMITTER_EMAIL=b@c
      new=$(git commit-tree -p "$2" -m other "$2^{tree}") && git update-ref refs/heads/main "$new"
      """, in: machines.hub)
  }

  private func attempts(_ machines: TwoMachines) throws -> Int {
    String(decoding: try machines.hub.read("attempts"), as: UTF8.self).split(separator: "\n").count
  }

  @Test func `a conflict is named by a part of a name that no other conflict has`() throws {
    let paths = ["Diary/Tasks/plan trip.md", "Memo/Budget.md", "Memo/Budget 2.md", "회의록.md"]
    let conflicts = paths.map { SyncConflict.whole($0) }
    for (subject, path) in [("trip plan", paths[0]), ("budget", paths[1]), ("ㅎㅇㄹ", paths[3])] {
      #expect(try SyncChoice(.mine, subject: subject, among: conflicts).path == path)
    }
    for subject in ["bud", "car"] {
      #expect(throws: UnknownConflict.self) { try SyncChoice(.mine, subject: subject, among: conflicts) }
    }
  }

  @Test func `a race that is lost twice is won by the third attempt`() throws {
    let machines = try TwoMachines()
    try race(machines, times: 2)
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try attempts(machines) == 3)
    #expect(
      try machines.one.git.git("rev-parse", "HEAD")
        == machines.one.git.git("rev-parse", "main", in: machines.hub.path))
  }

  @Test func `after three lost races sync gives up, and nothing is lost or forced`() throws {
    let machines = try TwoMachines()
    try race(machines, times: 9)
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(
      outcome.errors.hasSuffix(
        """
        error: Other commits were sent at the same time, three times in a row
        hint: Nothing is lost. Try again in a moment.

        """), "\(outcome.errors)")
    #expect(outcome.status == 75)
    #expect(try attempts(machines) == 3)
    #expect(try machines.one.git.git("status", "--porcelain") == "")
    #expect(try machines.one.read("note.md") == "x\n")
  }

  @Test func `histories that have nothing in common are not mixed`() throws {
    let machines = try TwoMachines()
    try machines.two.git.git("checkout", "--quiet", "--orphan", "other")
    try machines.two.git.commitAll("alone", date: 1_700_000_100)
    try machines.two.git.git("branch", "--quiet", "-f", "main")
    try machines.two.git.git("checkout", "--quiet", "main")
    try machines.two.git.git("branch", "--quiet", "--set-upstream-to=origin/main")
    let before = try machines.two.git.git("rev-parse", "HEAD")
    let outcome = machines.two.sync()
    #expect(
      outcome.errors == """
        error: origin/main and this branch have no commit in common
        hint: If they belong together: git merge --allow-unrelated-histories origin/main

        """)
    #expect(outcome.status == 3)
    #expect(try machines.two.git.git("rev-parse", "HEAD") == before)
  }

  @Test func `the first sync to a new, empty remote sends the branch there`() throws {
    let machines = try TwoMachines()
    let hub = try TemporaryFolder()
    try machines.one.git.git("init", "--quiet", "--bare", "--initial-branch=main", hub.path)
    try machines.one.git.git("remote", "remove", "origin")
    try machines.one.git.git("remote", "add", "backup", hub.path)
    try machines.one.write("x\n", to: "note.md")
    #expect(machines.one.sheaf("sync", "--pull").status != 0)
    let outcome = machines.one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try machines.one.git.git("rev-parse", "HEAD") == machines.one.git.git("rev-parse", "main", in: hub.path))
    #expect(machines.one.sync().errors == "Already up to date\n")
    // A remote that has branches is the user's to choose one of.
    try machines.two.git.git("branch", "--unset-upstream")
    #expect(machines.two.sync().errors.contains("git push -u origin HEAD"))
  }

  @Test func `a commit that cannot be signed is blamed on no hook`() throws {
    let machines = try TwoMachines()
    try machines.one.git.git("config", "commit.gpgSign", "true")
    try machines.one.git.git("config", "gpg.program", "/bin/false")
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("git could not sign") && !outcome.errors.contains("hook"), "\(outcome.errors)")
  }

  @Test func `beside jj, the commands of jj are named`() throws {
    let machines = try TwoMachines()
    try machines.one.write("x\n", to: ".jj/repo")
    try machines.one.git.git("checkout", "--quiet", "--detach")
    let outcome = machines.one.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("jj git push") && !outcome.errors.contains("git switch"), "\(outcome.errors)")
  }

  @Test func `a hook that refuses the commit is quoted, and nothing is staged`() throws {
    let machines = try TwoMachines()
    try TwoMachines.writeHook(
      ".git/hooks/pre-commit", "echo 'no notes on Sundays' >&2; exit 1",
      in: machines.one.session.folder)
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(
      outcome.errors == """
        error: git did not commit:
          no notes on Sundays
        hint: A hook may have refused the commit: “git commit” shows the whole output.

        """)
    #expect(outcome.status == 3)
    #expect(try machines.one.git.git("status", "--porcelain") == "?? note.md\n")
  }

  @Test func `a hook that refuses to send is quoted, and the commit stays`() throws {
    let machines = try TwoMachines()
    try TwoMachines.writeHook(
      ".git/hooks/pre-push", "echo 'not from here' >&2; exit 1", in: machines.one.session.folder)
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(
      outcome.errors == """
        error: origin refused the commits: not from here
        hint: Your changes are committed here and merged with theirs.

        """)
    #expect(try machines.one.git.git("log", "-1", "--format=%s") == "1 note: note\n")
  }

  @Test func `a server that asks for a password is reported, and nobody is asked`() throws {
    let server = try RefusingServer()
    let machines = try TwoMachines()
    try machines.one.git.git(
      "remote", "set-url", "origin", "http://127.0.0.1:\(server.port)/notes.git")
    try machines.one.write("x\n", to: "note.md")
    let outcome = machines.one.sync()
    #expect(
      outcome.errors.contains("error: origin refused the login: fatal: could not read Username"))
    #expect(outcome.errors.contains("“git fetch origin” in a terminal to log in."))
    #expect(try machines.one.git.git("log", "-1", "--format=%s") == "1 note: note\n")
  }

  @Test func `a key that ssh does not have is reported as well`() throws {
    let machines = try TwoMachines()
    try machines.one.git.git("remote", "set-url", "origin", "ssh://git@localhost/notes.git")
    try machines.one.git.git(
      "config", "core.sshCommand",
      "echo 'git@localhost: Permission denied (publickey).' >&2; exit 255 #")
    let outcome = machines.one.sync()
    #expect(outcome.errors.contains("error: origin refused the login:"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Permission denied (publickey)"), "\(outcome.errors)")
  }

  @Test(arguments: ["-rf.md", "a\nb.md", "--all.md", ":(top)c.md", "it's $(x) \"q\".md"])
  func `names that git or a shell could take for something else are exchanged`(name: String) throws {
    let machines = try TwoMachines()
    try machines.one.write("one\n", to: name)
    #expect(machines.one.sync().status == 0)
    #expect(machines.two.sync().status == 0)
    #expect(try machines.two.read(name) == "one\n")
    #expect(try machines.one.git.git("status", "--porcelain") == "")
  }

  @Test(arguments: [["sync"], ["log"], ["diff"], ["git", "setup"], ["restore", "tax.md"]])
  func `without git there is a sentence, and notes can be listed`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let session = try CommandSession(environment: ["PATH": folder.path])
    _ = session.run(["init", "--quiet"])
    try session.folder.write("# Tax\n", to: "tax.md")
    let outcome = session.run(words)
    #expect(
      outcome.errors == """
        error: git is not installed, or not on the PATH
        hint: Install git, for example with “apt install git”.

        """)
    #expect(outcome.status == 2)
    #expect(session.run(["list", "--paths"]).output == "tax.md\n")
  }

  @Test(arguments: [["sync"], ["log"], ["diff"], ["git", "setup"], ["restore", "tax.md"]])
  func `a folder of another user is reported with the way to trust it`(words: [String]) throws {
    let machines = try TwoMachines(environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
    let outcome = machines.one.session.run(words)
    #expect(
      outcome.errors == """
        error: git does not trust $REPOSITORY, because it belongs to another user
        hint: If you trust the folder: git config --global --add safe.directory '$REPOSITORY'

        """)
    #expect(outcome.status == 3)
    #expect(machines.one.sheaf("list", "--paths").output == "tax.md\n")
  }

  @Test func `a task counted from completion that two machines finished comes back once`() throws {
    let machines = try TwoMachines()
    _ = machines.one.sheaf("add", "Water", "due:2026-11-20", "repeat:after 10 days")
    #expect(machines.one.sync().status == 0)
    #expect(machines.two.sync().status == 0)
    _ = machines.one.sheaf("done", "Water", "--now", "2026-11-22T09:00:00+09:00")
    _ = machines.two.sheaf("done", "Water", "--now", "2026-11-24T09:00:00+09:00")
    #expect(machines.one.sync().status == 0)
    let outcome = machines.two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(machines.one.sync().status == 0)
    for machine in [machines.one, machines.two] {
      #expect(
        machine.sheaf("tasks", "--paths").output == "Diary/Tasks/Water 2026-12-02.md\ntax.md\n")
      #expect(try machine.git.git("status", "--porcelain") == "")
    }
  }

  @Test func `the interval of the timer is the word after --timer`() throws {
    let machines = try TwoMachines()
    let outcome = machines.one.sync("--timer", "30m")
    #expect(outcome.errors.contains("The notes are synchronised every 30 min"))
    let timer = machines.one.session.home.files().first { $0.hasSuffix(".timer") } ?? ""
    let text = String(decoding: try machines.one.session.home.read(timer), as: UTF8.self)
    #expect(text.contains("OnUnitActiveSec=30min\n"))
    #expect(machines.one.sync("--timer", "15m").errors.contains("every 15 min"))
    #expect(machines.one.sync("--timer", "soon").status == 64)
    #expect(machines.one.sync("30m").status == 64)
  }

  // MARK: - A git that is killed while it commits

  /// Kills the next git that commits, before or after it has moved the branch, and before it writes the index.
  private func killCommit(_ machine: TwoMachines.Machine, at state: String = "committed") throws {
    try TwoMachines.writeHook(
      ".git/hooks/reference-transaction",
      """
      grep -q " HEAD$" || exit 0
      [ "$1" = \(state) ] && [ -e .git/kill ] && rm .git/kill && kill -9 $PPID
      exit 0
      """, in: machine.session.folder)
    try machine.write("", to: ".git/kill")
  }

  private func removeLock(_ machine: TwoMachines.Machine) throws {
    let locks = machine.session.folder.files().filter { $0.hasPrefix(".git/") && $0.hasSuffix(".lock") }
    #expect(locks.contains(".git/index.lock"))
    for lock in locks { try machine.session.folder.remove(lock) }
  }

  @Test func `a sync whose git was killed after the commit leaves nothing staged for the next`()
    throws
  {
    let machines = try TwoMachines()
    try machines.one.write("left\n", to: "gone.md")
    #expect(machines.one.sync().status == 0)
    try machines.one.write("changed\n", to: "tax.md")
    try machines.one.write("new\n", to: "new.md")
    try machines.one.session.folder.remove("gone.md")
    try killCommit(machines.one)
    #expect(machines.one.sync().status != 0)
    try removeLock(machines.one)
    #expect(machines.one.sync("--dry-run").status == 0)
    let outcome = machines.one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try machines.one.git.git("status", "--porcelain") == "")
    #expect(machines.two.sync().status == 0)
    #expect(try machines.two.read("tax.md") == "changed\n")
    #expect(try machines.two.read("new.md") == "new\n")
    #expect(!machines.two.session.folder.files().contains("gone.md"))
  }

  @Test func `marks that git makes within one side's version are never committed`() throws {
    let machines = try TwoMachines()
    let (one, two) = (machines.one, machines.two)
    func text(_ name: String, _ end: String) -> String {
      "# \(name)\n\n" + (1...12).map { "\(name), line \($0)\n" }.joined() + "\n\(end)\n"
    }
    try one.write(text("Deep", "end"), to: "deep.md")
    try one.write(text("Name", "end"), to: "name.md")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    // One gives a note the name that the other gives to another note, which both change in one place.
    try one.session.folder.remove("deep.md")
    try one.write(text("Deep", "end"), to: "old.md")
    try one.write(text("Name", "ours"), to: "name.md")
    for name in ["deep.md", "name.md"] { try two.session.folder.remove(name) }
    try two.write(text("Deep", "end"), to: "other.md")
    try two.write(text("Name", "theirs"), to: "old.md")
    #expect(one.sync().status == 0)
    #expect(
      two.sync().errors.contains(
        """
          deep.md: renamed to other.md here and to old.md there (sheaf resolve deep.md --name NAME)
          name.md: the text (sheaf resolve name.md --mine, --theirs or --both)
        """))
    #expect(two.sheaf("resolve", "deep.md", "--name", "third").status == 3)
    #expect(two.sheaf("resolve", "old.md", "--both").status == 0)
    for machine in [two, one] {
      #expect(machine.sync().status == 0)
      #expect(try machine.read("third.md") == text("Deep", "end"))
      #expect(try machine.read("old.md") == text("Name", "theirs\nours"))
      for name in ["deep.md", "name.md", "other.md"] { #expect(!machine.session.folder.files().contains(name)) }
    }
  }

  @Test func `a name is given when it is chosen, whatever else is open`() throws {
    let machines = try TwoMachines()
    let (one, two) = (machines.one, machines.two)
    for name in ["plan", "tax"] {
      try one.write((1...9).map { "\(name) \($0)\n" }.joined(), to: name + ".md")
    }
    try one.write("[[plan]]\n", to: "links.md")
    #expect(one.sync().status == 0 && two.sync().status == 0)
    for (machine, name, line) in [(one, "Alpha.md", "there"), (two, "Beta.md", "here")] {
      #expect(machine.sheaf("mv", "plan.md", name).status == 0)
      try machine.write(try machine.read("tax.md").replacing("tax 5", with: line), to: "tax.md")
    }
    #expect(one.sync().status == 0)
    for _ in 1...2 {
      let outcome = two.sync()
      #expect(outcome.status == 3)
      #expect(outcome.errors.contains("plan.md: renamed to Beta.md here and to Alpha.md there"), "\(outcome.errors)")
      #expect(try two.read("links.md") == "[[Alpha]]\n")
    }
    #expect(one.sync().status == 0)
    #expect(two.sheaf("resolve", "plan.md", "--name", "tax").errors.contains("tax.md already exists"))
    #expect(two.sheaf("resolve", "plan.md", "--name", "Gamma").status == 3)
    let names = try two.git.git("ls-files", "*a.md")
    #expect(names == "Gamma.md\n", "\(names)")
    #expect(try two.read("links.md") == "[[Gamma]]\n")
    #expect(two.sheaf("resolve", "tax.md", "--mine").status == 0)
    #expect(two.sync().status == 0 && one.sync().status == 0)
    #expect(try one.read("Gamma.md") == two.read("Gamma.md"))
    #expect(try one.git.git("status", "--porcelain") == "")
  }

  @Test(.needsExtensions) func `a sync finishes what a killed command has begun, before it commits`() throws {
    let machines = try TwoMachines()
    let session = machines.one.session
    for name in ["a", "b"] { try session.home.write("\(name)\n", to: "in/\(name).txt") }
    let imported = session.run(["import", "--from", "text", session.home.path + "/in"]).output
    let paths = imported.split(separator: "\n").map(String.init)
    try #require(paths.count == 2)
    // As the process that is killed before its last file leaves it.
    let entry = try #require(session.home.files().first { $0.hasSuffix(".done") })
    try session.home.write(try session.home.read(entry), to: entry.dropLast("done".count) + "pending")
    try session.home.remove(entry)
    try session.folder.remove(paths[1])
    #expect(machines.one.sync().status == 0)
    #expect(!session.home.files().contains { $0.hasSuffix(".pending") })
    #expect(machines.two.sync().status == 0)
    #expect(try machines.two.read(paths[1]) == machines.one.read(paths[1]))
  }

  @Test(arguments: ["prepared", "committed", nil])
  func `a note that became a folder is not left staged by a commit that failed`(killedAt state: String?) throws {
    let machines = try TwoMachines()
    let one = machines.one
    try one.session.folder.remove("tax.md")
    try one.write("inside\n", to: "tax.md/Inside.md")
    if let state {
      try killCommit(one, at: state)
      #expect(one.sync().status != 0)
      try removeLock(one)
    } else {
      try TwoMachines.writeHook(".git/hooks/pre-commit", "exit 1", in: one.session.folder)
      #expect(one.sync().status != 0)
      #expect(try one.git.git("diff", "--cached", "--name-only") == "")
      try one.session.folder.remove(".git/hooks/pre-commit")
    }
    let outcome = one.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try one.git.git("ls-files", "tax.md") == "tax.md/Inside.md\n")
  }

  @Test func `what the user has staged since a git was killed is not touched`() throws {
    let machines = try TwoMachines()
    try machines.one.write("changed\n", to: "tax.md")
    try machines.one.write("new\n", to: "new.md")
    try killCommit(machines.one)
    #expect(machines.one.sync().status != 0)
    try removeLock(machines.one)
    try machines.one.write("mine\n", to: "tax.md")
    try machines.one.git.git("add", "tax.md")
    let outcome = machines.one.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("You have staged changes:\n  tax.md\n"), "\(outcome.errors)")
    #expect(try machines.one.git.git("show", ":tax.md") == "mine\n")
  }

  @Test func `a command that commits clears up after a git that was killed`() throws {
    let machines = try TwoMachines()
    let one = machines.one
    #expect(one.sheaf("config", "set", "git.commit", "true").status == 0)
    #expect(one.sheaf("config", "trust").status == 0)
    try killCommit(one)
    #expect(one.sheaf("set", "tax.md", "status=doing").errors.contains("not committed"))
    try removeLock(one)
    #expect(one.sheaf("set", "tax.md", "status=done").errors == "")
    #expect(try one.git.git("diff", "--cached", "--name-only") == "")
    #expect(try one.git.git("show", "HEAD:tax.md").contains("status: done"))
  }
}
