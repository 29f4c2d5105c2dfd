package import CivilCalendar
import NoteSyntax

/// The next occurrence of a task that repeats: its days, and an id that every machine finds alike.
package struct TaskOccurrence: Sendable {
  /// The days that move with the occurrence, by their fields: `due`, `scheduled`, `start`.
  package let dates: [(key: String, date: CivilDate)]
  /// The day that the occurrence is known by.
  package let day: Day
  /// What its rule counts from, where the days alone do not tell.
  package let anchor: Day?
  /// Derived from the series and the day.
  package let identifier: String
  package let series: String
  /// When the task before it was done.
  package let done: Day

  /// `done`: The day of completion.
  /// `skipsMissed`: Passes over occurrences whose day is gone.
  ///
  /// - Returns: nil for a task that does not repeat or whose series has ended.
  package init?(
    after task: TaskItem, at path: NotePath, done: Day, skipsMissed: Bool
  ) throws(RecurrenceError) {
    guard let text = task.repetition else { return nil }
    let rule = try RecurrenceRule.parse(text)
    let present: [(key: String, date: CivilDate)] = [
      ("due", task.due), ("scheduled", task.scheduled), ("start", task.start),
    ].compactMap { key, date in date.map { (key, $0) } }
    let base = present.first?.date.day ?? done
    let anchor = task.anchor ?? base
    var previous = rule.basis == .completion ? done : base
    if skipsMissed { previous = max(previous, done) }
    guard let day = rule.next(after: previous, anchor: anchor) else { return nil }
    let distance = day.days(since: base)
    self.day = day
    self.done = done
    dates =
      present.isEmpty
      ? [("due", .day(day))] : present.map { ($0.key, $0.date.adding(days: distance)) }
    self.anchor = task.anchor ?? (rule.needsAnchor(from: base) ? base : nil)
    series = task.series ?? task.identifier ?? NoteIdentifier.derived(from: path.string)
    identifier = NoteIdentifier.derived(from: "\(series) \(day)")
  }
}

extension CivilDate {
  /// The same time so many days later; its distance from UTC stays.
  package func adding(days: Int) -> CivilDate {
    switch self {
    case .day(let day): return .day(day.adding(days: days))
    case .moment(var moment):
      moment.day = moment.day.adding(days: days)
      return .moment(moment)
    }
  }
}

extension NoteIdentifier {
  /// The id that a text always has.
  package static func derived(from text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 29
    return make(from: (0..<8).map { UInt8(truncatingIfNeeded: hash >> (5 * $0 + 4)) })
  }
}
