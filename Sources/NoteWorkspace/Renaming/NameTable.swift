import NoteIndex
import NoteModel
import NoteSyntax

/// Who is called by which name: now, and after files got other names.
struct NameTable {
  private let index: IndexDatabase
  private let moves: PathMoves
  /// The new names of files whose names change, not only their folders.
  private let renamed: [NotePath: [NoteName]]
  private var now: [String: [LinkCandidateNote]] = [:]

  /// `renamed`: By the old path.
  init(_ index: IndexDatabase, _ moves: PathMoves, renamed: [NotePath: [NoteName]]) {
    self.index = index
    self.moves = moves
    self.renamed = renamed
  }

  mutating func resolutionNow(_ target: LinkTarget, from source: NotePath) throws -> LinkResolution
  {
    try LinkResolution(target, from: source, roots: index.linkRoots) {
      NamedFiles(try candidatesNow($0))
    }
  }

  /// `source`: The linking note's new path.
  mutating func resolutionAfterwards(
    _ target: LinkTarget, from source: NotePath
  ) throws -> LinkResolution {
    try LinkResolution(target, from: source, roots: index.linkRoots) { key in
      let stay = try candidatesNow(key).filter { renamed[$0.path] == nil }.map {
        LinkCandidateNote(path: moves.newPath(of: $0.path), rank: $0.rank)
      }
      let come = renamed.flatMap { path, names in
        names.filter { $0.key == key }.map {
          LinkCandidateNote(path: moves.newPath(of: path), rank: $0.rank)
        }
      }
      return NamedFiles(stay + come)
    }
  }

  /// By which kind of name a link calls a note.
  mutating func rank(of path: NotePath, key: String) throws -> NoteName.Rank? {
    try candidatesNow(key).filter { $0.path == path }.map(\.rank).min()
  }

  private mutating func candidatesNow(_ key: String) throws -> [LinkCandidateNote] {
    if let known = now[key] { return known }
    let candidates = try index.candidates(key: key)
    now[key] = candidates
    return candidates
  }
}
