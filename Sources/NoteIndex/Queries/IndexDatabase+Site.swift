package import CivilCalendar
import GRDB
package import NoteModel

extension IndexDatabase {
  /// What a site shows: no sealed letter, no draft, no note with `publish: false`.
  ///
  /// `publishesByDefault`: false shows only notes with `publish: true`.
  package func siteFacts(today: Day, publishesByDefault: Bool) throws -> SiteFacts {
    try writer.read { database in
      let notes = try Self.siteNotes(database, today, publishesByDefault)
      let shown = Set(notes.map(\.number))
      let attachments = try Self.attachments(database)
      return SiteFacts(
        notes: notes,
        links: try Self.siteLinks(database, shown: shown, attachments: attachments),
        tasks: try Self.siteTasks(database, shown: shown), attachments: attachments)
    }
  }

  /// Where the links of a note lead that is newer than the index.
  ///
  /// - Returns: For each link a note or an attachment, nil where it leads to none.
  package func targets(of links: [LinkTarget?], from path: NotePath) throws -> [LinkGoal?] {
    try writer.read { try StoredLinkResolver($0, roots: linkRoots).targets(of: links, from: path) }
  }

  private static func siteNotes(
    _ database: Database, _ today: Day, _ publishesByDefault: Bool
  ) throws -> [SiteNote] {
    let rows = try BulkStatement(
      database,
      """
      SELECT file.path, size, modified, changed, inode, note.id, title, kind, tags, created,
        updated, isPinned, entryDay
      FROM file JOIN note ON note.id = file.id
      WHERE isDraft = 0 AND (unseal IS NULL OR unseal <= \(today.daysSinceEpoch))
        AND \(publishesByDefault ? "isPublishable IS NOT 0" : "isPublishable = 1")
      ORDER BY file.path
      """)
    var notes: [SiteNote] = []
    while try rows.next() {
      notes.append(
        SiteNote(
          number: rows.integer(5), file: file(rows), title: rows.text(6),
          kind: NoteKind(rawValue: rows.text(7)) ?? .memo,
          tags: rows.text(8).split(separator: "\n").map(String.init),
          entryDay: rows.optionalInteger(12).map { Day(daysSinceEpoch: Int($0)) },
          created: rows.optionalText(9).flatMap { CivilDate(iso: $0) },
          updated: rows.optionalText(10).flatMap { CivilDate(iso: $0) },
          isPinned: rows.integer(11) != 0))
    }
    return notes
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
    while try rows.next() { attachments[rows.integer(5)] = file(rows) }
    return attachments
  }

  private static func siteLinks(
    _ database: Database, shown: Set<Int64>, attachments: [Int64: ScannedFile]
  ) throws -> [SiteLink] {
    var links: [SiteLink] = []
    let rows = try BulkStatement(
      database,
      """
      SELECT note, destination, target, kind = 'embed', form, text FROM link
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
          target: isThere ? target : nil, isHidden: !isThere, isEmbed: rows.integer(3) != 0))
    }
    return links
  }

  private static func siteTasks(_ database: Database, shown: Set<Int64>) throws -> [SiteTask] {
    var tasks: [SiteTask] = []
    let rows = try BulkStatement(
      database,
      """
      SELECT task.note, line, task.title, task.status, task.due, task.priority
      FROM task JOIN note ON note.id = task.note ORDER BY note.path, position
      """)
    while try rows.next() {
      guard shown.contains(rows.integer(0)) else { continue }
      tasks.append(
        SiteTask(
          note: rows.integer(0), line: rows.optionalInteger(1).map { Int($0) },
          title: rows.text(2), status: TaskStatus(rows.text(3)),
          due: rows.optionalText(4).flatMap { CivilDate(iso: $0) },
          priority: TaskPriority(rawValue: Int(rows.integer(5))) ?? .normal))
    }
    return tasks
  }
}
