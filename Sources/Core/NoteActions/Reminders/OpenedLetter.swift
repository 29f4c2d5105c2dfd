import CivilCalendar
import NoteIndex
import NoteModel
import NoteRepository

/// A sealed letter whose day has come, and which was not reported yet.
package struct OpenedLetter {
  package let title: String
  /// A stable key for it and its day.
  let key: String

  /// Returns the letters that opened since the first delivery of reminders, earliest first.
  ///
  /// A letter opens at `remind.day-time` of its day.
  static func all(in workspace: Workspace, _ plan: ReminderPlan, zone: LocalZone) throws -> [OpenedLetter] {
    let request = NoteRequest(query: .kind(.letter), sort: [SortKey("unseal")], now: plan.now)
    return try workspace.index.notes(request).compactMap { note in
      guard let day = note.unseal, !note.isSealed(on: plan.now.day) else { return nil }
      let seconds = zone.moment(on: day, at: workspace.configuration.dayTime).secondsSinceEpoch()
      let letter = OpenedLetter(title: note.title, key: "\(seconds) letter \(note.identifier ?? note.path.string)")
      let isNew = seconds <= plan.now.secondsSinceEpoch() && seconds >= plan.state.since
      let isTold = plan.state.isTold(letter.key) || plan.shared?.isTold(letter.key) == true
      return isNew && !isTold ? letter : nil
    }
  }
}
