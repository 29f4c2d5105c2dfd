import Foundation
import NoteTestSupport
import Testing

/// Refusals of the system: a full disk, a folder that cannot be written, a file that cannot be read.
/// Nothing is changed then, nothing is left behind, and the message names the path.
@Suite struct FaultTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    try program.folder.write("# Hub\n[a](Locked/a.md)\n", to: "notes/hub.md")
    try program.folder.write("# A\n[[hub]]\n", to: "notes/Locked/a.md")
  }

  private static let isRoot = getuid() == 0

  /// Root may write everywhere, so the program runs as somebody else.
  private func runAsNobody(_ words: String) throws -> ProgramRun {
    _ = try program.shell("cp \"$SHEAF\" '\(program.folder.path)/sheaf'")
    return try program.shell(
      "cd notes && exec setpriv --reuid=65534 --clear-groups ../sheaf \(words)")
  }

  private func contents(of folder: String = "notes/") throws -> [String: [UInt8]] {
    let names = program.folder.files().filter { $0.hasPrefix(folder) }
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try program.folder.read($0)) })
  }

  /// Files of transactions that are neither done nor undone, and temporary ones, anywhere.
  private var leftovers: [String] {
    program.folder.files().filter {
      $0.hasSuffix(".pending") || $0.hasSuffix(".undoing") || $0.contains("/.sheaf-")
        || $0.contains("/edit/")
    }
  }

  @Test(
    .enabled(if: isRoot, "only root can give a folder away"),
    arguments: [
      ("set Locked/a.md k=v", "notes/Locked/a.md cannot be written", 74),
      ("set hub.md Locked/a.md k=v", "notes/Locked/a.md cannot be written", 74),
      ("mv Locked/a.md Elsewhere/", "notes/Locked/a.md to ", 73),
      ("mv hub.md Locked/", "notes/hub.md to ", 73),
      ("rename a 'Other title'", "notes/Locked/a.md cannot be", 74),
      ("rm Locked/a.md", "notes/Locked/a.md cannot be removed", 74),
      ("rm hub.md Locked", "notes/Locked/a.md cannot be removed", 74),
      ("new --in Locked Title", "notes/Locked/Title.md cannot be created", 73),
      ("tag Locked/a.md +x", "notes/Locked/a.md cannot be written", 74),
    ])
  func `a folder that cannot be written`(words: String, message: String, status: Int32) throws {
    _ = try program.shell(
      "chown -R 65534 . && chmod 755 . && chmod 555 notes/Locked && mkdir state home cache && chown 65534 state home cache"
    )
    let before = try contents()
    let run = try runAsNobody(words)
    #expect(run.errors.contains("\(program.folder.path)/\(message)"), "\(run.errors)")
    #expect(run.errors.contains("Permission denied"))
    #expect(run.status == status)
    #expect(try contents() == before)
    #expect(leftovers == [])
  }

  @Test(
    .enabled(if: isRoot, "only root can give a file away"),
    arguments: [
      "set hub.md k=v", "rm hub.md", "mv hub.md b.md", "edit hub.md", "rename hub.md Other",
      "tag hub.md +x", "attach hub.md Locked/a.md",
    ])
  func `a note that cannot be read`(words: String) throws {
    _ = try program.shell(
      "chown -R 65534 . && chmod 755 . && mkdir state home cache && chown 65534 state home cache && chmod 000 notes/hub.md"
    )
    let run = try runAsNobody(words)
    #expect(run.errors.contains("notes/hub.md cannot be read: Permission denied"), "\(run.errors)")
    #expect(run.status == 74)
    #expect(leftovers == [])
    #expect(program.folder.files().filter { $0.hasPrefix("notes/") }.count == 3)
  }

  @Test(
    .enabled(if: isRoot, "only root can give a folder away"),
    arguments: ["state", "state/sheaf/KEY/journal"])
  func `a state folder that cannot be written`(place: String) throws {
    _ = try program.shell(
      "mkdir state home cache; chown -R 65534 . && chmod 755 .")
    #expect(try runAsNobody("set hub k=v").status == 0)
    let before = try contents()
    _ = try program.shell("chmod 555 $(echo \(place) | sed s:KEY:*:)")
    let run = try runAsNobody("set hub k=w")
    #expect(place == "state" ? run.status == 0 : run.status == 73, "\(run.errors)")
    if place != "state" {
      #expect(run.errors.contains("journal/00000002.pending cannot be created"), "\(run.errors)")
      #expect(try contents() == before)
    }
    #expect(leftovers == [])
  }

  @Test(arguments: ["mv hub.md NAME.md", "mv Locked NAME", "attach hub.md NAME"])
  func `a name that is too long`(words: String) throws {
    let before = try contents()
    let name = String(repeating: "가", count: 100)
    let run = try program.shell(
      "cd notes && \"$SHEAF\" \(words.replacingOccurrences(of: "NAME", with: name))")
    #expect(run.errors.contains(name), "\(run.errors)")
    #expect(run.errors.contains("File name too long"), "\(run.errors)")
    #expect([73, 74].contains(run.status))
    #expect(try contents() == before)
    #expect(leftovers == [])
  }

  @Test func `titles that are too long are cut to what a file name may hold`() throws {
    let title = String(repeating: "가", count: 300)
    let run = try program.run(["new", title])
    #expect(run.status == 0, "\(run.errors)")
    #expect(program.folder.files().contains { $0.hasPrefix("notes/Memo/가") })
  }

  @Test func `a note that vanished while it was edited comes back by undo`() throws {
    let before = try program.folder.read("notes/hub.md")
    try program.folder.write(
      "#!/bin/sh\necho typed > \"$1\"; rm '\(program.folder.path)/notes/hub.md'\n", to: "editor.sh")
    try setPermissions(0o755, of: program.folder.path + "/editor.sh")
    let run = try program.runOnTerminal(
      ["edit", "hub"], environment: ["EDITOR": program.folder.path + "/editor.sh"])
    #expect(run.errors.contains("hub.md was removed"), "\(run.errors)")
    #expect(try program.run(["undo"]).status == 0)
    #expect(try program.folder.read("notes/hub.md") == before)
  }
}
