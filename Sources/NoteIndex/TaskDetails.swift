import CivilCalendar
import NoteModel

/// What a task holds beside its columns, as one text: `key`, U+001F, value, U+001E …; most boxes have none.
struct TaskDetails {
  private static let unit: Character = "\u{1F}"
  private static let record: Character = "\u{1E}"

  /// nil where there is nothing to tell.
  static func encoded(_ task: TaskItem) -> String? {
    let single: [(String, String?)] = [
      ("scheduled", task.scheduled?.description), ("start", task.start?.description),
      ("created", task.created?.description), ("closed", task.closed?.description),
      ("repeat", task.repetition), ("id", task.identifier), ("parent", task.parent),
      ("project", task.project), ("color", task.color), ("label", task.label),
      ("anchor", task.anchor?.description), ("series", task.series),
    ]
    var records = single.compactMap { key, value in value.map { key + String(unit) + $0 } }
    records += task.reminders.map { "remind" + String(unit) + $0 }
    records += task.dependencies.map { "depends" + String(unit) + $0 }
    return records.isEmpty ? nil : records.joined(separator: String(record))
  }

  private let records: [(key: Substring, value: Substring)]

  /// Reads what ``encoded(_:)`` wrote.
  init(_ text: String?) {
    records = (text ?? "").split(separator: Self.record).compactMap { record in
      guard let end = record.firstIndex(of: Self.unit) else { return nil }
      let value = record[record.index(after: end)...]
      return value.isEmpty ? nil : (record[..<end], value)
    }
  }

  func values(of key: String) -> [String] {
    records.filter { $0.key == key }.map { String($0.value) }
  }

  func value(of key: String) -> String? {
    records.first { $0.key == key }.map { String($0.value) }
  }
}
