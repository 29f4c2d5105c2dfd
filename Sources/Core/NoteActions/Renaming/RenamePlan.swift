import ByteBasics
import NoteIndex
package import NoteModel
package import NoteRepository
package import NoteSyntax
package import Wording

/// Plans a rename: the files with new names, the notes that change with them, and the changes of links in these notes
/// and to these notes.
///
/// Each changed note is parsed twice, before and after the change.
package struct RenamePlan {
  package let moves: PathMoves
  /// The one note that is renamed, by its path afterwards.
  package let subject: NotePath?
  private let workspace: Workspace
  /// Notes that change besides, by their old path.
  private let texts: [NotePath: (before: Document, after: Document)]

  /// - Parameter texts: New bytes of notes that change besides, by their old path.
  package init(_ moves: PathMoves, texts: [NotePath: [UInt8]] = [:], in workspace: Workspace) throws {
    self.moves = moves
    self.workspace = workspace
    subject = nil
    self.texts = try texts.reduce(into: [:]) { texts, text in
      let before = Document(parsing: try workspace.originals.read(text.key))
      texts[text.key] = (before, Document(parsing: text.value))
    }
  }

  private init(_ path: NotePath, at newPath: NotePath, before: Document, after: Document, in workspace: Workspace) {
    moves = PathMoves(newPath == path ? [] : [PathMoves.Move(from: path, to: newPath)])
    subject = newPath
    self.workspace = workspace
    texts = [path: (before, after)]
  }

  /// Gives a heading or a block another name.
  ///
  /// - Parameters:
  ///   - anchor: The text after `#` in a link.
  ///   - path: The path of the note.
  ///   - name: The new name.
  ///   - workspace: The workspace of the note.
  /// - Throws: If there is no such anchor, or it cannot have the name.
  package init(_ anchor: String, of path: NotePath, to name: String, in workspace: Workspace) throws {
    let before = Document(parsing: try workspace.originals.read(path))
    let after = try before.renamingAnchor(anchor, to: name, at: path)
    self.init(path, at: path, before: before, after: after, in: workspace)
  }

  /// Gives a note another title and file name.
  ///
  /// - Parameters:
  ///   - path: The path of the note.
  ///   - title: The new title.
  ///   - keepsAlias: True to keep the old title as an alias.
  ///   - workspace: The workspace of the note.
  ///   - place: Returns the final path for the one that the title makes.
  /// - Throws: If its front matter cannot be changed safely, or another file has the name.
  package init(
    retitling path: NotePath, _ title: String, keepsAlias: Bool, in workspace: Workspace,
    place: (NotePath) -> NotePath = { $0 }
  ) throws {
    let before = Document(parsing: try workspace.originals.read(path))
    let retitling: NoteRetitling
    do throws(FrontMatterRefusal) {
      retitling = try NoteRetitling(before, at: path, title: title, keepsAlias: keepsAlias, in: workspace.layout)
    } catch {
      throw refusedChange(path, error)
    }
    let newPath = place(retitling.newPath)
    try workspace.refuseOtherFile(at: newPath, insteadOf: path)
    self.init(path, at: newPath, before: before, after: retitling.after, in: workspace)
  }

  /// True if nothing gets another name.
  package var isEmpty: Bool {
    moves.moves.isEmpty && texts.values.allSatisfy { $0.before.source.bytes == $0.after.source.bytes }
  }

  /// Rewrites the links that would break, each in its own style, and no others.
  ///
  /// - Throws: If a note cannot be read.
  package func linkFixes() throws -> LinkFixes {
    let (index, files, layout) = (workspace.index, workspace.originals, workspace.layout)
    let moved = try moves.moves.flatMap { move in
      workspace.files.isFolder(move.from) ? try index.files(below: move.from) : [move.from]
    }
    let concerned = Set(moved).union(texts.keys)
    var renamed: [NotePath: [NoteName]] = [:]
    var titles: [NotePath: String] = [:]
    var keys: Set<String> = []
    for path in concerned {
      let after = try namesAfterwards(of: path)
      keys.formUnion((try index.names(of: path) + (after?.names ?? [])).map(\.key))
      renamed[path] = after?.names
      if let title = after?.title { titles[moves.newPath(of: path)] = title }
    }
    // The links of unopened letters are in no index.
    let sources = Set(try index.links.sources(askingForAny: keys))
      .union(try workspace.unopenedLetters())
      .union(concerned.filter { $0.isMarkdown || $0.isCanvas })
      .union(try index.files.canvasesWithoutLinks())
    let anchors = texts.compactMapValues {
      AnchorChange(from: NoteAnchors($0.before), to: NoteAnchors($0.after))
    }
    var fixer = LinkFixer(
      files: files, layout: layout, moves: moves, names: NameTable(index, moves, renamed: renamed),
      titles: titles, anchors: anchors,
      fixesParticles: workspace.configuration.flag("links.particles"))
    var linkFixes = LinkFixes()
    for path in sources.sorted() {
      if path.isCanvas {
        try fixer.fixCanvas(path, into: &linkFixes)
      } else {
        let before = try texts[path]?.before ?? Document(parsing: files.read(path))
        let after = layout.asRead(texts[path]?.after ?? before)
        try fixer.fix(path, before: before.source.bytes, after, into: &linkFixes)
      }
    }
    return linkFixes
  }

  /// Returns the new names and title of a file, or nil if they do not change.
  private func namesAfterwards(of path: NotePath) throws -> (names: [NoteName], title: String?)? {
    let newPath = moves.newPath(of: path)
    // The page of a folder is called by the folder's name as well.
    let isOfRenamedFolder = path.isFolderPage && path.folder?.fileName != newPath.folder?.fileName
    // So is a page on a site whose addresses say the place.
    let hasOtherAddress = workspace.layout.roots.haveAddresses && path != newPath
    let hasOtherName = texts[path] != nil || path.fileName != newPath.fileName
    guard hasOtherName || isOfRenamedFolder || hasOtherAddress else { return nil }
    guard newPath.isMarkdown else { return (NoteName.names(ofFile: newPath, in: workspace.layout), nil) }
    let document = try texts[path]?.after ?? Document(parsing: workspace.originals.read(path))
    let note = Note(document, at: newPath, in: workspace.layout)
    return (note.names, hasOtherName ? note.title : nil)
  }
}

extension Workspace {
  /// Refuses a name that another file has: one that differs by case alone is not another on every file system.
  package func refuseOtherFile(at path: NotePath, insteadOf former: NotePath) throws {
    var names = FoldedNames(files)
    try names.refuseOtherFile(at: path, insteadOf: former)
  }
}

extension FoldedNames {
  /// Throws if another file has this path, ignoring case. Lists each folder only once, for many files.
  mutating func refuseOtherFile(at path: NotePath, insteadOf former: NotePath) throws {
    guard foldedName(path.string) != foldedName(former.string), try holds(path) else { return }
    throw RepositoryError.alreadyExists(path.string)
  }
}

extension Transaction {
  package mutating func carryOut(_ plan: RenamePlan) throws -> LinkFixes {
    let linkFixes = try plan.linkFixes()
    for note in linkFixes.notes { replace(note.path, expecting: note.before, with: note.after) }
    for move in plan.moves.moves { self.move(move.from, to: move.to) }
    if let renamed = plan.subject { subject = renamed }
    return linkFixes
  }
}

/// Returns the error for a field of a note that cannot be changed safely. No note was changed.
package func refusedChange(_ path: NotePath, _ refusal: FrontMatterRefusal) -> Problem {
  Problem(.badData, .leftUnchanged("\(path):\(refusal.line)", refusal.message))
}

/// The changes of links when files get other names.
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
  /// Pairs of a note that may be published and a note that may not, of which the first receives text.
  package internal(set) var revealed: [(from: NotePath, to: NotePath)] = []

  package var linkCount: Int { notes.reduce(0) { $0 + $1.count } }
  package var noteCount: Int { notes.count { $0.count > 0 } }
}

/// A note in which the names of renamed notes are replaced, by its old path.
package struct RewrittenNote: Sendable {
  package let path: NotePath
  package let before: [UInt8]
  package let after: [UInt8]
  /// The number of changed links or tags.
  package let count: Int
}
