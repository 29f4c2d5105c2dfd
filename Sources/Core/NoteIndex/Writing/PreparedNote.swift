import ByteBasics
package import CivilCalendar
package import NoteModel
package import NoteSyntax

/// A note taken apart into rows, off the writer's thread.
package struct PreparedNote: Sendable {
  /// A link as written. A first index keeps the links of all notes in memory, so derived values are computed on demand.
  struct LinkFact: Sendable {
    let kind: Link.Kind
    let destination: String
    let fragment: String?
    let text: String?
    let line: Int
    let range: ByteRange?
    /// The destination of a definition in the note that has the link's text as its label.
    let definition: String?

    /// The target; nil if the link leads out of the repository.
    var target: LinkTarget? {
      LinkTarget(kind: kind, destination: destination, fragment: fragment, text: text, definition: definition)
    }
  }

  struct CitationFact: Sendable {
    let key: String
    let isGrouped: Bool
    let line: Int
    let range: ByteRange
  }

  /// The note's number in the index, never used before.
  let number: Int
  package let path: NotePath
  package let fingerprint: FileFingerprint
  let note: NoteRow
  let fields: [IndexedField]
  /// ``NoteProperties/text``
  let properties: String?
  let tags: [TagName]
  /// The folded names of the tags in front matter, which every check box has as well.
  let fieldTags: Set<String>
  /// The places of each, by its folded name, as ``TagPlaces/text``.
  let tagPlaces: [String: String]
  let names: [NoteName]
  let links: [LinkFact]
  let citations: [CitationFact]
  let tasks: [PreparedTask]
  /// The terms of the full-text table, in the order of ``FullTextColumn``.
  let text: [TokenStream]

  /// Takes a note apart.
  ///
  /// - Parameters:
  ///   - note: As it may be read.
  ///   - fingerprint: Of the file it was read from.
  ///   - number: From ``IndexWriter/reserveNumbers(_:)``.
  ///   - zone: ``IndexDatabase/zone``
  ///   - today: Letters of later days are sealed.
  ///   - content: The key of the file's content, by which version control knows it; nil if there is none.
  package init(
    _ note: Note, fingerprint: FileFingerprint, number: Int, in zone: LocalZone, today: Day, content: Int? = nil
  ) {
    self.number = number
    path = note.path
    self.fingerprint = fingerprint
    self.note = NoteRow(note, fingerprint, zone, today: today, content: content)
    fields = IndexedField.fields(of: note)
    properties = NoteProperties(note.document)?.text
    tags = note.tags
    fieldTags = Set(note.fieldTags.map { foldedName($0.string) })
    tagPlaces = TagPlaces.all(of: note).mapValues(\.text)
    names = note.names
    tasks = PreparedTask.all(of: note, in: zone)
    links = note.links.map { LinkFact($0) }
    citations = CitationFact.facts(of: note.document)
    text = FullTextColumn.allCases.map { TokenStream(storing: $0.tokens(of: note)) }
  }
}

extension PreparedNote.CitationFact {
  fileprivate static func facts(of document: Document) -> [PreparedNote.CitationFact] {
    guard !document.citations.isEmpty else { return [] }
    let positions = document.source.positions(of: document.citations.map(\.range.lowerBound))
    return document.citations.map { citation in
      PreparedNote.CitationFact(
        key: citation.key, isGrouped: citation.group != nil,
        line: positions[citation.range.lowerBound]?.line ?? 1, range: citation.range)
    }
  }
}

extension PreparedNote.LinkFact {
  init(_ link: Link) {
    self.init(
      kind: link.kind, destination: link.destination, fragment: link.fragment,
      text: link.text, line: link.line, range: link.range, definition: link.definition)
  }
}

struct NoteRow: Sendable {
  let identifier: String?
  let title: String
  let kind: String
  let status: String?
  let due: CivilDate?
  let priority: String?
  let created: CivilDate?
  let updated: CivilDate?
  let createdSeconds: Int?
  let updatedSeconds: Int?
  /// The time of the file's last change.
  let fileSeconds: Int
  /// A number that distinguishes contents; nil if the note has no history.
  let content: Int?
  let unseal: Day?
  /// True for a letter before its day; all other fields are then empty.
  let isSealed: Bool
  /// The day of a diary entry.
  let entryDay: Day?
  let isDraft: Bool
  let isPinned: Bool
  let isPublishable: Bool?
  let isDoubtful: Bool
  /// Seconds since the epoch before which it is not public.
  let notBefore: Int?
  let notAfter: Int?
  let secret: FoundSecret?
  let problems: Int
  let hasAnswers: Bool

  init(_ note: Note, _ fingerprint: FileFingerprint, _ zone: LocalZone, today: Day, content: Int?) {
    let task = note.tasks.first { $0.source == .note }
    identifier = note.identifier
    title = note.title
    kind = note.kind.rawValue
    status = task?.status.name ?? note.status
    due = note.date(note.due, of: "due", in: zone)
    priority = note.priority?.name
    created = note.date(note.created, of: "created", in: zone)
    updated = note.date(note.updated, of: "updated", in: zone)
    createdSeconds = created.map { IndexedDate.sortSeconds($0, in: zone) }
    updatedSeconds = updated.map { IndexedDate.sortSeconds($0, in: zone) }
    fileSeconds = Int(fingerprint.modifiedNanoseconds / 1_000_000_000)
    self.content = content
    unseal = note.unseal
    isSealed = note.isSealed(on: today)
    entryDay = note.entryDay
    isDraft = note.isDraft
    isPinned = note.isPinned
    isPublishable = note.isPublishable
    isDoubtful = note.publication.isDoubtful
    notBefore = note.publication.notBefore.map { IndexedDate.sortSeconds($0, in: zone) }
    notAfter = note.publication.notAfter.map { IndexedDate.sortSeconds($0, in: zone) }
    secret = SecretFinder.first(in: note)
    problems = note.document.diagnostics.count
    hasAnswers = !note.document.bakedAnswers.isEmpty
  }
}

/// A task taken apart into rows.
struct PreparedTask: Sendable {
  /// A value with a separate row, and, if the value is the name of a task, the task's note.
  struct Field: Sendable {
    let value: IndexedField
    let target: LinkTarget?
  }

  let item: TaskItem
  /// The text between the brackets of a check box; nil for a note.
  let mark: String?
  /// ``BoxFields/text`` of a check box; nil if only its note has them.
  let boxFields: String?
  /// The folded tags of a check box, a line feed before and after each; empty if there is none.
  let tagKeys: String
  let fields: [Field]

  static func all(of note: Note, in zone: LocalZone) -> [PreparedTask] {
    guard !note.tasks.isEmpty else { return [] }
    let marks = Dictionary(
      note.document.checkboxes.map { ($0.line, $0.state) }, uniquingKeysWith: { first, _ in first })
    let fields = marks.isEmpty ? [:] : BoxFields.all(of: note.document)
    return note.tasks.map { $0.here(in: zone) }.map { item in
      if case .checkbox(let line) = item.source {
        PreparedTask(item, mark: marks[line] ?? "", boxFields: fields[line])
      } else {
        PreparedTask(item)
      }
    }
  }

  init(_ item: TaskItem, mark: String? = nil, boxFields: String? = nil) {
    self.item = item
    self.mark = mark
    self.boxFields = boxFields
    let keys = item.source == .note ? [] : item.tags.map { foldedName($0.string) }
    tagKeys = keys.isEmpty ? "" : "\n" + keys.joined(separator: "\n") + "\n"
    fields = Self.fields(of: item)
  }

  /// Returns the fields of a check box, and the names of tasks; the fields of a note have separate rows.
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

/// The links of a canvas, as rows. A canvas is a file and not a note, but its links count like links of notes.
package struct PreparedCanvas: Sendable {
  let file: ScannedFile
  let links: [PreparedNote.LinkFact]

  /// - Parameter canvas: nil for one that cannot be read.
  package init(_ file: ScannedFile, _ canvas: CanvasDocument?) {
    self.file = file
    links = (canvas?.links ?? []).map { PreparedNote.LinkFact($0) }
  }
}
