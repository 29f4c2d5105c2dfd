package import CivilCalendar
package import NoteSyntax

/// The meaning of a document: the values that listings, queries and pages use.
package struct Note: Sendable {
  package let path: NotePath
  package let document: Document
  /// The `id` field. Nil for a note that has none.
  package let identifier: String?
  /// The `title` field, else the heading that opens the body, else the file's name. Never empty.
  package let title: String
  /// The `title` field. Nil if the field is missing or has no letter.
  package let titleField: String?
  /// The text of the only level-1 heading, if it is the body's first block. Nil if the folder's program gives no
  /// title by a heading.
  package let leadingHeading: String?
  package let aliases: [String]
  /// The keys of the addresses of its page, if a site makes one; see ``PageAddress``.
  package let addresses: [String]
  /// The folder of a site that its page's relative links count from. Nil if that is its place in the repository.
  let pageFolder: String?
  /// The tags of front matter and body, each once, in order of appearance.
  package let tags: [TagName]
  package let kind: NoteKind
  /// The `status` field, of a task or not. Nil if there is none.
  package let status: String?
  /// The day that a note of the diary is about.
  package let entryDay: Day?
  package let created: CivilDate?
  package let updated: CivilDate?
  /// The day on which a letter opens. Until then the body is neither shown nor found.
  package let unseal: Day?
  package let isPinned: Bool
  /// The statement of the note about its publication; empty for a template, which is never published.
  package let publication: PublicationStatement
  /// True for a draft: by its field, its status or its folder.
  package let isDraft: Bool
  /// Every front-matter field, flattened, for the index.
  package let fields: [NoteField]
  /// The note itself if its `status` is a task's, then its check boxes in order.
  package let tasks: [TaskItem]
}

extension Note {
  /// The heading that is a name of the note: ``leadingHeading`` in its place.
  package var titleHeading: Heading? { leadingHeading == nil ? nil : document.leadingHeading }

  /// The links of the document. The definition of a relative address is its meaning on the site.
  package var links: [Link] {
    guard let pageFolder else { return document.links }
    return document.links.map { link in
      guard let address = Self.address(link, from: pageFolder) else { return link }
      var link = link
      link.definition = address
      return link
    }
  }

  /// Returns `/legal/privacy/` for `../privacy/` in `/legal/terms/`, or nil for a link that is not a relative address
  /// of a page, or that can be resolved as it is.
  private static func address(_ link: Link, from folder: String) -> String? {
    guard [.inline, .reference, .definition, .html].contains(link.kind),
      let path = LinkTarget(link)?.path, !path.hasPrefix("/"), PageAddress.key(ofLink: path) == nil,
      let name = path.split(separator: "/").last, !name.contains(".") || name.hasSuffix(".html"),
      let place = NotePath(folder + "/" + path)
    else { return nil }
    return "/" + place.string
  }

  /// The value of `publish:`; false for a template or a doubtful statement; nil if the note has no statement.
  package var isPublishable: Bool? {
    kind == .template || publication.isDoubtful ? false : publication.isAsked
  }
}

/// The kind of a note, by its path and its fields.
package enum NoteKind: String, Sendable, CaseIterable, Codable {
  case memo, diary, task, letter, template
}

/// One scalar of front matter: `tags: [a, b]` makes two, a map's key joins its parent's by `.`.
package struct NoteField: Sendable, Hashable {
  package let key: String
  /// Position in a list, 0 for a plain value.
  package let ordinal: Int
  package let text: String
  /// The value as a number if it reads as one: also seconds of a duration (`2h`), days since epoch are not here.
  package let number: Double?
  /// The value as a date if it reads as one.
  package let date: CivilDate?

  package init(key: String, ordinal: Int, text: String, number: Double?, date: CivilDate?) {
    self.key = key
    self.ordinal = ordinal
    self.text = text
    self.number = number
    self.date = date
  }
}

/// A note that may be a letter to a later day: neither shown nor found until then.
package protocol Sealable {
  /// The day on which it opens. Nil if it is no letter.
  var unseal: Day? { get }
}

extension Sealable {
  /// Returns the day until which the note is sealed, or nil from that day on.
  package func seal(on today: Day) -> Day? { unseal.flatMap { $0 > today ? $0 : nil } }

  /// Returns true for a letter whose day has not come.
  package func isSealed(on today: Day) -> Bool { seal(on: today) != nil }
}

extension Note: Sealable {}
extension NoteSummary: Sealable {}
extension PublicationCandidate: Sealable {}
