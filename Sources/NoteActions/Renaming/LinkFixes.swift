import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax

/// What happens to links when files get other names.
package struct LinkFixes: Sendable {
  /// A link that will lead elsewhere or nowhere, because it cannot be rewritten exactly.
  package struct LostLink: Sendable, Hashable {
    package let path: NotePath
    /// 1-based.
    package let line: Int
    package let destination: String
  }

  package internal(set) var unread: [UnreadCanvas] = []
  /// Links that led to no file or to several, and mean something else afterwards.
  package internal(set) var shifts: [LinkTargetChange] = []
  package internal(set) var notes: [RewrittenNote] = []
  package internal(set) var lost: [LostLink] = []

  package var linkCount: Int { notes.reduce(0) { $0 + $1.count } }
  package var noteCount: Int { notes.count { $0.count > 0 } }
}

extension Workspace {
  /// Rewrites the links that would break when files get other names, each in its own style, and no others.
  ///
  /// - Parameter texts: New bytes of notes that change besides, by their old path: those of a new title.
  /// - Throws: Where a note cannot be read.
  package func fixLinks(
    for moves: PathMoves, texts: [NotePath: [UInt8]] = [:]
  ) throws -> LinkFixes {
    let moved = try moves.moves.flatMap { move in
      files.isFolder(move.from) ? try index.files(below: move.from) : [move.from]
    }
    let concerned = Set(moved).union(texts.keys)
    var renamed: [NotePath: [NoteName]] = [:]
    var keys: Set<String> = []
    for path in concerned {
      let before = try index.names(of: path)
      let after = try names(of: path, at: moves.newPath(of: path), text: texts[path])
      keys.formUnion((before + (after ?? [])).map(\.key))
      renamed[path] = after
    }
    // Where unopened letters lead is in no index.
    let sources = Set(try index.notes(linkingToAny: keys))
      .union(try unopenedLetters()).union(concerned.filter { $0.isMarkdown || $0.isCanvas })
      .union(try index.canvasesWithoutLinks())
    var fixer = LinkFixer(
      files: originals, layout: layout, moves: moves, names: NameTable(index, moves, renamed: renamed),
      titles: try titles(of: concerned, moves, texts), anchors: try anchorChanges(texts),
      fixesParticles: configuration.flag("links.particles"))
    var linkFixes = LinkFixes()
    for path in sources.sorted() {
      if path.isCanvas {
        try fixer.fixCanvas(path, into: &linkFixes)
      } else {
        try fixer.fix(path, newText: texts[path], into: &linkFixes)
      }
    }
    return linkFixes
  }

  /// The names of a file afterwards; nil if they stay as they are.
  private func names(
    of path: NotePath, at newPath: NotePath, text: [UInt8]?
  ) throws -> [NoteName]? {
    // The page of a folder is called by the folder's name as well.
    let isOfRenamedFolder =
      path.isFolderPage && path.folder?.fileName != newPath.folder?.fileName
    // So is a page on a site whose addresses say the place.
    let hasOtherAddress = layout.roots.haveAddresses && path != newPath
    guard
      text != nil || path.fileName != newPath.fileName || isOfRenamedFolder || hasOtherAddress
    else { return nil }
    guard newPath.isMarkdown else {
      return NoteName.names(ofFile: newPath, in: layout)
    }
    return Note(Document(parsing: try text ?? originals.read(path)), at: newPath, in: layout).names
  }

  /// What links into changed notes can point to, before and after.
  private func anchorChanges(_ texts: [NotePath: [UInt8]]) throws -> [NotePath: AnchorChange] {
    var changes: [NotePath: AnchorChange] = [:]
    for (path, text) in texts {
      changes[path] = AnchorChange(
        from: NoteAnchors(Document(parsing: try originals.read(path))),
        to: NoteAnchors(Document(parsing: text)))
    }
    return changes
  }

  /// The titles of renamed notes afterwards, by their new path.
  private func titles(
    of paths: Set<NotePath>, _ moves: PathMoves, _ texts: [NotePath: [UInt8]]
  ) throws -> [NotePath: String] {
    var titles: [NotePath: String] = [:]
    for path in paths where path.isMarkdown {
      let newPath = moves.newPath(of: path)
      guard texts[path] != nil || path.fileName != newPath.fileName else { continue }
      let document = Document(parsing: try texts[path] ?? originals.read(path))
      titles[newPath] = Note(document, at: newPath, in: layout).title
    }
    return titles
  }
}

/// A note in which names of others are written anew, by its old path.
package struct RewrittenNote: Sendable {
  package let path: NotePath
  package let before: [UInt8]
  package let after: [UInt8]
  /// How many links, or tags, are other ones.
  package let count: Int
}
