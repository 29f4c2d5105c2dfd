import NoteHistory
import NoteTestSupport
import Testing

/// Variables of the environment that name another repository, as a hook of git gets them.
@Suite struct NamedRepositoryTests {
  private let notes: GitFixture
  private let code: GitFixture

  init() throws {
    notes = try GitFixture()
    code = try GitFixture()
    try notes.folder.write("a\n", to: "note.md")
    try notes.commitAll("notes", date: 1_700_000_000)
    try code.folder.write("c\n", to: "c.txt")
    try code.commitAll("code", date: 1_700_000_000)
  }

  private func client(in folder: String, _ variables: [String: String]) -> GitProgram {
    GitProgram(
      folder: folder, environment: notes.environment.merging(variables) { $1 }, mayAsk: false)
  }

  private func subject(_ git: GitProgram) throws -> String {
    try git.output(.reading("log", "-1", "--format=%s")).text
  }

  @Test func `the folder decides which repository is read and written, not what a hook was told`() throws {
    let there = code.folder.path
    for variables in [
      ["GIT_DIR": there + "/.git"], ["GIT_DIR": there + "/.git", "GIT_WORK_TREE": there],
      ["GIT_INDEX_FILE": there + "/.git/index"], ["GIT_DIR": there + "/.git", "GIT_INDEX_FILE": there + "/.git/index"],
      ["GIT_OBJECT_DIRECTORY": there + "/.git/objects"], ["GIT_NAMESPACE": "x"], ["GIT_PREFIX": "x/"],
      ["GIT_LITERAL_PATHSPECS": "1"], ["GIT_ICASE_PATHSPECS": "1"],
    ] {
      let git = client(in: notes.folder.path, variables)
      #expect(try subject(git) == "notes", "\(variables)")
      try notes.folder.write("\(variables)\n", to: "note.md")
      #expect(try GitCommitter(git).commit(["note.md"], message: "more"), "\(variables)")
      #expect(try notes.git("log", "-1", "--format=%s") == "more\n", "\(variables)")
      try notes.git("commit", "--quiet", "--amend", "-m", "notes")
    }
    #expect(try code.git("log", "--format=%s") == "code\n")
    #expect(try code.git("status", "--porcelain") == "")
  }

  @Test func `a folder without a repository has that of the environment only as its work tree`() throws {
    let folder = try TemporaryFolder()
    let data = code.folder.path + "/.git"
    for variables in [["GIT_DIR": data], ["GIT_DIR": data, "GIT_WORK_TREE": code.folder.path]] {
      #expect(throws: GitError.self, "\(variables)") { try subject(client(in: folder.path, variables)) }
    }
    let git = client(in: folder.path, ["GIT_DIR": data, "GIT_WORK_TREE": folder.path])
    #expect(try subject(git) == "code")
    try code.git("config", "core.worktree", folder.path)
    #expect(try subject(client(in: folder.path, ["GIT_DIR": data])) == "code")
  }

  @Test func `the index of a commit that is under way is the one that its hook sees`() throws {
    try notes.folder.write("b\n", to: "other.md")
    let index = notes.folder.path + "/.git/next-index-1.lock"
    let git = client(in: notes.folder.path, ["GIT_INDEX_FILE": index, "GIT_DIR": ".git"])
    _ = try git.output(.writing("read-tree", "HEAD"))
    _ = try git.output(.writing("add", "other.md"))
    #expect(try GitCommitter(git).stagedPaths() == ["other.md"])
    #expect(try GitCommitter(notes.client).stagedPaths() == [])
  }
}
