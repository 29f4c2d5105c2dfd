import NoteTestSupport
import Testing

/// `list`, queries and the digest of notes without date fields, in a real repository.
@Suite("Dates from the history")
struct HistoryDatesTests {
  private let session: CommandSession
  private let git: GitFixture

  init() throws {
    session = try CommandSession(environment: GitFixture.identity)
    git = try GitFixture(in: session.folder)
    _ = session.run(["init", "--quiet"])
  }

  private func list(_ words: String...) -> String {
    session.run(["list", "--paths"] + words).output
  }

  /// 2020-09-13, 2023-11-14 in UTC.
  private let older = 1_600_000_000
  private let newer = 1_700_000_000

  private func commitTwo() throws {
    try session.folder.write("# A\n", to: "a.md")
    try git.commitAll(date: newer)
    try session.folder.write("# B\n", to: "b.md")
    try git.commitAll(date: older)
  }

  @Test("Notes are sorted and found by the dates of their commits, not of their files")
  func sortedAndFound() throws {
    try commitTwo()
    #expect(list() == "a.md\nb.md\n")
    #expect(list("created:2020") == "b.md\n")
    #expect(list("updated:2023-11") == "a.md\n")
  }

  @Test("An edit counts from now on; the commit that has it counts then")
  func edits() throws {
    try commitTwo()
    #expect(list() == "a.md\nb.md\n")
    try session.folder.write("# B\n\nmore\n", to: "b.md")
    #expect(list() == "b.md\na.md\n")
    #expect(list("created:2020") == "b.md\n")
    try git.commitAll(date: older + 86_400)
    #expect(list() == "a.md\nb.md\n")
    #expect(list("updated:2020-09-14") == "b.md\n")
  }

  @Test("Fields say more than the history, and the setting turns the history off")
  func fieldsAndSetting() throws {
    try commitTwo()
    try session.folder.write("---\ncreated: 2001-02-03\n---\n", to: "b.md")
    try git.commitAll(date: newer)
    #expect(list("created:2001") == "b.md\n")
    try session.folder.write("git:\n  dates: false\n", to: ".sheaf/config.yaml")
    #expect(list("updated:2023-11") == "")
  }

  @Test("The digest has what was changed in its days, in whatever order the commits came")
  func digest() throws {
    try commitTwo()
    try session.folder.write("---\ncreated: 2026-11-20\n---\n# C\n", to: "c.md")
    func titles(_ days: String) -> [String] {
      ["A", "B", "C"].filter { session.run(["digest", days, "--json"]).output.contains("\"title\": \"\($0)\"") }
    }
    #expect(titles("2020-09-13..2020-09-14") == ["B"])
    #expect(titles("2023-11-13..2023-11-16") == ["A"])
    // An older commit that is changed today is of today, as is what no commit has yet.
    try session.folder.write("# A\n\nMore of A.\n", to: "a.md")
    let today = session.run(["digest", "--json"]).output
    #expect(today.contains("More of A.") && today.contains("\"title\": \"C\""))
    #expect(!today.contains("\"title\": \"B\""))
  }
}
