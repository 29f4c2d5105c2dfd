import ByteBasics
package import CivilCalendar
package import NoteModel
import NoteSyntax

/// A note taken apart into rows, off the writer's thread.
package struct PreparedNote: Sendable {
  struct LinkFact: Sendable {
    let kind: String
    let destination: String
    let fragment: String?
    let text: String?
    let line: Int
    let range: ByteRange?
    /// The destination of a definition in the note that has the link's text as its label.
    let definition: String?
    let target: LinkTarget?
  }

  /// The note's number in the index, never used before.
  let number: Int
  package let path: NotePath
  package let fingerprint: FileFingerprint
  let note: NoteRow
  let fields: [IndexedField]
  let tags: [TagName]
  /// Of these the folded names of those that front matter has: they are the tags of every check box too.
  let fieldTags: Set<String>
  let names: [NoteName]
  let links: [LinkFact]
  let tasks: [PreparedTask]
  /// The terms of the full-text table, in the order of ``FullTextColumn``.
  let text: [TokenStream]

  /// Takes a note apart.
  ///
  /// - Parameters:
  ///   - note: As read.
  ///   - fingerprint: Of the file it was read from.
  ///   - number: From ``IndexWriter/reserveNumbers(_:)``.
  ///   - zone: ``IndexDatabase/zone``
  ///   - content: The key of the file's content, by which version control knows it; nil where there is none.
  package init(
    _ note: Note, fingerprint: FileFingerprint, number: Int, in zone: LocalZone, content: Int? = nil
  ) {
    self.number = number
    path = note.path
    self.fingerprint = fingerprint
    self.note = NoteRow(note, fingerprint, zone, content: content)
    fields = IndexedField.fields(of: note)
    tags = note.tags
    fieldTags = Set(note.fieldTags.map { foldedName($0.string) })
    names = note.names
    tasks = note.tasks.map { PreparedTask($0) }
    links = note.document.links.map { LinkFact($0) }
    text = FullTextColumn.allCases.map { TokenStream(storing: $0.tokens(of: note)) }
  }
}

extension PreparedNote.LinkFact {
  init(_ link: Link) {
    self.init(
      kind: link.kind.rawValue, destination: link.destination, fragment: link.fragment,
      text: link.text, line: link.line, range: link.range, definition: link.definition,
      target: LinkTarget(link))
  }
}

/// The row of the note table.
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
  /// Of the file's last change.
  let fileSeconds: Int
  /// Tells contents apart; nil where nothing has a history.
  let content: Int?
  let unseal: Day?
  /// Of a page of the diary.
  let entryDay: Day?
  let isDraft: Bool
  let isPinned: Bool
  let isPublishable: Bool?
  let isDoubtful: Bool
  /// Seconds since the epoch before which it is not public.
  let notBefore: Int?
  let secret: FoundSecret?
  let problems: Int

  init(_ note: Note, _ fingerprint: FileFingerprint, _ zone: LocalZone, content: Int?) {
    let task = note.tasks.first { $0.source == .note }
    identifier = note.identifier
    title = note.title
    kind = note.kind.rawValue
    status = task?.status.name ?? note.status
    due = note.due
    priority = note.priority?.name
    created = note.date(note.created, of: "created", in: zone)
    updated = note.date(note.updated, of: "updated", in: zone)
    createdSeconds = created.map { IndexedDate.sortSeconds($0, in: zone) }
    updatedSeconds = updated.map { IndexedDate.sortSeconds($0, in: zone) }
    fileSeconds = Int(fingerprint.modifiedNanoseconds / 1_000_000_000)
    self.content = content
    unseal = note.unseal
    entryDay = note.entryDay
    isDraft = note.isDraft
    isPinned = note.isPinned
    isPublishable = note.isPublishable
    isDoubtful = note.publication.isDoubtful
    notBefore = note.publication.notBefore.map { IndexedDate.sortSeconds($0, in: zone) }
    secret = SecretFinder.first(in: note.document.source.bytes)
    problems = note.document.diagnostics.count
  }
}
