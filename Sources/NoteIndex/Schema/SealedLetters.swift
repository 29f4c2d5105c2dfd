import CivilCalendar

/// The letters that are sealed on a day, as SQL.
struct SealedLetters {
  let today: Day

  init(on today: Day) { self.today = today }

  /// True for a row of a note table that is no sealed letter, also for one that is joined and not there.
  func isOpen(_ table: String = "note") -> String {
    "(\(table).unseal IS NULL OR \(table).unseal <= \(today.daysSinceEpoch))"
  }

  /// True for a row of a note table that is one.
  func isSealed(_ table: String = "note") -> String {
    "(\(table).unseal > \(today.daysSinceEpoch))"
  }

  /// The numbers of their notes.
  var numbers: String { "(SELECT id FROM note WHERE unseal > \(today.daysSinceEpoch))" }
}
