import CivilCalendar
import NoteModel
import NoteSyntax

@testable import NoteIndex

extension IndexWriter {
  /// Takes a note apart on this thread, as it may be read on a day, and puts it into the index.
  func insert(
    _ note: Note, _ fingerprint: FileFingerprint,
    on today: Day = Day(year: 2026, month: 11, day: 21) ?? Day(daysSinceEpoch: 0)
  ) throws {
    try insert(
      PreparedNote(
        note.readable(on: today), fingerprint: fingerprint, number: reserveNumbers(1), in: zone,
        today: today))
  }
}

extension Note {
  /// The note as it may be read on a day.
  func readable(on today: Day) -> Note {
    let bytes = document.source.bytes
    let readable = ReadingGate(today: today).readable(bytes, at: path, in: .standard)
    return readable == bytes ? self : Note(Document(parsing: readable), at: path)
  }
}
