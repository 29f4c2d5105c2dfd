import CivilCalendar
import NoteActions
package import NoteInterchange
package import NoteModel
package import NoteSyntax

/// Gives a task of a note the values of a calendar's entry.
package struct CalendarEdit {
  private let task: CalendarTask
  private let values: CalendarValues

  /// - Parameters:
  ///   - task: As it is in the note.
  ///   - values: The values of the entry.
  package init(_ task: CalendarTask, _ values: CalendarValues) {
    self.task = task
    self.values = values
  }

  /// Changes fields of the task in the bytes of its note; its status is left to who can make the next occurrence.
  ///
  /// - Parameters:
  ///   - fields: Those that only the calendar has changed.
  ///   - file: The note.
  /// - Returns: The fields that a check box cannot have and that are left out.
  /// - Throws: If the front matter cannot be changed safely.
  package func apply(
    _ fields: Set<CalendarField>, to file: inout TaskFile
  ) throws(FrontMatterRefusal) -> Set<CalendarField> {
    if let line = task.line { return try applyToBox(fields, at: line, &file) }
    var refused: Set<CalendarField> = []
    var changes: [TaskChange.FieldChange] = []
    for field in CalendarField.allCases where fields.contains(field) {
      switch field {
      case .status: continue
      case .body:
        let old = task.body
        let new = (values[.body] ?? "") + (values[.body] == nil ? "" : "\n")
        if !file.replaceEnd(old, with: new) { refused.insert(field) }
      case .title where values[field] == nil: refused.insert(field)
      case .due, .start: changes.append(dateChange(field, in: file))
      case .repeat:
        guard let change = ruleChange(in: file) else {
          refused.insert(field)
          continue
        }
        changes.append(change)
      default: changes.append(change(field, key: field.rawValue))
      }
    }
    try file.set(changes)
    return refused
  }

  private func applyToBox(
    _ fields: Set<CalendarField>, at line: Int, _ file: inout TaskFile
  ) throws(FrontMatterRefusal) -> Set<CalendarField> {
    var refused: Set<CalendarField> = []
    var changes: [TaskChange.FieldChange] = []
    for field in CalendarField.allCases where fields.contains(field) {
      switch field {
      case .status, .title: continue
      case .due, .start: changes.append(dateChange(field, in: file))
      case .priority, .project: changes.append(change(field, key: field.rawValue))
      case .body, .tags, .repeat, .remind: refused.insert(field)
      }
    }
    try file.setBox(changes, at: line)
    if fields.contains(.title), !file.renameBox(values[.title] ?? "", at: line) { refused.insert(.title) }
    return refused
  }

  private func change(_ field: CalendarField, key: String) -> TaskChange.FieldChange {
    TaskChange.FieldChange(key: key, value: values[field])
  }

  /// Returns the change of a date. A local time without an offset remains local, and so does a time in a series, so
  /// that the series keeps its hour.
  private func dateChange(_ field: CalendarField, in file: TaskFile) -> TaskChange.FieldChange {
    let key = dateKey(of: field, in: file)
    let item = file.task(at: task.line)
    let old = key == "due" ? item?.due : key == "start" ? item?.start : item?.scheduled
    guard case .moment(var moment)? = values[field].flatMap({ CivilDate(iso: $0) }) else {
      return change(field, key: key)
    }
    if case .moment(let before)? = old, before.utcOffsetSeconds != nil { return change(field, key: key) }
    if old != nil || item?.repetition != nil { moment.utcOffsetSeconds = nil }
    return TaskChange.FieldChange(key: key, value: CivilDate.moment(moment).description)
  }

  /// Returns the change of a rule. If only days are cancelled, the written rule is kept.
  ///
  /// - Returns: Nil for a rule that Sheaf cannot compute.
  private func ruleChange(in file: TaskFile) -> TaskChange.FieldChange? {
    guard let new = values[.repeat] else { return .init(key: "repeat", value: nil) }
    guard let rule = try? RecurrenceRule.parse(new), !new.contains("RDATE") else { return nil }
    let parts = new.split(separator: " EXDATE:", maxSplits: 1)
    let present = task.entry.values[.repeat]?.split(separator: " EXDATE:", maxSplits: 1).first
    if let old = file.task(at: task.line)?.repetition, !old.uppercased().contains("FREQ="),
      let known = try? RecurrenceRule.parse(old), known.exceptions.isEmpty, parts.count == 2, present == parts.first
    {
      let days = rule.exceptions.sorted().map(\.description).joined(separator: ", ")
      return .init(key: "repeat", value: "\(old) except \(days)")
    }
    return .init(key: "repeat", value: new)
  }

  /// Returns the key of the field from which the beginning of an entry was made.
  private func dateKey(of field: CalendarField, in file: TaskFile) -> String {
    guard field == .start, let item = file.task(at: task.line) else { return field.rawValue }
    return item.start == nil && item.scheduled != nil ? "scheduled" : "start"
  }
}
