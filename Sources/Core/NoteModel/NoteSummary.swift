package import CivilCalendar

/// A note as listings show it: the facts that the index has without reading the file.
package struct NoteSummary: Hashable, Sendable {
  package let path: NotePath
  package let identifier: String?
  package let title: String
  package let kind: NoteKind
  /// The day that a note of the diary is about.
  package let entryDay: Day?
  package let status: String?
  package let due: CivilDate?
  package let priority: String?
  /// The date as written, or nil if the note has none.
  package let created: CivilDate?
  package let updated: CivilDate?
  /// Seconds since the epoch of the last change, as version control knows it, else of the file's.
  package let modifiedSeconds: Int
  /// The time of the first commit that contains it. Nil if version control does not know.
  package let bornSeconds: Int?
  package var tags: [String]
  package let isPinned: Bool
  package let isDraft: Bool
  /// The day on which a letter opens.
  package let unseal: Day?

  package init(
    path: NotePath, identifier: String?, title: String, kind: NoteKind, status: String?,
    entryDay: Day? = nil, due: CivilDate?, priority: String?, created: CivilDate?,
    updated: CivilDate?,
    modifiedSeconds: Int, bornSeconds: Int? = nil, tags: [String], isPinned: Bool, isDraft: Bool,
    unseal: Day? = nil
  ) {
    self.path = path
    self.identifier = identifier
    self.title = title
    self.kind = kind
    self.entryDay = entryDay
    self.status = status
    self.due = due
    self.priority = priority
    self.created = created
    self.updated = updated
    self.modifiedSeconds = modifiedSeconds
    self.bornSeconds = bornSeconds
    self.tags = tags
    self.isPinned = isPinned
    self.isDraft = isDraft
    self.unseal = unseal
  }
}
