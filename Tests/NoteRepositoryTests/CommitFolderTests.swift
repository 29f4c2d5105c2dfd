import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

/// The files of commits in the cache, which several processes read and make.
@Suite struct CommitFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func commit(_ name: String) -> CommitFolder {
    let places = UserPlaces(environment: ["HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/cache"])
    return CommitFolder(of: Repository(root: folder.path + "/notes", places: places), commit: name)
  }

  private func make(_ name: String, _ text: String) throws {
    let path = NotePath(trusted: "Work/n.md")
    try commit(name).make([CommitFolder.File(path: path, bytes: Array(text.utf8), seconds: 1_700_000_000)])
  }

  private func text(_ name: String) -> String? {
    try? String(
      decoding: readFile(commit(name).repository.root + "/Work/n.md", limit: .max), as: UTF8.self)
  }

  @Test func `a folder that another process has made stays, and no draft is left`() throws {
    try make("one", "first")
    try make("one", "second")
    #expect(text("one") == "first")
    #expect(!folder.files().contains { $0.contains("draft") })
  }

  @Test func `folders that others may still read stay, and old ones go`() throws {
    let names = (1...6).map { "c\($0)" }
    for name in names { try make(name, name) }
    #expect(names.map(text) == names)
    for name in names {
      let root = commit(name).repository.root.dropFirst(folder.path.count + 1)
      try folder.setModified(String(root.dropLast("/files".count)), secondsSinceEpoch: 1_700_000_000)
    }
    commit("c1").markUsed()
    commit("c2").markUsed()
    try make("new", "new")
    #expect(text("new") == "new")
    #expect(names.compactMap(text).count == 3)
    #expect(text("c1") == "c1" && text("c2") == "c2")
  }
}
