import Foundation
import NoteTestSupport
import SheafCommands
import Testing

/// A folder of notes that came from somewhere, with a repository of git in which everything that can name a program
/// names one. No command starts any of them, unless it is one with which the user asks git to do something.
@Suite(.wholeProgram) struct HostileGitTests {
  /// The way in which git finds the repository.
  enum Shape: String, CaseIterable {
    /// `.git` as usual.
    case usual
    /// The folder of notes is itself what git takes for a bare repository, with a work tree.
    case bare
    /// `.git` is a file that leads to a folder among the notes.
    case file
    /// The settings come from a file that the configuration includes.
    case included
    /// The last commit is missing, so that git would fetch it.
    case commitMissing
  }

  private struct Fixture {
    let session: CommandSession
    let git: GitFixture
    let traps: TemporaryFolder
    let programs: TemporaryFolder

    /// The settings that started their programs.
    var sprung: [String] { traps.files() }
  }

  /// Every setting that names a program, and the files that stand for hooks.
  private static let settings = [
    "core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy",
    "core.askPass", "core.alternateRefsCommand", "sequence.editor", "pager.log", "pager.diff",
    "diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean",
    "filter.evil.smudge", "filter.evil.process", "merge.evil.driver", "credential.helper",
    "gpg.program", "gpg.ssh.program", "remote.origin.uploadpack", "uploadpack.packObjectsHook",
    "trailer.evil.command", "interactive.diffFilter", "browser.evil.cmd", "alias.log",
  ]
  private static let plain = [
    "log.showSignature=true", "extensions.partialClone=origin", "remote.origin.promisor=true",
    "remote.origin.url=.", "remote.evil.promisor=true", "remote.evil.url=ext::touch evil",
    "protocol.ext.allow=always", "protocol.allow=always", "submodule.recurse=true",
    "core.repositoryFormatVersion=1", "commit.gpgSign=true", "diff.submodule=log",
    "status.submoduleSummary=true", "core.bare=false",
  ]

  private func fixture(_ shape: Shape) throws -> Fixture {
    let session = try CommandSession(environment: GitFixture.identity)
    let folder = session.folder
    let git = try GitFixture(in: folder)
    let traps = try TemporaryFolder()
    let programs = try TemporaryFolder()
    try folder.write("git.commit: true\n", to: ".sheaf/config.yaml")
    try folder.write("*.md diff=evil filter=evil merge=evil\n", to: ".gitattributes")
    try folder.write("---\ntitle: Plan\n---\nold [[b]]\n\n- [ ] task\n", to: "plan.md")
    try folder.write("b\n", to: "b.md")
    try git.commitAll("one", date: 1_700_000_000)
    try folder.write("---\ntitle: Plan\n---\nnew [[b]]\n\n- [ ] task\n", to: "plan.md")
    try folder.write("moved\n", to: "c.md")
    try git.commitAll("two", date: 1_700_086_400)
    let place = shape == .included ? folder.path + "/more" : folder.path + "/.git/config"
    for name in Self.settings {
      let program = programs.path + "/" + name
      try programs.writeProgram("touch \(traps.path)/\(name); exit 1", to: name)
      try git.git("config", "--file", place, name, program)
    }
    for setting in Self.plain {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      try git.git("config", "--file", place, parts[0], parts[1])
    }
    try git.git("config", "--file", place, "core.worktree", shape == .usual ? ".." : folder.path)
    if shape == .included { try git.git("config", "include.path", "../more") }
    for hook in ["post-index-change", "pre-commit", "post-commit", "reference-transaction"] {
      try folder.writeProgram("touch \(traps.path)/\(hook)", to: ".git/hooks/" + hook)
    }
    try makeIncomplete(shape, folder, git)
    // The file differs from the one that git last saw, so that git would read it through the filters.
    try folder.write("---\ntitle: Plan\n---\nnow [[b]]\n\n- [ ] task\n", to: "plan.md")
    return Fixture(session: session, git: git, traps: traps, programs: programs)
  }

  /// Objects are missing, and `.git` comes to its place.
  private func makeIncomplete(_ shape: Shape, _ folder: TemporaryFolder, _ git: GitFixture) throws {
    // Asked of a git that is told nothing of the repository's configuration.
    let reference = try folder.read(".git/refs/heads/main")
    let commit = String(decoding: reference, as: UTF8.self).prefix(40)
    let missing =
      shape == .commitMissing
      ? String(commit) : "61780798228d17af2d34fce4cfbdf35556832472"  // the blob of "b\n"
    try folder.remove(".git/objects/\(missing.prefix(2))/\(missing.dropFirst(2))")
    switch shape {
    case .usual, .included, .commitMissing: break
    case .bare:
      for name in folder.files() where name.hasPrefix(".git/") {
        try folder.write(try folder.read(name), to: String(name.dropFirst(5)))
      }
      for name in ["refs/tags/x", "objects/info/x"] { try folder.write("", to: name) }
      try folder.remove(".git")
    case .file:
      for name in folder.files() where name.hasPrefix(".git/") {
        try folder.write(try folder.read(name), to: "inner/" + name.dropFirst(5))
      }
      try folder.remove(".git")
      try folder.write("gitdir: inner\n", to: ".git")
    }
  }

  /// Command lines of every command but those with which the user asks git to write.
  private static let lines = [
    "list", "list --at HEAD", "list --at 2023-11-15", "list changed:2023", "search new", "tags",
    "show plan", "show plan --at HEAD~1", "show plan --at HEAD", "open plan --help", "pick",
    "get plan", "links plan", "links --broken", "links --broken --since HEAD~1", "graph", "tasks",
    "board", "agenda", "cal", "remind", "today", "status", "stats", "diary --help",
    "letter", "schema", "schema infer .", "links --cited", "check",
    "check --staged", "fmt --check", "fmt --staged --check", "index", "log",
    "log plan", "log --since HEAD~1", "log --board", "log HEAD", "diff", "diff HEAD~1", "diff plan",
    "diff plan HEAD~1", "diff main", "diff @{upstream}", "restore plan -n", "resolve -n",
    "sync -n", "git setup -n", "git setup --hooks -n", "merge-driver b.md b.md b.md",
    "textconv plan.md", "render plan", "digest", "digest --since-commit HEAD~1",
    "publish -o site", "serve --help", "export --to jsonl", "share plan", "import --list",
    "parse plan.md", "query plan", "completions bash", "lsp --help", "mcp --help", "config", "init",
    "new Title --print-path", "clip Title", "jot text", "append plan more", "append --top plan more", "edit plan",
    "set plan mood=fine", "set plan mood:", "rename plan other -n", "mv plan.md Memo/plan.md -n",
    "attach plan b.md -n", "tag plan +x", "undo", "redo", "add task", "start task", "done task",
    "cancel task", "reopen task", "defer task tomorrow", "defer task", "links add plan task", "letter new --help",
    "context tag:x", "context -", "extract plan -n", "extract plan --level 1 -n", "merge plan b.md -n",
    "inline plan -n", "refile plan:1 b.md -n", "replace a b -n", "bake plan -n", "rename a: b: -n",
    "field move a --to body -n", "links convert wiki -n",
    "rm c.md",
    "restore plan",
  ]

  @Test func `every command is tried`() {
    let tried = Set(Self.lines.map { String($0.prefix { $0 != " " }) })
    #expect(Program.current.commandNames.subtracting(tried) == [])
  }

  @Test(arguments: Shape.allCases)
  func `no command runs a program of the repository`(shape: Shape) throws {
    let fixture = try fixture(shape)
    for line in Self.lines where CommandSession.has(line) {
      let run = fixture.session.run(line.split(separator: " ").map(String.init))
      #expect(fixture.sprung.isEmpty, "\(line): \(fixture.sprung) \(run.errors)")
      guard fixture.sprung.isEmpty else { return }
    }
  }

  /// Options against the programs that would stop git before it comes to the others.
  private static let off = [
    "core.fsmonitor", "filter.evil.process", "filter.evil.clean", "commit.gpgSign",
  ]
  .flatMap { ["-c", $0 + ($0.hasPrefix("f") ? "=" : "=false")] }

  /// A test whose traps do not work would find nothing.
  @Test(arguments: [
    (["status"], "core.fsmonitor"), (["status"], "filter.evil.process"),
    (off + ["diff", "HEAD"], "diff.evil.command"),
    (off + ["log", "-p"], "diff.evil.textconv"),
    (off + ["cat-file", "-p", "HEAD:b.md"], "remote.origin.uploadpack"),
    (off + ["add", "plan.md"], "post-index-change"),
    (off + ["commit", "-m", "x", "plan.md"], "pre-commit"),
  ])
  func `git itself runs them`(words: [String], trap: String) throws {
    let fixture = try fixture(.usual)
    let run = try ProgramRun.run(
      "/usr/bin/env", ["git"] + words, in: fixture.session.folder.path,
      environment: fixture.git.environment)
    #expect(fixture.sprung.contains(trap), "\(fixture.sprung) \(run.errors)")
  }

  @Test func `commands answer all the same`() throws {
    let fixture = try fixture(.usual)
    let log = fixture.session.run(["log", "plan"])
    #expect(log.status == 0 && log.output.contains("two"), "\(log.errors)")
    #expect(fixture.session.run(["show", "plan", "--at", "HEAD~1"]).output.contains("old"))
    let diff = fixture.session.run(["diff", "plan"])
    #expect(diff.output.contains("now"), "\(diff.errors)")
    #expect(fixture.session.run(["diff"]).output.contains("now"))
    #expect(fixture.session.run(["diff", "--json"]).output.contains("plan.md"))
    #expect(!fixture.session.run(["diff", "--json"]).output.contains("c.md"))
  }

  @Test func `git.commit takes effect only where the repository is trusted`() throws {
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture(in: session.folder)
    try session.folder.write("git.commit: true\n", to: ".sheaf/config.yaml")
    try session.folder.write("a\n", to: "a.md")
    try git.commitAll(date: 1_700_000_000)
    try session.folder.writeProgram("touch ../sprung", to: ".git/hooks/pre-commit")
    #expect(session.run(["append", "a", "more"]).errors.contains("git.commit"))
    #expect(try git.git("log", "--format=%s") == "change\n")
    #expect(session.run(["config", "trust"]).status == 0)
    #expect(session.run(["append", "a", "more"]).status == 0)
    #expect(try git.git("log", "--format=%s") != "change\n")
    // For all repositories of the user: one that is not trusted is none of them.
    #expect(session.run(["config", "trust", "--remove"]).status == 0)
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.home.write("git.commit: true\n", to: "config/sheaf/config.yaml")
    let run = session.run(["append", "a", "more"])
    #expect(run.errors.contains("git.commit takes effect only in a repository that you trust"))
  }

  @Test func `a .git that leads to the repository of another folder is refused`() throws {
    let other = try GitFixture()
    try other.folder.write("private\n", to: "secret.md")
    try other.commitAll("secret", date: 1_700_000_000)
    let session = try CommandSession(environment: GitFixture.identity)
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("a\n", to: "a.md")
    try session.folder.write("gitdir: \(other.folder.path)/.git\n", to: ".git")
    for line in ["log", "diff", "restore secret.md", "list --at HEAD"] {
      let run = session.run(line.split(separator: " ").map(String.init))
      #expect(run.status != 0 && !run.output.contains("secret"), "\(line): \(run.output)")
      #expect(run.errors.contains("which belongs to another folder"), "\(line): \(run.errors)")
    }
    #expect(session.run(["sync"]).status == 3)
    #expect(try other.git("log", "--format=%s") == "secret\n")
    #expect(session.run(["list"]).status == 0)
    try session.folder.write("gitdir: gone\n", to: ".git")
    #expect(session.run(["list"]).status == 0)
  }

  /// Ways in which a folder `.git` leads, in parts, to the repository of another folder.
  enum Lead: String, CaseIterable {
    case objects, references, heads, index, commonFolder, alternates, relativeLink, dangling, workTree, message
  }

  @Test(arguments: Lead.allCases)
  func `a folder .git of which a part lies in another repository is refused by every command`(lead: Lead) throws {
    let other = try GitFixture()
    try other.folder.write("private\n", to: "secret.md")
    try other.commitAll("secret", date: 1_700_000_000)
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture(in: session.folder)
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("a\n", to: "a.md")
    try git.commitAll("own", date: 1_700_000_000)
    let (own, data) = (session.folder.path + "/.git/", other.folder.path + "/.git/")
    func link(_ name: String, to target: String? = nil) throws {
      if FileManager.default.fileExists(atPath: own + name) { try session.folder.remove(".git/" + name) }
      try FileManager.default.createSymbolicLink(atPath: own + name, withDestinationPath: target ?? data + name)
    }
    switch lead {
    case .objects: for name in ["objects", "refs"] { try link(name) }
    case .references: try link("refs")
    case .heads: try link("refs/heads")
    case .index: try link("index")
    case .commonFolder: try session.folder.write(data + "\n", to: ".git/commondir")
    case .alternates: try session.folder.write(data + "objects\n", to: ".git/objects/info/alternates")
    case .relativeLink:
      let up = session.folder.path.split(separator: "/").map { _ in "../" }.joined()
      try link("packed-refs", to: up + "../" + data.dropFirst() + "HEAD")
    case .dangling: try link("ORIG_HEAD", to: "../../gone")
    case .workTree:
      let place = try TemporaryFolder()
      try git.git("config", "core.worktree", place.path)
    case .message: try link("COMMIT_EDITMSG", to: other.folder.path + "/secret.md")
    }
    for line in ["log", "diff", "restore secret.md", "list --at HEAD", "sync", "sync -n"] {
      let run = session.run(line.split(separator: " ").map(String.init))
      #expect(run.status != 0 && !run.output.contains("secret"), "\(line): \(run.output)")
      #expect(run.errors.contains("which belongs to another folder"), "\(line): \(run.errors)")
    }
    #expect(try other.git("log", "--format=%s") == "secret\n")
    #expect(try other.git("status", "--porcelain") == "")
    #expect(session.run(["list"]).status == 0)
  }

  @Test func `links within .git and hooks of the user's are no matter`() throws {
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture(in: session.folder)
    try session.folder.write("", to: ".sheaf/config.yaml")
    try session.folder.write("a\n", to: "a.md")
    try git.commitAll("own", date: 1_700_000_000)
    try session.home.writeProgram("exit 0", to: "hook")
    let own = session.folder.path + "/.git/"
    for (name, target) in [
      ("hooks/post-commit", session.home.path + "/hook"), ("info/exclude", session.home.path + "/ignored"),
      ("refs/heads/other", "main"),
    ] {
      try? session.folder.remove(".git/" + name)
      try FileManager.default.createSymbolicLink(atPath: own + name, withDestinationPath: target)
    }
    #expect(session.run(["log"]).output.contains("own"))
    try session.folder.write("", to: "b.md")
    #expect(session.run(["sync"]).status == 0)
  }

  @Test func `a work tree, a submodule and a folder set apart are read`() throws {
    let session = try CommandSession(environment: GitFixture.identity)
    let git = try GitFixture()
    try git.folder.write("", to: ".sheaf/config.yaml")
    try git.folder.write("a\n", to: "a.md")
    try git.commitAll("first", date: 1_700_000_000)
    try git.git("worktree", "add", "--quiet", session.folder.path + "/tree")
    try git.git(
      "clone", "--quiet", "--separate-git-dir", session.home.path + "/apart", git.folder.path,
      session.folder.path + "/apart")
    try git.git(
      "-c", "protocol.file.allow=always", "clone", "--quiet", git.folder.path,
      session.folder.path + "/super")
    try git.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", git.folder.path, "part",
      in: session.folder.path + "/super")
    for name in ["tree", "super/part"] {
      #expect(session.run(["-C", name, "log"]).output.contains("first"), "\(name)")
    }
    let apart = session.run(["-C", "apart", "log"])
    #expect(apart.errors.contains("core.worktree"), "\(apart.errors)")
    try git.git(
      "config", "core.worktree", session.folder.path + "/apart", in: session.folder.path + "/apart")
    #expect(session.run(["-C", "apart", "log"]).output.contains("first"))
  }
}
