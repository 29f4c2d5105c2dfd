package import CivilCalendar

/// The notes of a site, and the notes that it does not show.
package struct SiteSelection: Sendable {
  package let facts: SiteFacts
  /// The withheld notes in the order of their paths, including those that a preview shows to the owner all the same.
  package var heldBack: [HeldBackNote]

  package init(facts: SiteFacts, heldBack: [HeldBackNote]) {
    self.facts = facts
    self.heldBack = heldBack
  }
}

/// The facts of the index about the notes that a site shows. Nothing of the others is in it.
package struct SiteFacts: Sendable {
  /// The notes in the order of their paths.
  package let notes: [SiteNote]
  /// The links in the order of their sources. Links to hidden notes have no target.
  package let links: [SiteLink]
  package let tasks: [SiteTask]
  /// Files that are not notes, by their number.
  package let attachments: [Int64: ScannedFile]
  /// Files that their folder keeps off the site and that no link of the index leads to; raw HTML may link to them.
  package let refused: [HeldBackNote]
  /// The groups of the site's notes that are translations of each other.
  package let translations: Translations

  package init(
    notes: [SiteNote], links: [SiteLink], tasks: [SiteTask], attachments: [Int64: ScannedFile],
    refused: [HeldBackNote] = [], translations: Translations = Translations([])
  ) {
    self.refused = refused
    self.translations = translations
    self.notes = notes
    self.links = links
    self.tasks = tasks
    self.attachments = attachments
  }
}

package struct SiteNote: Sendable, Hashable {
  /// The number of the note in the index.
  package let number: Int64
  package let file: ScannedFile
  package let title: String
  package let kind: NoteKind
  package let tags: [String]
  /// The day that a note of the diary is about.
  package let entryDay: Day?
  /// The creation date in the note's fields.
  package let created: CivilDate?
  /// The date in the note's fields, else the date of its last change in version control.
  package let updated: CivilDate?
  /// The date of its first version in version control.
  package let born: CivilDate?
  package let isPinned: Bool
  /// Seconds since the epoch of its last change, as version control knows it, else of its file's.
  package let modifiedSeconds: Int
  /// The position of the note in its folder, from `weight`, `order` and similar fields.
  package let weight: Int?
  /// True for `dg-home: true`.
  package let isHome: Bool
  /// False for a page that links alone lead to: it is in no list, search, feed or graph.
  package let isListed: Bool
  /// The reason why it is not public. Nil if it is. Only a preview for the owner shows such a note.
  package let heldBack: HeldBackReason?

  package init(
    number: Int64, file: ScannedFile, title: String, kind: NoteKind, tags: [String],
    entryDay: Day? = nil, created: CivilDate?, updated: CivilDate?,
    born: CivilDate? = nil, isPinned: Bool, modifiedSeconds: Int = 0, isHome: Bool = false, isListed: Bool = true,
    heldBack: HeldBackReason? = nil, weight: Int? = nil
  ) {
    self.weight = weight
    self.isHome = isHome
    self.isListed = isListed
    self.modifiedSeconds = modifiedSeconds
    self.heldBack = heldBack
    self.number = number
    self.file = file
    self.title = title
    self.kind = kind
    self.tags = tags
    self.entryDay = entryDay
    self.created = created
    self.updated = updated
    self.born = born
    self.isPinned = isPinned
  }

  package var path: NotePath { file.path }

  /// The day of a diary entry, else the day that the note says it was written.
  package var day: Day? { entryDay ?? created?.day }

  /// The latest date that the note or version control tells. The file's own time is different on every machine.
  package var latest: CivilDate? { updated ?? created ?? day.map { .day($0) } }
}

/// A link between two files of the repository, or to one that is not shown.
package struct SiteLink: Sendable, Hashable {
  package let source: Int64
  /// The destination as written, without its fragment, from ``destination(_:_:_:)``.
  package let destination: String
  /// The number of a note or an attachment. Nil without a visible target.
  package let target: Int64?
  /// True if the link leads to a note that is not shown.
  package let isHidden: Bool
  /// True if the target is embedded in the page.
  package let isEmbed: Bool
  /// The start of the link in its file, in bytes. Nil if not known.
  package let offset: Int?

  package init(source: Int64, destination: String, target: Int64?, isHidden: Bool, isEmbed: Bool, offset: Int? = nil) {
    self.source = source
    self.destination = destination
    self.target = target
    self.isHidden = isHidden
    self.isEmbed = isEmbed
    self.offset = offset
  }

  /// Returns the key of a link. A reversed link has both parts in it, because many may have the same words.
  package static func destination(_ destination: String, _ text: String?, _ form: LinkGoal.Form) -> String {
    form == .reversed ? destination + "|" + (text ?? "") : destination
  }
}

/// A task of a note that a site shows.
package struct SiteTask: Sendable, Hashable {
  /// The number of the note that is the task or contains its check box.
  package let note: Int64
  package let task: LocatedTask

  package init(note: Int64, task: LocatedTask) {
    self.note = note
    self.task = task
  }
}

extension CivilDate {
  /// Returns true for a day that has begun and a moment that has come.
  package func isOver(at now: CivilMoment) -> Bool {
    switch self {
    case .day(let day): day <= now.day
    case .moment(let moment): now.here(moment).secondsSinceEpoch() <= now.secondsSinceEpoch()
    }
  }
}
