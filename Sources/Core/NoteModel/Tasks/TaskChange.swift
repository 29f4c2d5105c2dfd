package import CivilCalendar

package enum TaskChange: Sendable, Hashable {
  /// Sets the status; `today` is written as the day of completion.
  case status(TaskStatus, today: Day)
  /// Sets the due day, or the scheduled day if the task has no due day. Nil removes the day.
  case postpone(CivilDate?)
  /// Changes of other fields of a check box, with the keys of the bracket notation.
  case fields([FieldChange])

  /// The change of one field, `status` among them.
  package struct FieldChange: Sendable, Hashable {
    package let key: String
    /// The new value; nil removes the field.
    package let value: String?

    package init(key: String, value: String?) {
      self.key = key
      self.value = value
    }
  }

  /// Returns the fields of a note that change.
  ///
  /// A repeating task that is postponed continues to count from its original due day.
  func fields(of task: TaskItem) -> [FieldChange] {
    switch self {
    case .status(let status, let today):
      var changes = [FieldChange(key: "status", value: status.name)]
      if status.isClosed {
        changes.append(FieldChange(key: "closed", value: today.description))
      } else if task.closed != nil {
        changes.append(FieldChange(key: "closed", value: nil))
      }
      return changes
    case .postpone(let date): return postponement(of: task, to: date)
    case .fields(let changes): return changes
    }
  }

  func postponement(of task: TaskItem, to date: CivilDate?) -> [FieldChange] {
    let isScheduled = task.due == nil && task.scheduled != nil
    let old = isScheduled ? task.scheduled : task.due
    var changes = [FieldChange(key: isScheduled ? "scheduled" : "due", value: date?.description)]
    if date == nil { return changes }
    let rule = task.repetition.flatMap { try? RecurrenceRule.parse($0) }
    if let rule, rule.basis == .anchor, task.anchor == nil, let old {
      changes.append(FieldChange(key: "anchor", value: old.day.description))
    }
    return changes
  }
}
