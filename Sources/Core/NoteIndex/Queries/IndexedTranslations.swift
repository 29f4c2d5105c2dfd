import GRDB
package import NoteModel

/// The claims of notes about their language and their translations.
package struct IndexedTranslations: Sendable {
  let index: IndexDatabase

  /// Returns the claims of the notes that name others as their translations, and of those that are named.
  package func namedClaims() throws -> [TranslationClaim] {
    try index.read { database in
      let said = try Self.statements(database)
      let naming = said.filter { !$0.value.targets.isEmpty }
      let concerned = naming.values.reduce(into: Set(naming.keys)) { $0.formUnion($1.targets) }
      return try concerned.compactMap { note in
        try String.fetchOne(database, sql: "SELECT path FROM note WHERE id = ?", arguments: [note])
          .map { Self.claim(of: note, NotePath(trusted: $0), said) }
      }
    }
  }

  /// Returns the translation claims of notes, given by their numbers. Empty if no note declares its language, in a
  /// field or in its file name.
  static func claims(of notes: [(number: Int64, path: NotePath)], _ database: Database) throws -> [TranslationClaim] {
    let said = try statements(database)
    // Most repositories are in one language.
    guard !said.isEmpty || notes.contains(where: { TranslationClaim.ending(of: $0.path) != nil }) else { return [] }
    return notes.map { claim(of: $0.number, $0.path, said) }
  }

  private static func claim(of note: Int64, _ path: NotePath, _ said: [Int64: Statement]) -> TranslationClaim {
    let own = said[note]
    return TranslationClaim(note: note, path: path, language: own?.language, key: own?.key, targets: own?.targets ?? [])
  }

  private struct Statement {
    var language: String?
    var key: String?
    var targets: Set<Int64> = []
  }

  private static func statements(_ database: Database) throws -> [Int64: Statement] {
    var said: [Int64: Statement] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT field.note AS note, note.path AS path, fieldKey.key AS key, field.text AS text
        FROM field JOIN fieldKey ON fieldKey.id = field.key JOIN note ON note.id = field.note
        WHERE fieldKey.key IN ('lang', 'language', 'translationkey', 'translations')
          OR fieldKey.key LIKE 'translations.%'
        """)
    while let row = try rows.next() {
      let (note, key, text): (Int64, String, String) = (row["note"], row["key"], row["text"])
      switch key {
      case "lang": said[note, default: Statement()].language = text
      case "language": if said[note]?.language == nil { said[note, default: Statement()].language = text }
      case "translationkey": said[note, default: Statement()].key = text
      default:
        if let target = try target(text, from: note, NotePath(trusted: row["path"]), database) {
          said[note, default: Statement()].targets.insert(target)
        }
      }
    }
    return said
  }

  /// Returns the number of the note that a link or a path in a field leads to.
  private static func target(
    _ text: String, from note: Int64, _ path: NotePath, _ database: Database
  ) throws -> Int64? {
    if let name = wikiLinkName(text) {
      return try Int64.fetchOne(
        database,
        sql: """
          SELECT link.target FROM link JOIN note ON note.id = link.target WHERE link.note = ? AND link.destination = ?
          """,
        arguments: [note, name])
    }
    let folder = path.folder.map { $0.string + "/" } ?? ""
    for tried in [folder + text, text].compactMap({ NotePath($0) }) {
      if let number = try Int64.fetchOne(database, sql: "SELECT id FROM note WHERE path = ?", arguments: [tried.string])
      {
        return number
      }
    }
    return nil
  }
}

extension IndexDatabase {
  package var translations: IndexedTranslations { IndexedTranslations(index: self) }
}
