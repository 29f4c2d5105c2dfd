import Foundation
import HostSystem
import NoteTestSupport
import Testing

/// The real git merging notes with the drivers that `git setup` registers.
@Suite struct GitMergeTests {
  private static let note = """
    ---
    title: Taxes
    status: todo
    due: 2026-11-30
    tags: [home]
    ---

    - [ ] forms
    - [ ] stamps

    Text.

    """

  /// A repository of notes in git; `setup` is what `sheaf git setup` is told.
  private struct Scene {
    let git = Result { try GitFixture() }
    let program = Result { try BuiltProgram() }

    init() throws {
      try sheaf("init")
      try write(GitMergeTests.note)
      try git.get().commitAll("base", date: 1_795_000_000)
    }

    var folder: TemporaryFolder { get throws { try git.get().folder } }

    @discardableResult
    func sheaf(_ words: String..., in place: String? = nil) throws -> ProgramRun {
      let program = try program.get()
      return try ProgramRun.run(
        program.path, words, in: place ?? folder.path,
        environment: git.get().environment.merging(program.environment) { $1 })
    }

    func write(_ text: String, to name: String = "Taxes.md") throws {
      try folder.write(text, to: name)
    }

    func read(_ name: String = "Taxes.md") throws -> String {
      String(decoding: try folder.read(name), as: UTF8.self)
    }

    /// A branch `theirs` and changes on `main`, each a commit.
    func diverge(_ ours: String, _ theirs: String, file: String = "Taxes.md") throws {
      let git = try git.get()
      try git.git("branch", "theirs")
      try write(ours, to: file)
      try git.commitAll("ours", date: 1_795_000_100)
      try git.git("checkout", "--quiet", "theirs")
      try write(theirs, to: file)
      try git.commitAll("theirs", date: 1_795_000_200)
      try git.git("checkout", "--quiet", "main")
    }
  }

  private static let ours = note.replacing("status: todo", with: "status: doing")
    .replacing("[ ] forms", with: "[x] forms").replacing("[home]", with: "[home, money]")
  private static let theirs = note.replacing("due: 2026-11-30", with: "due: 2026-12-04")
    .replacing("[ ] stamps", with: "[x] stamps").replacing("[home]", with: "[home, tax]")
  private static let merged = note.replacing("status: todo", with: "status: doing")
    .replacing("due: 2026-11-30", with: "due: 2026-12-04")
    .replacing("[ ] forms", with: "[x] forms").replacing("[ ] stamps", with: "[x] stamps")
    .replacing("[home]", with: "[home, money, tax]")

  private static let attributes = ["*.md", "*.markdown", "*.canvas", "*.base", ".sheaf/*.yaml"]
    .map { $0 + " merge=sheaf\n" }.joined()

  @Test func `without setup, git itself cannot merge these`() throws {
    let scene = try Scene()
    try scene.diverge(Self.ours, Self.theirs)
    #expect(throws: GitFailure.self) { try scene.git.get().git("merge", "theirs") }
  }

  @Test func `two clones that change different fields and boxes merge`() throws {
    let scene = try Scene()
    try #expect(scene.sheaf("git", "setup").status == 0)
    try scene.diverge(Self.ours, Self.theirs)
    try scene.git.get().git("merge", "--quiet", "theirs")
    try #expect(scene.read() == Self.merged)
  }

  @Test(arguments: ["rebase theirs", "cherry-pick theirs", "merge --squash theirs"])
  func `other commands that merge use the driver as well`(line: String) throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.diverge(Self.ours, Self.theirs)
    let words = line.split(separator: " ").map(String.init)
    let git = try scene.git.get()
    let run = try ProgramRun.run(
      "/usr/bin/env", ["git"] + words, in: git.folder.path, environment: git.environment)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let text = try scene.read().replacing("tax, money", with: "money, tax")
    #expect(text == Self.merged)
  }

  @Test func `a stash is applied with the driver`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.write(Self.theirs)
    try scene.git.get().git("stash", "--quiet")
    try scene.write(Self.ours)
    try scene.git.get().commitAll("ours", date: 1_795_000_100)
    try scene.git.get().git("stash", "pop", "--quiet")
    try #expect(scene.read() == Self.merged)
  }

  @Test func `a worktree of its own has the driver`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.diverge(Self.ours, Self.theirs)
    let place = try scene.folder.path + "/../" + "tree-\(scene.folder.path.hashValue.magnitude)"
    try scene.git.get().git("worktree", "add", "--quiet", "-b", "other", place, "main")
    try scene.git.get().git("merge", "--quiet", "theirs", in: place)
    let text = try ProgramRun.run("/bin/cat", ["Taxes.md"], in: place).output
    try scene.git.get().git("worktree", "remove", "--force", place)
    #expect(text == Self.merged)
  }

  /// Kernels before 5.6 and some containers have no call that opens a path without links.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
  func `a folder of notes inside a larger repository is set up by an old kernel too`() throws {
    let scene = try Scene()
    try scene.write(Self.note, to: "my notes/.sheaf/empty.md")
    let place = try scene.folder.path + "/my notes"
    let run = try ProgramRun.run(
      "/usr/bin/strace",
      ["-f", "-o", "/dev/null", "-e", "trace=openat2", "-e", "inject=openat2:error=ENOSYS"]
        + [scene.program.get().path, "git", "setup"], in: place,
      environment: scene.git.get().environment.merging(scene.program.get().environment) { $1 })
    #expect(run.status == 0, "\(run.errors)")
    try #expect(scene.read(".git/info/attributes").contains("merge=sheaf"))
  }

  @Test func `a folder of notes inside a larger repository has patterns of its own`() throws {
    let scene = try Scene()
    try scene.write(Self.note, to: "my notes/.sheaf/empty.md")
    try scene.write(Self.note, to: "my notes/Taxes.md")
    try scene.git.get().commitAll("nested", date: 1_795_000_050)
    let place = try scene.folder.path + "/my notes"
    try #expect(scene.sheaf("git", "setup", in: place).status == 0)
    try #expect(
      scene.read(".git/info/attributes") == """
        "my notes/**/*.md" merge=sheaf
        "my notes/**/*.markdown" merge=sheaf
        "my notes/**/*.canvas" merge=sheaf
        "my notes/**/*.base" merge=sheaf
        "my notes/.sheaf/*.yaml" merge=sheaf

        """)
    try scene.diverge(Self.ours, Self.theirs, file: "my notes/Taxes.md")
    try scene.git.get().git("merge", "--quiet", "theirs")
    try #expect(scene.read("my notes/Taxes.md") == Self.merged)
  }

  @Test(arguments: ["-a.md", "new\nline.md", "it's \"quoted\" $(x).md"])
  func `a name that a shell or an option could mean does no harm`(name: String) throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.write(Self.note, to: name)
    try scene.git.get().commitAll("named", date: 1_795_000_050)
    try scene.diverge(Self.ours, Self.theirs, file: name)
    try scene.git.get().git("merge", "--quiet", "theirs")
    try #expect(scene.read(name) == Self.merged)
  }

  @Test func `settings with a key of each side merge by key`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    let file = ".sheaf/other.yaml"
    try scene.write("b: 1\n", to: file)
    try scene.git.get().commitAll("settings", date: 1_795_000_050)
    try scene.diverge("a: here\nb: 1\n", "b: 1\nc: there\n", file: file)
    try scene.git.get().git("merge", "--quiet", "theirs")
    try #expect(scene.read(file) == "a: here\nb: 1\nc: there\n")
  }

  @Test func `git's own merge takes over where the program is gone`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    let git = try scene.git.get()
    let driver = String(try git.git("config", "merge.sheaf.driver").dropLast())
    try git.git(
      "config", "merge.sheaf.driver", driver.replacing(scene.program.get().path, with: "/gone"))
    try scene.diverge(
      Self.note.replacing("title: Taxes", with: "title: Tax"),
      Self.note.replacing("Text.", with: "Their text."))
    try git.git("merge", "--quiet", "theirs")
    try #expect(
      scene.read()
        == Self.note.replacing("title: Taxes", with: "title: Tax")
        .replacing("Text.", with: "Their text."))
  }

  @Test func `a submodule has the driver`() throws {
    let scene = try Scene()
    let git = try scene.git.get()
    let outer = try GitFixture()
    try outer.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", scene.folder.path, "notes")
    let place = outer.folder.path + "/notes"
    try #expect(scene.sheaf("git", "setup", in: place).status == 0)
    try scene.diverge(Self.ours, Self.theirs)
    try git.git("-c", "protocol.file.allow=always", "fetch", "--quiet", in: place)
    try git.git("merge", "--quiet", "origin/main", in: place)
    try git.git("merge", "--quiet", "origin/theirs", in: place)
    try #expect(String(decoding: outer.folder.read("notes/Taxes.md"), as: UTF8.self) == Self.merged)
  }

  @Test func `two values for one field conflict on their lines, and git says so`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.diverge(Self.note.replacing("11-30", with: "12-01"), Self.theirs)
    #expect(throws: GitFailure.self) { try scene.git.get().git("merge", "theirs") }
    try #expect(
      scene.read().contains(
        """
        status: todo
        <<<<<<< ours
        due: 2026-12-01
        =======
        due: 2026-12-04
        >>>>>>> theirs
        tags: [home, tax]
        """))
  }

  @Test func `the form of conflicts is that of git's configuration`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup")
    try scene.git.get().git("config", "merge.conflictStyle", "zdiff3")
    try scene.diverge(Self.note.replacing("11-30", with: "12-01"), Self.theirs)
    #expect(throws: GitFailure.self) { try scene.git.get().git("merge", "theirs") }
    try #expect(scene.read().contains("||||||| base\ndue: 2026-11-30\n=======\n"))
  }

  @Test func `the driver works outside a repository and follows git's contract`() throws {
    let scene = try Scene()
    let folder = try TemporaryFolder()
    for (name, text) in [("O", Self.note), ("A", Self.ours), ("B", Self.theirs)] {
      try folder.write(text, to: name)
    }
    let run = try scene.sheaf("merge-driver", "O", "A", "B", "7", "Taxes.md", in: folder.path)
    #expect(run.status == 0)
    #expect(String(decoding: try folder.read("A"), as: UTF8.self) == Self.merged)
    try folder.write(Self.note.replacing("11-30", with: "12-01"), to: "A")
    let second = try scene.sheaf("merge-driver", "O", "A", "B", "9", "Taxes.md", in: folder.path)
    #expect(second.status == 1)
    #expect(second.errors == "Taxes.md: both sides changed due\n")
    #expect(String(decoding: try folder.read("A"), as: UTF8.self).contains("\n<<<<<<<<< ours\n"))
  }

  @Test func `two new notes that only happen to have one name are a conflict`() throws {
    let scene = try Scene()
    let folder = try TemporaryFolder()
    for (name, text) in [("O", ""), ("A", "# One\n"), ("B", "# Two\n")] { try folder.write(text, to: name) }
    #expect(try scene.sheaf("merge-driver", "O", "A", "B", "7", "Taxes.md", in: folder.path).status == 1)
    #expect(String(decoding: try folder.read("A"), as: UTF8.self).contains("# One\n=======\n# Two\n"))
  }

  @Test func `what is no note is merged by git itself`() throws {
    let scene = try Scene()
    let folder = try TemporaryFolder()
    let broken = "---\na: b: c\n---\n\none\n\ntwo\n\nthree\n"
    try folder.write(broken, to: "O")
    try folder.write(broken.replacing("one", with: "ONE"), to: "A")
    try folder.write(broken.replacing("three", with: "THREE"), to: "B")
    let run = try scene.sheaf("merge-driver", "O", "A", "B", in: folder.path)
    #expect(run.status == 0)
    #expect(
      String(decoding: try folder.read("A"), as: UTF8.self)
        == broken.replacing("one", with: "ONE").replacing("three", with: "THREE"))
  }

  @Test func `git shows, blames and applies notes as without Sheaf, also with the diff driver`()
    throws
  {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.sheaf("git", "setup", "--word-diff")
    try scene.write(Self.note.replacing("Text.", with: "## Part\n\none\n\ntwo\n\nthree\n\nfour"))
    try git.commitAll("longer", date: 1_795_000_100)
    try scene.write(scene.read().replacing("four", with: "five").replacing("11-30", with: "12-01"))
    let patch = try git.git("diff")
    #expect(patch.contains(" @@ ## Part\n") && patch.contains("+due: 2026-12-01\n"), "\(patch)")
    let changed = try scene.read()
    try git.git("stash", "--quiet")
    try scene.folder.write(patch, to: "../patch")
    try git.git("apply", scene.folder.path + "/../patch")
    try #expect(scene.read() == changed)
    let lines = changed.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    try #expect(git.git("blame", "-s", "Taxes.md").split(separator: "\n").count == lines)
    // The settings of an earlier setup are removed.
    try git.git("config", "diff.sheaf.textconv", "/gone textconv --")
    try #expect(scene.sheaf("git", "setup", "--word-diff").output.contains("- diff.sheaf\n"))
    #expect(throws: GitFailure.self) { try git.git("config", "diff.sheaf.textconv") }
    try scene.sheaf("git", "setup")
    try #expect(scene.read(".git/info/attributes") == Self.attributes)
    #expect(throws: GitFailure.self) { try git.git("config", "diff.sheaf.xfuncname") }
  }

  @Test func `the driver of somebody else stays in force`() throws {
    let scene = try Scene()
    try scene.write("*.md merge=union\n", to: ".gitattributes")
    let run = try scene.sheaf("git", "setup")
    #expect(run.status == 3)
    #expect(run.errors.contains("already set merge=union for notes"), "\(run.errors)")
    try scene.write("*.md diff=git-crypt\n", to: ".gitattributes")
    try #expect(scene.sheaf("git", "setup", "--word-diff").status == 3)
    try #expect(scene.sheaf("git", "setup").status == 0)
  }

  @Test(arguments: ["*.md -merge", "*.md merge=union"])
  func `attributes of somebody else for all notes stay in force`(line: String) throws {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.write(line + "\n", to: ".gitattributes")
    let config = try git.git("config", "--local", "--list")
    for option in ["--quiet", "--shared", "--hooks"] {
      let run = try scene.sheaf("git", "setup", option)
      #expect(run.status == 3)
      #expect(run.errors.contains("already set \(line.dropFirst("*.md ".count)) for notes"), "\(run.errors)")
    }
    try #expect(scene.read(".gitattributes") == line + "\n")
    try #expect(git.git("config", "--local", "--list") == config)
  }

  @Test(arguments: [("", "secret/*.md merge=union"), ("sub", "*.md merge=union"), ("", "later/*.md -merge")])
  func `attributes of somebody else for some notes stay in force, and the others get the driver`(
    folder: String, line: String
  ) throws {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.write("x\n", to: "secret/비밀 1.md")
    try git.git("add", "--all")
    try scene.write(line + "\n", to: folder.isEmpty ? ".gitattributes" : folder + "/.gitattributes")
    let clone = try scene.sheaf("git", "setup")
    #expect(clone.status == 3 && clone.errors.contains("this attribute remains in force"), "\(clone.errors)")
    try #expect(scene.sheaf("git", "setup", "--shared").status == 0)
    func driver(_ path: String) throws -> String { try git.git("check-attr", "merge", path) }
    let theirs = folder.isEmpty ? line.prefix { $0 != "*" } + "a.md" : folder + "/a.md"
    try #expect(driver(String(theirs)).contains(line.hasSuffix("-merge") ? "merge: unset" : "merge: union"))
    try #expect(driver("a.md").contains("merge: sheaf"))
    try #expect(scene.sheaf("git", "setup", "--shared").output == "")
  }

  @Test(arguments: ["*.md filter=lfs -text", "/secret/** filter=git-crypt diff=git-crypt"])
  func `a filter of somebody else is no matter for the driver`(line: String) throws {
    let scene = try Scene()
    try scene.write(line + "\n", to: ".gitattributes")
    for option in ["--quiet", "--shared", "--hooks"] {
      let run = try scene.sheaf("git", "setup", option)
      #expect(run.status == 0, "\(run.errors)")
    }
    try #expect(scene.read(".gitattributes").hasSuffix(line + "\n"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git-crypt")))
  func `git merges an encrypted note with the driver, and its conflicts are readable`() throws {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.sheaf("git", "setup")
    try git.git("crypt", "init")
    try scene.write("*.md filter=git-crypt diff=git-crypt\n", to: ".gitattributes")
    try git.git("add", "--renormalize", ".")
    try git.commitAll("encrypted", date: 1_795_000_050)
    for (branch, changes) in [("one", ["11-30": "12-01", "Text.": "Text 1."]), ("two", ["todo": "doing"])] {
      try git.git("checkout", "--quiet", "-b", branch, "main")
      let text = try scene.read()
      try scene.write(changes.reduce(text) { $0.replacing($1.key, with: $1.value) })
      try git.commitAll(branch, date: 1_795_000_100)
    }
    try git.git("merge", "--quiet", "--no-edit", "one")
    let merged = try scene.read()
    #expect(merged.contains("12-01") && merged.contains("Text 1."), "\(merged)")
    try #expect(git.git("show", "HEAD:Taxes.md").contains("GITCRYPT"))
    try git.git("checkout", "--quiet", "-b", "three", "main")
    try scene.write(scene.read().replacing("11-30", with: "12-24"))
    try git.commitAll("three", date: 1_795_000_200)
    #expect(throws: GitFailure.self) { try git.git("merge", "--quiet", "--no-edit", "two", "one") }
    #expect(throws: GitFailure.self) { try git.git("merge", "--quiet", "--no-edit", "one") }
    let marked = try scene.read()
    #expect(marked.contains("<<<<<<<") && marked.contains("12-24") && marked.contains("12-01"), "\(marked)")
  }

  @Test func `two notes are not merged into one, even where their lines would fit`() throws {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.sheaf("git", "setup")
    let note = Self.note.replacing("title:", with: "id: 1a2b3c4d\ntitle:")
    try scene.write(note, to: "Todo.md")
    try git.commitAll("todo", date: 1_795_000_050)
    try scene.diverge(
      note.replacing("1a2b3c4d", with: "9z8y7x6w").replacing("stamps", with: "envelopes"),
      note.replacing("status: todo", with: "status: doing"), file: "Todo.md")
    #expect(throws: GitFailure.self) { try git.git("merge", "--quiet", "--no-edit", "theirs") }
    let marked = try scene.read("Todo.md")
    #expect(
      marked.contains("<<<<<<<") && marked.contains("id: 1a2b3c4d") && marked.contains("id: 9z8y7x6w"), "\(marked)")
  }

  @Test func `setup is done once, shared with others on request, and removed`() throws {
    let scene = try Scene()
    let git = try scene.git.get()
    let before = try git.git("config", "--local", "--list")
    try #expect(!scene.sheaf("status").output.contains("git setup"))
    try scene.sheaf("git", "setup", "--shared")
    try #expect(
      scene.read(".gitattributes")
        == Self.attributes)
    try #expect(scene.sheaf("git", "setup", "--shared").output == "")
    try git.git("config", "--remove-section", "merge.sheaf")
    try #expect(scene.sheaf("status").output.contains("(sheaf git setup)"))
    try scene.sheaf("git", "setup")
    try #expect(!scene.sheaf("status").output.contains("git setup"))
    try scene.sheaf("git", "setup", "--remove")
    try #expect(git.git("config", "--local", "--list") == before)
    try #expect(!scene.folder.files().contains(".gitattributes"))
    try #expect(!scene.folder.files().contains(".git/info/attributes"))
  }

  @Test func `a hunk is headed by the heading above it`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup", "--word-diff")
    let lines = (1...20).map { "줄 \($0)입니다.\n" }.joined(separator: "\n")
    let text = "# 처음\n\n한 줄.\n\n## 계획\n\n" + lines
    try scene.write(text, to: "plan.md")
    try scene.git.get().commitAll("plan", date: 1_795_000_100)
    try scene.write(text.replacing("줄 15입니다", with: "줄 15이었습니다"), to: "plan.md")
    let diff = try scene.git.get().git("diff", "--word-diff")
    #expect(diff.contains("@@ ## 계획\n"), "\(diff)")
    #expect(diff.contains("줄 15[-입-]{+이었습+}니다."), "\(diff)")
    try scene.git.get().commitAll("past", date: 1_795_000_200)
    #expect(try scene.git.get().git("log", "-1", "-p").contains("+줄 15이었습니다.\n"))
  }

  // MARK: - The pre-commit hook

  private static let hook = ".git/hooks/pre-commit"

  @Test func `the hook checks what is staged, and a commit without a check is possible`() throws {
    let scene = try Scene()
    let git = try scene.git.get()
    let run = try scene.sheaf("git", "setup", "--hooks")
    #expect(run.status == 0, "\(run.errors)")
    try #expect(scene.sheaf("git", "setup", "--hooks").output == "")
    try scene.write("# A\n\n[[Nowhere]]\n", to: "A.md")
    try git.git("add", "A.md")
    let failure = #expect(throws: GitFailure.self) { try git.git("commit", "--message", "a") }
    #expect(failure?.errors.contains("A.md:3:1") == true, "\(failure?.errors ?? "")")
    try scene.write("# A\n\n* item\n", to: "A.md")
    try git.git("add", "A.md")
    let second = #expect(throws: GitFailure.self) { try git.git("commit", "--message", "a") }
    #expect(second?.errors.contains("“sheaf fmt --staged” formats the staged text") == true)
    try git.git("commit", "--quiet", "--no-verify", "--message", "a")
    try scene.write("# B\n\n- item\n", to: "B.md")
    try git.git("add", "B.md")
    try git.git("commit", "--quiet", "--message", "b")
    try git.git("commit", "--quiet", "--amend", "--all", "--message", "b again")
  }

  @Test func `a hook that is there keeps its lines, and gets them back alone`() throws {
    let scene = try Scene()
    let own = "#!/usr/bin/env bash\necho own >> own.log\nexit 0\n"
    try scene.write(own, to: Self.hook)
    let path = try scene.folder.path + "/" + Self.hook
    try setPermissions(0o755, of: path)
    try scene.sheaf("git", "setup", "--hooks")
    let text = try scene.read(Self.hook)
    #expect(text.hasPrefix("#!/usr/bin/env bash\n# >>> sheaf\n"))
    #expect(text.hasSuffix("# <<< sheaf\necho own >> own.log\nexit 0\n"))
    try #expect(permissions(of: path) == 0o755)
    try scene.write("# B\n", to: "B.md")
    try scene.git.get().commitAll("b", date: 1_795_000_100)
    try #expect(scene.read("own.log") == "own\n")
    try scene.sheaf("git", "setup", "--hooks", "--remove")
    try #expect(scene.read(Self.hook) == own)
    try #expect(scene.git.get().git("config", "merge.sheaf.name") != "")
  }

  @Test func `a hook of ours alone goes with the setup`() throws {
    let scene = try Scene()
    try scene.sheaf("git", "setup", "--hooks")
    try scene.sheaf("git", "setup", "--remove")
    try #expect(!scene.folder.files().contains(Self.hook))
  }

  @Test func `hooks that are no shell scripts, are off or serve others as well are left alone`()
    throws
  {
    let scene = try Scene()
    try scene.write("#!/usr/bin/python3\nprint(1)\n", to: Self.hook)
    let foreign = try scene.sheaf("git", "setup", "--hooks")
    #expect(foreign.status == 3)
    #expect(foreign.errors.contains("is not a shell script"))
    #expect(foreign.errors.contains("check --staged"))
    try scene.write("#!/bin/sh\nexit 1\n", to: Self.hook)
    try #expect(scene.sheaf("git", "setup", "--hooks").errors.contains("is not executable"))
    try scene.git.get().git("config", "core.hooksPath", "/nowhere/hooks")
    try #expect(
      scene.sheaf("git", "setup", "--hooks").errors.contains("core.hooksPath is outside of"))
    try #expect(scene.read(Self.hook) == "#!/bin/sh\nexit 1\n")
  }

  /// Husky runs the user's hooks from its own, which it overwrites whenever it is installed.
  @Test(arguments: [nil, "exit 0\n"]) func `the hook of husky is the user's one`(own: String?) throws {
    let scene = try Scene()
    let git = try scene.git.get()
    let runner = "#!/bin/sh\n[ ! -f .husky/pre-commit ] || sh -e .husky/pre-commit\n"
    try scene.write(runner, to: ".husky/_/pre-commit")
    _ = chmod(try scene.folder.path + "/.husky/_/pre-commit", 0o755)
    if let own { try scene.write(own, to: ".husky/pre-commit") }
    try git.git("config", "core.hooksPath", ".husky/_")
    try #expect(scene.sheaf("git", "setup", "--hooks").status == 0)
    try #expect(scene.read(".husky/_/pre-commit") == runner)
    try scene.write("# A\n\n[[Nowhere]]\n", to: "A.md")
    try git.git("add", "--all")
    #expect(throws: GitFailure.self) { try git.git("commit", "--message", "a") }
    try #expect(scene.sheaf("git", "setup", "--remove", "--hooks").status == 0)
    #expect((try? scene.read(".husky/pre-commit")) == own)
  }

  @Test func `the hook of a folder of notes inside a larger repository looks at that folder`()
    throws
  {
    let scene = try Scene()
    let git = try scene.git.get()
    try scene.write(Self.note, to: "it's notes/.sheaf/empty.md")
    let place = try scene.folder.path + "/it's notes"
    try #expect(scene.sheaf("git", "setup", "--hooks", in: place).status == 0)
    try scene.write("# A\n\n[[Nowhere]]\n", to: "it's notes/A.md")
    try git.git("add", "--all")
    #expect(throws: GitFailure.self) { try git.git("commit", "--message", "a") }
  }
}
