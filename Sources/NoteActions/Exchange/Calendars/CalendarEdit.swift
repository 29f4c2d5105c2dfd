package import NoteInterchange
package import NoteModel
package import NoteSyntax

/// Gives a task of a note what an entry of a calendar says.
package struct CalendarEdit {
  private let task: CalendarTask
  private let values: CalendarValues

  /// - Parameters:
  ///   - task: As it is in the note.
  ///   - values: What the entry says.
  package init(_ task: CalendarTask, _ values: CalendarValues) {
    self.task = task
    self.values = values
  }

  /// Changes fields of the task in the bytes of its note; its status is left to who can make the next occurrence.
  ///
  /// - Parameters:
  ///   - fields: Those that only the calendar has changed.
  ///   - file: The note.
  /// - Returns: What a check box cannot say and is left out.
  /// - Throws: Where the front matter cannot be changed safely.
  package func apply(
    _ fields: Set<CalendarField>, to file: inout TaskFile
  ) throws(FrontMatterRefusal) -> Set<CalendarField> {
    if let line = task.line { return applyToBox(fields, at: line, &file) }
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
      case .due, .start:
        changes += [change(field, key: dateKey(of: field, in: file))]
      case .repeat:
        changes.append(.init(key: "repeat", value: values[field].map { "RRULE:" + $0 }))
      default: changes.append(change(field, key: field.rawValue))
      }
    }
    try file.set(changes)
    return refused
  }

  private func applyToBox(
    _ fields: Set<CalendarField>, at line: Int, _ file: inout TaskFile
  ) -> Set<CalendarField> {
    var refused: Set<CalendarField> = []
    var changes: [TaskChange.FieldChange] = []
    for field in CalendarField.allCases where fields.contains(field) {
      switch field {
      case .status: continue
      case .title:
        if !file.renameBox(values[.title] ?? "", at: line) { refused.insert(field) }
      case .due, .start: changes.append(change(field, key: dateKey(of: field, in: file)))
      case .priority, .project: changes.append(change(field, key: field.rawValue))
      case .body, .tags, .repeat, .remind: refused.insert(field)
      }
    }
    file.setBox(changes, at: line)
    return refused
  }

  private func change(_ field: CalendarField, key: String) -> TaskChange.FieldChange {
    TaskChange.FieldChange(key: key, value: values[field])
  }

  /// The field that the beginning of an entry was made of.
  private func dateKey(of field: CalendarField, in file: TaskFile) -> String {
    guard field == .start, let item = file.task(at: task.line) else { return field.rawValue }
    return item.start == nil && item.scheduled != nil ? "scheduled" : "start"
  }
}
