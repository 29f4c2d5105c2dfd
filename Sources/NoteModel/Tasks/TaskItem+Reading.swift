import CivilCalendar
import NoteSyntax

extension TaskItem {
  /// The task that a note is whose `status` is a task's.
  init(note title: String, status: TaskStatus, fields: FieldTable, tags: [TagName]) {
    let priority = fields["priority"]?.text.flatMap { TaskPriority($0) } ?? .normal
    self.init(
      source: .note, title: title, status: status, due: fields["due"]?.date,
      scheduled: fields["scheduled"]?.date, start: fields["start"]?.date,
      created: fields["created"]?.date, closed: fields["closed"]?.date, priority: priority,
      tags: tags, repetition: fields["repeat"]?.text, reminders: fields["remind"]?.texts ?? [],
      identifier: fields["id"]?.text, dependencies: fields["depends"]?.scalarTexts ?? [],
      parent: fields["parent"]?.text, project: fields["project"]?.text,
      color: fields["color"]?.text, label: fields["label"]?.text, ticket: fields["ticket"]?.text,
      anchor: fields["anchor"]?.date?.day, series: fields["series"]?.text)
  }

  /// The task that a check box is, its fields read in either notation.
  init(_ checkbox: Checkbox, in document: Document) {
    let line = CheckboxFields(checkbox, in: document)
    let priority = line.text("priority").flatMap { TaskPriority($0) } ?? .normal
    let blockers = line.text("dependsOn")?.split { $0 == "," || $0 == " " } ?? []
    self.init(
      source: .checkbox(line: checkbox.line), title: line.title,
      status: TaskStatus(checkboxState: checkbox.state), due: line.date("due"),
      scheduled: line.date("scheduled"), start: line.date("start"), created: line.date("created"),
      closed: line.date("completion") ?? line.date("cancelled"), priority: priority,
      tags: line.tags, repetition: line.text("repeat"),
      reminders: ReminderText.parts(of: line.text("remind") ?? ""), identifier: line.text("id"),
      dependencies: blockers.map(String.init), parent: checkbox.parentLine.map { String($0) },
      project: line.text("project"), anchor: line.date("anchor")?.day)
  }
}

extension TaskStatus {
  /// The status that the character between a check box's brackets means.
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
