import NoteTestSupport
import Testing

/// `sheaf fmt --expect`: the number holds for all files that are named, wherever they are.
@Suite struct FormattedCountTests {
  private let session: CommandSession
  private static let files = ["a.md", "b.md", "one/c.md", "two/d.md"]

  init() throws {
    session = try CommandSession()
    for root in ["one", "two"] { try session.folder.write("", to: root + "/.sheaf/config.yaml") }
    for file in Self.files { try session.folder.write("*  x\n", to: file) }
    try session.folder.write("- x\n", to: "formatted.md")
  }

  private var changed: [String] {
    get throws {
      try Self.files.filter { try session.folder.read($0) != Array("*  x\n".utf8) }
    }
  }

  @Test(arguments: [
    (["a.md", "b.md"], 1), (["one/c.md", "two/d.md"], 1), (["a.md", "one/c.md"], 1), (files, 3), (files, 5),
    (["a.md", "formatted.md"], 2), (["a.md"], 0),
  ])
  func `another number of files is not formatted, in repositories and outside`(paths: [String], expect: Int) throws {
    let run = session.run(["fmt", "--expect", String(expect)] + paths)
    #expect(run.status == 3)
    #expect(run.errors.contains("would change, not \(expect); nothing was written"), "\(run.errors)")
    #expect(try changed == [])
    #expect(session.run(["fmt", "-n", "--expect", String(expect)] + paths).status == 3)
    #expect(session.run(["fmt", "--check", "--expect", String(expect)] + paths).status == 3)
  }

  @Test func `the expected number is formatted, and a file that is named twice counts once`() throws {
    let run = session.run(["fmt", "--expect", "4", "formatted.md", "a.md"] + Self.files)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try changed == Self.files)
  }
}
