package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// The pages of the diary for these days, in the order of their paths. Sealed ones are left out.
  package func entries(in range: DayRange, today: Day) throws -> [NoteSummary] {
    try summaries(
      "entryDay BETWEEN ? AND ? AND \(SealedLetters(on: today).isOpen())", range)
  }

  /// The letters that open on one of these days, and what else is sealed until one, in the order of their paths.
  package func letters(openingIn range: DayRange, today: Day) throws -> [NoteSummary] {
    let isSealed = SealedLetters(on: today).isSealed()
    let isLetter = "(\(isSealed) OR kind = '\(NoteKind.letter.rawValue)')"
    return try summaries("unseal BETWEEN ? AND ? AND \(isLetter)", range)
  }

  private func summaries(_ condition: String, _ days: DayRange) throws -> [NoteSummary] {
    let sql = "SELECT \(Self.summaryColumns) FROM note WHERE \(condition) ORDER BY path"
    return try writer.read { database in
      try Row.fetchAll(
        database, sql: sql, arguments: [days.first.daysSinceEpoch, days.last.daysSinceEpoch]
      ).map(NoteSummary.init)
    }
  }
}
