import Foundation
import NoteTestSupport
import Testing

/// Processes that write at once, and processes that are killed while they write.
@Suite struct TransactionTests {
  private let program: BuiltProgram

  init() throws {
    program = try BuiltProgram()
    try program.folder.write("", to: "notes/.sheaf/config.yaml")
  }

  private func contents() throws -> [String: [UInt8]] {
    let names = program.folder.files().filter { $0.hasPrefix("notes/") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try program.folder.read($0)) })
  }

  @Test func `two hundred processes that add to one note lose nothing`() throws {
    try program.folder.write("---\ntags: []\n---\n", to: "notes/a.md")
    let run = try program.shell(
      "seq 200 | xargs -P 200 -I{} \"$SHEAF\" set a tags+=t{} >/dev/null")
    #expect(run.status == 0, "\(run.errors.suffix(400))")
    let note = String(decoding: try program.folder.read("notes/a.md"), as: UTF8.self)
    for number in 1...200 {
      #expect(note.split { " [,]".contains($0) }.contains("t\(number)"))
    }
    #expect(program.folder.files().filter { $0.hasPrefix("notes/") }.count == 2)
  }

  @Test
  func `forty processes that write into one day of the diary and forty new tasks lose nothing`()
    throws
  {
    let run = try program.shell(
      """
      for number in $(seq 40); do
        printf 'diary\\0today\\0line %s\\0add\\0Task\\0%s\\0' $number $number
      done | xargs -0 -n 3 -P 80 "$SHEAF" >/dev/null
      """)
    #expect(run.status == 0, "\(run.errors.suffix(400))")
    let files = program.folder.files().filter { $0.hasPrefix("notes/Diary/") }
    let diary = try #require(files.first { !$0.contains("/Tasks/") })
    let lines = String(decoding: try program.folder.read(diary), as: UTF8.self).split(
      separator: "\n")
    for number in 1...40 {
      #expect(lines.count { $0.hasSuffix(" line \(number)") } == 1)
      #expect(files.contains("notes/Diary/Tasks/Task \(number).md"))
    }
    #expect(files.count == 41)
  }

  @Test func `a command that is killed at any moment is done or not done`() throws {
    for number in 0..<60 {
      try program.folder.write("[a](hub.md) [[hub]]\n", to: "notes/Memo/\(number).md")
    }
    try program.folder.write("# Hub\n[0](0.md)\n", to: "notes/Memo/hub.md")
    let before = try contents()
    _ = try program.run(["mv", "Memo/hub.md", "Deep/er/"])
    let after = try contents()
    _ = try program.run(["undo"])
    #expect(try contents() == before)
    var generator = SeededGenerator(seed: 4)
    var isMoved = false
    for _ in 0..<25 {
      let delay = Double.random(in: 0.02...0.5, using: &generator)
      let command = isMoved ? "mv Deep/er/hub.md Memo/" : "mv Memo/hub.md Deep/er/"
      _ = try program.shell("timeout -s KILL \(delay) \"$SHEAF\" \(command) >/dev/null 2>&1; true")
      // Any command that writes fixes what it finds.
      _ = try program.run(["set", "Memo/1.md", "mark=1"])
      _ = try program.run(["undo"])
      let now = try contents()
      #expect(now == before || now == after, "killed after \(delay) s")
      isMoved = now == after
    }
    #expect(!program.folder.files().contains { $0.contains("/.sheaf-") })
  }
}
