import NoteModel

@testable import NoteIndex

extension IndexWriter {
  /// Takes a note apart on this thread and puts it into the index.
  func insert(_ note: Note, _ fingerprint: FileFingerprint) throws {
    try insert(PreparedNote(note, fingerprint: fingerprint, number: reserveNumbers(1), in: zone))
  }
}
