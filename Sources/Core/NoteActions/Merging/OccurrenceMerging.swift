import CivilCalendar
import NoteIndex
import NoteMerging
package import NoteModel
import NoteRepository

/// Merges two notes for the same occurrence into the note of the earlier day.
///
/// Their common ancestor can be computed from the previous task, so the changes of each side are known. A day that was
/// moved by hand wins over a generated day.
struct OccurrenceMerging {
  let workspace: Workspace
  /// Notes whose content differs from their files.
  let contents: [NotePath: [UInt8]]

  /// - Parameters:
  ///   - pair: The paths of the two notes.
  ///   - kept: The bytes of the one that stays.
  ///   - other: The bytes of the other.
  /// - Returns: nil if it cannot be merged as a note.
  /// - Throws: If the index cannot be read.
  func merged(_ pair: DoubledOccurrence, kept: [UInt8], other: [UInt8]) throws -> MergeOutcome? {
    let merge = NoteMerge(rules: .notes)
    guard let origin = try origin(of: pair), let base = made(of: origin, at: pair.kept) else {
      return merge.merge(base: nil, ours: kept, theirs: other)
    }
    // The other side's changes, moved to the days of the kept note.
    let otherBase = made(of: origin, at: pair.other)
    let moved = otherBase.flatMap { merge.merge(base: $0, ours: other, theirs: base) }
    let theirs = moved.flatMap { $0.isClean ? $0.bytes : nil } ?? other
    return merge.merge(base: base, ours: kept, theirs: theirs)
  }

  /// Returns the note of the task before them.
  private func origin(of pair: DoubledOccurrence) throws -> NotePath? {
    guard let occurrence = task(at: pair.kept) else { return nil }
    let series = TaskOccurrence.series(of: occurrence, at: pair.kept)
    return try workspace.index.notes(ofSeries: series).first { path in
      guard path != pair.kept, path != pair.other, let former = task(at: path) else { return false }
      let next = TaskOccurrence(after: former, at: path, on: Day(daysSinceEpoch: 0), in: workspace.index.zone)
      return next?.series == series && next?.identifier == occurrence.identifier
    }
  }

  /// Returns the generated text of the note, for the day in its name. Nil if the text cannot be derived.
  private func made(of origin: NotePath, at path: NotePath) -> [UInt8]? {
    guard let day = TaskFile.namedDay(of: path), let former = task(at: origin),
      let occurrence = TaskOccurrence(after: former, at: origin, on: day, in: workspace.index.zone),
      let bytes = bytes(of: origin)
    else { return nil }
    return try? TaskFile(path: origin, bytes: bytes, in: workspace.layout).next(occurrence).bytes
  }

  private func bytes(of path: NotePath) -> [UInt8]? {
    contents[path] ?? (try? workspace.originals.read(path))
  }

  private func task(at path: NotePath) -> TaskItem? {
    bytes(of: path).flatMap { TaskFile(path: path, bytes: $0, in: workspace.layout).repeatingTask }
  }
}

/// Two notes for one occurrence of a task that repeats: two machines finished the task before it on different days.
///
/// If a rule counts from completion, the days differ and so do the names of the notes; the id is the same.
package struct DoubledOccurrence: Sendable, Hashable {
  /// The note that stays: that of the earlier day.
  package let kept: NotePath
  package let other: NotePath
}

extension Workspace {
  /// Returns every occurrence that there is twice, by the path of the note that stays.
  ///
  /// The index must be up to date.
  package func doubledOccurrences() throws -> [DoubledOccurrence] {
    doubledOccurrences(among: try index.notes.withSharedIdentifiers())
  }

  /// Returns the duplicate occurrences among notes that share an id.
  func doubledOccurrences(among shared: [[NotePath]]) -> [DoubledOccurrence] {
    shared.flatMap { paths -> [DoubledOccurrence] in
      let notes = paths.compactMap { path in
        (try? originals.read(path)).flatMap { bytes in
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
