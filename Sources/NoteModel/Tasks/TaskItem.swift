package import CivilCalendar

/// Something to do: a note with a `status`, or a check box in any note.
package struct TaskItem: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case note
    /// A check box at this 1-based line.
    case checkbox(line: Int)
  }

  package let source: Source
  /// A note's title, or the check box's text without its fields and tags.
  package let title: String
  package let status: TaskStatus
  package let due: CivilDate?
  package let scheduled: CivilDate?
  package let start: CivilDate?
  package let created: CivilDate?
  /// When it was done or cancelled.
  package let closed: CivilDate?
  package let priority: TaskPriority
  package let tags: [TagName]
  /// The rule as written: `every week`, `after 3 days`, `RRULE:…`.
  package let repetition: String?
  /// As written: `30m`, `1d`, a moment.
  package let reminders: [String]
  /// The note's id, or the check box's `🆔`.
  package let identifier: String?
  /// Identifiers or names of what must be done first.
  package let dependencies: [String]
  /// Name of the parent note, or the line of the check box that contains this one.
  package let parent: String?
  package let project: String?
  /// A colour and a mark for boards and calendars.
  package let color: String?
  package let label: String?
  /// The day that the rule counts from; nil: the due day.
  package let anchor: Day?
  /// The id of the first task of a series that repeats.
  package let series: String?

  package init(
    source: Source, title: String, status: TaskStatus, due: CivilDate? = nil,
    scheduled: CivilDate? = nil, start: CivilDate? = nil, created: CivilDate? = nil,
    closed: CivilDate? = nil, priority: TaskPriority = .normal, tags: [TagName] = [],
    repetition: String? = nil, reminders: [String] = [], identifier: String? = nil,
    dependencies: [String] = [], parent: String? = nil,
    project: String? = nil, color: String? = nil, label: String? = nil, anchor: Day? = nil,
    series: String? = nil
  ) {
    self.source = source
    self.title = title
    self.status = status
    self.due = due
    self.scheduled = scheduled
    self.start = start
    self.created = created
    self.closed = closed
    self.priority = priority
    self.tags = tags
    self.repetition = repetition
    self.reminders = reminders
    self.identifier = identifier
    self.dependencies = dependencies
    self.parent = parent
    self.project = project
    self.color = color
    self.label = label
    self.anchor = anchor
    self.series = series
  }
}

/// Where a task stands. The board may have columns of its own.
package enum TaskStatus: Hashable, Sendable {
  case todo, doing, done, cancelled
  case custom(String)

  /// The status that a front-matter value means; the spellings of other tools are read too.
  package init(_ text: some StringProtocol) {
    switch text.lowercased() {
    case "todo", "to do", "to-do", "open", "next", "backlog", "": self = .todo
    case "doing", "in progress", "in-progress", "started", "active": self = .doing
    case "done", "completed", "complete", "closed": self = .done
    case "cancelled", "canceled", "dropped": self = .cancelled
    default: self = .custom(String(text))
    }
  }

  /// As Sheaf writes it.
  package var name: String {
    switch self {
    case .todo: "todo"
    case .doing: "doing"
    case .done: "done"
    case .cancelled: "cancelled"
    case .custom(let name): name
    }
  }

  /// Done or cancelled: nothing is left to do.
  package var isClosed: Bool { self == .done || self == .cancelled }
}

/// How urgent a task is, from the least.
package enum TaskPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
  case low = -1
  case normal = 0
  case high, urgent

  package init?(_ text: some StringProtocol) {
    switch text.lowercased() {
    case "low", "lowest", "l": self = .low
    case "normal", "medium", "m", "none": self = .normal
    case "high", "h": self = .high
    case "urgent", "highest", "u": self = .urgent
    default: return nil
    }
  }

  package var name: String {
    switch self {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .urgent: "urgent"
    }
  }

  package static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
