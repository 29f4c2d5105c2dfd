import Foundation
import NoteHistory
import NoteTestSupport
import Testing

/// Trees that git never made of files, which a remote may send all the same: `git fetch` takes them.
@Suite struct HostileTreeTests {
  private let machines: TwoMachines
  private var one: TwoMachines.Machine { machines.one }
  private var two: TwoMachines.Machine { machines.two }

  init() throws { machines = try TwoMachines() }

  /// A tree of entries, each a path with the kind of its content. A name that ends in a slash is a folder.
  struct Shape: CustomTestStringConvertible, Sendable {
    /// The names from the top, and `->` with a target for a symbolic link.
    let entries: [String]
    var testDescription: String { entries.joined(separator: ", ").debugDescription }

    init(_ entries: String...) { self.entries = entries }
  }

  private static let hook = "hooks/post-merge"

  /// Names of `.git` on some file system, then other shapes that no work tree has.
  private static let unsafe: [Shape] =
    [
      ".git", ".GIT", ".Git", "git~1", "GIT~1", ".git.", ".git ", ".git. .", ".git::$INDEX_ALLOCATION", ".git:x",
      "git~1:x", ".g\u{200C}it", "\u{FEFF}.git", ".gi\u{206A}t", ".git\\x", "a\\.git",
    ].map { Shape($0 + "/" + hook) }
    + [
      Shape(".git"), Shape("a/.git/config"), Shape("../.git/" + hook), Shape("./.git/" + hook), Shape("..", "a/x"),
      Shape("\u{200D}../x"), Shape("x -> .git/hooks", "x/post-merge"), Shape("x -> .git/hooks", "X/post-merge"),
      Shape("y/x -> ../.git/hooks", "y/x/post-merge"), Shape("Cafe\u{301} -> .git/hooks", "Caf\u{E9}/post-merge"),
      Shape("x", "x -> .git/config"), Shape("x", "x"), Shape(".gitmodules -> x"), Shape("gitmod~1 -> x"),
    ]

  private static let safe = Shape(
    ".gitignore", ".gitattributes", ".github/x", ".git-x", "git", "git~2", "a..b/...", "..a", "a:b", "x -> tax.md",
    "Folder/x", "folder", ".gitmodules", "a b.git", "g\u{200C}it")

  @Test(arguments: unsafe)
  func `one path that git would not write refuses the whole tree, by name, before a byte is written`(
    shape: Shape
  ) throws {
    let before = try state(of: two)
    try send(shape)
    for command in [["sync"], ["sync", "--no-input"]] {
      let outcome = two.session.run(command)
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(outcome.errors.contains("git itself refuses to write. Nothing was changed:\n"), "\(outcome.errors)")
    }
    #expect(try state(of: two) == before)
    // With commits of its own, which have to be merged first.
    try two.write("mine\n", to: "mine.md")
    #expect(two.sync().status == 3)
    #expect(!two.session.folder.files().contains("new.md"))
  }

  @Test func `a tree out of order is refused with its path, before git ends with an assertion`() throws {
    let object = try one.git.git("rev-parse", "HEAD:tax.md").trimmed
    let raw = stride(from: 0, to: object.utf8.count, by: 2).map { place -> String in
      "\\x" + object.dropFirst(place).prefix(2)
    }.joined()
    let entries = ["new.md", "a.md", "tax.md"].map { "100644 \($0)\\0\(raw)" }.joined()
    let made = try ProgramRun.run(
      "/bin/bash", ["-c", "printf '\(entries)' | git hash-object -t tree -w --literally --stdin"],
      in: one.session.folder.path, environment: one.git.environment)
    #expect(made.status == 0, "\(made.errors)")
    let commit = try one.git.git("commit-tree", made.output.trimmed, "-p", "HEAD", "-m", "more").trimmed
    try one.git.git("push", "--quiet", "origin", commit + ":refs/heads/main")
    try two.write("mine\n", to: "mine.md")
    for _ in 0..<2 {
      let outcome = two.sync()
      #expect(outcome.status == 3 && outcome.errors.contains("\n  a.md"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("assert"))
    }
  }

  @Test func `names that only look like git's arrive`() throws {
    try send(Self.safe)
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(two.session.folder.files().contains("new.md"))
    #expect(try two.git.git("status", "--porcelain") == "")
  }

  @Test func `a symbolic link that git does not know is no folder of a tree`() throws {
    try two.write("x\n", to: ".git/info/exclude")
    _ = try ProgramRun.run("/bin/ln", ["-s", ".git/hooks", "x"], in: two.session.folder.path)
    try send(Shape("x/post-merge"))
    let outcome = two.sync()
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(outcome.errors.contains("x/post-merge: x is in the way (mv -n 'x' 'x.here')"), "\(outcome.errors)")
    let root = two.session.folder.path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: root + "/x") == ".git/hooks")
    #expect(!FileManager.default.fileExists(atPath: root + "/.git/hooks/post-merge"))
  }

  @Test func `a link of the former tree gives way to a folder`() throws {
    try one.write("a\n", to: "Deep/a.md")
    _ = try ProgramRun.run("/bin/ln", ["-s", "Deep", "x"], in: one.session.folder.path)
    try one.git.commitAll("link", date: 1_700_000_100)
    #expect(one.sync().status == 0 && two.sync().status == 0)
    try one.git.git("rm", "--quiet", "x")
    try one.write("b\n", to: "x/b.md")
    try one.git.commitAll("folder", date: 1_700_000_200)
    #expect(one.sync().status == 0)
    let outcome = two.sync()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try two.read("x/b.md") == "b\n" && two.read("Deep/a.md") == "a\n")
    #expect(!two.session.folder.files().contains("Deep/b.md"))
  }

  @Test func `no command makes files of such a tree, whatever commit it is of`() throws {
    try send(Shape(".git/" + Self.hook))
    try two.git.git("fetch", "--quiet")
    let before = try state(of: two)
    let listed = two.sheaf("list", "--at", "origin/main")
    #expect(listed.status == 3 && listed.errors.contains("Nothing was changed:\n  .git\n"), "\(listed.errors)")
    #expect(two.sheaf("restore", "new", "--at", "origin/main").status != 0)
    #expect(try state(of: two) == before)
  }

  @Test func `a tree that git would not write is never made for a site`() throws {
    for path in [".git/x", "a/GIT~1/x", "../x"] {
      #expect(throws: GitRefusal.unsafeTree([path.hasPrefix("..") ? ".." : String(path.dropLast(2))])) {
        try CheckedTree.check([path])
      }
    }
    try CheckedTree.check(["index.html", "a/index.html", ".nojekyll", "a..b/x"])
  }

  /// Every file of a machine outside of git's objects and references, and the branch.
  private func state(of machine: TwoMachines.Machine) throws -> [String] {
    let listing =
      "find . -path ./.git/objects -prune -o -path ./.git/refs -prune -o -type f -print "
      + "| grep -vE '^./.git/(FETCH_HEAD|index|logs/|ORIG_HEAD|packed-refs)' | sort | xargs -d '\\n' sha1sum"
    let run = try ProgramRun.run("/bin/sh", ["-c", listing], in: machine.session.folder.path)
    return run.output.split(separator: "\n").map(String.init) + [try machine.git.git("rev-parse", "HEAD")]
  }

  /// Commits a tree of this shape on what the remote has, with a note besides, and sends it.
  private func send(_ shape: Shape) throws {
    let folder = one.session.folder
    try folder.write("exit 0\n", to: ".git/content")
    let object = try one.git.git("hash-object", "-w", folder.path + "/.git/content").trimmed
    var root = Folder()
    for entry in shape.entries + ["new.md", "tax.md"] {
      let parts = entry.components(of: " -> ")
      var line = "100644 blob \(object)"
      if parts.count == 2 {
        try folder.write(parts[1], to: ".git/content")
        line = "120000 blob " + (try one.git.git("hash-object", "-w", folder.path + "/.git/content").trimmed)
      }
      root.add(parts[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)[...], line)
    }
    let tree = try make(root)
    let commit = try one.git.git("commit-tree", tree, "-p", "HEAD", "-m", "more").trimmed
    try one.git.git("push", "--quiet", "origin", commit + ":refs/heads/main")
  }

  private struct Folder {
    var files: [(name: String, line: String)] = []
    var folders: [(name: String, folder: Folder)] = []

    mutating func add(_ names: ArraySlice<String>, _ line: String) {
      guard names.count > 1, let first = names.first else {
        return files.append((names.joined(), line))
      }
      let place =
        folders.firstIndex { $0.name.utf8.elementsEqual(first.utf8) }
        ?? {
          folders.append((first, Folder()))
          return folders.count - 1
        }()
      folders[place].folder.add(names.dropFirst(), line)
    }
  }

  private func make(_ folder: Folder) throws -> String {
    let lines =
      folder.files.map { "\($0.line)\t\($0.name)\0" }
      + (try folder.folders.map { "040000 tree \(try make($0.folder))\t\($0.name)\0" })
    let run = try ProgramRun.run(
      "/usr/bin/git", ["mktree", "-z"], in: one.session.folder.path, environment: one.git.environment,
      input: lines.joined())
    #expect(run.status == 0, "\(run.errors)")
    return run.output.trimmed
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { $0 != "\n" }) }

  fileprivate func components(of separator: String) -> [String] {
    guard let range = firstRange(of: separator) else { return [self] }
    return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
  }
}
