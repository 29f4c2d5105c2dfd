import ByteBasics
package import NoteModel
package import NoteRepository
package import NoteSyntax
package import Wording

extension Transaction {
  /// Gives files other names and fixes the links to them and in them.
  ///
  /// - Parameter texts: New bytes of notes that change besides, by their old path.
  package mutating func move(
    _ moves: PathMoves, texts: [NotePath: [UInt8]] = [:], in workspace: Workspace
  ) throws -> LinkFixes {
    let linkFixes = try workspace.fixLinks(for: moves, texts: texts)
    for note in linkFixes.notes {
      replace(note.path, expecting: note.before, with: note.after)
    }
    for move in moves.moves { self.move(move.from, to: move.to) }
    return linkFixes
  }
}

extension Workspace {
  /// The links that mean something else when a command has written what it plans; a move settles its links itself.
  package func shifts(of transaction: Transaction) throws -> [LinkTargetChange] {
    var texts: [NotePath: [UInt8]] = [:]
    for change in transaction.changes {
      switch change {
      case .create(let path, let bytes), .replace(let path, _, let bytes): texts[path] = bytes
      case .place: continue
      case .remove, .move: return []
      }
    }
    return try shifts(texts: texts)
  }
}

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
  package mutating func rename(
    _ anchor: String, of path: NotePath, to name: String, in workspace: Workspace
  ) throws -> LinkFixes {
    let renaming = try AnchorRenaming(
      path, bytes: try workspace.originals.read(path), anchor: anchor, name: name)
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
  package mutating func retitle(
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
    let bytes = try workspace.originals.read(path)
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
package struct RefusedChange: ExplainedError {
  private let path: NotePath
  private let refusal: FrontMatterRefusal

  package init(path: NotePath, refusal: FrontMatterRefusal) {
    self.path = path
    self.refusal = refusal
  }

  package var category: ErrorCategory { .badData }
  package var explanation: Message {
    .leftUnchanged("\(path):\(refusal.line)", refusal.message)
  }
}
