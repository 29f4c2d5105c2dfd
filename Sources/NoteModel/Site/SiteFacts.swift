package import CivilCalendar

/// What the index knows of the notes that a site shows. Nothing of the others is in it.
package struct SiteFacts: Sendable {
  /// In the order of their paths.
  package let notes: [SiteNote]
  /// In the order of their sources. Those to what is not shown have no target.
  package let links: [SiteLink]
  package let tasks: [SiteTask]
  /// Files that are not notes, by their number.
  package let attachments: [Int64: ScannedFile]

  package init(
    notes: [SiteNote], links: [SiteLink], tasks: [SiteTask], attachments: [Int64: ScannedFile]
  ) {
    self.notes = notes
    self.links = links
    self.tasks = tasks
    self.attachments = attachments
  }
}

/// A note that a site shows.
package struct SiteNote: Sendable, Hashable {
  /// Its number in the index.
  package let number: Int64
  package let file: ScannedFile
  package let title: String
  package let kind: NoteKind
  package let tags: [String]
  /// The day that a note of the diary is about.
  package let entryDay: Day?
  package let created: CivilDate?
  package let updated: CivilDate?
  package let isPinned: Bool

  package init(
    number: Int64, file: ScannedFile, title: String, kind: NoteKind, tags: [String],
    entryDay: Day? = nil, created: CivilDate?, updated: CivilDate?, isPinned: Bool
  ) {
    self.number = number
    self.file = file
    self.title = title
    self.kind = kind
    self.tags = tags
    self.entryDay = entryDay
    self.created = created
    self.updated = updated
    self.isPinned = isPinned
  }

  package var path: NotePath { file.path }

  /// The day of a diary entry, else the day that the note says it was written.
  package var day: Day? { entryDay ?? created?.day }

  /// The latest date that the note itself tells. The file's own time is different on every machine.
  package var latest: CivilDate? { updated ?? created ?? day.map { .day($0) } }
}

/// A link between two files of the repository, or to one that is not shown.
package struct SiteLink: Sendable, Hashable {
  package let source: Int64
  /// As written, without its fragment; from ``destination(_:_:_:)``.
  package let destination: String
  /// The number of a note or an attachment; nil where it leads to nothing that is shown.
  package let target: Int64?
  /// The link leads to a note that is not shown.
  package let isHidden: Bool
  /// What it leads to is in the page.
  package let isEmbed: Bool

  package init(
    source: Int64, destination: String, target: Int64?, isHidden: Bool, isEmbed: Bool
  ) {
    self.source = source
    self.destination = destination
    self.target = target
    self.isHidden = isHidden
    self.isEmbed = isEmbed
  }
}

extension SiteLink {
  /// A link that is written the other way round is looked up by both its parts: many may have the same words.
  package static func destination(
    _ destination: String, _ text: String?, _ form: LinkGoal.Form
  ) -> String {
    form == .reversed ? destination + "|" + (text ?? "") : destination
  }
}

/// A task of a note that a site shows.
package struct SiteTask: Sendable, Hashable {
  package let note: Int64
  /// 1-based line of a check box; nil for the note itself.
  package let line: Int?
  package let title: String
  package let status: TaskStatus
  package let due: CivilDate?
  package let priority: TaskPriority

  package init(
    note: Int64, line: Int?, title: String, status: TaskStatus, due: CivilDate?,
    priority: TaskPriority
  ) {
    self.note = note
    self.line = line
    self.title = title
    self.status = status
    self.due = due
    self.priority = priority
  }
}
