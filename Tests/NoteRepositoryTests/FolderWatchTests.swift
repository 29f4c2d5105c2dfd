import Foundation
import NoteRepository
import NoteTestSupport
import Testing

@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("1", to: "a/one.md")
    watch = try FolderWatch(root: folder.path)
    #expect(try watch.watch(["", "a", "gone"]))
  }

  @Test func `files that are written or removed are told by their paths`() throws {
    try folder.write("2", to: "a/two.md")
    try folder.remove("a/one.md")
    var files: Set<String> = []
    while files.count < 2 { files.formUnion(try watch.changes().files) }
    #expect(files == ["a/one.md", "a/two.md"])
  }

  @Test func `a folder that comes asks for a look, and is watched only when told so`() throws {
    #expect(try !watch.watch(["a"]))
    try folder.write("2", to: "b/two.md")
    #expect(try watch.changes().needsScan)
    #expect(try watch.watch(["", "a", "b"]))
    try folder.write("3", to: "b/three.md")
    #expect(try watch.changes().files == ["b/three.md"])
  }

  @Test func `folders in a folder that was moved away and made again are watched again`() throws {
    try folder.write("1", to: "a/b/one.md")
    while try !watch.changes().needsScan {}
    #expect(try watch.watch(["a/b"]))
    try FileManager.default.moveItem(atPath: folder.path + "/a", toPath: folder.path + "/c")
    try folder.write("2", to: "a/b/two.md")
    #expect(try watch.changes().needsScan)
    #expect(try watch.watch(["", "a", "a/b", "c", "c/b"]))
    try folder.write("3", to: "a/b/three.md")
    var files: Set<String> = []
    while !files.contains("a/b/three.md") { files.formUnion(try watch.changes().files) }
  }
}
