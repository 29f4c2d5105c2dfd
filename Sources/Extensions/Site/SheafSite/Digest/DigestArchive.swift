import ByteBasics
package import CivilCalendar
package import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// A folder with a digest for each week or month, a list of them and a feed.
///
/// The sources of a digest are remembered: only the present one and those whose notes came or went are made again.
package struct DigestArchive: Sendable {
  /// A span of days with a digest of its own.
  package enum Span: String, Sendable, CaseIterable { case week, month }

  /// The result of writing an archive.
  package struct Report {
    package let digests: Int
    package let files: SiteReport
  }

  private let request: DigestRequest
  private let theme: DigestTheme
  private let formulas: FormulaStore
  private let workspace: Workspace
  private let span: Span
  /// The version of the program. Another version writes every digest again.
  private let version: String

  /// - Parameter request: The content of each digest; its days are ignored.
  package init(
    _ request: DigestRequest, _ theme: DigestTheme, _ formulas: FormulaStore, of workspace: Workspace, each span: Span,
    version: String
  ) {
    self.request = request
    self.theme = theme
    self.formulas = formulas
    self.workspace = workspace
    self.span = span
    self.version = version
  }

  private var plan: DigestPlan { request.plan }
  private var today: Day { plan.rules.now.day }

  private func request(for days: DayRange) -> DigestRequest {
    var request = request
    request.days = days
    return request
  }

  private struct Period {
    let name: String
    let days: DayRange
    var file: String { name + ".html" }
  }

  /// A digest of the archive: its record, and the facts if it has to be made.
  private struct Edition {
    let period: Period
    let record: EditionRecord
    let digest: Digest?
  }

  /// Writes the digests of an archive that are missing or out of date.
  ///
  /// - Parameters:
  ///   - path: The folder of the archive, which may be filled.
  ///   - first: The first day; nil for that of the earliest digest in the folder, or a year ago.
  ///   - isForced: Every digest is written again, over files that were changed there too.
  /// - Throws: ``Problem`` where a file in it is not ours.
  package func write(to path: String, since first: Day?, isForced: Bool) throws -> Report {
    let memory = SiteMemory(of: workspace.repository, path: path)
    let folder = try SiteFolder(path: path, memory: memory, mode: isForced ? .forced : .usual)
    var archive = self
    archive.prefix = ""
    let count = try archive.add(to: folder, since: first, isForced: isForced)
    return Report(digests: count, files: try folder.finish())
  }

  /// The folder of an archive in a site.
  static let folder = "digests/"
  /// The place of the archive in the folder that is written.
  private var prefix = Self.folder

  /// Writes the archive as a part of a site. Returns the number of its digests.
  func add(to folder: SiteFolder, since first: Day?, isForced: Bool) throws -> Int {
    let base = key
    let days = try Days(workspace, plan)
    let all = try periods(since: first, folder).map {
      try edition($0, base: base, days, keeps: isForced ? nil : folder)
    }
    for edition in all where edition.record.isEmpty { remember(edition, in: folder) }
    let editions = all.filter { !$0.record.isEmpty }
    try folder.claim((editions.map(\.period.file) + ["index.html", "feed.xml"]).map { prefix + $0 })
    for number in editions.indices { try write(number, of: editions, to: folder) }
    try writeOverviews(editions, to: folder)
    return editions.count
  }

  // MARK: - Periods

  /// Returns the periods from the first day to today; the last period is the present one.
  private func periods(since first: Day?, _ folder: SiteFolder) -> [Period] {
    var day = start(of: first ?? written(folder) ?? today.adding(days: -364))
    var periods: [Period] = []
    while day <= today {
      let last = span == .month ? day.endOfMonth : day.adding(days: 6)
      let days = DayRange(day, last)
      periods.append(Period(name: days.periodName ?? day.description, days: days))
      day = last.adding(days: 1)
    }
    return periods
  }

  private func start(of day: Day) -> Day { span == .month ? day.startOfMonth : day.week.first }

  /// Returns the first day of the earliest digest in the folder.
  private func written(_ folder: SiteFolder) -> Day? {
    folder.before.files.keys.compactMap { file in
      guard file.hasPrefix(prefix), file.hasSuffix(".html") else { return nil }
      return firstDay(of: file.dropFirst(prefix.count).dropLast(5))
    }.min()
  }

  /// Returns the first day of `2026-11` or of the week `2026-W47`.
  private func firstDay(of name: Substring) -> Day? {
    guard span == .week else { return Day(iso: name + "-01") }
    let parts = name.split(separator: "-W")
    guard parts.count == 2, let week = Int(parts[1]), let fourth = Day(iso: parts[0] + "-01-04") else { return nil }
    return fourth.startOfWeek(.monday).adding(days: 7 * (week - 1))
  }

  // MARK: - Editions

  /// The hash of everything except the notes on which a digest depends.
  private var key: UInt64 {
    var hash = ContentHash()
    hash.combine(Int64(bitPattern: theme.key))
    let texts =
      [plan.title, plan.language.rawValue, plan.isPublic ? "public" : "", version, "each version is judged"]
      + plan.sections.map(\.name) + plan.words + plan.rules.allowedSecrets.sorted()
    hash.combine(Int64(bitPattern: ContentHash.of(Array(texts.joined(separator: "\0").utf8))))
    return hash.value
  }

  /// Returns the digest of one range: its record in `folder` if the record is up to date, else a new digest. Without
  /// `folder` every digest is new.
  private func edition(_ period: Period, base: UInt64, _ notes: Days, keeps folder: SiteFolder?) throws -> Edition {
    let key = base &+ notes.key(of: period.days)
    let isOver = period.days.last < today
    if isOver, let record = folder?.payload(of: prefix + period.name).flatMap({ EditionRecord($0) }),
      record.key == key, record.notes.isSubset(of: notes.shown)
    {
      return Edition(period: period, record: record, digest: nil)
    }
    let digest = try workspace.digest(request(for: period.days))
    let words = DigestWords(digest, plan.language, name: plan.title)
    let record = EditionRecord(
      key: key, counts: digest.isEmpty ? "" : words.counts, notes: Set(digest.notes.map { EditionRecord.hash($0) }))
    return Edition(period: period, record: record, digest: digest)
  }

  /// Remembers days without entries, which get no file and are not read again.
  private func remember(_ edition: Edition, in folder: SiteFolder) {
    let (name, key) = (prefix + edition.period.name, edition.record.key)
    if edition.digest == nil, folder.keepsGroup(name, key: key, files: []) { return }
    guard edition.period.days.last < today else { return }
    folder.remember(SiteMemory.Group(key: key, payload: edition.record.text), as: name, files: [])
  }

  private func write(_ number: Int, of editions: [Edition], to folder: SiteFolder) throws {
    let edition = editions[number]
    func neighbour(_ other: Int) -> Period? { editions.indices.contains(other) ? editions[other].period : nil }
    let neighbours = ["previous": neighbour(number - 1), "next": neighbour(number + 1)].compactMapValues(\.self)
    let links = ["previous", "next"].map { neighbours[$0]?.file ?? "" }.joined(separator: "\0")
    let key = edition.record.key &+ ContentHash.of(Array(links.utf8))
    let (name, file) = (prefix + edition.period.name, prefix + edition.period.file)
    if edition.digest == nil, folder.keepsGroup(name, key: key, files: [file]) { return }
    let digest = try edition.digest ?? workspace.digest(request(for: edition.period.days))
    let letter = DigestFile(digest, plan, workspace)
    var navigation: [String: Any] = ["name": letter.words.archive, "home": letter.words.archive]
    for (name, period) in neighbours { navigation[name] = ["href": period.file, "title": title(period)] }
    let page = letter.page(theme, formulas, navigation: navigation)
    try folder.write(page, to: file)
    folder.remember(SiteMemory.Group(key: key, payload: edition.record.text), as: name, files: [file])
  }

  private func title(_ period: Period) -> String { LocalizedDate.text(period.days, in: plan.language) }

  // MARK: - Pages about all of them

  private static let feedCount = 20

  private func writeOverviews(_ editions: [Edition], to folder: SiteFolder) throws {
    try folder.write(list(editions.reversed()), to: prefix + "index.html")
    try folder.write(feed(editions.reversed(), folder), to: prefix + "feed.xml")
  }

  private func list(_ editions: [Edition]) -> [UInt8] {
    let years = Dictionary(grouping: editions) { day(of: $0).year }.sorted { $0.key > $1.key }
    let count = editions.count
    return theme.archive([
      "language": plan.language.rawValue, "title": plan.title,
      "counts": Message(counted(count, "digest"), ko: "요약 \(count)개").text(in: plan.language),
      "feed": Message("Feed", ko: "피드").text(in: plan.language),
      "years": years.map { year, editions in
        [
          "year": plan.language == .korean ? "\(year)년" : String(year),
          "items": editions.map {
            ["href": $0.period.file, "title": title($0.period), "counts": $0.record.counts]
          },
        ] as [String: Any]
      },
    ])
  }

  /// Returns the last of its days that has come.
  private func day(of edition: Edition) -> Day { min(edition.period.days.last, today) }

  /// Writes an Atom feed (RFC 4287) with the whole text and absolute links.
  private func feed(_ editions: [Edition], _ folder: SiteFolder) -> [UInt8] {
    let address = plan.isPublic ? plan.site.map { $0 + "/" + Self.folder } : nil
    func moment(_ edition: Edition) -> String { plan.zone.moment(on: day(of: edition), at: .midnight).description }
    let name = "urn:sheaf:digest:" + SiteAddress.ascii(SiteAddress.escaped(plan.title))
    let place = { (file: String) in escapedXML((address ?? "") + file) }
    let items = editions.prefix(Self.feedCount).map { edition in
      let file = edition.period.file
      let text =
        content(of: file, folder, place(file)).map { "<content type=\"html\">\(escapedXML($0))</content>\n" } ?? ""
      return """
        <entry>
        <title>\(escapedXML(title(edition.period)))</title>
        <id>\(escapedXML(name + ":" + file))</id>
        <link href="\(place(file))"/>
        <updated>\(moment(edition))</updated>
        <summary>\(escapedXML(edition.record.counts))</summary>
        \(text)</entry>

        """
    }
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(plan.language.rawValue)">
      <title>\(escapedXML(plan.title))</title>
      <id>\(escapedXML(name))</id>
      <link href="\(place("index.html"))"/>
      <link rel="self" type="application/atom+xml" href="\(place("feed.xml"))"/>
      <updated>\(editions.first.map(moment) ?? "1970-01-01T00:00:00Z")</updated>
      <author><name>\(escapedXML(plan.title))</name></author>
      <generator>Sheaf</generator>
      \(items.joined())</feed>

      """
    return Array(text.utf8)
  }

  /// Returns the words of a page, as HTML whose links within it have its address.
  private func content(of file: String, _ folder: SiteFolder, _ address: String) -> String? {
    guard let page = folder.content(of: prefix + file).map({ String(decoding: $0, as: UTF8.self) }),
      let start = page.firstRange(of: "<main"), let end = page.firstRange(of: "<footer>")
    else { return nil }
    let content = page[start.upperBound..<end.lowerBound].drop { $0 != ">" }.dropFirst()
    return String(content).replacing(" href=\"#", with: " href=\"\(address)#")
  }

  /// The notes that may be shown, by the days that they are about.
  private struct Days {
    /// Hashes of their paths.
    let shown: Set<UInt64>
    private let dated: [Day: UInt64]

    init(_ workspace: Workspace, _ plan: DigestPlan) throws {
      let heldBack = try workspace.index.notes.heldBack(by: plan.rules)
      var shown: Set<UInt64> = []
      var dated: [Day: UInt64] = [:]
      for note in try workspace.index.notes(NoteRequest(query: .all, now: plan.rules.now))
      where heldBack[note.path] == nil {
        let hash = EditionRecord.hash(note.path)
        shown.insert(hash)
        let born = note.bornSeconds.map { (plan.zone.moment(secondsSinceEpoch: $0) ?? plan.rules.now).day }
        guard let day = note.entryDay ?? note.created?.day ?? born else { continue }
        dated[day, default: 0] &+= hash
      }
      self.shown = shown
      self.dated = dated
    }

    /// Changes when a note of these days comes or goes.
    func key(of days: DayRange) -> UInt64 {
      (0...days.last.days(since: days.first)).reduce(0) { sum, offset in
        let day = days.first.adding(days: offset)
        return sum &+ (dated[day] ?? 0) &* UInt64(offset + 1)
      }
    }
  }
}

/// The stored record of a digest of an archive.
private struct EditionRecord {
  let key: UInt64
  /// Empty for days without anything, which have no file.
  let counts: String
  /// Hashes of the paths of the notes that it is about.
  let notes: Set<UInt64>

  init(key: UInt64, counts: String, notes: Set<UInt64>) {
    self.key = key
    self.counts = counts
    self.notes = notes
  }

  /// Reads the lines that ``text`` wrote.
  init?(_ text: String) {
    let parts = text.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let key = UInt64(parts[0], radix: 16) else { return nil }
    self.key = key
    notes = Set(parts[1].split(separator: " ").compactMap { UInt64($0, radix: 16) })
    counts = String(parts[2])
  }

  var isEmpty: Bool { counts.isEmpty }

  var text: String {
    let hashes = notes.sorted().map { String($0, radix: 16) }.joined(separator: " ")
    return [String(key, radix: 16), hashes, counts].joined(separator: "|")
  }

  static func hash(_ path: NotePath) -> UInt64 { ContentHash.of(Array(path.string.utf8)) }
}
