import NoteModel

/// Every file, with what tells whether it is still the one that was read.
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

/// What a file on disk is known by.
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
