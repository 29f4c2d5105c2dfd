import ByteBasics
import GRDB
package import NoteModel
import NoteSyntax

enum BibliographyColumn: Int, TableColumn {
  case file, position, key, kind, title, authors, hasOtherAuthors, year, container, address, start, length

  static let table = "bibliography"
  static let primaryKey: String? = "file, position"
  var type: String {
    switch self {
    case .file, .position, .hasOtherAuthors, .start, .length: "INTEGER NOT NULL"
    case .key, .kind, .title, .authors, .year, .container, .address: "TEXT NOT NULL"
    }
  }
}

enum CitationColumn: Int, TableColumn {
  case note, position, key, isGrouped, line, start, length

  static let table = "citation"
  static let primaryKey: String? = "note, position"
  var type: String {
    switch self {
    case .note, .position, .isGrouped, .line, .start, .length: "INTEGER NOT NULL"
    case .key: "TEXT NOT NULL"
    }
  }
}

/// The works that a repository's bibliographies have, and where notes cite them.
package struct IndexedBibliography: Sendable {
  let index: IndexDatabase

  /// Returns true if the repository has a bibliography with works in it.
  package func hasWorks() throws -> Bool {
    try index.readStored(false) { database in
      try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM bibliography)") ?? false
    }
  }

  /// Returns all works, in the order of the files.
  package func works() throws -> [KnownWork] { try works(where: "1", []) }

  /// Returns the works that have a key: several if it is given twice.
  package func works(key: String) throws -> [KnownWork] { try works(where: "bibliography.key = ?", [key]) }

  private func works(where condition: String, _ arguments: [String]) throws -> [KnownWork] {
    try index.readStored([]) { database in
      let sql = """
        SELECT attachment.path, \(BibliographyColumn.allCases.map { "bibliography.\($0.name)" }
          .joined(separator: ", "))
        FROM bibliography JOIN attachment ON attachment.id = bibliography.file
        WHERE \(condition) ORDER BY attachment.path, bibliography.position
        """
      return try Row.fetchAll(database, sql: sql, arguments: StatementArguments(arguments)).map(Self.work)
    }
  }

  private static func work(_ row: Row) throws -> KnownWork {
    func text(_ column: BibliographyColumn) throws -> String { try row.text(column.rawValue + 1) }
    func number(_ column: BibliographyColumn) throws -> Int { try row.integer(column.rawValue + 1) }
    let start = try number(.start)
    return KnownWork(
      file: NotePath(trusted: try row.text(0)),
      entry: BibliographyEntry(
        key: try text(.key), kind: try text(.kind), title: try text(.title),
        authors: try text(.authors).split(separator: "\n").map(String.init),
        hasOtherAuthors: try number(.hasOtherAuthors) != 0, year: try text(.year),
        container: try text(.container), address: try text(.address),
        range: ByteRange(start, start + (try number(.length)))))
  }

  /// Returns the citations of all notes that are not sealed: those in brackets, and keys of works in running text.
  ///
  /// - Parameter key: The key of a work. Nil for all.
  package func citations(of key: String? = nil) throws -> [CitationRow] {
    try index.readStored([]) { database in
      let sql = """
        SELECT note.path, citation.key, citation.isGrouped, citation.line, citation.start,
          citation.length
        FROM citation JOIN note ON note.id = citation.note
        WHERE (citation.isGrouped OR citation.key IN (SELECT key FROM bibliography))
          AND NOT note.isSealed \(key == nil ? "" : "AND citation.key = ?")
        ORDER BY note.path, citation.position
        """
      return try Row.fetchAll(database, sql: sql, arguments: StatementArguments(key.map { [$0] } ?? [])).map { row in
        let start = try row.integer(4)
        return CitationRow(
          note: NotePath(trusted: try row.text(0)), key: try row.text(1),
          isGrouped: try row.integer(2) != 0, line: try row.integer(3),
          range: ByteRange(start, start + (try row.integer(5))))
      }
    }
  }
}

extension IndexDatabase {
  package var bibliography: IndexedBibliography { IndexedBibliography(index: self) }
}
