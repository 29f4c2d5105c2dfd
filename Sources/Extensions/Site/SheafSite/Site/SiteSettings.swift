package import CivilCalendar
package import NoteModel
package import NotePresentation
package import NoteSyntax
package import Wording

/// The settings of a site's owner.
package struct SiteSettings: Sendable {
  package var title: String
  /// `https://notes.example.org`, without a slash at the end. Nil for a site without an address.
  package var url: String?
  package var author: String?
  /// The language of Sheaf's words on pages.
  package var language: Language
  /// The language of notes without `lang`: `ko`, `en-GB`.
  package var languageTag: String
  /// The first day of the week in calendars.
  package var weekStart: Weekday
  /// True if each page of a note is a folder with an `index.html`, whose address ends in a slash.
  package var hasShortURLs = false
  /// True if the notes of a folder are in the order of their file names, false for the order of their titles.
  package var isOrderedByName = false
  /// Places of notes in the navigation of the program that they were written for.
  package var navigation: [NotePath: Int] = [:]
  /// Titles of notes in that navigation.
  package var navigationTitles: [NotePath: String] = [:]
  /// The folders of files that pages include by name, and the files that are added to the end of every page.
  package var snippets: (folders: [String], appended: [String]) = ([], [])
  /// The lists of terms that the program of the folder makes: `tags`.
  package var termLists: [String] = []
  /// True if the site has an archive of digests.
  package var hasDigests = false
  /// Items that the owner adds to the menu: name, target, and the note of the target.
  package var menu: [(name: String, target: String, note: NotePath?)] = []
  /// The picture that other sites show with links to this site, and the icon of this site: paths in the repository.
  package var image: NotePath?
  package var icon: NotePath?
  /// True if a page without a picture gets a picture of its title.
  package var hasCards = false
  /// The settings for reading notes.
  package var layout = VaultLayout.standard
  /// The columns of the board, and the maximum number of tasks per column, by status. All other columns come last.
  package var boardColumns: [String] = []
  package var boardLimits: [String: Int] = [:]
  /// False keeps raw HTML as it is written.
  package var sanitizes: Bool
  /// The rules that decide which notes are public.
  package var rules: PublicationRules
  /// The time zone of days and times.
  package var zone: LocalZone
  /// The time of day of reminders without a time.
  package var dayTime = TimeOfDay.nine
  /// The path of the home note; nil to find it by name.
  package var home: String?
  /// True if our own server shows the pages: they reload after changes, and report mistakes.
  package var isPreview = false
  /// The regions whose telephone numbers are links; those in the international form always are.
  package var telephoneRegions: Set<TelephoneRegion> = []
  /// True if days in texts become links to the diary, and street addresses links to a map.
  package var detectsDays = false
  package var detectsStreets = false
  /// True if the end of a line in a paragraph is also one on the page; nil for the rule of the folder's program.
  package var keepsLineBreaks: Bool?
  /// True if the templates of the site read no formulas of single dollar signs.
  package var escapesDollars = false
  /// The format of days; nil: `21 November 2026`.
  package var dates: DateStyle?

  package init(
    title: String, url: String?, author: String?, language: String, rules: PublicationRules,
    zone: LocalZone, sanitizes: Bool
  ) {
    self.title = title
    self.url = url.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    self.author = author
    self.language = Language(localeName: language)
    languageTag = language
    weekStart = self.language == .korean ? .sunday : .monday
    self.rules = rules
    self.zone = zone
    self.sanitizes = sanitizes
  }

  /// The path of the site on its host, with slashes at both ends.
  var basePath: String {
    guard let url else { return "/" }
    let path = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
    return path.isEmpty ? "/" : "/" + path.joined(separator: "/") + "/"
  }

  package var now: CivilMoment { rules.now }
  package var today: Day { now.day }
}
