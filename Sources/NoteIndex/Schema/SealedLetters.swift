import CivilCalendar
import GRDB
import NoteModel

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
  var numbers: String { "(SELECT id FROM note WHERE \(isSealed()))" }

  /// True for a row of the table `tag` that may be spoken of: those of a sealed letter's body may not.
  var isTagOpen: String { "(isField OR note NOT IN \(numbers))" }

  /// The tags in their front matter.
  func fieldTags(_ database: Database) throws -> [NotePath: [String]] {
    let sql = """
      SELECT note.path, tag.name FROM tag JOIN note ON note.id = tag.note
      WHERE tag.isField AND \(isSealed()) ORDER BY tag.folded
      """
    var tags: [NotePath: [String]] = [:]
    for row in try Row.fetchAll(database, sql: sql) {
      tags[NotePath(trusted: try row.text(0)), default: []].append(try row.text(1))
    }
    return tags
  }
}
