import Foundation
import NoteTestSupport
import Testing

/// A synchronisation of a repository in which nothing has changed since one that had nothing to do.
@Suite struct IdleSyncTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }
  private static let idle = "Already up to date\n"

  init() throws { machines = try TwoMachines() }

  private var cache: String { one.session.home.path + "/cache" }

  /// Removes the index and synchronises: an idle run makes no new index.
  private func isIdle() throws -> Bool {
    try? FileManager.default.removeItem(atPath: cache + "/sheaf")
    #expect(one.sync().errors == Self.idle)
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: cache + "/sheaf")) ?? []
    return !folders.contains { FileManager.default.fileExists(atPath: cache + "/sheaf/" + $0 + "/index.sqlite") }
  }

  @Test func `a run after one that had nothing to do looks at git alone`() throws {
    try one.write("hidden\n", to: ".env")
    #expect(one.sync().errors == Self.idle)
    #expect(try isIdle())
    #expect(try isIdle())
    // A file that is never sent may change.
    try one.write("hidden still\n", to: ".env")
    #expect(try isIdle())
  }

  @Test func `whatever happens here is noticed by the next run`() throws {
    func settle() throws {
      _ = try isIdle()
      #expect(try isIdle())
    }
    try settle()
    try one.write("# New\n", to: "new.md")
    #expect(one.sync().errors == "Sent      1 note: New\n")
    try settle()
    try one.write("# Newer\n", to: "new.md")
    #expect(one.sync().errors == "Sent      1 note: Newer\n")
    try settle()
    try one.git.git("mv", "new.md", "old.md")
    #expect(one.sync().errors.contains("You have staged changes"))
    try one.git.git("commit", "--quiet", "-m", "move")
    #expect(one.sync().errors.hasPrefix("Sent "))
    try settle()
    #expect(one.sheaf("rm", "old.md").status == 0)
    #expect(one.sync().errors.hasPrefix("Sent "))
    try settle()
    try one.write("", to: ".git/MERGE_HEAD")
    #expect(one.sync().errors.contains("A git merge is under way"))
    try FileManager.default.removeItem(atPath: one.session.folder.path + "/.git/MERGE_HEAD")
    try settle()
    try one.git.git("checkout", "--quiet", "--detach")
    #expect(one.sync().errors.contains("HEAD is detached"))
  }

  @Test func `what comes is received, and a remote that is gone is told`() throws {
    #expect(one.sync().errors == Self.idle)
    #expect(try isIdle())
    try two.write("# There\n", to: "there.md")
    #expect(two.sync().status == 0)
    #expect(one.sync().errors == "Received  1 note: There\n")
    #expect(one.sync().errors == Self.idle)
    #expect(try isIdle())
    try one.git.git("remote", "set-url", "origin", machines.hub.path + "-gone")
    #expect(one.sync().status != 0)
  }

  @Test func `another choice of files is made at once`() throws {
    try one.write("settings\n", to: ".tool")
    #expect(one.sync().errors == Self.idle)
    #expect(try isIdle())
    // The user's own settings are in no repository.
    try one.session.home.write("sync:\n  include: [.tool]\n", to: "config/sheaf/config.yaml")
    #expect(one.sync().errors.hasPrefix("Sent "))
  }

  @Test func `what is left open is told again`() throws {
    try one.write("print\n", to: "script.py")
    let first = one.sync().errors
    #expect(first.contains("No note uses these files"))
    #expect(one.sync().errors == first)
    #expect(one.sync().errors == first)
  }
}
