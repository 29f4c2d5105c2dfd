import NoteIndex
import NoteModel

/// Who is called by which name: now, and after files got other names.
struct NameTable {
  private let index: IndexDatabase
  private let moves: PathMoves
  /// The files whose names change, not only their folders, by their old path.
  private let renamed: Set<NotePath>
  /// The new names of those files, by key.
  private var coming: [String: [LinkCandidateNote]] = [:]
  private var candidates: [String: [LinkCandidateNote]] = [:]
  private var now: [String: NamedFiles] = [:]
  private var afterwards: [String: NamedFiles] = [:]

  /// - Parameter renamed: By the old path.
  init(_ index: IndexDatabase, _ moves: PathMoves, renamed: [NotePath: [NoteName]]) {
    self.index = index
    self.moves = moves
    self.renamed = Set(renamed.keys)
    for (path, names) in renamed {
      for name in names {
        coming[name.key, default: []].append(
          LinkCandidateNote(path: moves.newPath(of: path), rank: name.rank))
      }
    }
  }

  mutating func resolutionNow(
    _ target: LinkTarget, from source: NotePath
  ) throws -> LinkResolution {
    try LinkResolution(target, from: source, roots: index.linkRoots) { key in
      if let known = now[key] { return known }
      let files = NamedFiles(try candidatesNow(key))
      now[key] = files
      return files
    }
  }

  /// - Parameter source: The linking note's new path.
  mutating func resolutionAfterwards(
    _ target: LinkTarget, from source: NotePath
  ) throws -> LinkResolution {
    try LinkResolution(target, from: source, roots: index.linkRoots) { key in
      if let known = afterwards[key] { return known }
      let staying = try candidatesNow(key).filter { !renamed.contains($0.path) }.map {
        LinkCandidateNote(path: moves.newPath(of: $0.path), rank: $0.rank)
      }
      let files = NamedFiles(staying + (coming[key] ?? []))
      afterwards[key] = files
      return files
    }
  }

  /// By which kind of name a link calls a note.
  mutating func rank(of path: NotePath, key: String) throws -> NoteName.Rank? {
    try candidatesNow(key).filter { $0.path == path }.map(\.rank).min()
  }

  private mutating func candidatesNow(_ key: String) throws -> [LinkCandidateNote] {
    if let known = candidates[key] { return known }
    let found = try index.candidates(key: key)
    candidates[key] = found
    return found
  }
}
