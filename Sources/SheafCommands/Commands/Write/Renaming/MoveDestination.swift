import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// Where `mv` puts things: into a folder, or under a new name.
struct MoveDestination {
  private let context: CommandContext
  private let workspace: Workspace
  private let text: String
  /// nil is the repository's root.
  private let path: NotePath?

  /// - Throws: Where it lies outside the repository, or among Sheaf's or git's own files.
  init(_ text: String, _ context: CommandContext, _ workspace: Workspace) throws {
    self.context = context
    self.workspace = workspace
    self.text = text
    let absolute = text.hasPrefix("/") ? text : context.workingDirectory + "/" + text
    let root = workspace.repository.root
    if resolvedPath(absolute) == root {
      path = nil
    } else if let inside = workspace.repository.path(of: text, relativeTo: context.workingDirectory)
    {
      path = NotePath(trusted: composedName(inside.string))
    } else {
      throw RepositoryError.outside(text)
    }
    if path?.string.split(separator: "/").contains(where: { $0.hasPrefix(".") }) == true {
      throw HiddenPlace(path: text)
    }
  }

  /// The moves of these files and folders, without those that are there already.
  func moves(of sources: [NotePath]) throws -> PathMoves {
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
struct MoveIntoItself: ExplainedError {
  let path: NotePath

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("\(path) cannot be moved into itself", ko: "자기 안으로 옮길 수 없습니다: \(path)")
  }
}

extension CommandContext {
  /// Refuses to put a file where Sheaf does not read it: into hidden folders, git's and its own among them, and a note
  /// where the rules of `.gitignore` or of the setting `ignore` leave it out.
  func refuseHiddenPlaces(in transaction: Transaction, of workspace: Workspace) throws {
    for change in transaction.changes {
      let path: NotePath
      switch change {
      case .create(let created, _): path = created
      case .move(_, let target): path = target
      case .replace, .remove: continue
      }
      let parts = path.string.split(separator: "/")
      let isSettings = path.string == Repository.settingsFolder + "/config.yaml"
      if !isSettings, parts.contains(where: { $0.hasPrefix(".") }) {
        throw HiddenPlace(path: path.string)
      }
      guard case .create = change, path.isMarkdown else { continue }
      let ignores = workspace.configuration.list("ignore")
      if TreeScanner.ignores(path, in: workspace.repository, extraIgnores: ignores) {
        throw IgnoredPlace(path: path)
      }
    }
  }
}

/// Notes in hidden folders are not read, so nothing is put there.
struct HiddenPlace: ExplainedError {
  let path: String

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("\(path) is hidden; notes there are not read", ko: "숨은 폴더의 메모는 읽지 않습니다: \(path)")
  }
}

/// An ignored note would be lost from sight as soon as it is written.
struct IgnoredPlace: ExplainedError {
  let path: NotePath

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(path) is ignored by .gitignore or by the setting “ignore”; notes there are not read",
      ko: ".gitignore나 “ignore” 설정에서 제외한 곳의 메모는 읽지 않습니다: \(path)")
  }
}
