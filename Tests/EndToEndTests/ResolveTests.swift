import NoteTestSupport
import Testing

/// `sheaf resolve` with the versions that git has.
@Suite struct ResolveTests {
  private static let note = "---\ntitle: A\ndue: 2026-11-30\n---\n\nOne.\n\nTwo.\n"

  private struct Scene {
    let git: GitFixture
    let program: BuiltProgram

    init() throws {
      git = try GitFixture()
      program = try BuiltProgram()
      try sheaf("init")
      try git.folder.write(ResolveTests.note, to: "A.md")
      try git.commitAll("base", date: 1_795_000_000)
    }

    @discardableResult
    func sheaf(_ words: String...) throws -> ProgramRun {
      try ProgramRun.run(
        program.path, words, in: git.folder.path,
        environment: git.environment.merging(program.environment) { $1 })
    }

    func read() throws -> String { String(decoding: try git.folder.read("A.md"), as: UTF8.self) }
  }

  @Test func `a merge that git left with markers takes its base from git's index`() throws {
    let scene = try Scene()
    try scene.git.git("checkout", "--quiet", "-b", "theirs")
    try scene.git.folder.write(
      Self.note.replacing("title: A", with: "title: A\nstatus: todo"), to: "A.md")
    try scene.git.commitAll("theirs", date: 1_795_000_100)
    try scene.git.git("checkout", "--quiet", "main")
    try scene.git.folder.write(
      Self.note.replacing("title: A", with: "title: B").replacing("due: 2026-11-30\n", with: ""),
      to: "A.md")
    try scene.git.commitAll("ours", date: 1_795_000_200)
    #expect(throws: GitFailure.self) { try scene.git.git("merge", "theirs") }
    try #expect(scene.read().contains("<<<<<<< HEAD"))
    try #expect(scene.sheaf("status").output.contains("1 file with conflicts"))
    let run = try scene.sheaf("resolve")
    #expect(run.status == 0, "\(run.errors)")
    try #expect(scene.read() == "---\ntitle: B\nstatus: todo\n---\n\nOne.\n\nTwo.\n")
    try scene.sheaf("undo")
    try #expect(scene.read().contains("<<<<<<< HEAD"))
  }

  @Test func `a copy that was committed once has nothing new`() throws {
    let scene = try Scene()
    let newer = Self.note.replacing("Two.", with: "Zwei.")
    try scene.git.folder.write(newer, to: "A.md")
    try scene.git.commitAll("newer", date: 1_795_000_100)
    try scene.git.folder.write(Self.note, to: "A (conflicted copy 2026-11-21).md")
    try #expect(scene.sheaf("resolve").status == 0)
    try #expect(scene.read() == newer)
    #expect(!scene.git.folder.files().contains("A (conflicted copy 2026-11-21).md"))
  }

  @Test func `a copy that edits what was committed is merged with that version`() throws {
    let scene = try Scene()
    try scene.git.folder.write(Self.note.replacing("One", with: "Ours"), to: "A.md")
    try scene.git.folder.write(Self.note.replacing("Two", with: "Theirs"), to: "A.conflict.md")
    try #expect(scene.sheaf("resolve").status == 0)
    try #expect(
      scene.read()
        == Self.note.replacing("One", with: "Ours").replacing("Two", with: "Theirs"))
  }

  @Test func `a copy that lacks lines takes none away`() throws {
    let scene = try Scene()
    try scene.git.folder.write(Self.note.replacing("One", with: "Ours"), to: "A.md")
    try scene.git.folder.write(
      Self.note.replacing("\nOne.\n", with: ""), to: "A.conflict.md")
    let run = try scene.sheaf("resolve")
    try #expect(scene.read().contains("Ours.") && scene.read().contains("Two."))
    #expect(run.status == 0)
  }
}
