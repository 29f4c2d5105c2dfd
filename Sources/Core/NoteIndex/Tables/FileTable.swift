import ByteBasics
import CivilCalendar
import GRDB
package import NoteModel

/// Every file, with the values that show if it is still the one that was read.
enum FileColumn: Int, TableColumn {
  case path, id, size, modified, changed, inode, hasRacyTimestamp

  static let table = "file"
  var type: String { self == .path ? "TEXT PRIMARY KEY" : "INTEGER NOT NULL" }
}

/// The files that are no notes.
enum AttachmentColumn: Int, TableColumn {
  case id, path

  static let table = "attachment"
  var type: String { self == .id ? "INTEGER PRIMARY KEY" : "TEXT NOT NULL" }
}

/// The columns that identify the state of a file on disk.
enum ScannedFileColumn: Int, SelectList {
  case path, size, modified, changed, inode

  static let table = "file"
}

extension ScannedFile {
  init(_ row: BulkRow<ScannedFileColumn>) {
    self.init(
      path: row.path(.path),
      fingerprint: FileFingerprint(
        size: row.integer(.size), modifiedNanoseconds: row.integer(.modified),
        changedNanoseconds: row.integer(.changed), inode: UInt64(bitPattern: row.integer(.inode))))
  }
}

/// A file that a name was found for.
package struct NamedFile: Sendable, Hashable {
  package let number: Int
  package let path: NotePath
  /// The title; nil for a file that is not a note.
  package let title: String?

  package init(number: Int, path: NotePath, title: String?) {
    self.number = number
    self.path = path
    self.title = title
  }
}

/// A file that is not a note.
package struct AttachmentFact: Sendable {
  package let path: NotePath
  package let size: Int
  /// The number of links that lead to it.
  package let links: Int
}

/// The differences between the scan and the index.
package struct TreeChanges: Sendable {
  /// New or changed notes.
  package var notes: [ScannedFile] = []
  /// New or changed files that are not notes.
  package var attachments: [ScannedFile] = []
  package var removed: [NotePath] = []

  package init() {}

  /// The files that are new or changed in `newer`, and the files that are only in `older`.
  package init(from older: FileTable, to newer: FileTable) {
    older.forEachDifference(
      to: newer, gone: { removed.append($0) },
      changed: { file in
        if file.path.isMarkdown { notes.append(file) } else { attachments.append(file) }
      })
  }

  var count: Int { notes.count + attachments.count + removed.count }
  package var isEmpty: Bool { count == 0 }
}

/// The files of the index: their states on disk, their paths, and the use of those that are no notes.
package struct IndexedFiles: Sendable {
  let index: IndexDatabase

  /// Returns the files of the index, in the order of their paths. Nil if there is no index yet.
  ///
  /// A file that may have changed although its fingerprint is the same gets a fingerprint that no file has.
  package func callAsFunction() throws -> FileTable? {
    try index.read { database in try index.isCurrent(database) ? try scanned(database) : nil }
  }

  func scanned(_ database: Database) throws -> FileTable {
    var files = FileTable()
    let letters = try changedLetters(database)
    let rows = try BulkStatement(
      database, "SELECT \(ScannedFileColumn.list), hasRacyTimestamp, id FROM file ORDER BY path")
    let row = BulkRow<ScannedFileColumn>(rows)
    let isRacy = CInt(ScannedFileColumn.allCases.count)
    while try rows.next() {
      let mustBeRead = rows.integer(isRacy) != 0 || !letters.isEmpty && letters.contains(rows.integer(isRacy + 1))
      unsafe files.append(
        row.bytes(.path),
        FileFingerprint(
          size: mustBeRead ? -1 : row.integer(.size),
          modifiedNanoseconds: row.integer(.modified), changedNanoseconds: row.integer(.changed),
          inode: UInt64(bitPattern: row.integer(.inode))))
    }
    return files
  }

  /// Returns the numbers of letters that are read again: those that were sealed when they were read and are open today,
  /// and those that were open when the clock was ahead.
  private func changedLetters(_ database: Database) throws -> Set<Int64> {
    try Int64.fetchSet(
      database,
      sql: """
        SELECT id FROM note WHERE unseal IS NOT NULL AND isSealed <> (unseal > ?)
        UNION ALL
        SELECT id FROM file WHERE path IN (SELECT value FROM json_each(?))
          AND id NOT IN (SELECT id FROM note WHERE unseal IS NOT NULL AND isSealed)
        """,
      arguments: [
        index.gate.today.daysSinceEpoch,
        JSONValue.array(index.gate.letters.keys.map { .string($0.string) }).text(),
      ])
  }

  /// Returns true for a note or an attachment.
  package func contains(_ path: NotePath) throws -> Bool {
    try !index.paths("SELECT path FROM file WHERE path = ?", [path.string]).isEmpty
  }

  /// Returns every note and attachment below a folder, sorted.
  package func callAsFunction(below folder: NotePath) throws -> [NotePath] {
    try index.paths(
      "SELECT path FROM file WHERE path >= ? AND path < ? ORDER BY path",
      [folder.string + "/", folder.string + "0"])
  }

  /// Returns the files of these numbers, in this order. Those that are gone are left out.
  package func callAsFunction(numbered numbers: [Int]) throws -> [NamedFile] {
    try index.readStored([]) { database in
      let statement = try database.makeStatement(
        sql: """
          SELECT coalesce(note.path, attachment.path), note.title
          FROM (SELECT ?1 AS id) AS wanted LEFT JOIN note ON note.id = wanted.id
            LEFT JOIN attachment ON attachment.id = wanted.id
          """)
      return try numbers.compactMap { number in
        guard let row = try Row.fetchOne(statement, arguments: [number]),
          let path = try row.optionalText(0)
        else { return nil }
        return NamedFile(number: number, path: NotePath(trusted: path), title: try row.optionalText(1))
      }
    }
  }

  /// Returns the paths of notes and other files that begin with a text, sorted.
  package func paths(beginningWith text: String) throws -> [NotePath] {
    try index.paths(
      "SELECT path FROM file WHERE path >= ? AND path < ? ORDER BY path",
      [text, text + "\u{10FFFF}"])
  }

  /// Returns every folder that has a file in it or below it.
  package func folders() throws -> Set<String> {
    try index.read { database in
      var folders: Set<String> = []
      let paths = try String.fetchCursor(database, sql: "SELECT path FROM file")
      while let path = try paths.next() {
        var folder = NotePath(trusted: path).folder
        while let known = folder, folders.insert(known.string).inserted { folder = known.folder }
      }
      return folders
    }
  }

  // MARK: - Files that are no notes

  /// Returns the attachments that no note links to, sorted. A canvas is opened by itself, so it is never among them.
  package func unusedAttachments() throws -> [NotePath] {
    try attachments(
      where: "NOT EXISTS (SELECT 1 FROM link WHERE link.target = attachment.id)"
        + " AND path NOT LIKE '%.canvas'")
  }

  /// Returns the canvases without known links, including canvases that cannot be read.
  package func canvasesWithoutLinks() throws -> [NotePath] {
    try canvases(where: "NOT EXISTS (SELECT 1 FROM link WHERE link.note = attachment.id)")
  }

  /// Returns every canvas, sorted.
  package func canvases() throws -> [NotePath] { try canvases(where: "1") }

  private func canvases(where condition: String) throws -> [NotePath] {
    try attachments(where: "path LIKE '%.canvas' AND " + condition)
  }

  /// Returns the files that are not notes, sorted.
  package func attachments() throws -> [AttachmentFact] {
    let sql = """
      SELECT \(AttachmentFactColumn.list)
      FROM attachment JOIN file ON file.path = attachment.path ORDER BY attachment.path
      """
    return try index.read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        let row = SelectedRow<AttachmentFactColumn>(row: row)
        return AttachmentFact(path: try row.path(.path), size: try row.integer(.size), links: try row.integer(.links))
      }
    }
  }

  private func attachments(where condition: String) throws -> [NotePath] {
    try index.paths("SELECT path FROM attachment WHERE \(condition) ORDER BY path")
  }
}

extension IndexDatabase {
  package var files: IndexedFiles { IndexedFiles(index: self) }
}

private enum AttachmentFactColumn: Int, SelectList {
  case path, size, links

  static let table = "file"

  var sql: String {
    self == .links ? "(SELECT count(*) FROM link WHERE link.target = attachment.id)" : "file.\(self)"
  }
}
