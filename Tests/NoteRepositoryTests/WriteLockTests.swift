import NoteRepository
import NoteTestSupport
import Testing

/// Two commands that write wait for each other, and say so.
@Suite struct WriteLockTests {
  @Test func `who waits too long is told once who holds the lock`() throws {
    let folder = try TemporaryFolder()
    let held = try WriteLock.acquire(folder: folder.path, command: "index", whileWaiting: { _ in })
    var told: [String] = []
    #expect(throws: RepositoryError.self) {
      _ = try WriteLock.acquire(folder: folder.path, command: "new", patience: 2) {
        told.append($0)
      }
    }
    #expect(told.count == 1)
    #expect(told.first?.contains("index") == true)
    var early: [String] = []
    #expect(throws: RepositoryError.self) {
      _ = try WriteLock.acquire(folder: folder.path, command: "new", patience: 0) {
        early.append($0)
      }
    }
    #expect(early.isEmpty)
    #expect(WriteLock.isHeld(folder: folder.path))
    _ = consume held
    #expect(!WriteLock.isHeld(folder: folder.path))
  }

  @Test func `a folder in the place of the lock is put aside`() throws {
    let folder = try TemporaryFolder()
    try folder.write("kept", to: "lock/inside")
    let held = try WriteLock.acquire(folder: folder.path, command: "new", whileWaiting: { _ in })
    #expect(WriteLock.isHeld(folder: folder.path))
    #expect(folder.files().contains { $0.hasPrefix("lock-folder-") && $0.hasSuffix("/inside") })
    _ = consume held
  }
}
