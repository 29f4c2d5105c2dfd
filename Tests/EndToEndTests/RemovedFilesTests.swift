import Foundation
import HostSystem
import NoteTestSupport
import Testing

/// Files that `rm` removes come back as they were: attributes, permissions, links, folders.
@Suite struct RemovedFilesTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
    try program.folder.write("# A\n", to: "notes/Memo/Deep/a.md")
    try program.folder.write("# B\n[a](Deep/a.md)\n", to: "notes/Memo/b.md")
    try program.folder.write("# Hub\n[[a]]\n", to: "notes/hub.md")
  }

  private func shell(_ line: String) throws -> ProgramRun {
    try program.shell("cd notes && " + line)
  }

  @Test func `permissions and extended attributes come back`() throws {
    try setPermissions(0o640, of: program.folder.path + "/notes/hub.md")
    let set = try shell(
      "python3 -c \"import os; os.setxattr('hub.md', 'user.mark', b'\\x00kept')\"")
    #expect(try shell("\"$SHEAF\" rm hub.md && test ! -e hub.md && \"$SHEAF\" undo").status == 0)
    #expect(try permissions(of: program.folder.path + "/notes/hub.md") == 0o640)
    guard set.status == 0, HostSystem.Host.guarantees.keepsAttributes else { return }
    let mark = try shell("python3 -c \"import os; print(os.getxattr('hub.md', 'user.mark'))\"")
    #expect(mark.output == "b'\\x00kept'\n")
  }

  @Test func `a symbolic link comes back as a link, and its note is untouched`() throws {
    try makeLink(at: program.folder.path + "/notes/link.md", to: "Memo/b.md")
    #expect(try shell("\"$SHEAF\" rm link.md").status == 0)
    #expect(program.folder.files().contains("notes/Memo/b.md"))
    #expect(try shell("test ! -L link.md && \"$SHEAF\" undo").status == 0)
    #expect(try linkTarget(of: program.folder.path + "/notes/link.md") == "Memo/b.md")
  }

  @Test func `a link and its note go and come back together`() throws {
    try makeLink(at: program.folder.path + "/notes/link.md", to: "Memo/b.md")
    let run = try shell("\"$SHEAF\" rm Memo/b.md link.md")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try shell("test ! -L link.md && test ! -e Memo/b.md && \"$SHEAF\" undo").status == 0)
    #expect(try linkTarget(of: program.folder.path + "/notes/link.md") == "Memo/b.md")
    #expect(try program.folder.read("notes/link.md") == program.folder.read("notes/Memo/b.md"))
  }

  @Test func `a link that moves leads to the same note`() throws {
    try makeLink(at: program.folder.path + "/notes/link.md", to: "Memo/b.md")
    let run = try shell("\"$SHEAF\" mv link.md Memo/Deep/")
    #expect(run.status == 0, "\(run.errors)")
    let moved = program.folder.path + "/notes/Memo/Deep/link.md"
    #expect(try linkTarget(of: moved) == "../b.md")
    #expect(try shell("\"$SHEAF\" undo").status == 0)
    #expect(try linkTarget(of: program.folder.path + "/notes/link.md") == "Memo/b.md")
  }

  @Test func `a folder goes with what is in it and comes back`() throws {
    let before = program.folder.files().filter { $0.hasPrefix("notes/") }
    let run = try shell("\"$SHEAF\" rm Memo")
    #expect(run.output == "Memo/Deep/a.md\nMemo/b.md\n", "\(run.errors)")
    #expect(run.errors.contains("hub.md:2"), "\(run.errors)")
    #expect(try shell("test ! -e Memo && \"$SHEAF\" undo").status == 0)
    #expect(program.folder.files().filter { $0.hasPrefix("notes/") } == before)
  }

  @Test func `a folder with a hidden file keeps it and stays`() throws {
    try program.folder.write("mine", to: "notes/Memo/.hidden")
    #expect(try shell("\"$SHEAF\" rm Memo/").status == 0)
    #expect(
      program.folder.files().filter { $0.hasPrefix("notes/Memo") } == ["notes/Memo/.hidden"])
    #expect(try shell("\"$SHEAF\" undo").status == 0)
    #expect(program.folder.files().count { $0.hasPrefix("notes/Memo") } == 3)
  }

  /// The name of a file that a process has not finished.
  private func unfinished(_ process: Int) -> String {
    let digits = Array("abcdefghijklmnopqrstuvwxyz012345")
    let number = (0..<5).map { String(digits[process >> (5 * $0) & 31]) }.joined()
    return "notes/.sheaf/.sheaf-" + number + "abcde"
  }

  @Test func `what a killed process left goes, what a living one writes stays`() throws {
    let living = unfinished(Int(getpid()))
    // No process has this number on Linux.
    let ended = unfinished(1 << 22 + 1)
    for name in [living, ended, "notes/.sheaf/.sheaf-mine"] {
      try program.folder.write("x", to: name)
    }
    #expect(try shell("\"$SHEAF\" set hub.md k=v").status == 0)
    let files = program.folder.files()
    #expect(files.contains(living))
    #expect(!files.contains(ended))
    #expect(files.contains("notes/.sheaf/.sheaf-mine"))
  }
}
