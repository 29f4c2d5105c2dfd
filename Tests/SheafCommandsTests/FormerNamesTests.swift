import NoteTestSupport
import Testing

/// Notes by names that they do not have any more.
@Suite struct FormerNamesTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }

  init() throws {
    machines = try TwoMachines()
    try one.write("---\ntitle: Great plan\naliases: [Scheme of Ada]\n---\n1\n2\n3\n4\n", to: "Deep/plan.md")
    try one.git.commitAll("plan", date: 1_795_000_000)
  }

  @Test(arguments: ["plan", "Great plan", "scheme of ada", "Deep/plan.md"], [true, false])
  func `a removed note is restored by its name`(name: String, isCommitted: Bool) throws {
    #expect(one.sheaf("rm", "plan", "--yes").status == 0)
    if isCommitted { try one.git.commitAll("gone", date: 1_795_000_100) }
    let run = one.sheaf("restore", name)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try one.read("Deep/plan.md") == "---\ntitle: Great plan\naliases: [Scheme of Ada]\n---\n1\n2\n3\n4\n")
  }

  @Test func `the log names a sealed letter in place of a subject that may name its text`() throws {
    try one.write("---\nunseal: 2099-01-01\n---\n# Secret plan\n", to: "Memo/letter.md")
    try one.git.commitAll("a letter about the Secret plan", date: 1_795_000_100)
    let log = one.sheaf("log", "-1").output
    #expect(log.contains("  (with a sealed letter)\n") && !log.contains("Secret"), "\(log)")
    #expect(one.sheaf("log", "-1", "--json").output.contains("\"subject\": \"\""))
  }

  @Test func `a note that was renamed is found by its former name`() throws {
    #expect(one.sheaf("mv", "plan", "Archive/scheme.md").status == 0)
    #expect(one.sheaf("set", "scheme", "title=Scheme", "aliases=").status == 0)
    try one.git.commitAll("renamed", date: 1_795_000_100)
    for name in ["plan", "Great plan", "Scheme of Ada"] {
      let log = one.sheaf("log", name)
      #expect(log.status == 0, "\(name): \(log.errors)")
      let shown = one.sheaf("show", name, "--at", "HEAD~1", "--raw")
      #expect(
        shown.output == "---\ntitle: Great plan\naliases: [Scheme of Ada]\n---\n1\n2\n3\n4\n",
        "\(name): \(shown.errors)")
    }
    #expect(one.sheaf("show", "nothing", "--at", "HEAD~1").status == 1)
  }

  @Test func `what a partial clone lacks is named and not fetched`() throws {
    let two = machines.two
    try machines.one.git.git("config", "uploadpack.allowFilter", "true", in: machines.hub.path)
    for text in ["first\n", "second\n", "third\n"] {
      try one.write(text, to: "part.md")
      try one.git.commitAll(text, date: 1_795_000_200)
    }
    try one.git.git("push", "--quiet")
    for (key, value) in [
      ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"),
      ("remote.origin.promisor", "true"), ("remote.origin.partialCloneFilter", "blob:none"),
    ] { try two.git.git("config", key, value) }
    try two.git.git("fetch", "--quiet")
    try two.git.git("merge", "--quiet", "--ff-only", "origin/main")
    func missing() throws -> Int {
      try two.git.git("rev-list", "--objects", "--all", "--missing=print").split(separator: "\n")
        .count { $0.hasPrefix("?") }
    }
    #expect(try missing() > 0)
    let before = try missing()
    let log = two.sheaf("log", "part")
    #expect(log.status == 0, "\(log.errors)")
    for text in ["first", "second", "third", "this partial clone lacks the content"] {
      #expect(log.output.contains(text), "\(log.output)")
    }
    for words in [["show", "part", "--at", "HEAD~1"], ["diff", "part", "HEAD~1"]] {
      let run = two.session.run(words)
      #expect(run.status != 0 && run.output == "", "\(run.output)")
      #expect(run.errors.contains("This partial clone lacks the content of part.md"), "\(run.errors)")
    }
    #expect(try missing() == before)
  }
}
