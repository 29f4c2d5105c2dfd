import ByteBasics
package import CivilCalendar
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// Puts a new task into the repository: a note of its own, or a check box in a note.
package struct TaskAddition {
  package enum Destination {
    /// A note of its own; `folder`: nil for that of the setting `folders.tasks`.
    case newNote(body: String, folder: String?)
    /// A check box in a note, or, at the line of a heading, in its section.
    case checkbox(in: NotePosition)
    /// A check box in the page of the diary, which is made if there is none.
    case diaryPage(Day)
  }

  private let draft: TaskDraft
  private let workspace: Workspace
  private let surroundings: NoteCreationInputs
  /// The fields without the status, which a check box shows by its mark.
  private let fields: [(key: String, value: String)]
  private let status: TaskStatus?

  /// - Parameters:
  ///   - draft: The task. The title must not be blank.
  ///   - workspace: The workspace that gets the task.
  ///   - surroundings: The inputs of the template.
  ///   - identify: Finds the task that a name in `depends` or `parent` means.
  /// - Throws: Any error of `identify`; ``Problem`` for a place that is no task
  package init(
    _ draft: TaskDraft, in workspace: Workspace, _ surroundings: NoteCreationInputs,
    identify: (String) throws -> NotePosition
  ) throws {
    self.draft = draft
    self.workspace = workspace
    self.surroundings = surroundings
    status = draft.fields.first { $0.key == "status" }.map { TaskStatus($0.value) }
    fields = try draft.fields.filter { $0.key != "status" }.map { field in
      guard field.key == "depends" || field.key == "parent" else { return field }
      let names = try field.value.split(separator: ",").map { name -> String in
        let name = String(name.drop { $0 == " " })
        let position = try identify(name)
        let bytes = try workspace.originals.read(position.path)
        let file = TaskFile(path: position.path, bytes: bytes, in: workspace.layout)
        guard let task = file.task(at: position.line) else { throw notATask(position, in: file.note) }
        // A reference uses the id of a task, if the task has an id.
        return task.identifier ?? (position.line == nil ? String(position.path.stem) : name)
      }
      return (field.key, names.joined(separator: ", "))
    }
  }

  /// Makes the task part of a transaction.
  ///
  /// - Returns: The position of the task, and the note that was made or changed.
  /// - Throws: If the note cannot be read, the template cannot be used, or the new task would break a rule.
  package func carryOut(
    at destination: Destination, _ transaction: inout Transaction
  ) throws -> (position: NotePosition, change: ChangedNote) {
    switch destination {
    case .newNote(let body, let folder):
      let change = try newNote(body: body, folder: folder)
      try workspace.add(change, to: &transaction)
      return (NotePosition(change.path), change)
    case .checkbox(let place):
      let bytes = try workspace.originals.read(place.path)
      return try addCheckbox(to: bytes, at: place, before: bytes, &transaction)
    case .diaryPage(let day):
      let page = DiaryPage(day, .day, in: workspace)
      let bytes = try page.newBytes(surroundings)
      return try addCheckbox(to: bytes, at: NotePosition(page.path), before: nil, &transaction)
    }
  }

  /// Returns the note that a destination creates, so that its questions can be answered before; nil if no note is
  /// created.
  package static func newNote(
    for draft: TaskDraft, at destination: Destination, in workspace: Workspace, _ surroundings: NoteCreationInputs
  ) throws -> NewNote? {
    switch destination {
    case .newNote(let body, let folder): try newNote(for: draft, body: body, folder: folder, in: workspace)
    case .checkbox: nil
    case .diaryPage(let day): try DiaryPage(day, .day, in: workspace).newNote(surroundings)
    }
  }

  private static func newNote(
    for draft: TaskDraft, body: String, folder: String?, in workspace: Workspace
  ) throws -> NewNote {
    try NewNote(
      title: draft.title, body: body, template: "task", folder: folder ?? workspace.configuration.text("folders.tasks"),
      fields: draft.ownFields, tags: draft.tags.map(\.string))
  }

  private func newNote(body: String, folder: String?) throws -> ChangedNote {
    let planned = try Self.newNote(for: draft, body: body, folder: folder, in: workspace)
      .planned(in: workspace, surroundings)
    var file = TaskFile(path: planned.path, bytes: planned.after, in: workspace.layout)
    var changes = fields.map { TaskChange.FieldChange(key: $0.key, value: $0.value) }
    if file.task(at: nil) == nil {
      changes.insert(TaskChange.FieldChange(key: "status", value: "todo"), at: 0)
    }
    do throws(FrontMatterRefusal) {
      try file.set(changes)
      if let status { try file.apply(.status(status, today: surroundings.now.day), at: nil) }
    } catch {
      throw Problem(
        .usage,
        Message(
          "The template for tasks cannot have the fields: \(error.message.english)",
          ko: "할 일 템플릿에 필드를 넣을 수 없습니다: \(error.message.korean)"))
    }
    return ChangedNote(path: planned.path, before: nil, after: file.bytes)
  }

  private func addCheckbox(
    to text: [UInt8], at place: NotePosition, before: [UInt8]?, _ transaction: inout Transaction
  ) throws -> (position: NotePosition, change: ChangedNote) {
    if let own = draft.ownFields.first { throw FieldAssignmentError.notOfABox(own.key) }
    let path = place.path
    let document = Document(parsing: text)
    let heading = place.line.flatMap(document.heading(atLine:))
    let list = CheckboxList(document, section: heading)
    let notation = list.notation ?? CheckboxNotation(rawValue: workspace.configuration.text("tasks.notation")) ?? .emoji
    var insertion = CheckboxInsertion(notation)
    for field in try checkboxFields() { insertion.add(field.key, field.value) }
    let tags = draft.tags.map { "#" + $0.string }
    let words = [draft.title] + tags + insertion.front + insertion.back
    let text = words.joined(separator: " ")
    let (after, line) = Self.card(text, at: heading, in: document) ?? list.adding(text)
    var file = TaskFile(path: path, bytes: after, in: workspace.layout)
    if let status { try file.apply(.status(status, today: surroundings.now.day), at: line) }
    let change = ChangedNote(path: path, before: before, after: file.bytes)
    try workspace.add(change, to: &transaction)
    return (NotePosition(path, line: line), change)
  }

  /// Adds a card to the column of a heading, or to the first column. Returns nil if the note has no such column.
  private static func card(
    _ text: String, at heading: Heading?, in document: Document
  ) -> (bytes: [UInt8], line: Int)? {
    guard let board = KanbanBoard(document) else { return nil }
    let column =
      if let heading {
        board.column(headedAt: document.source.position(at: heading.range.lowerBound).line)
      } else {
        board.columns.first
      }
    return column.map { board.adding(text, to: $0) }
  }

  /// Returns the fields in the form of a check box, in which the time of the due day is a separate field.
  private func checkboxFields() throws(Problem) -> [(key: String, value: String)] {
    let timed = fields.contains { $0.key == "due" } ? "due" : "scheduled"
    var found: [(key: String, value: String)] = []
    for field in fields {
      guard ["due", "scheduled", "start"].contains(field.key), case .moment(let moment)? = CivilDate(iso: field.value)
      else {
        found.append(field.key == "depends" ? ("dependsOn", field.value) : field)
        continue
      }
      guard field.key == timed else {
        throw Problem(
          .usage,
          Message(
            "\(field.key): a check box has only one time of day, that of its due date",
            ko: "\(field.key): 체크박스에는 마감일의 시각 하나만 쓸 수 있습니다"),
          hint: Message(
            "Give a day without a time, or make the task a note (without --into).",
            ko: "시각 없이 날짜만 지정하거나, --into 없이 메모로 만드세요."))
      }
      found += [("time", moment.time.description), (field.key, moment.day.description)]
    }
    return found
  }
}
