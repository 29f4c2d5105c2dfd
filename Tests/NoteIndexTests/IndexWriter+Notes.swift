import NoteModel

@testable import NoteIndex

extension IndexWriter {
  /// Takes a note apart on this thread and puts it into the index.
  func insert(_ note: Note, _ fingerprint: FileFingerprint) throws {
    let number = reserveNumbers(1)
    let prepared =
      collection?.withCollector {
        PreparedNote(note, fingerprint: fingerprint, number: number, collector: $0)
      } ?? PreparedNote(note, fingerprint: fingerprint, number: number)
    try insert(prepared)
  }
}
