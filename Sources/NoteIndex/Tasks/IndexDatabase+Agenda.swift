package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The pages of the diary for these days, in the order of their paths. Sealed ones are left out.
  package func entries(in range: DayRange, today: Day) throws -> [NoteSummary] {
    try summaries(
      "entryDay BETWEEN ? AND ? AND (unseal IS NULL OR unseal <= ?)",
      [range.first, range.last, today])
  }

  /// The letters that open on one of these days, and what else is sealed until one, in the order of their paths.
  package func letters(openingIn range: DayRange, today: Day) throws -> [NoteSummary] {
    try summaries(
      "unseal BETWEEN ? AND ? AND (unseal > ? OR kind = '\(NoteKind.letter.rawValue)')",
      [range.first, range.last, today])
  }

  private func summaries(_ condition: String, _ days: [Day]) throws -> [NoteSummary] {
    let sql = "SELECT \(Self.summaryColumns) FROM note WHERE \(condition) ORDER BY path"
    return try writer.read { database in
      try Row.fetchAll(
        database, sql: sql, arguments: StatementArguments(days.map(\.daysSinceEpoch))
      ).map(NoteSummary.init)
    }
  }
}
