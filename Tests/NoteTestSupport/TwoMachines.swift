/// Two clones of one bare repository, each with the home of a machine of its own.
package struct TwoMachines {
  package struct Machine {
    package let session: CommandSession
    package let git: GitFixture

    package func write(_ text: String, to name: String) throws { try session.folder.write(text, to: name) }
    package func read(_ name: String) throws -> String {
      String(decoding: try session.folder.read(name), as: UTF8.self)
    }
    package func sync(_ options: String...) -> CommandSession.Outcome { session.run(["sync"] + options) }
    package func sheaf(_ words: String...) -> CommandSession.Outcome { session.run(words) }
  }

  package let hub: TemporaryFolder
  package let one: Machine
  package let two: Machine

  /// - Parameter environment: Of the commands of both machines, besides the usual.
  package init(environment: [String: String] = [:]) throws {
    hub = try TemporaryFolder()
    one = try Self.machine(environment)
    two = try Self.machine(environment)
    try one.git.git("init", "--quiet", "--bare", "--initial-branch=main", hub.path)
    _ = one.session.run(["init", "--quiet"])
    try one.write("---\ntitle: Tax\nstatus: todo\n---\none\ntwo\n", to: "tax.md")
    try one.git.commitAll("begin", date: 1_700_000_000)
    try one.git.git("remote", "add", "origin", hub.path)
    try one.git.git("push", "--quiet", "-u", "origin", "main")
    try two.git.git("remote", "add", "origin", hub.path)
    try two.git.git("fetch", "--quiet")
    try two.git.git("checkout", "--quiet", "-B", "main", "--track", "origin/main")
  }

  private static func machine(_ environment: [String: String]) throws -> Machine {
    let session = try CommandSession(environment: GitFixture.identity.merging(environment) { $1 })
    return Machine(session: session, git: try GitFixture(in: session.folder))
  }

  /// Makes a hook of a repository of git; `folder`: its `.git`, or the bare repository.
  package static func writeHook(_ name: String, _ script: String, in folder: TemporaryFolder) throws {
    try folder.writeProgram(script, to: name)
  }
}
