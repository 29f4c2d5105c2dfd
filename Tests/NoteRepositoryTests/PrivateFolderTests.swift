import Foundation
import NoteTestSupport
import Testing

@testable import NoteRepository

/// Temporary folders of runs that were killed.
@Suite struct PrivateFolderTests {
  /// A process number that no process has: above the largest that Linux gives.
  private let ended = "aaaaf"

  @Test func `the next run removes what a killed one left, and nothing else`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("x", to: "sheaf-\(ended)aaaaa/deep/page.md")
    try temporary.write("x", to: "sheaf-\(ended)bbbbb")
    try temporary.write("x", to: "sheaf-notes/page.md")
    try temporary.write("x", to: "sheaf-\(ended)caaaaa/page.md")
    let kept = ["sheaf-\(ended)bbbbb", "sheaf-\(ended)caaaaa/page.md", "sheaf-notes/page.md"]
    try PrivateFolder.with(in: temporary.path) { folder in
      let inner = folder.path.dropFirst(temporary.path.count + 1)
      try temporary.write("x", to: inner + "/mine")
      try PrivateFolder.with(in: temporary.path) { _ in
        #expect(Set(temporary.files()) == Set(kept + [inner + "/mine"]))
      }
    }
    #expect(Set(temporary.files()) == Set(kept))
  }

  @Test func `a folder whose process is not seen is kept while its lock is held`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("x", to: "sheaf-\(ended)aaaaa/page.md")
    let other = open(temporary.path + "/sheaf-\(ended)aaaaa", O_RDONLY | O_DIRECTORY)
    flock(other, LOCK_EX)
    try PrivateFolder.with(in: temporary.path) { _ in }
    #expect(temporary.files() == ["sheaf-\(ended)aaaaa/page.md"])
    close(other)
    try PrivateFolder.with(in: temporary.path) { _ in }
    #expect(temporary.files() == [])
  }
}
