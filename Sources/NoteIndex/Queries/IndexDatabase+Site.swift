import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// What a site shows of the notes that the rules let through, and what they held back.
  ///
  /// - Parameter rules: Which notes are public.
  /// - Returns: The facts of the notes that are shown, and apart from them the notes that are held back.
  /// - Throws: Where the index cannot be read.
  package func siteFacts(_ rules: PublicationRules) throws -> SiteSelection {
    try writer.read { database in
      let (notes, heldBack) = try Self.siteNotes(database, rules)
      let shown = Set(notes.map(\.number))
      let attachments = try Self.attachments(database)
      let showsTasks = rules.showsAll || rules.included.contains(.tasks)
      return SiteSelection(
        facts: SiteFacts(
          notes: notes,
          links: try Self.siteLinks(database, shown: shown, attachments: attachments),
          tasks: showsTasks ? try siteTasks(database, notes.filter(\.isListed)) : [], attachments: attachments),
        heldBack: heldBack)
    }
  }

  /// Where the links of a note lead that is newer than the index.
  ///
  /// - Returns: For each link a note or an attachment, nil if it leads to none.
  package func targets(of links: [LinkTarget?], from path: NotePath) throws -> [LinkGoal?] {
    try writer.read { try StoredLinkResolver($0, roots: linkRoots).targets(of: links, from: path) }
  }

  private static func siteNotes(
    _ database: Database, _ rules: PublicationRules
  ) throws -> (notes: [SiteNote], heldBack: [HeldBackNote]) {
    let rows = try BulkStatement(
      database,
      """
      SELECT file.path, size, modified, changed, inode, note.id, title, kind, tags, created,
        updated, isPinned, entryDay, isDraft, isPublishable, note.isDoubtful, unseal, notBefore, secret,
        modifiedSeconds,
        EXISTS (
          SELECT 1 FROM field
          WHERE field.note = note.id AND lower(field.text) = 'true'
            AND field.key = (SELECT id FROM fieldKey WHERE key = 'dg-home')),
        EXISTS (
          SELECT 1 FROM field JOIN fieldKey ON fieldKey.id = field.key
          WHERE field.note = note.id
            AND (fieldKey.key = 'listed' AND lower(field.text) = 'false'
              OR fieldKey.key = 'unlisted' AND lower(field.text) = 'true'))
      FROM file JOIN note ON note.id = file.id
      ORDER BY file.path
      """)
    var notes: [SiteNote] = []
    var heldBack: [HeldBackNote] = []
    while try rows.next() {
      let candidate = candidate(rows)
      let reason = rules.reason(candidate)
      if let reason {
        heldBack.append(
          HeldBackNote(path: candidate.path, reason: reason, secret: candidate.secret))
        guard rules.shows(despite: reason) else { continue }
      }
      notes.append(
        SiteNote(
          number: rows.integer(5), file: file(rows), title: rows.text(6), kind: candidate.kind,
          tags: candidate.tags,
          entryDay: candidate.entryDay,
          created: rows.optionalText(9).flatMap { CivilDate(iso: $0) },
          updated: rows.optionalText(10).flatMap { CivilDate(iso: $0) }
            .flatMap { $0.isOver(at: rules.now) ? $0 : nil },
          isPinned: rows.integer(11) != 0, modifiedSeconds: Int(rows.integer(19)),
          isHome: rows.integer(20) != 0, isListed: rows.integer(21) == 0,
          heldBack: reason))
    }
    return (notes, heldBack)
  }

  /// The notes that rules hold back, without anything else about them.
  static func heldBack(
    _ database: Database, _ rules: PublicationRules
  ) throws -> [NotePath: HeldBackReason] {
    // For readers whom the owner chooses the few that can be held back are found by the database.
    let few = """
      WHERE isDraft OR isPublishable = 0 OR isDoubtful OR unseal IS NOT NULL OR secret IS NOT NULL
        OR kind = 'template' OR path LIKE '%\\_drafts/%' ESCAPE '\\'
      """
    let rows = try BulkStatement(
      database,
      """
      SELECT path, 0, 0, 0, 0, id, '', kind, tags, NULL, NULL, 0, entryDay, isDraft, isPublishable, isDoubtful,
        unseal, notBefore, secret
      FROM note \(rules.isForChosen ? few : "")
      """)
    var reasons: [NotePath: HeldBackReason] = [:]
    while try rows.next() {
      let candidate = candidate(rows)
      reasons[candidate.path] = rules.reason(candidate)
    }
    return reasons
  }

  private static func candidate(_ rows: BulkStatement) -> PublicationCandidate {
    func day(_ column: Int32) -> Day? {
      rows.optionalInteger(column).map { Day(daysSinceEpoch: Int($0)) }
    }
    return PublicationCandidate(
      path: NotePath(trusted: rows.text(0)), kind: NoteKind(rawValue: rows.text(7)) ?? .memo,
      isDraft: rows.integer(13) != 0, isAsked: rows.optionalInteger(14).map { $0 != 0 },
      isDoubtful: rows.integer(15) != 0, unseal: day(16), entryDay: day(12),
      notBefore: rows.optionalInteger(17).map { Int($0) },
      secret: rows.optionalText(18).flatMap { FoundSecret(stored: $0) },
      tags: rows.text(8).split(separator: "\n").map(String.init))
  }

  /// The first five columns: path, size, times and inode.
  private static func file(_ rows: BulkStatement) -> ScannedFile {
    ScannedFile(
      path: NotePath(trusted: rows.text(0)),
      fingerprint: FileFingerprint(
        size: rows.integer(1), modifiedNanoseconds: rows.integer(2),
        changedNanoseconds: rows.integer(3), inode: UInt64(bitPattern: rows.integer(4))))
  }

  private static func attachments(_ database: Database) throws -> [Int64: ScannedFile] {
    var attachments: [Int64: ScannedFile] = [:]
    let rows = try BulkStatement(
      database,
      """
      SELECT file.path, size, modified, changed, inode, attachment.id
      FROM attachment JOIN file ON file.path = attachment.path
      """)
    while try rows.next() {
      let file = file(rows)
      // A canvas names notes and has texts of its own, and no browser shows it.
      if !file.path.string.lowercased().hasSuffix(".canvas") { attachments[rows.integer(5)] = file }
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
      SELECT note, destination, target, kind = 'embed', form, text, rangeStart FROM link
      WHERE target IS NOT NULL AND destination <> '' ORDER BY note, position
      """)
    while try rows.next() {
      let source = rows.integer(0)
      guard shown.contains(source) else { continue }
      let target = rows.integer(2)
      let isThere = shown.contains(target) || attachments[target] != nil
      links.append(
        SiteLink(
          source: source,
          destination: SiteLink.destination(
            rows.text(1), rows.optionalText(5),
            LinkGoal.Form(rawValue: Int(rows.integer(4))) ?? .asWritten),
          target: isThere ? target : nil, isHidden: !isThere, isEmbed: rows.integer(3) != 0,
          offset: rows.optionalInteger(6).map { Int($0) }))
    }
    return links
  }

  private func siteTasks(_ database: Database, _ notes: [SiteNote]) throws -> [SiteTask] {
    let numbers = Dictionary(notes.map { ($0.path, $0.number) }) { first, _ in first }
    let rows = try BulkStatement(
      database,
      """
      SELECT \(TaskColumns.all) FROM task CROSS JOIN note ON note.id = task.note
      ORDER BY note.path, position
      """)
    return try LocatedTask.read(rows, ownStatuses).compactMap { task in
      numbers[task.path].map { SiteTask(note: $0, task: task) }
    }
  }
}
