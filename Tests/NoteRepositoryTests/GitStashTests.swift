import NoteRepository
import NoteTestSupport
import Testing

@Suite struct GitStashTests {
  private let folder: TemporaryFolder
  private let pauses = Pauses()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try folder.write("", to: ".git/index")
    try folder.setModified(".git/index", secondsSinceEpoch: 990)
  }

  /// The clock shows 1,000 seconds; each pause takes a millisecond, and `then` happens in the seventh.
  private func stash(then change: @escaping @Sendable () -> Void) throws -> GitStash {
    let found = GitStash(
      above: folder.path, now: { 1_000_000 + pauses.count },
      pause: { if pauses.next() == 7 { change() } })
    return try #require(found)
  }

  private func write(_ text: String, to file: String, at seconds: Int) throws {
    try folder.write(text, to: file)
    try folder.setModified(file, secondsSinceEpoch: seconds)
  }

  private static func line(_ seconds: Int) -> String {
    "0 1 Ada <ada@example.com> \(seconds) +0900\tWIP on main: 1 a\n"
  }

  @Test(arguments: [".git/index.stash.123", ".git/refs/stash.lock"])
  func `a stash that reads files, or writes down what it has read, is waited for`(file: String)
    throws
  {
    try write("", to: file, at: 1_000)
    try stash { try? folder.remove(file) }.waitUntilOver()
    #expect(pauses.count == 7)
  }

  @Test func `a stash that has read the files is waited for until it has set them back`() throws {
    try write(Self.line(900) + Self.line(1_000), to: ".git/logs/refs/stash", at: 1_000)
    try stash {
      try? folder.setModified(".git/index", secondsSinceEpoch: 1_001)
    }.waitUntilOver()
    #expect(pauses.count == 7)
  }

  @Test func `an older stash that is on top again, because another was dropped, is not waited for`()
    throws
  {
    try write(Self.line(900), to: ".git/logs/refs/stash", at: 1_000)
    try stash {}.waitUntilOver()
    #expect(pauses.count == 0)
  }

  @Test func `what a killed stash has left is not waited for`() throws {
    try write("", to: ".git/index.stash.123", at: 996)
    try write(Self.line(996), to: ".git/logs/refs/stash", at: 996)
    try stash {}.waitUntilOver()
    #expect(pauses.count == 0)
  }

  @Test func `the log of stashes is that of all work trees`() throws {
    try folder.write("gitdir: ../.git/worktrees/tree\n", to: "tree/.git")
    try folder.write("../..\n", to: ".git/worktrees/tree/commondir")
    try write("", to: ".git/worktrees/tree/index", at: 990)
    try write(Self.line(1_000), to: ".git/logs/refs/stash", at: 1_000)
    let found = GitStash(
      above: folder.path + "/tree", now: { 1_000_000 + pauses.count },
      pause: {
        if pauses.next() == 7 {
          try? folder.setModified(".git/worktrees/tree/index", secondsSinceEpoch: 1_001)
        }
      })
    let stash = try #require(found)
    stash.waitUntilOver()
    #expect(pauses.count == 7)
  }

  @Test func `after a change nothing is waited for where git has done nothing for a while`() throws {
    try folder.setModified(".git", secondsSinceEpoch: 996)
    #expect(try !stash {}.waitAfterChange())
    #expect(pauses.count == 0)
    try folder.setModified(".git", secondsSinceEpoch: 1_000)
    #expect(try stash {}.waitAfterChange())
    #expect(pauses.count > 0)
  }
}
