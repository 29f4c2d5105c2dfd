import CivilCalendar
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import NoteWorkspace
import Wording

/// Puts a new task into the repository: a note of its own, or a check box in a note.
struct TaskAddition {
  let draft: TaskDraft
  let context: CommandContext
  let workspace: Workspace

  /// - Returns: The path of the new note.
  func addNote(
    body: String, folder: String?, _ transaction: inout Transaction
  ) throws -> String {
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
          "The template of tasks cannot take the fields: \(error.message.english)",
          ko: "할 일의 틀에 필드를 쓸 수 없습니다: \(error.message.korean)"))
    }
    transaction.create(path, file.bytes)
    return path.string
  }

  /// - Returns: The check box's place, `Memo/a.md:12`.
  func addCheckbox(to path: NotePath, _ transaction: inout Transaction) throws -> String {
    let before = try workspace.files.read(path)
    let list = CheckboxList(Document(parsing: before))
    let notation =
      list.notation ?? CheckboxNotation(rawValue: workspace.configuration.text("tasks.notation"))
      ?? .emoji
    let fields = try resolvedFields().map { field in
      notation.written(field.key == "depends" ? "dependsOn" : field.key, field.value)
    }
    let words = [draft.title] + draft.tags.map { "#" + $0.string } + fields
    let (after, line) = list.adding(words.joined(separator: " "))
    transaction.replace(path, expecting: before, with: after)
    return "\(path):\(line)"
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
