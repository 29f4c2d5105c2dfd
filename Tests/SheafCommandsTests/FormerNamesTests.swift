import NoteTestSupport
import Testing

/// Notes by names that they do not have any more.
@Suite struct FormerNamesTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }

  init() throws {
    machines = try TwoMachines()
    try one.write("---\ntitle: Great plan\n---\n1\n2\n3\n4\n", to: "Deep/plan.md")
    try one.git.commitAll("plan", date: 1_795_000_000)
  }

  @Test(arguments: ["plan", "Great plan", "Deep/plan.md"], [true, false])
  func `a removed note is restored by its name`(name: String, isCommitted: Bool) throws {
    #expect(one.sheaf("rm", "plan", "--yes").status == 0)
    if isCommitted { try one.git.commitAll("gone", date: 1_795_000_100) }
    let run = one.sheaf("restore", name)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try one.read("Deep/plan.md") == "---\ntitle: Great plan\n---\n1\n2\n3\n4\n")
  }

  @Test func `a note that was renamed is found by its former name`() throws {
    #expect(one.sheaf("mv", "plan", "Archive/scheme.md").status == 0)
    #expect(one.sheaf("set", "scheme", "title=Scheme").status == 0)
    try one.git.commitAll("renamed", date: 1_795_000_100)
    for name in ["plan", "Great plan"] {
      let log = one.sheaf("log", name)
      #expect(log.status == 0, "\(name): \(log.errors)")
      let shown = one.sheaf("show", name, "--at", "HEAD~1", "--raw")
      #expect(shown.output == "---\ntitle: Great plan\n---\n1\n2\n3\n4\n", "\(name): \(shown.errors)")
    }
    #expect(one.sheaf("show", "nothing", "--at", "HEAD~1").status == 66)
  }
}
