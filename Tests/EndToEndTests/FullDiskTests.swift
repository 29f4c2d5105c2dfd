import Foundation
import NoteTestSupport
import Testing

/// A disk on which nothing more can be written: a small file system in memory, where mounting is allowed.
@Suite struct FullDiskTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
  }

  private static let canMount: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
    let run = try? ProgramRun.run(
      "/bin/sh", ["-c", "mount -t tmpfs -o size=64k tmpfs . && umount ."], in: folder.path)
    return run?.status == 0
  }()

  /// Runs `body` with a file system of 64 KB at `name` below the program's folder.
  private func withSmallDisk(at name: String, _ body: () throws -> Void) throws {
    let mount = try program.shell("mkdir -p \(name) && mount -t tmpfs -o size=64k tmpfs \(name)")
    try #require(mount.status == 0, "\(mount.errors)")
    defer { _ = try? program.shell("umount -l \(name)") }
    try body()
  }

  private func fill(_ folder: String) throws {
    _ = try program.shell("head -c 100000 /dev/zero > \(folder)/filler")
  }

  private func contents() throws -> [String: [UInt8]] {
    let names = program.folder.files().filter { $0.hasPrefix("notes/") }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try program.folder.read($0)) })
  }

  private var leftovers: [String] {
    program.folder.files().filter {
      $0.hasSuffix(".pending") || $0.hasSuffix(".undoing") || $0.contains("/.sheaf-")
        || $0.contains("/edit/")
    }
  }

  private func makeRepository() throws {
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    try program.folder.write("# A\n[[b]]\n", to: "notes/a.md")
    try program.folder.write("# B\n[a](a.md)\n", to: "notes/b.md")
    try program.folder.write(String(repeating: "x", count: 9_000), to: "photo.png")
    _ = try program.run(["list"])
  }

  @Test(
    .enabled(if: canMount, "mounting is not allowed here"),
    arguments: [
      ("set a.md k=v", "notes/a.md cannot be written"),
      ("new Title", "notes/Memo/Title.md cannot be created"),
      ("diary today words", "notes/Diary/2026/2026-11-21.md cannot be created"),
      ("add task", "notes/Diary/Tasks/task.md cannot be created"),
      ("attach a.md ../photo.png", "notes/assets/photo.png cannot be created"),
      ("mv b.md Deep/er/c.md", "notes/b.md cannot be written"),
      ("rename b 'A longer title'", "cannot be written"),
      ("check --fix", ""),
    ])
  func `a full disk below the notes`(words: String, message: String) throws {
    try withSmallDisk(at: "notes") {
      try makeRepository()
      try fill("notes")
      let before = try contents()
      let run = try program.shell("cd notes && \"$SHEAF\" --now 2026-11-21 \(words)")
      if !message.isEmpty {
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("No space left on device"), "\(run.errors)")
        #expect([73, 74].contains(run.status))
      }
      #expect(try contents() == before)
      #expect(leftovers == [])
      #expect(try program.run(["undo", "--list"]).status == 1)
      // A command that needs no space still works, and can be undone.
      #expect(try program.run(["rm", "b.md"]).status == 0)
    }
  }

  @Test(
    .enabled(if: canMount, "mounting is not allowed here"),
    arguments: ["set a.md k=v", "rm a.md", "mv a.md c.md", "edit a.md"])
  func `a full disk below the journal`(words: String) throws {
    try withSmallDisk(at: "state") {
      try makeRepository()
      #expect(try program.run(["set", "b.md", "k=v"]).status == 0)
      try fill("state")
      let before = try contents()
      let run =
        words.hasPrefix("edit")
        ? try program.runOnTerminal(words.split(separator: " ").map(String.init))
        : try program.shell("cd notes && \"$SHEAF\" \(words)")
      #expect(run.errors.contains("\(program.folder.path)/state/"), "\(run.errors)")
      #expect(run.errors.contains("No space left on device"), "\(run.errors)")
      #expect([73, 74].contains(run.status))
      #expect(try contents() == before)
      #expect(leftovers == [])
      #expect(try program.run(["undo"]).status == 0)
      #expect(try program.folder.read("notes/b.md") == Array("# B\n[a](a.md)\n".utf8))
    }
  }

  @Test(.enabled(if: canMount, "mounting is not allowed here"))
  func `a full disk below the index costs only time`() throws {
    try withSmallDisk(at: "cache") {
      try makeRepository()
      try fill("cache")
      let words = (0..<3_000).map { "word\($0)" }.joined(separator: " ")
      try program.folder.write(words, to: "notes/long.md")
      let run = try program.run(["set", "a.md", "k=v"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("\(program.folder.path)/cache/"), "\(run.errors)")
      let search = try program.run(["search", "word2999", "-l"])
      #expect(search.output == "long.md\n", "\(search.errors)")
    }
  }
}
