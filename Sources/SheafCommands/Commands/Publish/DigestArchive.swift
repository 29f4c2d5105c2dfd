import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import SheafSite
import Wording

/// A folder with a digest for each week or month, a list of them and a feed.
///
/// What a digest was made from is remembered, so that only the present one and those of which notes came or went are
/// made again.
struct DigestArchive {
  private let plan: DigestPlan
  private let workspace: Workspace
  private let context: CommandContext

  init(_ plan: DigestPlan, _ workspace: Workspace, _ context: CommandContext) {
    self.plan = plan
    self.workspace = workspace
    self.context = context
  }

  private var today: Day { context.clock().day }

  /// A week or a month.
  private struct Period {
    let name: String
    let days: DayRange
    var file: String { name + ".html" }
  }

  /// A digest of the archive: what is known of it, and the facts where it has to be made.
  private struct Edition {
    let period: Period
    let record: EditionRecord
    let digest: Digest?
  }

  /// - Parameters:
  ///   - place: The folder of the archive.
  ///   - options: What `digest` was given.
  /// - Throws: ``OutputFolderError`` for a folder of others, ``SiteFolderError`` where a file in it is not ours.
  func write(to place: SitePlace, _ options: DigestOptions) throws {
    try context.checkOutputFolder(place.path, of: workspace.repository)
    try place.checkHoldsNoNotes(workspace, context)
    let memory = SiteMemory(of: workspace.repository, path: place.path)
    let folder = try SiteFolder(
      path: place.path, memory: memory, mode: options.force ? .forced : .usual)
    let theme = try plan.theme()
    let base = key(theme, options)
    let days = try Days(workspace, plan.rules, context)
    let all = try periods(options, folder).map {
      try edition($0, base: base, days, keeps: options.force ? nil : folder)
    }
    for edition in all where edition.record.isEmpty { remember(edition, in: folder) }
    let editions = all.filter { !$0.record.isEmpty }
    try folder.claim(editions.map(\.period.file) + ["index.html", "feed.xml"])
    for number in editions.indices { try write(number, of: editions, theme, to: folder) }
    try writeOverviews(editions, theme, to: folder)
    let report = try folder.finish()
    context.note(
      Message(
        "\(place.shown)/index.html: \(counted(editions.count, "digest")), \(counted(report.written, "file")) written",
        ko: "\(place.shown)/index.html: 요약 \(editions.count)개, 파일 \(report.written)개를 저장했습니다"))
    if !report.kept.isEmpty {
      let names = report.kept.prefix(5).joined(separator: ", ")
      context.warn(
        Message(
          "Changed since they were written, so left in the folder: \(names)",
          ko: "저장한 뒤에 바뀌어 폴더에 그대로 둔 파일: \(names)"))
    }
  }

  // MARK: - Periods

  /// From the first day to today, the last one the present.
  private func periods(_ options: DigestOptions, _ folder: SiteFolder) throws -> [Period] {
    let each = options.each ?? .week
    var day = start(
      of: try firstDay(options) ?? written(each, folder) ?? today.adding(days: -364), each)
    var periods: [Period] = []
    while day <= today {
      let last = each == .month ? day.endOfMonth : day.adding(days: 6)
      periods.append(Period(name: name(day, each), days: DayRange(day, last)))
      day = last.adding(days: 1)
    }
    return periods
  }

  private func firstDay(_ options: DigestOptions) throws -> Day? {
    guard options.since != nil else { return nil }
    return try options.days(plan, workspace, context).days?.first
  }

  private func start(of day: Day, _ each: DigestOptions.Period) -> Day {
    each == .month
      ? day.startOfMonth : day.startOfWeek(context.weekStart(workspace.configuration))
  }

  /// `2026-11`, `2026-11-16`: a week is named after its first day, which weeks from Sunday have as well.
  private func name(_ day: Day, _ each: DigestOptions.Period) -> String {
    each == .month ? String(day.description.prefix(7)) : day.description
  }

  /// The first day of the earliest digest in the folder.
  private func written(_ each: DigestOptions.Period, _ folder: SiteFolder) -> Day? {
    let ending = each == .month ? "-01" : ""
    return folder.before.files.keys.compactMap { file in
      file.hasSuffix(".html") ? Day(iso: file.dropLast(5) + ending) : nil
    }.min()
  }

  // MARK: - Editions

  /// Of everything that every digest is made by, but the notes.
  private func key(_ theme: DigestTheme, _ options: DigestOptions) -> UInt64 {
    var hash = ContentHash()
    hash.combine(Int64(bitPattern: theme.key))
    let texts =
      [plan.title ?? "", plan.language.rawValue, options.public ? "public" : "", sheafVersion]
      + plan.sections.map(\.rawValue) + plan.words
    hash.combine(Int64(bitPattern: ContentHash.of(Array(texts.joined(separator: "\0").utf8))))
    return hash.value
  }

  /// - Parameter folder: nil makes every digest again.
  private func edition(
    _ period: Period, base: UInt64, _ notes: Days, keeps folder: SiteFolder?
  ) throws -> Edition {
    let key = base &+ notes.key(of: period.days)
    let isOver = period.days.last < today
    if isOver, let record = folder?.payload(of: period.name).flatMap({ EditionRecord($0) }),
      record.key == key, record.notes.isSubset(of: notes.shown)
    {
      return Edition(period: period, record: record, digest: nil)
    }
    let digest = try workspace.digest(plan.request(period.days, words: plan.words))
    let words = DigestWords(digest, plan.language, name: plan.title)
    let record = EditionRecord(
      key: key, counts: digest.isEmpty ? "" : words.counts,
      notes: Set(digest.notes.map { EditionRecord.hash($0) }))
    return Edition(period: period, record: record, digest: digest)
  }

  /// Days without anything have no file, and are not looked at again.
  private func remember(_ edition: Edition, in folder: SiteFolder) {
    let (name, key) = (edition.period.name, edition.record.key)
    if edition.digest == nil, folder.keepsGroup(name, key: key, files: []) { return }
    guard edition.period.days.last < today else { return }
    folder.remember(
      SiteMemory.Group(key: key, payload: edition.record.text), as: name, files: [])
  }

  private func write(
    _ number: Int, of editions: [Edition], _ theme: DigestTheme, to folder: SiteFolder
  ) throws {
    let edition = editions[number]
    func neighbour(_ other: Int) -> (file: String, title: String)? {
      guard editions.indices.contains(other) else { return nil }
      return (editions[other].period.file, title(editions[other].period))
    }
    let previous = neighbour(number - 1)
    let next = neighbour(number + 1)
    let links = [previous?.file ?? "", next?.file ?? ""].joined(separator: "\0")
    let key = edition.record.key &+ ContentHash.of(Array(links.utf8))
    let name = edition.period.name
    if edition.digest == nil, folder.keepsGroup(name, key: key, files: [edition.period.file]) {
      return
    }
    let digest =
      try edition.digest ?? workspace.digest(plan.request(edition.period.days, words: plan.words))
    let file = DigestFile(digest, plan, workspace, context)
    let page = file.page(
      theme,
      between: DigestNeighbours(previous: previous, next: next, home: file.words.archive))
    try folder.write(page, to: edition.period.file)
    folder.remember(
      SiteMemory.Group(key: key, payload: edition.record.text), as: name,
      files: [edition.period.file])
  }

  private func title(_ period: Period) -> String {
    LocalizedDate.text(period.days, in: plan.language)
  }

  private func writeOverviews(
    _ editions: [Edition], _ theme: DigestTheme, to folder: SiteFolder
  ) throws {
    let pages = DigestArchivePages(
      plan.title ?? Message("Digests", ko: "요약 모음").text(in: plan.language),
      editions.map { edition in
        DigestArchivePages.Entry(
          file: edition.period.file, title: title(edition.period), counts: edition.record.counts,
          day: min(edition.period.days.last, today))
      }, plan.language, zone: context.zone)
    try folder.write(pages.list(theme), to: "index.html")
    try folder.write(pages.feed, to: "feed.xml")
  }

  /// The notes that may be shown, by the days that they are about.
  private struct Days {
    /// Hashes of their paths.
    let shown: Set<UInt64>
    private let dated: [Day: UInt64]

    init(
      _ workspace: Workspace, _ rules: PublicationRules, _ context: CommandContext
    ) throws {
      let heldBack = try workspace.index.notes.heldBack(by: rules)
      var shown: Set<UInt64> = []
      var dated: [Day: UInt64] = [:]
      for note in try workspace.index.notes(NoteRequest(query: .all, now: context.clock()))
      where heldBack[note.path] == nil {
        let hash = EditionRecord.hash(note.path)
        shown.insert(hash)
        let born = note.bornSeconds.map { context.moment($0).day }
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

/// What is remembered of a digest of an archive.
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

  /// Reads what ``text`` wrote.
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
