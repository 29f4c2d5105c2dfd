import NoteIndex
package import NoteModel
import NoteRepository

/// Two notes for one occurrence of a task that repeats: two machines finished the task before it on different days.
///
/// Where a rule counts from completion, the days differ and so do the names of the notes; the id is the same.
package struct DoubledOccurrence: Sendable, Hashable {
  /// The note that stays: that of the earlier day.
  package let kept: NotePath
  package let other: NotePath
}

extension Workspace {
  /// Every occurrence that there is twice, by the path of the note that stays.
  ///
  /// The index must be up to date.
  package func doubledOccurrences() throws -> [DoubledOccurrence] {
    try index.notesWithSharedIdentifiers().flatMap { paths -> [DoubledOccurrence] in
      let notes = paths.compactMap { path in
        (try? files.read(path)).flatMap { bytes in
          TaskFile(path: path, bytes: bytes, in: layout).repeatingTask?.series.map {
            (path: path, series: $0)
          }
        }
      }
      guard let first = notes.first, notes.count == paths.count,
        notes.allSatisfy({ $0.series == first.series })
      else { return [] }
      return notes.dropFirst().map { DoubledOccurrence(kept: first.path, other: $0.path) }
    }
  }
}
