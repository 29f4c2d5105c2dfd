import GRDB
package import NoteModel

/// The terms of the full-text table, as FTS5 lists them.
private struct IndexVocabulary: SearchVocabulary {
  let index: IndexDatabase

  func terms(beginningWith prefix: String) throws -> [(term: String, notes: Int)] {
    try index.withVocabulary { database in
      // No term begins with the last code point; initial consonants begin with a mark below every letter.
      let bounds = [prefix.isEmpty ? " " : prefix, prefix + "\u{10FFFF}"]
      return try Row.fetchAll(
        database, sql: "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?",
        arguments: StatementArguments(bounds)
      ).map { (try $0.text(0), try $0.integer(1)) }
    }
  }

  func notes(containing term: String) throws -> Int {
    try index.withVocabulary { database in
      try Int.fetchOne(
        database, sql: "SELECT doc FROM vocabulary WHERE term = ?", arguments: [term]) ?? 0
    }
  }
}

extension IndexDatabase {
  /// The words of all notes, those of sealed letters and of earlier versions included: they are for guessing only,
  /// and a guess is shown only if a search finds a note by it.
  package var vocabulary: some SearchVocabulary { IndexVocabulary(index: self) }

  fileprivate func withVocabulary<Result>(_ body: (Database) throws -> Result) throws -> Result {
    // A temporary table is in no file and locks none.
    try writer.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'text', 'row')
          """)
      return try body(database)
    }
  }
}
