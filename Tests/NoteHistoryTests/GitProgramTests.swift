import Foundation
import NoteHistory
import NoteTestSupport
import Testing
import Wording

@Suite("The git program")
struct GitProgramTests {
  @Test("Paths that git could take for options, patterns or several lines are only paths")
  func strangePaths() throws {
    let git = try GitFixture()
    let names = [
      "-rf.md", "a\nb.md", "*.md", ":(top)c.md", "메모 장.md", "\u{1112}\u{1161}\u{11AB}.md",
    ]
    for name in names { try git.folder.write("text", to: name) }
    _ = try git.client.output(.writing("add", paths: names))
    let listed = try git.client.output(.reading("ls-files", "-z")).texts
    #expect(
      listed.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        == names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    let one = try git.client.output(.reading("ls-files", "-z", paths: ["*.md"])).texts
    #expect(one == ["*.md"])
  }

  @Test("A status that is not 0 is an answer of `run` and an error of `output`")
  func statuses() throws {
    let git = try GitFixture()
    let command = GitCommand.reading("rev-parse", "--verify", "--quiet", "HEAD")
    #expect(try git.client.run(command).status == 1)
    #expect(try !git.client.succeeds(command))
    #expect(throws: GitError.failed("rev-parse", status: 1, said: "")) {
      try git.client.output(command)
    }
  }

  @Test(
    "What git is given on standard input arrives, and megabytes of output are read while it writes")
  func longInputAndOutput() throws {
    let git = try GitFixture()
    try git.folder.write(String(repeating: "가나다라\n", count: 50_000), to: "long.md")
    try git.commitAll(date: 1_700_000_000)
    let asked = Array(String(repeating: "HEAD:long.md\n", count: 20).utf8)
    let output = try git.client.output(.reading("cat-file", "--batch", input: asked))
    #expect(output.bytes.count > 20 * 650_000)
  }

  @Test("Outside a repository the error says so")
  func noRepository() throws {
    let git = try GitFixture()
    let elsewhere = try TemporaryFolder()
    #expect(throws: GitError.noRepository(folder: elsewhere.path)) {
      try git.client(in: elsewhere.path).output(.reading("ls-files"))
    }
  }

  @Test("git-crypt is asked for a text only where its key is")
  func encryptedTexts() throws {
    let git = try GitFixture()
    let asked = git.folder.path + "/asked"
    try git.folder.write("#!/bin/sh\ncat > '\(asked)'\nprintf clear\n", to: "bin/git-crypt")
    #expect(chmod(git.folder.path + "/bin/git-crypt", 0o700) == 0)
    try git.folder.write("\0GITCRYPT\0one", to: "secret.md")
    let client = GitProgram(
      folder: git.folder.path, environment: ["PATH": git.folder.path + "/bin:/usr/bin:/bin"], mayAsk: false)
    let name = try client.output(.writing("hash-object", "-w", "secret.md")).text
    #expect(try GitObjects(client).texts(of: [name]) == [name: Array("\0GITCRYPT\0one".utf8)])
    #expect(!FileManager.default.fileExists(atPath: asked))
    try git.folder.write("key", to: ".git/git-crypt/keys/default")
    #expect(try GitObjects(client).texts(of: [name]) == [name: Array("clear".utf8)])
    #expect(FileManager.default.contents(atPath: asked) == Data("\0GITCRYPT\0one".utf8))
  }

  @Test("Where there is no git the error says so")
  func missingGit() throws {
    let folder = try TemporaryFolder()
    let client = GitProgram(folder: folder.path, environment: ["PATH": folder.path], mayAsk: false)
    #expect(throws: GitError.notInstalled) { try client.output(.reading("ls-files")) }
  }

  /// A client in a folder whose environment has more variables.
  private func client(_ git: GitFixture, in folder: String? = nil, _ variables: [String: String]) -> GitProgram {
    GitProgram(
      folder: folder ?? git.folder.path, environment: git.environment.merging(variables) { $1 }, mayAsk: false)
  }

  @Test(
    "A repository that the environment names, as git's hooks have it, is not that of the notes",
    arguments: [
      ["GIT_DIR"], ["GIT_DIR", "GIT_INDEX_FILE"], ["GIT_DIR", "GIT_WORK_TREE"], ["GIT_INDEX_FILE"], ["GIT_WORK_TREE"],
      ["GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"], ["GIT_ICASE_PATHSPECS"], ["GIT_PREFIX", "GIT_NAMESPACE"],
    ])
  func repositoryOfAHook(names: [String]) throws {
    let (notes, code) = (try GitFixture(), try GitFixture())
    try notes.folder.write("text", to: "Work/n.md")
    try notes.commitAll(date: 1_700_000_000)
    try code.folder.write("text", to: "code.c")
    try code.commitAll(date: 1_700_000_000)
    let data = code.folder.path + "/.git"
    let values = [
      "GIT_DIR": data, "GIT_COMMON_DIR": data, "GIT_WORK_TREE": code.folder.path, "GIT_INDEX_FILE": data + "/index",
      "GIT_OBJECT_DIRECTORY": data + "/objects", "GIT_ICASE_PATHSPECS": "1", "GIT_PREFIX": "src/",
      "GIT_NAMESPACE": "other",
    ]
    let client = client(notes, in: notes.folder.path + "/Work", values.filter { names.contains($0.key) })
    #expect(try client.output(.reading("ls-files", paths: ["n.md"])).text == "n.md")
    try notes.folder.write("more", to: "Work/n.md")
    _ = try client.output(.writing("commit", "--quiet", "--message", "notes", paths: ["n.md"]))
    #expect(try notes.git("log", "--format=%s") == "notes\nchange\n")
    #expect(try code.git("log", "--format=%s") == "change\n")
    #expect(try code.git("status", "--porcelain") == "")
  }

  @Test("A hook of the notes' own repository reads the index of the commit that is made")
  func indexOfAPartialCommit() throws {
    let git = try GitFixture()
    try git.folder.write("text", to: "a.md")
    try git.git("add", "a.md")
    try git.folder.write(try git.folder.read(".git/index"), to: ".git/next-index-1.lock")
    try git.folder.write("text", to: "b.md")
    try git.git("add", "b.md")
    for place in [git.folder.path + "/.git/next-index-1.lock", ".git/next-index-1.lock"] {
      let client = client(git, ["GIT_INDEX_FILE": place])
      #expect(try client.output(.reading("ls-files")).text == "a.md")
    }
  }

  @Test("Data of git that are elsewhere are named with their work tree")
  func dataElsewhere() throws {
    let (git, notes) = (try GitFixture(), try TemporaryFolder())
    try notes.write("text", to: "Work/n.md")
    let data = ["GIT_DIR": git.folder.path + "/.git"]
    let named = client(git, in: notes.path, data.merging(["GIT_WORK_TREE": notes.path]) { $1 })
    _ = try named.output(.writing("add", paths: ["Work/n.md"]))
    #expect(try named.output(.reading("ls-files")).text == "Work/n.md")
    #expect(throws: GitError.noRepository(folder: notes.path)) {
      try client(git, in: notes.path, data).output(.reading("ls-files"))
    }
    try git.git("config", "core.worktree", notes.path)
    #expect(try client(git, in: notes.path, data).output(.reading("ls-files")).text == "Work/n.md")
  }

  @Test("Refusals of git are told from other failures by its words")
  func refusals() {
    let owner =
      "fatal: detected dubious ownership in repository at '/srv/notes'\nTo add an exception"
    #expect(GitError(errors: owner, folder: "/x") == .foreignOwner(folder: "/srv/notes"))
    let lock = "fatal: Unable to create '/n/.git/index.lock': File exists.\n\nAnother git"
    #expect(GitError(errors: lock, folder: "/x") == .locked(file: "/n/.git/index.lock"))
    #expect(GitError(errors: "fatal: bad revision 'x'", folder: "/x") == nil)
    let full = "fatal: write error: No space left on device\nfatal: index-pack failed\n"
    #expect(GitError(errors: full, folder: "/x") == .diskFull)
    let index = "fatal: sha1 file '/n/.git/index.lock' write error. Out of diskspace\n"
    #expect(GitError(errors: index, folder: "/x") == .diskFull)
    #expect(GitError(errors: "remote: " + full.prefix(43), folder: "/x") == nil)
    let object = "814f4a422927b82f5f8a43f8fab6d3839e3983f2"
    #expect(
      GitError(errors: "fatal: unable to read \(object)\n", folder: "/x") == .missing(object: object))
    let failure = GitError.failed("log", status: 128, said: "warning: w\nfatal: bad revision 'x'\n")
    #expect(failure.explanation.english == "git log failed: bad revision 'x'")
  }

  @Test("A lock that another git has is waited for, and one that stays is named")
  func lockOfAnother() throws {
    let git = try GitFixture()
    try git.folder.write("text", to: "plan.md")
    try git.folder.write("", to: ".git/index.lock")
    let add = GitCommand.writing("add", paths: ["plan.md"])
    let lock = git.folder.path + "/.git/index.lock"
    #expect(throws: GitError.locked(file: lock)) { try git.client.output(add) }
    // The other git ends when ours has failed once.
    let programs = try TemporaryFolder()
    try programs.writeProgram(
      "/usr/bin/git \"$@\"; status=$?; rm -f '\(lock)'; exit $status", to: "git")
    let environment = git.environment.merging(["PATH": programs.path + ":/usr/bin:/bin"]) { $1 }
    let client = GitProgram(folder: git.folder.path, environment: environment, mayAsk: false)
    try git.folder.write("", to: ".git/index.lock")
    _ = try client.output(add)
    #expect(try git.git("diff", "--cached", "--name-only") == "plan.md\n")
  }

  @Test("What only looks staged, because another git has not written the index yet, is no reason to refuse")
  func unfinishedCommitOfAnother() throws {
    let git = try GitFixture()
    try git.folder.write("text", to: "plan.md")
    try git.commitAll(date: 1_700_000_000)
    try git.folder.write("more", to: "plan.md")
    try git.git("add", "plan.md")
    let client = git.client
    #expect(throws: GitRefusal.staged(["plan.md"])) {
      try GitCommitter(client).commit(["plan.md"], message: "ours")
    }
    let relay = RecordingGit { command throws(GitError) in
      let outcome = try client.run(command)
      if command.words.first == "diff-index" { _ = try client.run(.writing("reset", "--quiet")) }
      return (outcome.status, outcome.output.text, outcome.errors)
    }
    #expect(try GitCommitter(relay).commit(["plan.md"], message: "ours"))
  }
}
