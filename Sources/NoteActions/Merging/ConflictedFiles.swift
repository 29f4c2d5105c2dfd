import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
import NoteSyntax

/// A file in which a merge left something to do.
package enum ConflictedFile: Sendable, Hashable {
  /// A note with conflict markers.
  case markers(NotePath)
  /// A copy of a note beside it.
  case copy(ConflictCopy)
  /// A second note for one occurrence of a task that repeats.
  case occurrence(DoubledOccurrence)

  package var path: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.path
    case .occurrence(let pair): pair.other
    }
  }

  /// The note that it is about.
  package var note: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.original
    case .occurrence(let pair): pair.kept
    }
  }
}

extension Workspace {
  /// Every note with conflict markers, every conflict copy, and every note for an occurrence that has one already,
  /// in the order of their paths.
  ///
  /// The index must be up to date: it tells which notes have a problem, and only these are read.
  package func conflictedFiles() throws -> [ConflictedFile] {
    let marked = try index.notesWithProblems().filter { path in
      guard let bytes = try? files.read(path) else { return false }
      return Document(parsing: bytes).diagnostics.contains { $0.check == "conflict-mark" }
    }
    let copies = TreeScanner.scan(repository, extraIgnores: configuration.list("ignore"))
      .conflictCopies
    let doubled = try doubledOccurrences()
    return
      (marked.map { .markers($0) } + copies.map { .copy($0) }
      + doubled.map { .occurrence($0) }).sorted { $0.path < $1.path }
  }
}
