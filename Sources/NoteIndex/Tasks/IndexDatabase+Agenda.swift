package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The pages of the diary for these days, in the order of their paths.
  package func entries(in range: DayRange) throws -> [NoteSummary] {
    try summaries("entryDay BETWEEN ? AND ?", range)
  }

  /// The letters that open on one of these days, in the order of their paths.
  package func letters(openingIn range: DayRange) throws -> [NoteSummary] {
    try summaries(
      "unseal BETWEEN ? AND ? AND kind = '\(NoteKind.letter.rawValue)'", range)
  }

  /// The notes that ask to be remembered and are no tasks, in the order of their numbers.
  package func remindedNotes() throws -> [RemindedNote] {
    try writer.read { try RemindedNote.all($0) }
  }

  private func summaries(_ condition: String, _ days: DayRange) throws -> [NoteSummary] {
    let sql = "SELECT \(SummaryColumn.list) FROM note WHERE \(condition) ORDER BY path"
    return try writer.read { database in
      try Row.fetchAll(
        database, sql: sql, arguments: [days.first.daysSinceEpoch, days.last.daysSinceEpoch]
      ).map(NoteSummary.init)
    }
  }
}

extension RemindedNote {
  /// What ``init(_:)`` finds, by the rows of the index.
  static func all(_ database: Database) throws -> [RemindedNote] {
    let rows = try BulkStatement(
      database,
      """
      SELECT \(RemindedNoteColumn.list) FROM field JOIN note ON note.id = field.note
      WHERE field.key = (SELECT id FROM fieldKey WHERE key = 'remind')
        AND note.kind <> '\(NoteKind.template.rawValue)'
        AND NOT EXISTS (SELECT 1 FROM task WHERE task.note = note.id AND task.line IS NULL)
      ORDER BY field.note, field.position
      """)
    let row = BulkRow<RemindedNoteColumn>(rows)
    var texts: [String] = []
    var notes: [RemindedNote] = []
    while try rows.next() {
      let path = row.path(.path)
      // The values of a note follow each other.
      let isFurther = notes.last?.path == path
      texts = (isFurther ? texts : []) + [row.text(.reminder)]
      let note = RemindedNote(
        path: path, title: row.text(.title), identifier: row.optionalText(.identifier), texts: texts)
      if isFurther { notes.removeLast() }
      if let note { notes.append(note) }
    }
    return notes
  }
}

/// A reminder of a note.
private enum RemindedNoteColumn: Int, SelectList {
  case path, title, identifier, reminder

  static let table = "note"

  var sql: String { self == .reminder ? "field.text" : "note.\(self)" }
}
