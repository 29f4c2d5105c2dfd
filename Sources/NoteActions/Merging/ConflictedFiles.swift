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

  package var path: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.path
    }
  }

  /// The note that it is about.
  package var note: NotePath {
    switch self {
    case .markers(let path): path
    case .copy(let copy): copy.original
    }
  }
}

extension Workspace {
  /// Every note with conflict markers, and every conflict copy, in the order of their paths.
  ///
  /// The index must be up to date: it tells which notes have a problem, and only these are read.
  package func conflictedFiles() throws -> [ConflictedFile] {
    let marked = try index.notesWithProblems().filter { path in
      guard let bytes = try? files.read(path) else { return false }
      return Document(parsing: bytes).diagnostics.contains { $0.check == "conflict-mark" }
    }
    let copies = TreeScanner.scan(repository, extraIgnores: configuration.list("ignore"))
      .conflictCopies
    return (marked.map { .markers($0) } + copies.map { .copy($0) }).sorted { $0.path < $1.path }
  }
}
