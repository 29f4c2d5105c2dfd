import NoteIndex
import NoteModel
import NoteSyntax

extension IndexDatabase {
  /// Adds notes as they are written, by their paths.
  func put(_ notes: [(String, String)]) throws {
    try update(to: FileTable(), indexedAt: 100) { writer, _ in
      for (path, text) in notes {
        let note = Note(Document(parsing: Array(text.utf8)), at: NotePath(trusted: path))
        try writer.insert(
          note,
          FileFingerprint(
            size: Int64(text.utf8.count), modifiedNanoseconds: 1, changedNanoseconds: 1, inode: 1))
      }
    }
  }
}
