import ByteBasics
import NoteActions
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

extension Transaction {
  /// Renames a heading or a block, and what links to it.
  ///
  /// - Parameters:
  ///   - anchor: What a link writes after `#`.
  ///   - path: Of the note.
  ///   - name: The new name.
  ///   - workspace: Where the note is.
  /// - Returns: The links that were changed.
  /// - Throws: Where there is no such anchor, or it cannot have the name.
  mutating func rename(
    _ anchor: String, of path: NotePath, to name: String, in workspace: Workspace
  ) throws -> LinkFixes {
    let renaming = try AnchorRenaming(
      path, bytes: try workspace.files.read(path), anchor: anchor, name: name)
    subject = path
    return try move(PathMoves([]), texts: [path: renaming.after], in: workspace)
  }

  /// Gives a note another title and file name, and changes what links to it.
  ///
  /// - Parameters:
  ///   - path: Of the note.
  ///   - title: The new one.
  ///   - keepsAlias: The old title becomes an alias.
  ///   - workspace: Where the note is.
  /// - Returns: Where the note is then, and the links that were changed.
  /// - Throws: ``RefusedChange`` where its front matter cannot be changed safely, ``RepositoryError`` where another file
  ///   has the name.
  mutating func retitle(
    _ path: NotePath, _ title: String, keepsAlias: Bool, in workspace: Workspace
  ) throws -> (path: NotePath, LinkFixes) {
    let retitling = try Self.retitling(of: path, title, keepsAlias: keepsAlias, in: workspace)
    let moves = PathMoves(
      retitling.newPath == path ? [] : [PathMoves.Move(from: path, to: retitling.newPath)])
    let linkFixes = try move(moves, texts: [path: retitling.after], in: workspace)
    subject = retitling.newPath
    return (retitling.newPath, linkFixes)
  }

  private static func retitling(
    of path: NotePath, _ title: String, keepsAlias: Bool, in workspace: Workspace
  ) throws -> NoteRetitling {
    let bytes = try workspace.files.read(path)
    let retitling: NoteRetitling
    do throws(FrontMatterRefusal) {
      retitling = try NoteRetitling(
        path, bytes: bytes, title: title, keepsAlias: keepsAlias, in: workspace.layout)
    } catch {
      throw RefusedChange(path: path, refusal: error)
    }
    let isSameName = foldedName(path.string) == foldedName(retitling.newPath.string)
    guard try isSameName || !workspace.files.exists(foldedAs: retitling.newPath) else {
      throw RepositoryError.alreadyExists(retitling.newPath.string)
    }
    return retitling
  }
}

/// A field of a note cannot be changed safely, so nothing was.
struct RefusedChange: ExplainedError {
  let path: NotePath
  let refusal: FrontMatterRefusal

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message(
      "\(path):\(refusal.line): left unchanged: \(refusal.message.english)",
      ko: "\(path):\(refusal.line): 그대로 두었습니다: \(refusal.message.korean)")
  }
}
