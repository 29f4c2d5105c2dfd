import ByteBasics
import CivilCalendar
import NoteModel

/// A task on its way to a program of tasks: a note with a status, or a check box.
struct TaskRecord {
  let task: TaskItem
  let note: Note
  /// The body of the note; empty for a check box.
  let body: String

  /// Returns every task of a note that has a name.
  static func all(of exported: ExportedNote) -> [TaskRecord] {
    exported.note.tasks.filter { $0.title.contains { !$0.isWhitespace } }.map { task in
      TaskRecord(task: task, note: exported.note, body: task.source == .note ? exported.bodyWithoutTitle : "")
    }
  }

  /// Returns the tasks that are entries of a calendar: a check box in the text of one is part of its description,
  /// unless it has a day of its own and the text is ours.
  static func entries(of exported: ExportedNote) -> [TaskRecord] {
    let all = all(of: exported)
    guard all.contains(where: { $0.task.source == .note }) || exported.note.calendarSource != nil else { return all }
    return all.filter { record in
      let task = record.task
      return task.source == .note
        || exported.note.calendarSource == nil
          && (task.due ?? task.scheduled ?? task.start) != nil
    }
  }

  /// The task whose text a check box is part of; nil for one in a note that is no task.
  var outer: TaskRecord? {
    guard task.source != .note, let whole = note.tasks.first(where: { $0.source == .note }) else { return nil }
    return TaskRecord(task: whole, note: note, body: "")
  }

  /// The stable name of the task: the id, otherwise a name that is derived from the place.
  var identifier: String { task.identifier ?? fallback }

  /// The UID of the task in calendars: that of the entry it was imported from, else its name with ours after it.
  var calendarIdentifier: String {
    guard task.source == .note, let source = note.calendarSource else { return identifier + "@sheaf" }
    return source
  }

  /// The name of a task without an id, made from its place.
  private var fallback: String {
    let line: String = if case .checkbox(let line) = task.source { ":\(line)" } else { "" }
    let place = (note.identifier ?? note.path.string) + line
    return NoteIdentifier.make(from: Self.bytes(of: place, count: 8))
  }

  /// A UUID (version 8 of RFC 9562) made from the id, the same on every machine.
  var uuid: String { Self.uuid(of: identifier) }

  /// The UUID of the task in Taskwarrior: its own if it comes from there.
  var taskwarriorIdentifier: String {
    let prefix = ImportedNoteText.source("", format: ImportFormat.taskwarrior.name)
    guard task.source == .note, let source = note.importSource, source.hasPrefix(prefix) else { return uuid }
    return String(source.dropFirst(prefix.count))
  }

  static func uuid(of identifier: String) -> String {
    var bytes = bytes(of: identifier, count: 16)
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }

  private static func bytes(of text: String, count: Int) -> [UInt8] {
    let halves = [ContentHash.of(Array(text.utf8)), ContentHash.of(Array(("2" + text).utf8))]
    return (0..<count).map { UInt8(truncatingIfNeeded: halves[$0 / 8] >> UInt64($0 % 8 * 8)) }
  }

  var created: CivilDate? { task.created ?? note.created }

  /// The rule, if it can be read.
  var rule: RecurrenceRule? { task.repetition.flatMap { try? RecurrenceRule.parse($0) } }
}
