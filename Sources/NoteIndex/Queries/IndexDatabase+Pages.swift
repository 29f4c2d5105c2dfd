import CivilCalendar
import GRDB
package import NoteModel

/// A note with what its fields say.
package struct PageRow: Sendable {
  package let note: NoteSummary
  /// Of the file, in bytes.
  package let size: Int
  /// ``NoteProperties/text``
  package let properties: String?
  /// The number of the file, as ``LinkedNotes`` has it.
  package let number: Int
}

/// What a row of a page is made of, after a ``SummaryColumn``.
private enum PageColumn: Int, SelectList {
  case number, size, properties

  static let table = "note"
  var sql: String {
    switch self {
    case .number: "note.id"
    case .size: "(SELECT size FROM file WHERE file.path = note.path)"
    case .properties: "(SELECT text FROM property WHERE property.note = note.id)"
    }
  }
}

extension IndexDatabase {
  /// Every note but letters whose day has not come and templates, by path.
  package func pages() throws -> [PageRow] {
    let first = SummaryColumn.allCases.count
    let sql = """
      SELECT \(SummaryColumn.list), \(PageColumn.list) FROM note
      WHERE NOT isSealed AND kind <> '\(NoteKind.template.rawValue)' ORDER BY path
      """
    return try readStored([]) { database in
      var pages: [PageRow] = []
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        pages.append(
          PageRow(
            note: try NoteSummary(row), size: try row.integer(first + PageColumn.size.rawValue),
            properties: try row.optionalText(first + PageColumn.properties.rawValue),
            number: try row.integer(first + PageColumn.number.rawValue)))
      }
      return pages
    }
  }

  /// The notes with answers to queries in them, by path.
  package func notesWithAnswers() throws -> [NotePath] {
    try readStored([]) { database in
      let paths = try String.fetchCursor(database, sql: "SELECT path FROM note WHERE hasAnswers ORDER BY path")
      return try Array(paths.map { NotePath(trusted: $0) })
    }
  }
}
