import CivilCalendar
import NoteModel

/// The rest of a task besides its columns, as one text: a key of one letter, value, U+001E …; most boxes have none.
struct TaskDetails {
  enum Key: UInt8, CaseIterable {
    case scheduled = 0x61
    case start, created, closed, repetition, reminder, identifier, dependency, parent, project,
      color, label, anchor,
      series, ticket
  }

  private static let record: UInt8 = 0x1E

  /// Encodes the details of a task as one text. Nil for a task without details.
  static func encoded(_ task: TaskItem) -> String? {
    let single: [(Key, String?)] = [
      (.scheduled, task.scheduled?.description), (.start, task.start?.description),
      (.created, task.created?.description), (.closed, task.closed?.description),
      (.repetition, task.repetition), (.identifier, task.identifier), (.parent, task.parent),
      (.project, task.project), (.color, task.color), (.label, task.label),
      (.anchor, task.anchor?.description), (.series, task.series), (.ticket, task.ticket),
    ]
    var records = single.compactMap { key, value in value.map { (key, $0) } }
    records += task.reminders.map { (.reminder, $0) }
    records += task.dependencies.map { (.dependency, $0) }
    guard !records.isEmpty else { return nil }
    return records.filter { !$0.1.isEmpty }
      .map { String(Character(Unicode.Scalar($0.0.rawValue))) + $0.1 }
      .joined(separator: String(Character(Unicode.Scalar(record))))
  }

  /// A condition of SQL for tasks that have a reminder.
  static let hasReminder = """
    (task.details LIKE '\(Character(Unicode.Scalar(Key.reminder.rawValue)))%'
      OR instr(task.details, char(\(record)) || '\(Character(Unicode.Scalar(Key.reminder.rawValue)))') > 0)
    """

  private let records: [(key: UInt8, value: Substring.UTF8View)]

  /// Reads the text that ``encoded(_:)`` wrote.
  init(_ text: String) {
    records = text.utf8.split(separator: Self.record).map { record in
      (record.first ?? 0, record.dropFirst())
    }
  }

  func values(of key: Key) -> [String] {
    return records.filter { $0.key == key.rawValue }.map { String(Substring($0.value)) }
  }

  func value(of key: Key) -> String? {
    records.first { $0.key == key.rawValue }.map { String(Substring($0.value)) }
  }
}
