package import CivilCalendar
import NoteSyntax
package import Wording

/// A task: a note with a `status`, or a check box in any note.
package struct TaskItem: Sendable, Hashable {
  package enum Source: Sendable, Hashable {
    case note
    /// A check box at this 1-based line.
    case checkbox(line: Int)
  }

  package let source: Source
  /// A note's title, or the check box's text without its fields and tags.
  package let title: String
  package var status: TaskStatus
  package private(set) var due: CivilDate?
  package let priority: TaskPriority
  package let tags: [TagName]
  /// The rarely used properties: one element, or none. So a task is small, and tens of thousands are copied cheaply.
  private var details: [Details] = []

  private struct Details: Sendable, Hashable {
    var scheduled: CivilDate?
    var start: CivilDate?
    var created: CivilDate?
    var closed: CivilDate?
    var repetition: String?
    var reminders: [String] = []
    var identifier: String?
    var dependencies: [String] = []
    var parent: String?
    var project: String?
    var color: String?
    var label: String?
    var ticket: String?
    var anchor: Day?
    var series: String?
    var isStarted = false
  }

  package init(
    source: Source, title: String, status: TaskStatus, due: CivilDate? = nil,
    scheduled: CivilDate? = nil, start: CivilDate? = nil, created: CivilDate? = nil,
    closed: CivilDate? = nil, priority: TaskPriority = .normal, tags: [TagName] = [],
    repetition: String? = nil, reminders: [String] = [], identifier: String? = nil,
    dependencies: [String] = [], parent: String? = nil, project: String? = nil, color: String? = nil,
    label: String? = nil, ticket: String? = nil, anchor: Day? = nil, series: String? = nil
  ) {
    self.init(plain: source, title: title, status: status, due: due, priority: priority, tags: tags)
    let details = Details(
      scheduled: scheduled, start: start, created: created, closed: closed, repetition: repetition,
      reminders: reminders, identifier: identifier, dependencies: dependencies, parent: parent, project: project,
      color: color, label: label, ticket: ticket, anchor: anchor, series: series)
    if details != Details() { self.details = [details] }
  }

  /// Creates a task with only the common properties.
  package init(
    plain source: Source, title: String, status: TaskStatus, due: CivilDate?, priority: TaskPriority, tags: [TagName]
  ) {
    self.source = source
    self.title = title
    self.status = status
    self.due = due
    self.priority = priority
    self.tags = tags
  }
}

extension TaskItem {
  /// True if the task was started: its status is `doing`, or a custom status of that kind.
  package var isStarted: Bool { status == .doing || details.first?.isStarted == true }

  /// Returns the task, marked as started if its status is a custom one of that kind.
  package func started(in statuses: OwnStatuses) -> TaskItem {
    guard case .custom = status, statuses.kind(of: status) == .doing else { return self }
    var started = self
    started.details = [details.first ?? Details()]
    started.details[0].isStarted = true
    return started
  }

  /// Returns the task with its days and times on the user's clock.
  package func here(in zone: LocalZone) -> TaskItem {
    var task = self
    task.due = due?.here(in: zone)
    if var own = details.first {
      own.scheduled = own.scheduled?.here(in: zone)
      own.start = own.start?.here(in: zone)
      own.closed = own.closed?.here(in: zone)
      task.details = [own]
    }
    return task
  }

  package var scheduled: CivilDate? { details.first?.scheduled }
  package var start: CivilDate? { details.first?.start }
  package var created: CivilDate? { details.first?.created }
  /// The time of completion or cancellation.
  package var closed: CivilDate? { details.first?.closed }
  /// The rule as written: `every week`, `after 3 days`, `RRULE:…`.
  package var repetition: String? { details.first?.repetition }
  /// The reminders as written: `30m`, `1d`, a moment.
  package var reminders: [String] { details.first?.reminders ?? [] }
  /// The note's id, or the check box's `🆔`.
  package var identifier: String? { details.first?.identifier }
  /// Identifiers or names of tasks that must be done first.
  package var dependencies: [String] { details.first?.dependencies ?? [] }
  /// Name of the parent note, or the line of the check box that contains this one.
  package var parent: String? { details.first?.parent }
  package var project: String? { details.first?.project }
  /// A colour and a mark for boards and calendars.
  package var color: String? { details.first?.color }
  package var label: String? { details.first?.label }
  /// The identifier of the task elsewhere: a booking, an issue, a seat.
  package var ticket: String? { details.first?.ticket }
  /// The day that the rule counts from; nil: the due day.
  package var anchor: Day? { details.first?.anchor }
  /// The id of the first task of a series that repeats.
  package var series: String? { details.first?.series }
}

/// The state of a task. The board may have columns of its own.
package enum TaskStatus: Hashable, Sendable {
  case todo, doing, done, cancelled
  case custom(String)

  /// Returns the status of a word in any of the ``spellings``. Any other word is a custom column of the board.
  package init(_ text: some StringProtocol) { self = TaskStatus(known: text) ?? .custom(String(text)) }

  /// Returns the status that a word means everywhere, or nil for any other word.
  package init?(known text: some StringProtocol) {
    guard let status = Self.spellings[text.lowercased()] else { return nil }
    self = status
  }

  /// The spellings of the four statuses by people and other programs.
  private static let spellings: [String: TaskStatus] = {
    let words: [(TaskStatus, [String])] = [
      (.todo, ["todo", "to do", "to-do", "open", "next", "backlog", "할 일", "할일"]),
      (.doing, ["doing", "in progress", "in-progress", "started", "active", "진행 중", "진행중", "진행"]),
      (.done, ["done", "completed", "complete", "closed", "완료", "마침"]),
      (.cancelled, ["cancelled", "canceled", "dropped", "취소"]),
    ]
    return Dictionary(uniqueKeysWithValues: words.flatMap { status, words in words.map { ($0, status) } })
  }()

  /// The names of the four statuses in both languages, without spaces.
  package static let typedNames = ["todo", "할일", "doing", "진행중", "done", "완료", "cancelled", "취소"]

  /// The name in Sheaf's spelling.
  package var name: String {
    switch self {
    case .todo: "todo"
    case .doing: "doing"
    case .done: "done"
    case .cancelled: "cancelled"
    case .custom(let name): name
    }
  }

  /// The name for the user: the heading of a column.
  package var label: Message {
    switch self {
    case .todo: Message("To do", ko: "할 일")
    case .doing: Message("Doing", ko: "진행 중")
    case .done: Message("Done", ko: "완료")
    case .cancelled: Message("Cancelled", ko: "취소")
    case .custom("waiting"): Message("Waiting", ko: "대기")
    case .custom("someday"): Message("Someday", ko: "언젠가")
    case .custom(let name): Message(verbatim: name)
    }
  }

  /// True if the task is done or cancelled.
  package var isClosed: Bool { self == .done || self == .cancelled }
}

/// The priority of a task, the lowest first.
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

  /// Returns the priority of `[#A]` in an outline.
  package init?(letter: String) {
    switch letter {
    case "A": self = .high
    case "B": self = .normal
    case "C": self = .low
    default: return nil
    }
  }

  /// The letter of ``init(letter:)``.
  var letter: String {
    switch self {
    case .urgent, .high: "A"
    case .normal: "B"
    case .low: "C"
    }
  }

  /// Returns the priority of a typed word: as in a file, or in Korean.
  package init?(typed text: String) {
    let folded = foldedName(text)
    guard
      let priority = TaskPriority(text) ?? Self.allCases.first(where: { $0.koreanName == folded })
    else { return nil }
    self = priority
  }

  package var koreanName: String {
    switch self {
    case .low: "낮음"
    case .normal: "보통"
    case .high: "높음"
    case .urgent: "긴급"
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

  package static func < (left: TaskPriority, right: TaskPriority) -> Bool { left.rawValue < right.rawValue }
}

extension TaskItem {
  /// Reads the task of a note whose `status` is that of a task.
  init(note title: String, status: TaskStatus, fields: FieldTable, tags: [TagName]) {
    let priority = fields["priority"]?.text.flatMap { TaskPriority($0) } ?? .normal
    self.init(
      source: .note, title: title, status: status, due: fields["due"]?.date,
      scheduled: fields["scheduled"]?.date, start: fields["start"]?.date,
      created: fields["created"]?.date, closed: fields["closed"]?.date, priority: priority,
      tags: tags, repetition: fields["repeat"]?.text, reminders: fields["remind"]?.texts ?? [],
      identifier: fields["id"]?.text, dependencies: fields["depends"]?.scalarTexts ?? [],
      parent: fields["parent"]?.text, project: fields["project"]?.text,
      color: fields["color"]?.text, label: fields["label"]?.text?.withoutComments, ticket: fields["ticket"]?.text,
      anchor: fields["anchor"]?.date?.day, series: fields["series"]?.text)
  }

  /// Reads the task of a check box, whose fields may be in either notation.
  init(_ checkbox: Checkbox, in document: Document) {
    let line = CheckboxFields(checkbox, in: document)
    let word = TaskWord(rawValue: checkbox.state)
    let days = word == nil ? [] : BlockDates(of: checkbox, in: document).entries
    func day(_ key: String) -> CivilDate? { line.date(key) ?? days.first { $0.key == key }?.date }
    let priority = line.text("priority").flatMap { TaskPriority($0) } ?? .normal
    let blockers = line.text("dependsOn")?.split { $0 == "," || $0 == " " } ?? []
    self.init(
      source: .checkbox(line: checkbox.line), title: line.title.withoutComments,
      status: word?.status ?? TaskStatus(checkboxState: checkbox.state), due: day("due"),
      scheduled: day("scheduled"), start: line.date("start"), created: line.date("created"),
      closed: line.date("completion") ?? line.date("cancelled"), priority: priority,
      tags: line.tags, repetition: line.text("repeat"),
      reminders: ReminderText.parts(of: line.text("remind") ?? ""), identifier: line.text("id"),
      dependencies: blockers.map(String.init), parent: checkbox.parentLine.map { String($0) },
      project: line.text("project"), anchor: line.date("anchor")?.day)
  }
}

extension TaskStatus {
  /// Returns the status for the character between a check box's brackets.
  package init(checkboxState state: String) {
    switch state {
    case " ": self = .todo
    case "x", "X": self = .done
    case "/": self = .doing
    case "-": self = .cancelled
    default: self = .custom(state)
    }
  }
}
