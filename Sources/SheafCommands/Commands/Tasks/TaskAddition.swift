import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// Puts a new task into the repository: a note of its own, or a check box in a note.
struct TaskAddition {
  let draft: TaskDraft
  let context: CommandContext
  let workspace: Workspace
  /// Where the task is now: `Memo/a.md`, or of a check box `Memo/a.md:12`.
  private(set) var place = ""
  /// The note that was made or changed; `before` is nil for a new one.
  private(set) var change: (path: NotePath, before: [UInt8]?, after: [UInt8])

  init(draft: TaskDraft, context: CommandContext, workspace: Workspace) {
    self.draft = draft
    self.context = context
    self.workspace = workspace
    change = (NotePath(trusted: ""), nil, [])
  }

  mutating func addNote(
    body: String, folder: String?, _ transaction: inout Transaction
  ) throws {
    let identifier = NoteIdentifier.make(from: context.randomBytes(8))
    let note = NewNote(
      title: draft.title, body: body, template: "task",
      folder: folder ?? workspace.configuration.text("folders.tasks"), fields: [],
      tags: draft.tags.map(\.string))
    let path = try note.path(identifier: identifier, in: workspace)
    let text = try note.text(identifier: identifier, in: context, workspace)
    var file = TaskFile(path: path, bytes: Array(text.utf8), in: workspace.layout)
    var changes = try resolvedFields().map { TaskChange.FieldChange(key: $0.key, value: $0.value) }
    if file.task(at: nil) == nil {
      changes.insert(TaskChange.FieldChange(key: "status", value: "todo"), at: 0)
    }
    do throws(FrontMatterRefusal) {
      try file.set(changes)
    } catch {
      throw UsageError(
        Message(
          "The template for tasks cannot have the fields: \(error.message.english)",
          ko: "할 일 템플릿에 필드를 넣을 수 없습니다: \(error.message.korean)"))
    }
    try context.requireRules(of: workspace, changing: nil, to: file.bytes, at: path)
    transaction.create(path, file.bytes)
    place = path.string
    change = (path, nil, file.bytes)
  }

  /// A note that a check box comes into; `before` is nil for one that is made with the text.
  typealias Target = (path: NotePath, before: [UInt8]?, text: [UInt8])

  /// A note with its bytes; the diary page of a day is made where there is none.
  func target(_ name: String) throws -> Target {
    do {
      let path = try context.place(name, in: workspace).path
      let bytes = try workspace.files.read(path)
      return (path, bytes, bytes)
    } catch let error as NoteLookupError {
      guard case .day(let day)? = DateExpression.parse(name, relativeTo: context.clock()) else {
        throw error
      }
      let page = DiaryPage(day, .day, context: context, workspace: workspace)
      return (page.path, nil, try page.newBytes())
    }
  }

  mutating func addCheckbox(to target: Target, _ transaction: inout Transaction) throws {
    let (path, before) = (target.path, target.before)
    let list = CheckboxList(Document(parsing: target.text))
    let notation =
      list.notation ?? CheckboxNotation(rawValue: workspace.configuration.text("tasks.notation"))
      ?? .emoji
    var insertion = CheckboxInsertion(notation)
    for field in try checkboxFields() { insertion.add(field.key, field.value) }
    let tags = draft.tags.map { "#" + $0.string }
    let words = [draft.title] + tags + insertion.front + insertion.back
    let (after, line) = list.adding(words.joined(separator: " "))
    try context.requireRules(of: workspace, changing: before, to: after, at: path)
    if let before {
      transaction.replace(path, expecting: before, with: after)
    } else {
      transaction.create(path, after)
    }
    place = "\(path):\(line)"
    change = (path, before, after)
  }

  /// The fields as a check box has them: the time of its due day is a field of its own.
  private func checkboxFields() throws -> [(key: String, value: String)] {
    let fields = try resolvedFields()
    let timed = fields.contains { $0.key == "due" } ? "due" : "scheduled"
    return try fields.flatMap { field -> [(key: String, value: String)] in
      if field.key == "depends" { return [("dependsOn", field.value)] }
      guard ["due", "scheduled", "start"].contains(field.key),
        case .moment(let moment)? = CivilDate(iso: field.value)
      else { return [field] }
      guard field.key == timed else { throw Self.secondTime(field.key) }
      return [("time", moment.time.description), (field.key, moment.day.description)]
    }
  }

  private static func secondTime(_ key: String) -> UsageError {
    UsageError(
      Message(
        "\(key): a check box has only one time of day, that of its due day",
        ko: "\(key): 체크박스에는 마감일의 시각 하나만 쓸 수 있습니다"),
      hint: Message(
        "Give a day without a time, or make the task a note (without --to).",
        ko: "시각 없이 날짜만 지정하거나, --to 없이 메모로 만드세요."))
  }

  /// Names of other tasks as ids, where these have one.
  private func resolvedFields() throws -> [(key: String, value: String)] {
    try draft.fields.map { field in
      guard field.key == "depends" || field.key == "parent" else { return field }
      let names = try field.value.split(separator: ",").map { name -> String in
        let name = String(name.drop { $0 == " " })
        let reference = try context.task(name, in: workspace)
        let task = TaskFile(
          path: reference.path, bytes: try workspace.files.read(reference.path),
          in: workspace.layout
        ).task(at: reference.line)
        guard let task else {
          throw NotATask(reference: reference, boxes: [])
        }
        return task.identifier ?? (reference.line == nil ? String(reference.path.stem) : name)
      }
      return (field.key, names.joined(separator: ", "))
    }
  }
}
