package import CivilCalendar

/// The settings of a repository about its files: part of how every note is read.
///
/// The index contains the notes as one layout reads notes. If the layout changes, Sheaf rebuilds the index.
package struct VaultLayout: Sendable, Hashable {
  /// The names of daily notes.
  package let diaryPath: DayPattern
  /// The names of the notes of weeks and months. Nil for those next to the days.
  package let weekPath: DayPattern?
  package let monthPath: DayPattern?
  /// Every note in it belongs to the diary; empty for none.
  package let diaryFolder: String
  /// New tasks go there, and every note in it is a task; the diary may contain it. Empty for none.
  package let taskFolder: String
  /// New memos go there; if it is the folder of tasks too, a place makes no note a task. Empty for none.
  package let memoFolder: String
  /// Notes in it are patterns for new notes; empty for none.
  package let templateFolder: String
  /// Notes in it are not published; empty for none.
  package let draftFolder: String
  /// Statuses that the board has a column for, in small letters.
  package let columns: Set<String>
  package let statuses: OwnStatuses

  /// Folders from which links are tried that begin at a site's root.
  package let linkRoots: [NotePath]

  /// The name of a daily note besides its file's name, if links use one: `Nov 21st, 2026`.
  package let diaryTitle: DayPattern?
  /// The addresses that a site gives the pages of a folder, by the folder: `/blog/:year/:month/:day/:title`.
  package let addresses: [String: String]
  /// The reading rules of the folder's programs.
  package let rules: ReadingRules

  /// The layout of a repository without settings.
  package static let standard = VaultLayout()

  package init(
    diaryFolder: String = "Diary", diaryPath: DayPattern? = nil,
    taskFolder: String = "Diary/Tasks", templateFolder: String = "", draftFolder: String = "",
    columns: [String] = [], linkRoots: [String] = [], weekPath: DayPattern? = nil,
    monthPath: DayPattern? = nil, memoFolder: String = "Memo", diaryTitle: DayPattern? = nil,
    addresses: [String: String] = [:], rules: ReadingRules = ReadingRules(),
    statuses: OwnStatuses = OwnStatuses()
  ) {
    self.statuses = statuses
    self.addresses = addresses
    self.diaryTitle = diaryTitle
    self.rules = rules
    self.weekPath = weekPath
    self.monthPath = monthPath
    self.linkRoots = linkRoots.compactMap { NotePath($0.drop { $0 == "/" }) }
    self.diaryFolder = Self.normal(diaryFolder)
    self.diaryPath = diaryPath ?? .standard(in: Self.normal(diaryFolder))
    self.taskFolder = Self.normal(taskFolder)
    self.memoFolder = Self.normal(memoFolder)
    self.templateFolder = Self.normal(templateFolder)
    self.draftFolder = Self.normal(draftFolder)
    self.columns = Set((columns + statuses.taskNames).map { $0.lowercased() }.filter { TaskStatus(known: $0) == nil })
  }

  private static func normal(_ folder: String) -> String { NotePath(folder)?.string ?? "" }

  /// The starting points of links other than their own note.
  package var roots: LinkRoots {
    LinkRoots(
      linkRoots, pagesAreFolders: rules.pagesAreFolders,
      haveAddresses: !addresses.isEmpty || !rules.addressFields.isEmpty || rules.decodesPageNames,
      textComesFirst: rules.textComesFirst)
  }

  package func isTemplate(_ path: NotePath) -> Bool { Self.contains(templateFolder, path) }

  package func isDraft(_ path: NotePath) -> Bool { Self.contains(draftFolder, path) }

  /// Returns true for a note of the diary: a daily note, or another note in the diary's folder.
  package func isDiary(_ path: NotePath) -> Bool {
    if Self.contains(taskFolder, path), taskFolder != diaryFolder { return false }
    return Self.contains(diaryFolder, path) || diaryPath.day(of: path) != nil
  }

  /// Returns the day in the name of a diary note, by the pattern or at the beginning of the name.
  package func day(of path: NotePath) -> Day? { diaryPath.day(of: path) ?? path.namedDay }

  /// Returns the title by the path of a note, which wins over titles in the text: the day of a diary entry as in links,
  /// or the page's name if the file's name encodes it.
  func pageTitle(of path: NotePath) -> String? {
    if let diaryTitle, let day = diaryPath.day(of: path) {
      return String(diaryTitle.path(of: day).string.dropLast(".md".count))
    }
    guard rules.decodesPageNames else { return nil }
    let stem = String(path.stem)
    let name = PageName.page(of: stem)
    return name == stem ? nil : name
  }

  /// Returns the title of a note without a title field.
  func fileTitle(of path: NotePath) -> String {
    let stem = path.stem
    guard rules.omitsDayFromNames, path.namedDay != nil else { return String(stem) }
    let rest = stem.dropFirst("2026-11-21".count)
    return rest.first == "-" && rest.count > 1 ? String(rest.dropFirst()) : String(stem)
  }

  /// Returns the name of a new note in a folder, without its extension: `2026-11-21-two-words` if names must be dated.
  package func newStem(_ stem: String, in folder: String, on day: Day) -> String {
    let isDated = folder.split(separator: "/").contains { rules.datedFolders.contains(String($0)) }
    guard isDated, Day(iso: stem.prefix("2026-11-21".count)) == nil else { return stem }
    return "\(day)-" + stem.lowercased().replacing(" ", with: "-")
  }

  /// Returns the possible paths of a day's note, that of a new one first.
  package func diaryPaths(of day: Day) -> [NotePath] {
    let plain = diaryFolder.isEmpty ? [] : ["\(diaryFolder)/\(day.year)/\(day).md", "\(diaryFolder)/\(day).md"]
    let first = diaryPath.path(of: day)
    return [first] + plain.map { NotePath(trusted: $0) }.filter { $0 != first }
  }

  /// The folder of the weekly and monthly pages: that of the days, which may be part of the pattern.
  package var periodFolder: String { diaryFolder.isEmpty ? diaryPath.folder : diaryFolder }

  /// Returns true for a note in the folder of tasks, unless it is in a folder of another kind inside that folder.
  func isTask(_ path: NotePath) -> Bool {
    guard Self.contains(taskFolder, path), diaryPath.day(of: path) == nil else { return false }
    return ![diaryFolder, memoFolder].contains { other in
      other.utf8.count >= taskFolder.utf8.count && Self.contains(other, path)
    }
  }

  /// Returns the status for a `status` in any note, or nil for a word that is a status only in a task.
  package func taskStatus(_ text: String) -> TaskStatus? {
    if let known = TaskStatus(known: text) { return known }
    return columns.contains(text.lowercased()) ? .custom(text) : nil
  }

  /// A hash of the layout, equal for equal layouts in every process.
  package var fingerprint: Int32 {
    let facts =
      [diaryPath.text, diaryFolder, taskFolder, memoFolder, templateFolder, draftFolder]
      + columns.sorted() + ["statuses"] + statuses.facts
      + ["links"] + linkRoots.map(\.string) + ["rules", diaryTitle?.text ?? ""] + rules.facts
      + addresses.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    var hash: UInt32 = 0x811C_9DC5
    for fact in facts {
      for byte in fact.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
      hash = (hash ^ 0xFF) &* 0x0100_0193
    }
    return Int32(bitPattern: hash)
  }

  /// Returns true if a folder contains a path. Names on disk may be composed or decomposed.
  private static func contains(_ folder: String, _ path: NotePath) -> Bool {
    guard !folder.isEmpty, path.string.utf8.count > folder.utf8.count else { return false }
    if path.string.utf8.starts(with: folder.utf8) {
      return path.string.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }
    return !folder.utf8.allSatisfy { $0 < 0x80 } && path.string.hasPrefix(folder + "/")
  }
}

/// Syntax that site generators add to Markdown: extensions of Python-Markdown, shortcodes, tags of Liquid, containers
/// of colons, JavaScript and tabs of MDX, includes and labels of VitePress.
package enum GeneratorSyntax: String, Sendable, CaseIterable {
  case pythonMarkdown, shortcodes, videoShortcodes, liquid, containers, mdx, vitepress
}

/// The rules by which a program reads the notes of its folder in its own way.
///
/// A profile defines the rules of one program. A folder of several programs has the rules of all its programs.
package struct ReadingRules: Sendable, Hashable {
  /// False if a heading is never a title: without a `title` field, the file's name is the title.
  package var takesTitleFromHeading = true
  /// True if file names encode characters that they cannot hold: `A___B.md` for the page `A/B`, `What%3F.md`.
  package var decodesPageNames = false
  /// True for outlines: bullets that begin with `TODO`, `DOING` … are tasks, `title::`, `alias::` and `tags::` in the
  /// first block are fields of the page, `((id))` links to a block, and a bullet can have any indentation.
  package var readsOutlines = false
  /// False if the program has no `[[x]]` links: `[[x]]` is text, unless a note or a file has the name.
  package var hasWikiLinks = true
  /// False if the first link to a page creates the page, so that a link to a missing page is no problem.
  package var countsMissingPages = true
  /// True if a line break in the source is a line break on the page too.
  package var keepsLineBreaks = false
  /// True if a page's address is a folder, from which the browser resolves `../other/`.
  package var pagesAreFolders = false
  /// Fields that contain the address of a note's page, or the last part of the address.
  package var addressFields: Set<String> = []
  /// True if a day at the beginning of a file's name is not part of the note's name.
  package var omitsDayFromNames = false
  /// Names of folders in which the program sees only notes whose names begin with a day.
  package var datedFolders: Set<String> = []
  /// Endings of files in a folder `pages` that make pages of the site themselves: `src/pages/versions.tsx`.
  package var pageEndings: Set<String> = []
  /// True if the program makes a site of the notes: its templates show files that no note links to, and it renders
  /// formulas itself.
  package var makesSite = false
  /// The Markdown readers, as in the setting `fmt.reader`. Syntax that these readers read differently is not changed.
  package var readers: Set<String> = []
  /// The syntax besides Markdown that pages show as the program does.
  package var syntax: Set<GeneratorSyntax> = []
  /// The settings files that may make formulas of single dollar signs; empty if they always are.
  package var formulaSettings: [String] = []
  /// The files that may define macros of TeX for formulas.
  package var macroFiles: [String] = []
  /// True if links may call a note by the anchor of its title: `[[my-note]]` for “My note”.
  package var callsBySlug = false
  /// True if a link's text stands before the bar: `[[text|note]]`.
  package var textComesFirst = false

  package init() {}

  /// Combines the rules of the programs of a folder. Without programs, the rules are plain.
  package init(of rules: [ReadingRules]) {
    self = rules.first ?? ReadingRules()
    for other in rules.dropFirst() { formUnion(other) }
  }

  /// True if a link by a name that nothing has is a fault.
  package var reportsMissingPages: Bool { hasWikiLinks && countsMissingPages }

  private mutating func formUnion(_ other: ReadingRules) {
    takesTitleFromHeading = takesTitleFromHeading && other.takesTitleFromHeading
    decodesPageNames = decodesPageNames || other.decodesPageNames
    readsOutlines = readsOutlines || other.readsOutlines
    hasWikiLinks = hasWikiLinks || other.hasWikiLinks
    countsMissingPages = countsMissingPages && other.countsMissingPages
    keepsLineBreaks = keepsLineBreaks || other.keepsLineBreaks
    pagesAreFolders = pagesAreFolders || other.pagesAreFolders
    addressFields.formUnion(other.addressFields)
    omitsDayFromNames = omitsDayFromNames || other.omitsDayFromNames
    datedFolders.formUnion(other.datedFolders)
    pageEndings.formUnion(other.pageEndings)
    makesSite = makesSite || other.makesSite
    readers.formUnion(other.readers)
    syntax.formUnion(other.syntax)
    callsBySlug = callsBySlug || other.callsBySlug
    textComesFirst = textComesFirst || other.textComesFirst
  }

  /// The values that distinguish these rules from others, for the fingerprint of a layout.
  var facts: [String] {
    [
      takesTitleFromHeading, decodesPageNames, readsOutlines, hasWikiLinks, countsMissingPages, pagesAreFolders,
      omitsDayFromNames, callsBySlug, textComesFirst,
    ].map { $0 ? "1" : "0" } + addressFields.sorted()
  }
}
