import CivilCalendar
import GRDB
import NoteModel
import NoteSyntax
import NoteTestSupport
import Testing

@testable import NoteIndex

/// The large segments of a first index stay as they are while notes change one by one.
@Suite struct FullTextLevelsTests {
  private let folder: TemporaryFolder
  /// Opened for each use, as by commands one after the other.
  private var index: IndexDatabase {
    get throws { try IndexDatabase.open(folder: folder.path) }
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func put(_ path: String, _ text: String) throws {
    try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
      let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
      try writer.insert(
        note,
        FileFingerprint(
          size: Int64(text.utf8.count), modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
    }
  }

  /// The pages of all segments by their numbers, in which the segment's number is above bit 37.
  private func pages() throws -> [Int: String] {
    try index.writer.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT id, hex(block) FROM text_data WHERE id >= 1 << 37")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }
  }

  private func find(_ text: String) throws -> Set<String> {
    let now = CivilMoment(day: Day(iso: "2026-11-21") ?? Day(daysSinceEpoch: 0), time: .midnight)
    let query = try QueryParser.parse(text, now: now).query
    return Set(try index.notes(NoteRequest(query: query, now: now)).map(\.path.string))
  }

  @Test func `the first segment outlives the merges of forty changes`() throws {
    // Larger than all that follow: FTS5 merges a smaller one with them, which costs little.
    let words = (0..<2_000).map { "first\($0)" }.joined(separator: " ")
    try put("first.md", "alpha " + words + "\n")
    let first = try pages()
    #expect(!first.isEmpty)
    for number in 0..<40 { try put("\(number).md", "beta word\(number)\n") }
    let later = try pages()
    #expect(first.allSatisfy { later[$0.key] == $0.value })
    #expect(Set(later.keys.map { $0 >> 37 }).count < 16 + 3)
    #expect(try find("alpha") == ["first.md"])
    #expect(try find("word39") == ["39.md"])
    #expect(try find("beta").count == 40)
    try index.writer.write { database in
      try database.execute(sql: "INSERT INTO text(text) VALUES ('integrity-check')")
    }
  }

  @Test func `an index is built anew when former texts outnumber the notes by a thousand`() throws {
    try put("a.md", "alpha\n")
    /// Changes the note many times in one transaction; true if the index was emptied before.
    func change(_ times: Int, to text: String) throws -> Bool {
      var isFresh = false
      try index.update(to: FileTable(), indexedAt: 100) { writer, _ in
        // Numbers begin anew.
        isFresh = writer.reserveNumbers(0) == 1
        for _ in 0..<times {
          let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: "a.md"))
          try writer.insert(
            note,
            FileFingerprint(
              size: Int64(text.utf8.count), modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
        }
      }
      return isFresh
    }
    #expect(try !change(1_000, to: "beta\n"))
    #expect(try !change(1, to: "gamma\n"))
    #expect(try change(1, to: "delta\n"))
    #expect(try find("delta") == ["a.md"])
    #expect(try find("gamma").isEmpty && find("alpha").isEmpty)
  }
}
