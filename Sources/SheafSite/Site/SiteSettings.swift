package import CivilCalendar
package import Wording

/// What the owner of a site decides.
package struct SiteSettings: Sendable {
  package var title: String
  /// `https://notes.example.org`, without a slash at the end; nil for a site that has no address.
  package var url: String?
  package var author: String?
  package var language: Language
  package var now: CivilMoment
  /// False keeps raw HTML as it is written.
  package var sanitizes: Bool
  /// False shows only notes with `publish: true`.
  package var publishesByDefault: Bool
  /// The pages are shown by a server of our own: they load again when they change, and report mistakes.
  package var isPreview = false

  package init(
    title: String, url: String?, author: String?, language: Language, now: CivilMoment,
    sanitizes: Bool, publishesByDefault: Bool
  ) {
    self.title = title
    self.url = url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.author = author
    self.language = language
    self.now = now
    self.sanitizes = sanitizes
    self.publishesByDefault = publishesByDefault
  }

  package var today: Day { now.day }
}
