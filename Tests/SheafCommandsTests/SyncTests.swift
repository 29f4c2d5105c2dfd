import NoteTestSupport
import Testing

/// Two machines that exchange notes through a bare repository, with the real git.
@Suite("Synchronisation")
struct SyncTests {
  private let machines: TwoMachines
  private var hub: TemporaryFolder { machines.hub }
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws { machines = try TwoMachines() }

  @Test("What one machine wrote arrives on the other, and both are told how much went")
  func exchange() throws {
    try one.write("from one\n", to: "- 메모.md")
    #expect(one.sync().errors == "Sent 1 commit, received 0 commits\n")
    try two.write("from two\n", to: "b.md")
    let outcome = two.sync()
    #expect(outcome.errors == "Sent 2 commits, received 1 commit\n")
    #expect(try two.read("- 메모.md") == "from one\n")
    #expect(one.sync().errors == "Sent 0 commits, received 2 commits\n")
    #expect(try one.read("b.md") == "from two\n")
    #expect(one.sync().errors == "Both sides are the same\n")
  }

  @Test("Only notes and attachments are committed")
  func ownFiles() throws {
    try one.write("x\n", to: "note.md")
    try one.write("secret\n", to: ".env")
    #expect(one.sync("--dry-run").output == "note.md\n")
    #expect(one.sync().status == 0)
    #expect(try one.git.git("status", "--porcelain") == "?? .env\n")
  }

  @Test("A conflict is told with its notes and fields, and everything is as it was")
  func conflict() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\n---\none\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write("---\ntitle: Tax\nstatus: done\n---\none\ntwo\n", to: "tax.md")
    let outcome = two.sync()
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("Both sides changed the same thing:\n  tax.md: status"))
    #expect(try two.read("tax.md").contains("status: done"))
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  private func changeTwoFields() throws {
    try one.write("---\ntitle: Tax\nstatus: doing\ntags: [a]\n---\none\ntwo\n", to: "tax.md")
    #expect(one.sync().status == 0)
    try two.write(
      "---\ntitle: Tax\nstatus: todo\ndue: 2026-12-04\n---\none\ntwo\nthree\n", to: "tax.md")
  }

  @Test("Two fields of one note that two machines changed are merged, without any setup")
  func merge() throws {
    try changeTwoFields()
    #expect(two.sync().errors == "Sent 2 commits, received 1 commit\n")
    let merged = try two.read("tax.md")
    for line in ["status: doing", "tags: [a]", "due: 2026-12-04", "three"] {
      #expect(merged.contains(line + "\n"), "\(merged)")
    }
    #expect(one.sync().status == 0)
    #expect(try one.read("tax.md") == merged)
  }

  @Test("Where git is configured to rebase, there is no merge commit")
  func rebase() throws {
    try two.git.git("config", "pull.rebase", "true")
    try changeTwoFields()
    #expect(two.sync().errors == "Sent 1 commit, received 1 commit\n")
    #expect(try two.read("tax.md").contains("status: doing\n"))
    #expect(try two.git.git("log", "--merges", "--format=%s") == "")
  }

  @Test("Staged changes, a merge under way and a detached head are refused")
  func refusals() throws {
    try one.write("x\n", to: "note.md")
    try one.git.git("add", "note.md")
    #expect(one.sync().errors.contains("You have staged changes:\n  note.md"))
    try one.git.git("commit", "--quiet", "-m", "x")
    try one.git.git("checkout", "--quiet", "--detach")
    #expect(one.sync().errors.contains("No branch is checked out"))
    try one.git.git("checkout", "--quiet", "main")
    try one.write("", to: ".git/CHERRY_PICK_HEAD")
    #expect(one.sync().errors.contains("A git cherry-pick is under way"))
  }

  @Test(
    "Without a remote, an upstream, or a way there, the notes are committed and the next step is told"
  )
  func unreachable() throws {
    try one.write("x\n", to: "note.md")
    try one.git.git("remote", "set-url", "origin", hub.path + "/gone")
    #expect(one.sync().errors.contains("origin cannot be reached"))
    #expect(try one.git.git("status", "--porcelain") == "")
    try one.git.git("branch", "--unset-upstream")
    #expect(one.sync().errors.contains("git push -u origin HEAD"))
    try one.git.git("remote", "remove", "origin")
    #expect(one.sync().errors.contains("git remote add origin"))
  }

  @Test("A hook there that refuses is told, and nothing is lost")
  func remoteHook() throws {
    try hub.writeProgram("echo no notes today >&2; exit 1", to: "hooks/pre-receive")
    try one.write("x\n", to: "note.md")
    let outcome = one.sync()
    #expect(outcome.errors.contains("origin refused the commits"))
    #expect(try one.git.git("log", "-1", "--format=%s") == "Sync note.md\n")
  }
}
