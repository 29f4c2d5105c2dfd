package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
package import Wording

/// Styles a task for a line or a card.
package struct TaskText {
  private let now: CivilMoment
  private let page: Page

  package init(now: CivilMoment, page: Page) {
    self.now = now
    self.page = page
  }

  /// Returns the status mark, the urgency and the title.
  package func head(_ task: LocatedTask) -> StyledText {
    var line = StatusMark.mark(task.item.status, page)
    line.append(" ")
    line.append(Self.urgency(task.item.priority))
    line.append(page.title(task.item.title), task.item.status.isClosed ? .done : .title)
    return line
  }

  /// Returns the mark in front of the title of a task with a high or urgent priority.
  static func urgency(_ priority: TaskPriority) -> StyledText {
    switch priority {
    case .urgent: StyledText("!!! ", .overdue)
    case .high: StyledText("!! ", .mark)
    case .normal, .low: StyledText()
    }
  }

  /// Returns the due date, `overdue 3d`, `today 14:00`, `Fri 2026-11-27`, or nil for a task that is closed or not due.
  package func due(_ task: LocatedTask) -> StyledText? {
    guard !task.item.status.isClosed, let due = task.item.due else { return nil }
    return DueText(due, at: now).text(page)
  }

  /// Returns the tags, label, ticket, colour and repetition of a task.
  package func marks(_ task: LocatedTask) -> StyledText {
    var line = StyledText()
    func add(_ text: String, _ style: TextStyle) { line.append((line.isEmpty ? "" : " ") + text, style) }
    for tag in task.item.tags.prefix(4) { add("#" + tag.string, .tag) }
    if let label = task.item.label { add("[\(label)]", .strong) }
    if let ticket = task.item.ticket { add(ticket, .emphasis) }
    if let name = task.item.color {
      let color = NoteColor(name).map { TerminalColor(red: $0.red, green: $0.green, blue: $0.blue) }
      line.append(line.isEmpty ? "" : " ")
      line.append(page.asciiOnly ? "*" : "●", color: color)
      line.append(name, .emphasis)
    }
    if task.item.repetition != nil { line.appendRepeats(page) }
    return line
  }
}

extension StyledText {
  /// Appends the mark of a task that repeats.
  mutating func appendRepeats(_ page: Page) {
    append((isEmpty ? "" : " ") + (page.asciiOnly ? "(repeats)" : "↻"), .dim)
  }
}

extension LocatedTask {
  /// Returns a task as an object for programs.
  package func json(now: CivilMoment, graph: TaskGraph) -> JSONValue {
    let overdue: JSONValue =
      if case .overdue(let days) = item.dueState(at: now), !item.status.isClosed {
        .integer(days)
      } else {
        .null
      }
    return .map([
      "reference": .string(reference),
      "path": .string(path.string),
      "line": line.map { .integer($0) } ?? .null,
      "note": .string(noteTitle),
      "id": .optional(item.identifier),
      "title": .string(item.title),
      "status": .string(item.status.name),
      "closed": .boolean(item.status.isClosed),
      "due": .optional(item.due?.description),
      "overdueDays": overdue,
      "scheduled": .optional(item.scheduled?.description),
      "start": .optional(item.start?.description),
      "closedOn": .optional(item.closed?.description),
      "priority": .string(item.priority.name),
      "urgency": .number(Double(item.urgency(isBlocked: graph.isBlocked(self), at: now)) / 10),
      "tags": .array(item.tags.map { .string($0.string) }),
      "project": .optional(item.project),
      "color": .optional(item.color),
      "label": .optional(item.label),
      "ticket": .optional(item.ticket),
      "repeat": .optional(item.repetition),
      "remind": .array(item.reminders.map { .string($0) }),
      "parent": .optional(item.parent),
      "blockedBy": .array(graph.blockers(of: self).map { .string($0.reference) }),
    ])
  }
}

/// The text for a due date: `overdue 3d`, `overdue since 09:00`, `today 14:00`, `Fri 2026-11-27`. Nothing else puts into
/// words that something is overdue.
package struct DueText {
  private let due: CivilDate
  private let now: CivilMoment

  package init(_ due: CivilDate, at now: CivilMoment) {
    self.due = due
    self.now = now
  }

  /// Returns the due date without colour: `overdue 3d`, `3일 지남`, `Fri 2026-11-27`.
  package func words(in language: Language) -> String {
    let page = Page(columns: 80, language: language, asciiOnly: false, isTerminal: false)
    return text(page).plainText
  }

  func text(_ page: Page) -> StyledText {
    switch DueState(due, at: now) {
    case .none: return StyledText()
    case .overdue(let days):
      let message =
        days == 0
        ? Message("overdue since \(time)", ko: "\(time) 마감, 기한 지남")
        : Message("overdue \(days)d", ko: "\(days)일 지남")
      return StyledText(page.text(message), .overdue)
    case .today:
      let message = Message("today" + (time.isEmpty ? "" : " " + time), ko: "오늘" + (time.isEmpty ? "" : " " + time))
      return StyledText(page.text(message), .mark)
    case .later: return StyledText(page.listed(due.here(at: now)), .mark)
    }
  }

  /// The time of day here; empty for a day without one.
  private var time: String {
    guard case .moment(let moment) = due else { return "" }
    return DayText.time(now.here(moment).time)
  }
}
