import ByteBasics
package import NoteModel
import NoteRepository
package import Wording

/// Where `mv` puts things: into a folder, or under a new name.
package struct MoveDestination {
  private let workspace: Workspace
  private let text: String
  /// nil is the repository's root.
  private let path: NotePath?

  /// - Parameters:
  ///   - text: As it was typed.
  ///   - folder: The working folder.
  ///   - workspace: Where the files are.
  /// - Throws: Where it lies outside the repository, or among Sheaf's or git's own files.
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
      throw HiddenPlace(path: text)
    }
  }

  /// The moves of these files and folders, without those that are there already.
  package func moves(of sources: [NotePath]) throws -> PathMoves {
    var moves: [PathMoves.Move] = []
    for source in sources {
      let target = newPath(of: source, isAlone: sources.count == 1)
      guard target != source else { continue }
      guard !source.contains(target) else { throw MoveIntoItself(path: source) }
      try checkLetters(of: target, source)
      moves.append(PathMoves.Move(from: source, to: target))
    }
    return PathMoves(moves)
  }

  private func newPath(of source: NotePath, isAlone: Bool) -> NotePath {
    guard let path else { return NotePath(trusted: String(source.fileName)) }
    let isNewName = isAlone && !text.hasSuffix("/") && !workspace.files.isFolder(path)
    if isNewName, workspace.files.isFolder(source) || hasSameExtension(source, path) {
      return path
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

  /// A name that differs from another's only by case is not a name of its own on every file system.
  private func checkLetters(of target: NotePath, _ source: NotePath) throws {
    guard foldedName(target.string) != foldedName(source.string),
      try workspace.files.exists(foldedAs: target)
    else { return }
    throw RepositoryError.alreadyExists(target.string)
  }
}

/// A folder cannot hold itself.
package struct MoveIntoItself: ExplainedError {
  fileprivate let path: NotePath

  package var category: ErrorCategory { .usage }
  package var explanation: Message {
    Message("\(path) cannot be moved into itself", ko: "자기 안으로 옮길 수 없습니다: \(path)")
  }
}

/// Notes in hidden folders are not read, so nothing is put there.
package struct HiddenPlace: ExplainedError {
  private let path: String

  package init(path: String) { self.path = path }

  package var category: ErrorCategory { .usage }
  package var explanation: Message {
    Message("\(path) is hidden; notes there are not read", ko: "숨은 폴더의 메모는 읽지 않습니다: \(path)")
  }
}
