import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// Finds files by a part of a name as it is typed; open documents by the names that they have now.
struct NameFinder {
  private let snapshot: Snapshot
  private let workspace: Workspace
  /// Files near this one come first.
  private let source: NotePath?

  /// The number of candidates of which the best are chosen by what they are.
  private static let candidateLimit = 200

  init(_ snapshot: Snapshot, _ workspace: Workspace, from source: NotePath?) {
    self.snapshot = snapshot
    self.workspace = workspace
    self.source = source
  }

  /// The best match first; among equals files of the same folder, then those that most links lead to.
  ///
  /// `text`: What was typed; nothing finds the most used files.
  func files(matching text: String, limit: Int) throws -> [NamedFile] {
    let part = NamePart(text)
    let hits = snapshot.folder.catalogue.names.hits(of: part, limit: Self.candidateLimit)
    let stored = try workspace.index.files(numbered: hits.map(\.number))
    let byNumber = Dictionary(uniqueKeysWithValues: hits.map { ($0.number, $0) })
    var found: [(file: NamedFile, worth: (Int, Int, Int))] = stored.compactMap { file in
      guard let hit = byNumber[file.number], snapshot.documents[file.path] == nil else {
        return nil
      }
      return (file, worth(hit.match, file.path, hit.uses))
    }
    for open in snapshot.documents.values where open.path.isMarkdown {
      guard let match = Self.match(part, open.note) else { continue }
      let file = NamedFile(number: 0, path: open.path, title: open.note.title)
      found.append((file, worth(match, open.path, 0)))
    }
    return found.sorted { left, right in
      left.worth == right.worth ? left.file.path < right.file.path : left.worth < right.worth
    }.prefix(limit).map(\.file)
  }

  /// The match, then files near the source, then the most used; smaller is better.
  private func worth(_ match: NamePart.Match, _ path: NotePath, _ uses: Int) -> (Int, Int, Int) {
    (match.rawValue, isNear(path) ? 0 : 1, -uses)
  }

  private func isNear(_ path: NotePath) -> Bool { source.map { $0.folder == path.folder } ?? false }

  private static func match(_ part: NamePart?, _ note: Note) -> NamePart.Match? {
    guard let part else { return .beginning }
    return note.names.filter { $0.rank <= .heading }
      .compactMap { part.match(TypedName($0.key)) }.min()
  }
}
