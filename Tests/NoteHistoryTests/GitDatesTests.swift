import NoteHistory
import NoteModel
import NoteTestSupport
import Testing

@Suite("Dates from git")
struct GitDatesTests {
  private func dates(
    _ git: GitFixture, in folder: String? = nil,
    since known: (commit: String, dates: [String: NoteDates])? = nil
  ) throws -> [String: NoteDates] {
    let client = git.client(in: folder ?? git.folder.path)
    let head = try client.output(.reading("rev-parse", "HEAD")).text
    return try GitDates.read(client, at: head, since: known)
  }

  @Test(
    "A note was created with the commit that added it and changed with the last that touched it")
  func createdAndChanged() throws {
    let git = try GitFixture()
    try git.folder.write("one\n", to: "a.md")
    try git.folder.write("x\n", to: "b.txt")
    try git.commitAll(date: 1_000_000_000)
    try git.folder.write("two\n", to: "a.md")
    try git.commitAll(date: 1_100_000_000)
    #expect(
      try dates(git) == [
        "a.md": NoteDates(
          created: 1_000_000_000, changed: 1_100_000_000,
          content: ContentKey.key(of: Array("two\n".utf8)))
      ])
  }

  @Test("A note keeps its dates under another name")
  func renames() throws {
    let git = try GitFixture()
    let text = (1...20).map { "line \($0)\n" }.joined()
    try git.folder.write(text, to: "a.md")
    try git.commitAll(date: 1_000_000_000)
    try git.git("mv", "a.md", "b\nc.md")
    try git.commitAll(date: 1_100_000_000)
    #expect(try dates(git)["b\nc.md"]?.changed == 1_000_000_000)
    try git.folder.remove("b\nc.md")
    try git.folder.write(text + "more\n", to: "새 메모.md")
    try git.commitAll(date: 1_200_000_000)
    let found = try dates(git)
    #expect(Array(found.keys) == ["새 메모.md"])
    #expect(found["새 메모.md"]?.created == 1_000_000_000)
    #expect(found["새 메모.md"]?.changed == 1_200_000_000)
  }

  @Test("Only new commits are read where the known one is in the history; otherwise all are")
  func continued() throws {
    let git = try GitFixture()
    try git.folder.write("one\n", to: "a.md")
    try git.commitAll(date: 1_000_000_000)
    let first = try git.git("rev-parse", "HEAD").trimmed
    let known = ["a.md": NoteDates(created: 5, changed: 6, content: nil)]
    try git.folder.write("two\n", to: "a.md")
    try git.commitAll(date: 1_100_000_000)
    #expect(try dates(git, since: (first, known))["a.md"]?.created == 5)
    try git.git("checkout", "--quiet", "--orphan", "other")
    try git.commitAll(date: 1_200_000_000)
    #expect(try dates(git, since: (first, known))["a.md"]?.created == 1_200_000_000)
  }

  @Test("A note that two branches changed has the later date, and one of either branch is dated")
  func branches() throws {
    let git = try GitFixture()
    try git.folder.write("one\n", to: "a.md")
    try git.commitAll(date: 1_000_000_000)
    try git.git("checkout", "--quiet", "-b", "side")
    try git.folder.write("side\n", to: "side.md")
    try git.commitAll(date: 1_300_000_000)
    try git.git("checkout", "--quiet", "main")
    try git.folder.write("two\n", to: "a.md")
    try git.commitAll(date: 1_200_000_000)
    try git.git("merge", "--quiet", "--no-edit", "side", date: 1_400_000_000)
    let found = try dates(git)
    #expect(found["a.md"]?.changed == 1_200_000_000)
    #expect(found["side.md"]?.created == 1_300_000_000)
  }

  @Test("A shallow clone dates nothing by the commit at which its history is cut off")
  func shallow() throws {
    let git = try GitFixture()
    try git.folder.write("one\n", to: "old.md")
    try git.folder.write("one\n", to: "edited.md")
    try git.commitAll(date: 1_000_000_000)
    try git.folder.write("two\n", to: "other.md")
    try git.commitAll(date: 1_100_000_000)
    try git.folder.write("two\n", to: "edited.md")
    try git.folder.write("new\n", to: "new.md")
    try git.commitAll(date: 1_200_000_000)
    let clone = try TemporaryFolder()
    try git.git("clone", "--quiet", "--depth=2", "file://" + git.folder.path, clone.path)
    let found = try dates(git, in: clone.path)
    #expect(found["old.md"]?.created == nil)
    #expect(found["old.md"]?.changed == nil)
    #expect(found["edited.md"]?.created == nil)
    #expect(found["edited.md"]?.changed == 1_200_000_000)
    #expect(found["new.md"]?.created == 1_200_000_000)
  }

  @Test("Below the root of the git repository, paths count from the notes")
  func subfolder() throws {
    let git = try GitFixture()
    try git.folder.write("one\n", to: "notes/a.md")
    try git.folder.write("one\n", to: "else/b.md")
    try git.commitAll(date: 1_000_000_000)
    #expect(Array(try dates(git, in: git.folder.path + "/notes").keys) == ["a.md"])
  }

  @Test("A content has the key that git's name for it begins with")
  func contentKeys() throws {
    let git = try GitFixture()
    for length in [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1_000] {
      let text = String(repeating: "a", count: length)
      try git.folder.write(text, to: "a.md")
      let name = try git.git("hash-object", "a.md").trimmed
      #expect(ContentKey.key(ofObject: name) == ContentKey.key(of: Array(text.utf8)))
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }
}
