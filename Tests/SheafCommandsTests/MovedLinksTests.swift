import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

/// A whole repository whose notes and folders move one after the other.
@Suite struct MovedLinksTests: TestVault {
  let session: CommandSession
  let home: TemporaryFolder

  init() throws {
    session = try CommandSession()
    home = try TemporaryFolder()
    for name in ["Memo", "Vault", "assets", "Diary"] {
      try copyFolder(
        fixturesFolder + "/Repositories/Everyday/" + name, to: session.folder.path + "/" + name)
    }
    _ = session.run(["init"])
  }

  private struct FoundLink: Hashable {
    let source: NotePath
    let target: NotePath
    let fragment: String?
  }

  /// Every link that leads somewhere, from an index of the test's own.
  private func links() throws -> Set<FoundLink> {
    let rows = try workspace().index.links.resolved()
    return Set(
      rows.compactMap { row in
        row.target.map { FoundLink(source: row.source, target: $0, fragment: row.fragment) }
      })
  }

  @Test func `a way from a folder is one from the new folder, also where the old one was the root`()
    throws
  {
    try session.folder.write("[a](a.md) [b](./b.md) [[a.md]]\n", to: "top.md")
    try session.folder.write("# A\n", to: "a.md")
    try session.folder.write("# B\n", to: "b.md")
    let run = session.run(["mv", "top.md", "Deep/er/"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      String(decoding: try session.folder.read("Deep/er/top.md"), as: UTF8.self)
        == "[a](../../a.md) [b](../../b.md) [[a.md]]\n")
  }

  @Test func `every link leads where it led, and undo gives every byte back`() throws {
    let before = try contents()
    let linksBefore = try links()
    #expect(linksBefore.count > 50)
    var paths = Dictionary(
      uniqueKeysWithValues: before.keys.filter { !$0.hasPrefix(".") }.map {
        (NotePath(trusted: $0), NotePath(trusted: $0))
      })
    var generator = SeededGenerator(seed: 7)
    var moves = 0
    for number in 0..<24 {
      guard let file = paths.values.sorted().randomElement(using: &generator) else { break }
      let source = number % 6 == 5 ? file.folder ?? file : file
      let target = NotePath(trusted: "새 곳 \(number % 5)/깊이 (\(number % 3))/\(source.fileName)")
      guard !source.contains(target), source != target else { continue }
      let outcome = session.run(["mv", "./" + source.string, "./\(target.folder ?? target)/"])
      guard outcome.status == 0 else { continue }
      moves += 1
      #expect(!outcome.errors.contains("by hand"), "\(outcome.errors)")
      paths = paths.mapValues { path in
        PathMoves([PathMoves.Move(from: source, to: target)]).newPath(of: path)
      }
    }
    #expect(moves > 15)
    let expected = Set(
      linksBefore.map {
        FoundLink(
          source: paths[$0.source] ?? $0.source, target: paths[$0.target] ?? $0.target,
          fragment: $0.fragment)
      })
    #expect(try expected.subtracting(links()) == [])
    #expect(session.run(["undo", "\(moves)"]).status == 0)
    #expect(try contents() == before)
  }
}
