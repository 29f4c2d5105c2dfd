import ByteBasics
import CivilCalendar
import NoteModel
import NotePresentation
import NoteSyntax

/// A note as one JSON object that says everything about it, and back.
enum ExportedNoteJSON {
  /// The object of a note: what the index knows of it, its front matter as it is, its text, its tasks.
  static func object(_ note: Note, body: String) -> JSONValue {
    let fields = note.document.frontMatter?.entries ?? []
    return .object([
      JSONValue.Member("path", .string(note.path.string)),
      JSONValue.Member("id", .optional(note.identifier)),
      JSONValue.Member("title", .string(note.title)),
      JSONValue.Member("kind", .string(note.kind.rawValue)),
      JSONValue.Member("created", .optional(note.created?.description)),
      JSONValue.Member("updated", .optional(note.updated?.description)),
      JSONValue.Member("tags", .array(note.tags.map { .string($0.string) })),
      JSONValue.Member("status", .optional(note.status)),
      JSONValue.Member("due", .optional(note.due?.description)),
      JSONValue.Member(
        "fields", .object(fields.map { JSONValue.Member($0.key, $0.value.json) })),
      JSONValue.Member("body", .string(body)),
      JSONValue.Member("tasks", .array(note.tasks.map { task($0) })),
    ])
  }

  private static func task(_ task: TaskItem) -> JSONValue {
    var line: Int?
    if case .checkbox(let number) = task.source { line = number }
    return .object([
      JSONValue.Member("line", line.map { .integer($0) } ?? .null),
      JSONValue.Member("title", .string(task.title)),
      JSONValue.Member("status", .string(task.status.name)),
      JSONValue.Member("due", .optional(task.due?.description)),
      JSONValue.Member("priority", .string(task.priority.name)),
    ])
  }

  /// The note that such an object is; nil for an object of another program.
  static func note(_ value: JSONValue, _ position: ImportPosition) -> ImportedNote? {
    guard let path = value["path"]?.string, case .object(let fields)? = value["fields"],
      let body = value["body"]?.string
    else { return nil }
    let id = value["id"]?.string ?? ""
    var note = ImportedNote(
      source: id.isEmpty ? path : id, title: "", body: body, position: position)
    note.place = .path(path)
    for field in fields where field.key != "import" {
      note.fields.append(ImportedNote.Field(field.key, field.value.fieldValue))
    }
    for member in fields.last(where: { $0.key == "import" })?.value.members ?? []
    where member.key != "source" && member.key != "hash" {
      note.keep(member.key, member.value.fieldText)
    }
    return note
  }
}

extension JSONValue {
  /// The value as front matter has it; what is neither a text nor a list of texts stays JSON, which is YAML too.
  var fieldValue: FrontMatterEditor.FieldValue {
    switch self {
    case .null: return .typed("")
    case .string(let text): return CivilDate(iso: text) != nil ? .typed(text) : .text(text)
    case .boolean, .integer, .number, .object: return .typed(text())
    case .array(let items):
      let texts = items.compactMap(\.string)
      return texts.count == items.count ? .list(texts) : .typed(text())
    }
  }
}
