import ByteBasics
import NoteIndex
package import NoteModel
import NoteRepository
import Wording

/// The destination of `mv`: a folder, or a new name.
package struct MoveDestination {
  private let workspace: Workspace
  private let text: String
  /// The path of the folder; nil for the root of the repository.
  private let path: NotePath?

  /// - Parameters:
  ///   - text: The typed text.
  ///   - folder: The working folder.
  ///   - workspace: The workspace of the files.
  /// - Throws: If it lies outside the repository, or among Sheaf's or git's own files.
  package init(_ text: String, in folder: String, _ workspace: Workspace) throws {
    self.workspace = workspace
    self.text = text
    let absolute = absolutePath(text, from: folder)
    let root = workspace.repository.root
    if resolvedPath(absolute) == root {
      path = nil
    } else if let inside = workspace.repository.path(of: text, relativeTo: folder) {
      path = NotePath(trusted: composedName(inside.string))
    } else {
      throw RepositoryError.outside(text)
    }
    if path?.string.split(separator: "/").contains(where: { $0.hasPrefix(".") }) == true {
      throw hiddenPlace(path: text)
    }
  }

  /// Returns the moves of these files and folders, without those that are at their destination already.
  package func moves(of sources: [NotePath]) throws -> PathMoves {
    var moves: [PathMoves.Move] = []
    var names = FoldedNames(workspace.files)
    for source in sources {
      let target = newPath(of: source, isAlone: sources.count == 1)
      guard target != source else { continue }
      guard !source.contains(target) else {
        throw Problem(.usage, Message("\(source) cannot be moved into itself", ko: "자기 안으로 옮길 수 없습니다: \(source)"))
      }
      try names.refuseOtherFile(at: target, insteadOf: source)
      moves.append(PathMoves.Move(from: source, to: target))
    }
    return PathMoves(moves)
  }

  private func newPath(of source: NotePath, isAlone: Bool) -> NotePath {
    guard let path else { return NotePath(trusted: String(source.fileName)) }
    let isNewName = isAlone && !text.hasSuffix("/") && !workspace.files.isFolder(path)
    if isNewName {
      let keepsExtension = workspace.files.isFolder(source) || hasSameExtension(source, path)
      return keepsExtension ? path : NotePath(trusted: path.string + source.fileName.dropFirst(source.stem.count))
    }
    return path.appending(String(source.fileName))
  }

  private func hasSameExtension(_ source: NotePath, _ path: NotePath) -> Bool {
    let lengths = (source.fileName.utf8.count, source.stem.utf8.count)
    let suffix = source.fileName.utf8.dropFirst(lengths.1)
    return lengths.0 > lengths.1
      && Array(path.fileName.lowercased().utf8).suffix(suffix.count)
        .elementsEqual(Substring(suffix).lowercased().utf8)
  }
}

/// Notes in hidden folders are not read, so nothing is put there.
func hiddenPlace(path: String) -> Problem {
  Problem(.usage, Message("\(path) is hidden; notes there are not read", ko: "숨은 폴더의 메모는 읽지 않습니다: \(path)"))
}

/// The owners of names: now, and after files got other names.
struct NameTable {
  private let index: IndexDatabase
  private let moves: PathMoves
  /// The files whose names change, not only their folders, by their old path.
  private let renamed: Set<NotePath>
  /// The new names of those files, by key.
  private var coming: [String: [LinkCandidateNote]] = [:]
  /// The names of files as they were, by key, if the index already has the new ones.
  private var former: [String: [LinkCandidateNote]] = [:]
  /// The new and former paths of the moved files. Another file may have a former path now.
  private var arrived: Set<NotePath> = []
  private var candidates: [String: [LinkCandidateNote]] = [:]
  private var now: [String: NamedFiles] = [:]
  private var afterwards: [String: NamedFiles] = [:]

  /// - Parameter renamed: The new names, by the old path.
  init(_ index: IndexDatabase, _ moves: PathMoves, renamed: [NotePath: [NoteName]]) {
    self.index = index
    self.moves = moves
    self.renamed = Set(renamed.keys)
    for (path, names) in renamed {
      for name in names {
        coming[name.key, default: []].append(LinkCandidateNote(path: moves.newPath(of: path), rank: name.rank))
      }
    }
  }

  /// Creates a table for files that are already renamed: “now” is before the renaming, “afterwards” is the index.
  ///
  /// - Parameters:
  ///   - former: The earlier names of the files, by their earlier paths.
  ///   - new: The files that did not exist before.
  init(_ index: IndexDatabase, done moves: PathMoves, former: [NotePath: [NoteName]], besides new: Set<NotePath>) {
    self.init(index, moves, renamed: [:])
    arrived = new.union(moves.moves.flatMap { [$0.to, $0.from] })
    for (path, names) in former {
      for name in names {
        self.former[name.key, default: []].append(LinkCandidateNote(path: path, rank: name.rank))
      }
    }
  }

  mutating func resolutionNow(_ target: LinkTarget, from source: NotePath) throws -> LinkResolution {
    try LinkResolution(target, from: source, roots: index.linkRoots) { key in
      if let known = now[key] { return known }
      let files = NamedFiles(try candidatesNow(key))
      now[key] = files
      return files
    }
  }

  /// Resolves a link by the names after the change.
  ///
  /// - Parameter source: The linking note's new path.
  mutating func resolutionAfterwards(_ target: LinkTarget, from source: NotePath) throws -> LinkResolution {
    try LinkResolution(target, from: source, roots: index.linkRoots) { key in
      if let known = afterwards[key] { return known }
      guard arrived.isEmpty else { return NamedFiles(try index.names.candidates(key: key)) }
      let staying = try candidatesNow(key).filter { !renamed.contains($0.path) }.map {
        LinkCandidateNote(path: moves.newPath(of: $0.path), rank: $0.rank)
      }
      let files = NamedFiles(staying + (coming[key] ?? []))
      afterwards[key] = files
      return files
    }
  }

  /// Returns true if a link leads to one file after the change. A file without indexed names is reached by path.
  mutating func leads(_ target: LinkTarget, to goal: NotePath, from source: NotePath) throws -> Bool {
    switch try resolutionAfterwards(target, from: source) {
    case .resolved(let found): return found.path == goal
    case .ambiguous, .external: return false
    case .broken:
      let folder = source.folder.map { $0.string + "/" } ?? ""
      return target.path.flatMap { NotePath(folder + $0) } == goal
    }
  }

  /// Returns the kind of name by which a link can name a note.
  mutating func rank(of path: NotePath, key: String) throws -> NoteName.Rank? {
    try candidatesNow(key).filter { $0.path == path }.map(\.rank).min()
  }

  private mutating func candidatesNow(_ key: String) throws -> [LinkCandidateNote] {
    if let known = candidates[key] { return known }
    let found = try index.names.candidates(key: key).filter { !arrived.contains($0.path) } + (former[key] ?? [])
    candidates[key] = found
    return found
  }
}
