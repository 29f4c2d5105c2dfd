import NoteModel
import NoteSyntax
import Testing

@Suite struct LinkResolutionTests {
  private func resolve(
    _ text: String, from source: String, _ notes: [(String, NoteName.Rank)]
  ) throws -> LinkResolution {
    let document = Document(parsing: Array(text.utf8))
    let target = try #require(document.links.first.flatMap { LinkTarget($0) })
    let candidates = notes.map { LinkCandidateNote(path: NotePath(trusted: $0.0), rank: $0.1) }
    return LinkResolution(target, from: NotePath(trusted: source), candidates: candidates)
  }

  @Test func `a relative path is followed from the note's folder, escapes resolved`() throws {
    let result = try resolve(
      "[x](../B/c%20d.md)", from: "A/a.md", [("B/c d.md", .fileName), ("c d.md", .fileName)])
    #expect(result == .resolved(NotePath(trusted: "B/c d.md")))
  }

  @Test func `a title wins over an alias, an alias over a file name`() throws {
    let result = try resolve(
      "[[X]]", from: "a.md", [("1.md", .fileName), ("2.md", .alias), ("3.md", .title)])
    #expect(result == .resolved(NotePath(trusted: "3.md")))
  }

  @Test func `two notes of one name are told, never guessed`() throws {
    let result = try resolve("[[x]]", from: "a.md", [("A/x.md", .fileName), ("B/x.md", .fileName)])
    #expect(result == .ambiguous([NotePath(trusted: "A/x.md"), NotePath(trusted: "B/x.md")]))
  }

  @Test func `a part of a path chooses among notes of one name`() throws {
    let result = try resolve(
      "[[B/x]]", from: "a.md", [("A/x.md", .fileName), ("q/B/x.md", .fileName)])
    #expect(result == .resolved(NotePath(trusted: "q/B/x.md")))
  }

  @Test(arguments: ["https://a.kr", "mailto:a@b.kr", "//cdn.x/y"])
  func `what leaves the repository has no target`(url: String) {
    let document = Document(parsing: Array("[x](\(url))".utf8))
    #expect(document.links.allSatisfy { LinkTarget($0) == nil })
  }
}
