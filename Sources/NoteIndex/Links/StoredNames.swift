import GRDB
import NoteModel

/// Reads who has which names.
struct StoredNames {
  let database: Database
  private let statement: BulkStatement

  init(_ database: Database) throws {
    self.database = database
    statement = try BulkStatement(
      database,
      """
      SELECT rank, name.note, coalesce(note.path, attachment.path)
      FROM name LEFT JOIN note ON note.id = name.note
        LEFT JOIN attachment ON attachment.id = name.note WHERE key = ?
      """)
  }

  /// The notes and attachments that have a name of this key.
  func candidates(key: String) throws -> [LinkCandidateNote] {
    var candidates: [LinkCandidateNote] = []
    statement.bind(key)
    while try statement.next() {
      let rank = NoteName.Rank(rawValue: Int(statement.integer(0))) ?? .fileName
      candidates.append(
        LinkCandidateNote(
          path: NotePath(trusted: statement.text(2)), rank: rank,
          number: Int(statement.integer(1))))
    }
    return candidates
  }
}
