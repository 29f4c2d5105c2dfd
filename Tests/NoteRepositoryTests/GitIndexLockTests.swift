import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct GitIndexLockTests {
  private let folder: TemporaryFolder
  private let pauses = Pauses()

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
  }

  /// A lock that was made when the clock showed 1,000 seconds; each pause takes a millisecond.
  ///
  /// - Parameters:
  ///   - place: The folder of the notes.
  ///   - file: The lock, taken away in the pause with the number `last`.
  ///   `age`: In seconds.
  private func lock(
    above place: String = "", of file: String = ".git/index.lock", age: Int = 0, last: Int
  ) throws -> GitIndexLock {
    try folder.write("", to: file)
    try folder.setModified(file, secondsSinceEpoch: 1_000)
    let found = GitIndexLock(
      above: folder.path + place, now: { (1_000 + age) * 1_000 + pauses.count },
      pause: { if pauses.next() == last { try? folder.remove(file) } })
    return try #require(found)
  }

  @Test func `a lock is waited for until git lets it go`() throws {
    let lock = try lock(last: 7)
    lock.waitUntilFree()
    lock.waitUntilFree()
    #expect(pauses.count == 7)
  }

  @Test(arguments: [3, -1])
  func `an old lock, and one from the future, is not waited for`(age: Int) throws {
    try lock(age: age, last: 1).waitUntilFree()
    #expect(pauses.count == 0)
  }

  @Test func `no lock is waited for longer than three seconds`() throws {
    try lock(last: 10_000).waitUntilFree()
    #expect(pauses.count == 3_000)
  }

  @Test func `the notes may be in a folder of the work tree`() throws {
    try folder.write("", to: "a/b/note.md")
    try lock(above: "/a/b", last: 2).waitUntilFree()
    #expect(pauses.count == 2)
  }

  @Test(arguments: [true, false])
  func `another work tree has its lock elsewhere`(isAbsolute: Bool) throws {
    let place = isAbsolute ? folder.path + "/main" : "../main"
    try folder.write("gitdir: \(place)/.git/worktrees/tree\n", to: "tree/.git")
    try lock(above: "/tree", of: "main/.git/worktrees/tree/index.lock", last: 2).waitUntilFree()
    #expect(pauses.count == 2)
  }

  @Test func `every change waits, and a note that git wrote meanwhile is left alone`() throws {
    let note = NotePath(trusted: "a.md")
    func files() throws -> LiveFileSystem {
      LiveFileSystem(root: folder.path, git: try lock(last: pauses.count + 1))
    }
    try files().create(note, [1])
    try files().replace(note, expecting: [1], with: [2])
    try files().move(note, to: NotePath(trusted: "b.md"))
    try files().remove(NotePath(trusted: "b.md"), expecting: [2])
    #expect(pauses.count == 4)
    try folder.write([1], to: "a.md")
    try folder.write("", to: ".git/index.lock")
    let writesNote: @Sendable () -> Void = {
      try? folder.write("git's", to: "a.md")
      try? folder.remove(".git/index.lock")
    }
    let meanwhile = LiveFileSystem(
      root: folder.path, git: GitIndexLock(above: folder.path, pause: writesNote))
    #expect(throws: RepositoryError.changedMeanwhile(path: "a.md", keptAt: nil)) {
      try meanwhile.replace(note, expecting: [1], with: [2])
    }
    #expect(try folder.read("a.md") == Array("git's".utf8))
  }
}
