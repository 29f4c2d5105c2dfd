import CivilCalendar
package import NoteModel

/// The facts that all pages of a site share.
package struct Site: Sendable {
  package let settings: SiteSettings
  package let facts: SiteFacts
  /// The path of each note's page, by the note's place in ``notes``.
  package let pages: [String]
  /// ``pages`` as they are in an address.
  private let addresses: [String]
  let words: SiteWords
  /// The indexes of the notes that link to each note, in order, without duplicates.
  let backlinks: [[Int]]
  /// The range of each note's links in the facts.
  let linkRanges: [Range<Int>]
  /// The places of the notes with a tag, by the tag's page; in the order of titles.
  let tags: [SiteTag]
  /// The places of the notes that lists show, in order.
  let listed: [Int]
  /// Diary entries by day.
  let diary: [Int]
  /// The note that is the home page.
  let home: Int?
  /// Diary entries by month and day, a hundred times the month and the day.
  private let entriesByDay: [Int: [Int]]
  /// The indexes of the previous and the next note: in the diary by day, otherwise in the folder by title.
  let neighbours: [(previous: Int?, next: Int?)]
  /// The translations of each note that exists in several languages.
  let translations: [Int: [SiteTranslation]]
  /// The folders in the order of their names, with their notes.
  let folders: [SiteFolderIndex]
  private let folderPlaces: [String: Int]
  /// The notes with a date, sorted by their latest date.
  let newestFirst: [Int]
  /// The title of each note in lists: no two of them the same.
  private let listTitles: [String]
  /// Titles for lists of the same folder, by note. Only titles that differ from ``listTitles``, and titles of a navigation.
  private let nearTitles: [Int: String]
  private let places: [Int64: Int]
  /// The files that are shown, by their paths.
  private let numbers: [NotePath: Int64]
  private let tagPages: [String: String]
  /// The attachments by name; nil for a name of several attachments.
  private let attachmentNames: [String: Int64?]

  package var notes: [SiteNote] { facts.notes }

  /// A note that is newer than the facts, for the page that shows it.
  var fresh: FreshNote?

  func note(at place: Int) -> SiteNote {
    if let fresh, fresh.place == place { fresh.note } else { notes[place] }
  }

  /// Returns the note's title, with an addition if other notes have the same title.
  func listTitle(_ place: Int) -> String { freshTitle(place) ?? listTitles[place] }

  /// Returns a title that is unique among the notes of its folder.
  func nearTitle(_ place: Int) -> String { freshTitle(place) ?? nearTitles[place] ?? notes[place].title }

  /// Returns the title of a note that has another one than in the facts.
  private func freshTitle(_ place: Int) -> String? {
    guard let fresh, fresh.place == place, fresh.note.title != notes[place].title else { return nil }
    return fresh.note.title
  }

  func links(of place: Int) -> ArraySlice<SiteLink> {
    if let fresh, fresh.place == place { fresh.links[...] } else { facts.links[linkRanges[place]] }
  }

  package init(_ facts: SiteFacts, settings: SiteSettings) {
    self.facts = facts
    self.settings = settings
    words = SiteWords(settings.language, settings.dates)
    pages =
      settings.hasShortURLs
      ? SiteNaming.shortPages(of: facts.notes.map(\.path))
      : facts.notes.map { SiteNaming.page(of: $0.path) }
    addresses = pages.map { Self.shownAddress(of: $0, isShort: settings.hasShortURLs) }
    listTitles = DistinctTitles.titles(of: facts.notes.map { ($0.title, $0.path) })
    places = Dictionary(uniqueKeysWithValues: facts.notes.enumerated().map { ($1.number, $0) })
    numbers = Dictionary(
      facts.notes.map { ($0.path, $0.number) } + facts.attachments.map { ($1.path, $0) }
    ) { $1 }
    attachmentNames = Dictionary(
      facts.attachments.map { (String($0.value.path.fileName), Optional($0.key)) }
    ) { _, _ in nil }
    translations = SiteTranslation.all(of: facts, places, site: settings.languageTag)
    let links = SiteLinkTable(facts, places)
    linkRanges = links.ranges
    backlinks = links.backlinks
    let order = TitleOrder(facts.notes, byName: settings.isOrderedByName, settings.navigation)
    tags = SiteTag.tags(of: facts.notes, order)
    tagPages = Dictionary(tags.flatMap { tag in tag.spellings.map { ($0, tag.page) } }) { $1 }
    folders = SiteFolderIndex.folders(of: facts.notes, order)
    let named = facts.notes.enumerated().compactMap { place, note in
      settings.navigationTitles[note.path].map { (place, $0) }
    }
    nearTitles = Self.nearTitles(facts.notes, folders, listTitles).merging(named) { $1 }
    folderPlaces = Dictionary(uniqueKeysWithValues: folders.enumerated().map { ($1.path, $0) })
    listed = facts.notes.indices.filter { facts.notes[$0].isListed }
    diary = listed.filter {
      facts.notes[$0].kind == .diary && facts.notes[$0].day != nil
    }
    .sorted { Self.isEarlier(facts.notes[$0], facts.notes[$1]) }
    entriesByDay = Dictionary(grouping: diary) { place in
      facts.notes[place].day.map { $0.month * 100 + $0.dayOfMonth } ?? 0
    }
    home = Self.home(facts.notes, settings)
    newestFirst = Self.newestFirst(facts.notes).filter { facts.notes[$0].isListed }
    neighbours = Self.neighbours(count: facts.notes.count, diary: diary, folders: folders)
  }

  /// Returns titles for the list of a note's own folder, for notes whose titles other notes have as well.
  private static func nearTitles(
    _ notes: [SiteNote], _ folders: [SiteFolderIndex], _ listTitles: [String]
  ) -> [Int: String] {
    var titles: [Int: String] = [:]
    for folder in folders {
      let shared = folder.notes.filter { listTitles[$0] != notes[$0].title }
      let near = DistinctTitles.titles(of: shared.map { (notes[$0].title, notes[$0].path) })
      for (place, title) in zip(shared, near) { titles[place] = title }
    }
    return titles
  }

  private static let homeNames = ["index", "_index", "readme", "home", "목차"]

  /// Returns the home note: the note that the settings name, else the note with a home field, else the note with a home
  /// name in the folder from which another program builds its site, else in the root.
  private static func home(_ notes: [SiteNote], _ settings: SiteSettings) -> Int? {
    if let named = settings.home, !named.isEmpty {
      let path = named.hasSuffix(".md") ? named : named + ".md"
      return notes.firstIndex { $0.path.string == path }
    }
    if let marked = notes.firstIndex(where: \.isHome) { return marked }
    let roots: [NotePath?] = settings.layout.roots.folders + [nil]
    return roots.lazy.compactMap { root in
      let candidates = notes.indices.filter { notes[$0].path.folder == root }
      return homeNames.lazy.compactMap { name in
        candidates.first { foldedName(notes[$0].path.stem) == foldedName(name) }
      }.first
    }.first
  }

  /// Returns the diary's entries of the same day of the year, the latest first, without the note itself.
  func sameDay(as place: Int) -> [Int] {
    guard notes[place].kind == .diary, let day = notes[place].day else { return [] }
    return (entriesByDay[day.month * 100 + day.dayOfMonth] ?? []).reversed().filter {
      $0 != place && notes[$0].day != day
    }
  }

  func entry(of day: Day) -> Int? {
    entriesByDay[day.month * 100 + day.dayOfMonth]?.first { notes[$0].day == day }
  }

  func place(of number: Int64) -> Int? { places[number] }

  func place(of path: NotePath) -> Int? { numbers[path].flatMap { places[$0] } }

  /// Returns the number of the only attachment with this file name.
  func attachment(named name: String) -> Int64? { attachmentNames[name] ?? nil }

  /// Returns the number of a note or an attachment that is shown.
  func number(of path: NotePath) -> Int64? { numbers[path] }

  /// Returns the possible targets of a path in a note's raw HTML: from its folder, else from the root.
  static func paths(of text: String, from note: NotePath) -> [NotePath] {
    let folder = note.folder.map { $0.string + "/" } ?? ""
    let tried = text.hasPrefix("/") ? [String(text.dropFirst())] : [folder + text, text]
    return tried.compactMap { NotePath($0) }
  }

  /// Returns the folder of this path; the root's is empty.
  func folder(at path: String) -> SiteFolderIndex? { folderPlaces[path].map { folders[$0] } }

  func tagPage(_ tag: String) -> String? { tagPages[tag] ?? tagPages[foldedName(tag)] }

  private static func isEarlier(_ left: SiteNote, _ right: SiteNote) -> Bool {
    if let first = left.day, let second = right.day, first != second { return first < second }
    return left.path < right.path
  }

  private static func neighbours(
    count: Int, diary: [Int], folders: [SiteFolderIndex]
  ) -> [(previous: Int?, next: Int?)] {
    var neighbours = Array<(previous: Int?, next: Int?)>(repeating: (nil, nil), count: count)
    let inDiary = Set(diary)
    for row in [diary] + folders.map({ $0.notes.filter { !inDiary.contains($0) } }) {
      for (position, note) in row.enumerated() {
        neighbours[note] = (position > 0 ? row[position - 1] : nil, position + 1 < row.count ? row[position + 1] : nil)
      }
    }
    return neighbours
  }

  /// Returns the address of a page from the root. A short address ends with the folder.
  func shownAddress(of page: String) -> String { Self.shownAddress(of: page, isShort: settings.hasShortURLs) }

  private static func shownAddress(of page: String, isShort: Bool) -> String {
    let isFolder = isShort && page.hasSuffix("/index.html")
    return SiteAddress.escaped(isFolder ? String(page.dropLast("index.html".count)) : page)
  }

  /// Returns an address for use outside of pages, in ASCII: with the site's address if it has one, else from the root.
  func outsideAddress(of page: String) -> String {
    (settings.url.map { $0 + "/" } ?? "") + SiteAddress.ascii(shownAddress(of: page))
  }

  /// Returns the address of a page relative to the page with the link.
  func address(of page: String, from other: String) -> String {
    SiteNaming.root(from: other) + SiteAddress.escaped(page)
  }

  func address(ofNote place: Int, from other: String) -> String {
    let target = addresses[place]
    // The shorter form where both are in the folder of the notes.
    let folder = "notes/"
    guard other.utf8.starts(with: folder.utf8), target.utf8.starts(with: folder.utf8) else {
      return SiteNaming.root(from: other) + target
    }
    return SiteNaming.root(from: other.dropFirst(folder.count)) + target.dropFirst(folder.count)
  }

  /// Returns the notes that were changed last by their own dates, the newest first.
  func newest(_ count: Int, where isWanted: (SiteNote) -> Bool = { _ in true }) -> [Int] {
    var found: [Int] = []
    for place in newestFirst where found.count < count && isWanted(notes[place]) {
      found.append(place)
    }
    return found
  }

  /// Returns the notes with a date, the newest first; equal dates in the order of their paths.
  private static func newestFirst(_ notes: [SiteNote]) -> [Int] {
    let seconds = notes.map { $0.latest == nil ? Int.min : $0.sortSeconds }
    return notes.indices.filter { seconds[$0] != Int.min }.sorted { left, right in
      seconds[left] == seconds[right] ? left < right : seconds[left] > seconds[right]
    }
  }
}

extension SiteNote {
  /// Seconds of its latest date, for an order.
  var sortSeconds: Int {
    switch latest {
    case .day(let day)?: day.daysSinceEpoch * 86_400
    case .moment(let moment)?: moment.secondsSinceEpoch()
    case nil: 0
    }
  }
}

/// The links of a site by their sources and by their targets.
private struct SiteLinkTable {
  private(set) var ranges: [Range<Int>]
  private(set) var backlinks: [[Int]]

  init(_ facts: SiteFacts, _ places: [Int64: Int]) {
    ranges = Array(repeating: 0..<0, count: facts.notes.count)
    backlinks = Array(repeating: [], count: facts.notes.count)
    var start = 0
    while start < facts.links.count {
      var end = start + 1
      while end < facts.links.count, facts.links[end].source == facts.links[start].source {
        end += 1
      }
      if let source = places[facts.links[start].source] {
        ranges[source] = start..<end
        for link in facts.links[start..<end] {
          guard facts.notes[source].isListed,
            let target = link.target.flatMap({ places[$0] }), target != source,
            backlinks[target].last != source
          else { continue }
          backlinks[target].append(source)
        }
      }
      start = end
    }
    for index in backlinks.indices where backlinks[index].count > 1 {
      backlinks[index] = Array(Set(backlinks[index])).sorted()
    }
  }
}
