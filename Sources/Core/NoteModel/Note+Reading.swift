import ByteBasics
package import CivilCalendar
package import NoteSyntax

extension Note {
  /// Returns the task of a check box, or the one that the note is.
  package func task(at line: Int?) -> TaskItem? {
    let source = line.map(TaskItem.Source.checkbox) ?? .note
    return tasks.first { $0.source == source }
  }

  /// Reads the meaning of `document` at its path, in a repository with this layout.
  package init(_ plain: Document, at path: NotePath, in layout: VaultLayout = .standard) {
    let document = layout.rules.readsOutlines ? OutlineReading.read(plain) : plain
    let properties = layout.rules.readsOutlines ? PageProperties(document) : nil
    let fields = FieldTable(document.frontMatter)
    let tags = Self.tags(fields, document, properties)
    let isTemplate = layout.isTemplate(path)
    let unseal = isTemplate ? nil : document.unseal
    // A template of another program has a tag there, which is filled in later.
    let titleField =
      fields["title"]?.text.flatMap { text in
        let shown = text.withoutComments
        return shown.allSatisfy(\.isWhitespace) || isTemplate && text.contains("{{") ? nil : shown
      } ?? properties?.title ?? layout.pageTitle(of: path)
    let heading = layout.rules.takesTitleFromHeading ? Self.leadingHeading(of: document) : nil
    let title = titleField ?? heading ?? layout.fileTitle(of: path)
    let status = fields["status"]?.text.flatMap { $0.isEmpty ? nil : composedName($0) }
    let taskStatus = isTemplate ? nil : Self.taskStatus(status, fields, document, at: path, in: layout)
    var tasks: [TaskItem] = []
    if let taskStatus {
      let task = TaskItem(note: title, status: taskStatus, fields: fields, tags: tags)
      tasks.append(task.started(in: layout.statuses))
    }
    if !isTemplate {
      let lanes = KanbanBoard(document)?.lanes ?? [:]
      for checkbox in document.checkboxes {
        var task = TaskItem(checkbox, in: document)
        if case .custom(let mark) = task.status { task.status = layout.statuses.status(ofBox: mark) }
        if task.status == .todo, let lane = lanes[checkbox.line] { task.status = lane }
        tasks.append(task.started(in: layout.statuses))
      }
    }
    let publication = PublicationStatement(of: document, at: path, layout.rules.syntax)
    let created = fields.created ?? path.leadingDay.map { .day($0) }
    let kind: NoteKind =
      if isTemplate {
        .template
      } else if unseal != nil {
        .letter
      } else if taskStatus != nil {
        .task
      } else {
        layout.isDiary(path) ? .diary : .memo
      }
    self.init(
      path: path, document: document,
      identifier: layout.rules.addressFields.contains("id")
        ? nil : fields["id"]?.text.flatMap { $0.isEmpty ? nil : $0 },
      title: title, titleField: titleField, leadingHeading: heading,
      aliases: Self.aliases(fields) + (properties?.aliases ?? []),
      addresses: PageAddress.keys(of: path, fields, layout) + (properties?.blocks ?? [])
        + (layout.rules.callsBySlug ? [nameKey(HeadingAnchors.slug(Self.leadingHeading(of: document) ?? title))] : []),
      pageFolder: PageAddress.folder(of: path, fields, layout),
      tags: tags, kind: kind, status: status,
      entryDay: kind == .diary ? layout.day(of: path) ?? created?.day : nil, created: created,
      updated: fields["updated"]?.date, unseal: unseal,
      isPinned: fields["pinned"]?.boolean ?? false,
      publication: publication, isDraft: publication.isDraft || layout.isDraft(path),
      fields: fields.flattened + BodyFields.fields(of: document), tasks: tasks)
  }

  /// Returns the status of the task that a note is, or nil for a note that is not a task.
  ///
  /// A note is a task by its status, by its place or by the fields that only a task has. An unknown status therefore
  /// neither hides a task nor makes it public; in other notes it is a field like any other.
  private static func taskStatus(
    _ status: String?, _ fields: FieldTable, _ document: Document, at path: NotePath, in layout: VaultLayout
  ) -> TaskStatus? {
    if let known = status.flatMap({ layout.taskStatus($0) }) { return known }
    let isTask =
      FieldCatalogue.taskKeys.contains { fields[$0]?.isFilled == true }
      || layout.isTask(path) && !KanbanBoard.isBoard(document)
    return isTask ? status.map { .custom($0) } ?? .todo : nil
  }

  private static func leadingHeading(of document: Document) -> String? {
    guard let heading = document.leadingHeading else { return nil }
    let text = HeadingAttributes.text(of: heading)
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  private static func tags(_ fields: FieldTable, _ document: Document, _ properties: PageProperties?) -> [TagName] {
    var seen: Set<TagName> = []
    let written = fields.tagTexts + (properties?.tags ?? []) + document.tags.map(\.name)
    return written.compactMap { TagName($0) }.filter { seen.insert($0).inserted }
  }

  /// Returns the other names of a note. In Hugo, a text that begins with `/` is an address of its page and not a name.
  private static func aliases(_ fields: FieldTable) -> [String] {
    (fields["aliases"]?.texts ?? []).filter { !$0.utf8.starts(with: "/".utf8) }
  }

  /// The `due` field, of a task or not.
  package var due: CivilDate? { FieldTable(document.frontMatter)["due"]?.date }

  /// The `priority` field. Nil if the field is missing or unknown.
  package var priority: TaskPriority? {
    FieldTable(document.frontMatter)["priority"]?.text.flatMap { TaskPriority($0) }
  }

  /// The tags of its front matter, without those in its text.
  package var fieldTags: [TagName] { FieldTable(document.frontMatter).tagTexts.compactMap { TagName($0) } }
}
