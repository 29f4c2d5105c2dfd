import NoteModel

/// A task taken apart into rows.
struct PreparedTask: Sendable {
  /// A value that has a row of its own, with the note that it leads to where it is the name of a task.
  struct Field: Sendable {
    let value: IndexedField
    let target: LinkTarget?
  }

  let item: TaskItem
  /// The folded tags, a line feed before and after each; empty where there is none.
  let tagKeys: String
  let fields: [Field]

  init(_ item: TaskItem) {
    self.item = item
    let keys = item.tags.map { foldedName($0.string) }
    tagKeys = keys.isEmpty ? "" : "\n" + keys.joined(separator: "\n") + "\n"
    fields = Self.fields(of: item)
  }

  /// The fields of a note have rows of their own; here are those of a check box, and the names of tasks.
  private static func fields(of item: TaskItem) -> [Field] {
    var fields = item.dependencies.enumerated().map { position, name in
      Field("depends", position, name, target: LinkTarget(naming: name))
    }
    guard item.source != .note else {
      if let parent = item.parent {
        fields.append(Field("parent", 0, parent, target: LinkTarget(naming: parent)))
      }
      return fields
    }
    if let project = item.project { fields.append(Field("project", 0, project)) }
    if let rule = item.repetition { fields.append(Field("repeat", 0, rule)) }
    for (position, reminder) in item.reminders.enumerated() {
      fields.append(Field("remind", position, reminder))
    }
    return fields
  }
}

extension PreparedTask.Field {
  fileprivate init(_ key: String, _ position: Int, _ text: String, target: LinkTarget? = nil) {
    value = IndexedField(key, position, text)
    self.target = target
  }
}
