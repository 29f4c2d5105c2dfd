import Foundation
import NoteTestSupport
import Testing

/// Commands that write in the middle of a `git stash`, between its reading of files and its setting them back.
@Suite struct StashTests {
  private let git: GitFixture
  private let program: BuiltProgram

  init() throws {
    git = try GitFixture()
    program = try BuiltProgram()
    try sheaf("init")
    try git.folder.write("---\ntitle: A\n---\n\nOne.\n", to: "A.md")
    try git.folder.write("---\ntitle: B\n---\n\nOne.\n", to: "B.md")
    try git.commitAll("base", date: 1_795_000_000)
    try git.folder.write("---\ntitle: B\n---\n\nTwo.\n", to: "B.md")
  }

  private var environment: [String: String] {
    git.environment.merging(program.environment) { $1 }
  }

  @discardableResult
  private func sheaf(_ words: String...) throws -> ProgramRun {
    try ProgramRun.run(program.path, words, in: git.folder.path, environment: environment)
  }

  /// Sets a field of A while a stash is at `state`, and gives the command's status and errors.
  private func set(during state: String) throws -> (status: String, errors: String) {
    let log = program.folder.path + "/log"
    try git.folder.writeProgram(
      """
      # A command that git starts while it stashes.
      [ "$1" = \(state) ] && grep -q refs/stash && [ ! -e '\(log)' ] || exit 0
      touch '\(log)'
      ( '\(program.path)' set ./A.md priority=high >/dev/null 2>'\(log).errors'; echo $? >'\(log).status' ) \
        >/dev/null 2>&1 &
      sleep 0.4
      """, to: ".git/hooks/reference-transaction")
    try git.git("stash", "push", "--quiet")
    let end = Date(timeIntervalSinceNow: 30)
    while !program.folder.files().contains("log.status"), Date() < end { usleep(20_000) }
    func text(_ name: String) throws -> String {
      String(decoding: try program.folder.read(name), as: UTF8.self)
    }
    return (try text("log.status"), try text("log.errors"))
  }

  @Test(arguments: ["prepared", "committed"])
  func `a field that is set while git stashes is set, or the command says that it is not`(
    state: String
  ) throws {
    let outcome = try set(during: state)
    let note = String(decoding: try git.folder.read("A.md"), as: UTF8.self)
    let stashed = (try? git.git("show", "refs/stash:A.md")) ?? ""
    let isKept = (note + stashed).contains("priority: high")
    #expect(isKept == (outcome.status == "0\n"), "\(outcome) \(note)")
    #expect(isKept || outcome.errors.contains("hint:"), "\(outcome)")
  }
}
