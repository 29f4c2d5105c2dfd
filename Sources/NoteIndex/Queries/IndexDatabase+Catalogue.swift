import CivilCalendar
import GRDB
package import NoteModel

/// What is asked at every key in an editor, taken from the index once and kept in memory.
package struct NameCatalogue: Sendable {
  /// Of notes and of other files, with the number of links that lead to each.
  package fileprivate(set) var names = NamesOfNotes()
  /// The most used first.
  package fileprivate(set) var tags: [(name: String, count: Int)] = []

  package init() {}
}

/// A file that a name was found for.
package struct NamedFile: Sendable, Hashable {
  package let number: Int
  package let path: NotePath
  /// nil for a file that is not a note.
  package let title: String?

  package init(number: Int, path: NotePath, title: String?) {
    self.number = number
    self.path = path
    self.title = title
  }
}

extension IndexDatabase {
  /// A number that is another one after any other process has changed the index.
  package func version() throws -> Int {
    try writer.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
  }

  /// The names of all files, how often each is linked, and all tags.
  package func catalogue() throws -> NameCatalogue {
    guard isBuilt else { return NameCatalogue() }
    var catalogue = NameCatalogue()
    catalogue.tags = try tags()
    try writer.read { database in
      let names = try BulkStatement(
        database,
        "SELECT note, key FROM name WHERE rank <= \(NoteName.Rank.heading.rawValue)")
      while try names.next() { catalogue.names.add(names.text(1), of: Int(names.integer(0))) }
      let uses = try BulkStatement(
        database,
        "SELECT target, count(*) FROM link WHERE target IS NOT NULL GROUP BY target")
      while try uses.next() {
        catalogue.names.setUses(Int(uses.integer(1)), of: Int(uses.integer(0)))
      }
    }
    return catalogue
  }

  /// The files of these numbers, in this order; those that are gone are left out.
  package func files(numbered numbers: [Int]) throws -> [NamedFile] {
    try readStored([]) { database in
      let statement = try database.makeStatement(
        sql: """
          SELECT coalesce(note.path, attachment.path), note.title
          FROM (SELECT ?1 AS id) AS wanted LEFT JOIN note ON note.id = wanted.id
            LEFT JOIN attachment ON attachment.id = wanted.id
          """)
      return try numbers.compactMap { number in
        guard let row = try Row.fetchOne(statement, arguments: [number]),
          let path = try row.optionalText(0)
        else { return nil }
        return NamedFile(
          number: number, path: NotePath(trusted: path), title: try row.optionalText(1))
      }
    }
  }

  /// The texts that notes have in a field, the most frequent first.
  package func usualValues(of field: String, limit: Int) throws -> [String] {
    let key = FieldCatalogue.field(for: field)?.key ?? field.lowercased()
    return try readStored([]) { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT text FROM field WHERE key = (SELECT id FROM fieldKey WHERE key = ?)
          GROUP BY text ORDER BY count(*) DESC, text LIMIT ?
          """, arguments: [key, limit])
    }
  }
}

extension IndexDatabase {
  /// Some notes with headings that have all of these beginnings of words: the first that are met, so that a common word
  /// costs no more than a rare one.
  package func someNotes(withHeadings words: [String], limit: Int) throws -> [NotePath] {
    let terms = words.map { TextTerm(words: $0, isPrefix: true, scope: .headings) }
    let matches = terms.compactMap(QueryCompiler.match)
    guard !matches.isEmpty, matches.count == terms.count else { return [] }
    return try readStored([]) { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT note.path FROM text JOIN note ON note.id = text.rowid
          WHERE text MATCH ? LIMIT ?
          """, arguments: [matches.map { "(\($0))" }.joined(separator: " AND "), limit]
      ).map { NotePath(trusted: $0) }
    }
  }
}

extension IndexDatabase {
  /// What some note calls a page of the web; nil if none gives it a text.
  package func knownTitle(ofAddress address: String) throws -> String? {
    try readStored(nil) { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT text FROM link WHERE destination = ?1 AND text IS NOT NULL AND text <> ?1
            AND text <> '' ORDER BY length(text) DESC LIMIT 1
          """, arguments: [address])
    }
  }
}

extension IndexDatabase {
  /// The notes whose files have a value in a field that has rows, sorted.
  package func notes(having value: String, in field: String) throws -> [NotePath] {
    let key = FieldCatalogue.field(for: field)?.key ?? field.lowercased()
    return try readStored([]) { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT note.path FROM field JOIN note ON note.id = field.note
          WHERE field.key = (SELECT id FROM fieldKey WHERE key = ?) AND field.text = ?
          ORDER BY note.path
          """, arguments: [key, value]
      ).map { NotePath(trusted: $0) }
    }
  }
}
