package import CivilCalendar
package import NoteSyntax

extension Note {
  /// What `document` means at its place in the repository.
  package init(_ document: Document, at path: NotePath) {
    let fields = FieldTable(document.frontMatter)
    let tags = Self.tags(fields, document)
    let unseal = fields["unseal"]?.date?.day
    let titleField = fields["title"]?.text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    // A title from the body would tell what is sealed.
    let heading = unseal == nil ? Self.leadingHeading(of: document) : nil
    let title = titleField ?? heading ?? String(path.stem)
    var tasks: [TaskItem] = []
    if let status = fields["status"]?.text {
      tasks.append(TaskItem(note: title, status: status, fields: fields, tags: tags))
    }
    for checkbox in document.checkboxes {
      tasks.append(TaskItem(checkbox, in: document))
    }
    self.init(
      path: path, document: document,
      identifier: fields["id"]?.text.flatMap { $0.isEmpty ? nil : $0 },
      title: title, titleField: titleField, leadingHeading: heading,
      aliases: fields["aliases"]?.texts ?? [], tags: tags,
      kind: Self.kind(path, fields, unseal: unseal), created: fields["created"]?.date,
      updated: fields["updated"]?.date, unseal: unseal,
      isDraft: fields["draft"]?.boolean ?? false, isPinned: fields["pinned"]?.boolean ?? false,
      isPublishable: fields["publish"]?.boolean,
      fields: fields.flattened + (unseal == nil ? BodyFields.fields(of: document) : []),
      tasks: tasks)
  }

  private static func leadingHeading(of document: Document) -> String? {
    guard let heading = document.leadingHeading else { return nil }
    let text = HeadingAttributes.text(of: heading)
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  private static func tags(_ fields: FieldTable, _ document: Document) -> [TagName] {
    var seen: Set<TagName> = []
    let written = (fields["tags"]?.texts ?? []) + document.tags.map(\.name)
    return written.compactMap { TagName($0) }.filter { seen.insert($0).inserted }
  }

  private static func kind(_ path: NotePath, _ fields: FieldTable, unseal: Day?) -> NoteKind {
    if unseal != nil { return .letter }
    if fields["status"] != nil { return .task }
    let isDiary = path.string.hasPrefix("Diary/") && !path.string.hasPrefix("Diary/Tasks/")
    return isDiary ? .diary : .memo
  }
}

extension Note {
  /// The `due` field, of a task or not.
  package var due: CivilDate? { FieldTable(document.frontMatter)["due"]?.date }

  /// The `priority` field; nil where there is none, or none that is known.
  package var priority: TaskPriority? {
    FieldTable(document.frontMatter)["priority"]?.text.flatMap { TaskPriority($0) }
  }
}

extension Note {
  /// The tags of its front matter, without those in its text.
  package var fieldTags: [TagName] {
    (FieldTable(document.frontMatter)["tags"]?.texts ?? []).compactMap { TagName($0) }
  }
}

/// The fields of a note by the key that Sheaf gives them, whichever spelling the note uses.
struct FieldTable {
  private let entries: [FrontMatter.Entry]

  init(_ frontMatter: FrontMatter?) {
    entries = frontMatter?.entries ?? []
  }

  /// The value of the preferred spelling that is there; a value that is null counts as absent.
  subscript(key: String) -> FrontMatterValue? {
    if let value = value(of: key) { return value }
    guard let field = FieldCatalogue.field(for: key) else { return nil }
    return field.alsoRead.lazy.compactMap { value(of: $0) }.first
  }

  private func value(of key: String) -> FrontMatterValue? {
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    if case .scalar(let scalar) = entry.value, scalar.isNull { return nil }
    return entry.value
  }

  /// Every scalar with its key; a map's key joins its parent's by a dot.
  var flattened: [NoteField] {
    var fields: [NoteField] = []
    fields.reserveCapacity(entries.count)
    for entry in entries { flatten(entry.value, key: entry.key, ordinal: 0, into: &fields) }
    return fields
  }

  private func flatten(
    _ value: FrontMatterValue, key: String, ordinal: Int, into fields: inout [NoteField]
  ) {
    switch value {
    case .scalar(let scalar):
      if !scalar.isNull {
        fields.append(NoteField(key: key, ordinal: ordinal, scalar: scalar.text))
      }
    case .list(let items):
      for (position, item) in items.enumerated() {
        flatten(item, key: key, ordinal: position, into: &fields)
      }
    case .map(let pairs):
      for pair in pairs {
        flatten(pair.value, key: key + "." + pair.key, ordinal: 0, into: &fields)
      }
    }
  }
}
