import CivilCalendar
import GRDB
package import NoteModel

extension SiteSelection {
  /// Reads the content of a site from the notes that the rules let through, and lists those that they held back.
  ///
  /// - Parameters:
  ///   - index: The index of the notes.
  ///   - rules: The rules that decide which notes are public.
  ///   - read: The bytes of a canvas.
  /// - Throws: If the index cannot be read.
  package init(
    _ index: IndexDatabase, _ rules: PublicationRules, read: @escaping (NotePath) -> [UInt8]? = { _ in nil }
  ) throws {
    self = try index.read { database in
      var (notes, heldBack) = try Self.siteNotes(database, rules, index.zone, isOrdered: index.layout.rules.makesSite)
      let canvases = try SiteCanvases(database, rules, index.layout, read)
      canvases.add(to: &notes, &heldBack)
      let shown = Set(notes.map(\.number))
      var attachments = try Self.attachments(database)
      var refused = attachments.compactMapValues { file in
        rules.reason(ofFile: file.path).flatMap {
          rules.shows(despite: $0) ? nil : HeldBackNote(path: file.path, reason: $0)
        }
      }
      if !refused.isEmpty {
        for number in refused.keys { attachments[number] = nil }
        let links = try Row.fetchAll(database, sql: "SELECT DISTINCT note, target FROM link WHERE target IS NOT NULL")
        let used = Set(try links.filter { shown.contains(Int64(try $0.integer(0))) }.map { Int64(try $0.integer(1)) })
        heldBack += refused.filter { used.contains($0.key) }.values.sorted { $0.path < $1.path }
        refused = refused.filter { !used.contains($0.key) }
      }
      let showsTasks = rules.showsAll || rules.included.contains(.tasks)
      return SiteSelection(
        facts: SiteFacts(
          notes: notes,
          links: try Self.siteLinks(database, shown: shown, attachments: attachments),
          tasks: showsTasks ? try Self.siteTasks(database, notes.filter(\.isListed), index.ownStatuses) : [],
          attachments: attachments, refused: Array(refused.values),
          translations: Translations(try IndexedTranslations.claims(of: notes.map { ($0.number, $0.path) }, database))),
        heldBack: heldBack)
    }
  }

  private static func siteNotes(
    _ database: Database, _ rules: PublicationRules, _ zone: LocalZone, isOrdered: Bool
  ) throws -> (notes: [SiteNote], heldBack: [HeldBackNote]) {
    let rows = try BulkStatement(
      database,
      """
      SELECT \(ScannedFileColumn.list), \(CandidateColumn.list), \(SiteNoteColumn.list)
      FROM file JOIN note ON note.id = file.id
      ORDER BY file.path
      """)
    var notes: [SiteNote] = []
    var heldBack: [HeldBackNote] = []
    let weights = isOrdered ? try weights(database) : [:]
    let files = ScannedFileColumn.allCases.count
    let row = BulkRow<SiteNoteColumn>(rows, after: files + CandidateColumn.allCases.count)
    while try rows.next() {
      let candidate = PublicationCandidate(BulkRow(rows, after: files))
      let reason = rules.reason(candidate)
      if let reason {
        heldBack.append(HeldBackNote(path: candidate.path, reason: reason, secret: candidate.secret))
        guard rules.shows(despite: reason) else { continue }
      }
      func moment(_ seconds: Int?) -> CivilDate? {
        seconds.flatMap { zone.moment(secondsSinceEpoch: $0) }.map { .moment($0) }
      }
      // A note that was never committed has no date but its file's, which is another on every machine.
      let born = moment(row.optionalNumber(.bornSeconds))
      let changed = born == nil ? nil : moment(row.number(.modifiedSeconds))
      notes.append(
        SiteNote(
          number: row.integer(.id), file: ScannedFile(BulkRow(rows)), title: row.text(.title), kind: candidate.kind,
          tags: candidate.tags,
          entryDay: candidate.entryDay,
          created: row.optionalText(.created).flatMap { CivilDate(iso: $0) },
          updated: [row.optionalText(.updated).flatMap { CivilDate(iso: $0) }, changed].lazy.compactMap(\.self)
            .first { $0.isOver(at: rules.now) },
          born: born, isPinned: row.flag(.isPinned), modifiedSeconds: row.number(.modifiedSeconds),
          isHome: row.flag(.isHome), isListed: !row.flag(.isUnlisted),
          heldBack: reason, weight: weights[row.integer(.id)]))
    }
    return (notes, heldBack)
  }

  /// Returns the positions that notes request among the notes of their folder.
  private static func weights(_ database: Database) throws -> [Int64: Int] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT note, CAST(number AS INTEGER) FROM field WHERE number IS NOT NULL AND key IN (
          SELECT id FROM fieldKey WHERE key IN ('weight', 'order', 'nav_order', 'sidebar_position'))
        """)
    return Dictionary(try rows.map { (Int64(try $0.integer(0)), try $0.integer(1)) }) { first, _ in first }
  }

  private static func attachments(_ database: Database) throws -> [Int64: ScannedFile] {
    var attachments: [Int64: ScannedFile] = [:]
    let rows = try BulkStatement(
      database,
      """
      SELECT \(ScannedFileColumn.list), attachment.id
      FROM attachment JOIN file ON file.path = attachment.path
      """)
    let identifier = CInt(ScannedFileColumn.allCases.count)
    while try rows.next() {
      let file = ScannedFile(BulkRow(rows))
      // A canvas names notes and has texts of its own, and no browser shows it.
      if !file.path.string.lowercased().hasSuffix(".canvas") { attachments[rows.integer(identifier)] = file }
    }
    return attachments
  }

  private static func siteLinks(
    _ database: Database, shown: Set<Int64>, attachments: [Int64: ScannedFile]
  ) throws -> [SiteLink] {
    var links: [SiteLink] = []
    let rows = try BulkStatement(
      database,
      """
      SELECT \(SiteLinkColumn.list) FROM link
      WHERE +target IS NOT NULL AND destination <> '' ORDER BY note, position
      """)
    let row = BulkRow<SiteLinkColumn>(rows)
    while try rows.next() {
      let source = row.integer(.note)
      guard shown.contains(source) else { continue }
      let target = row.integer(.target)
      let isThere = shown.contains(target) || attachments[target] != nil
      links.append(
        SiteLink(
          source: source,
          destination: SiteLink.destination(
            row.text(.destination), row.optionalText(.text),
            LinkGoal.Form(rawValue: row.number(.form)) ?? .asWritten),
          target: isThere ? target : nil, isHidden: !isThere, isEmbed: row.flag(.isEmbed),
          offset: row.optionalNumber(.rangeStart)))
    }
    return links
  }

  private static func siteTasks(
    _ database: Database, _ notes: [SiteNote], _ statuses: OwnStatuses
  ) throws -> [SiteTask] {
    let numbers = Dictionary(notes.map { ($0.path, $0.number) }) { first, _ in first }
    let rows = try BulkStatement(
      database,
      """
      SELECT \(LocatedTaskColumn.list) FROM task ORDER BY notePath, position
      """)
    return try LocatedTask.read(rows, statuses).compactMap { task in
      numbers[task.path].map { SiteTask(note: $0, task: task) }
    }
  }
}

/// The further columns of a note on the site.
private enum SiteNoteColumn: Int, SelectList {
  case id, title, created, updated, isPinned, bornSeconds, modifiedSeconds, isHome, isUnlisted

  static let table = "note"

  var sql: String {
    switch self {
    case .isHome:
      """
      EXISTS (
        SELECT 1 FROM field
        WHERE field.note = note.id AND lower(field.text) = 'true'
          AND field.key = (SELECT id FROM fieldKey WHERE key = 'dg-home'))
      """
    case .isUnlisted: IndexedNotes.isUnlisted
    default: "note.\(self)"
    }
  }
}

private enum SiteLinkColumn: Int, SelectList {
  case note, destination, target, isEmbed, form, text, rangeStart

  static let table = "link"
  var sql: String { self == .isEmbed ? "link.kind IN ('embed', 'canvas')" : "link.\(self)" }
}
