import CivilCalendar
import NoteModel

/// What a task holds beside its columns, as one text: `key`, U+001F, value, U+001E …; most boxes have none.
enum TaskDetails {
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

  /// The values by their keys.
  static func decoded(_ text: String?) -> [String: [String]] {
    guard let text else { return [:] }
    var values: [String: [String]] = [:]
    for record in text.split(separator: record) {
      let sides = record.split(separator: unit, maxSplits: 1).map(String.init)
      if sides.count == 2 { values[sides[0], default: []].append(sides[1]) }
    }
    return values
  }
}
