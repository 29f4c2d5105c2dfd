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

  private func summaries(_ condition: String, _ days: DayRange) throws -> [NoteSummary] {
    let sql = "SELECT \(SummaryColumn.list) FROM note WHERE \(condition) ORDER BY path"
    return try writer.read { database in
      try Row.fetchAll(
        database, sql: sql, arguments: [days.first.daysSinceEpoch, days.last.daysSinceEpoch]
      ).map(NoteSummary.init)
    }
  }
}
