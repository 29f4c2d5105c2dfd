import ByteBasics
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax
package import Wording

/// The result of changing several notes, each as far as the proof for the note succeeds.
package struct ProvedChanges: Sendable {
  /// The notes that change, in their order, with the number of places.
  package internal(set) var notes: [(path: NotePath, count: Int)] = []
  /// The places that are not changed, each with the reason.
  package internal(set) var left: [(path: NotePath, line: Int, reason: Message)] = []

  package var count: Int { notes.reduce(0) { $0 + $1.count } }
}

/// Verifies that every link of the repository has the same target after a change of a note's text.
struct LinkGraphProof {
  struct Place: Hashable {
    private enum End: Hashable {
      case file(NotePath, part: NoteAnchors.Target?)
      case several([NotePath])
      /// A link that leads to no file of the repository, with its text.
      case written(String)
    }

    private let end: End
    /// The text after `#` if it names no part of the file.
    private let fragment: String?

    fileprivate init(_ meaning: LinkTargetChange.Meaning, _ link: Link, _ part: NoteAnchors.Target?) {
      end =
        switch meaning {
        case .one(let path): .file(path, part: part)
        case .several(let paths): .several(paths)
        case .nothing: .written(link.destination)
        }
      fragment = part == nil ? link.fragment.flatMap { $0.isEmpty ? nil : $0 } : nil
    }
  }

  private let workspace: Workspace
  private var anchors: [NotePath: NoteAnchors] = [:]
  private var now: NameTable

  init(_ workspace: Workspace) {
    self.workspace = workspace
    now = NameTable(workspace.index, PathMoves([]), renamed: [:])
  }

  /// Returns true if the links of the note, in any order, and the links of other notes to the note keep their targets.
  mutating func holds(_ before: Document, _ after: Document, at path: NotePath) throws -> Bool {
    var counts: [Place: Int] = [:]
    let (old, new) = try places(before, after, at: path)
    for place in old { counts[place, default: 0] += 1 }
    for place in new { counts[place, default: 0] -= 1 }
    return try counts.values.allSatisfy { $0 == 0 } && keepsLinks(to: path, after)
  }

  /// Returns true if the links keep their order and places. `isSame` may compare more of each link with its successor.
  mutating func holds(
    inOrder before: Document, _ after: Document, at path: NotePath, _ isSame: (Link, Link) -> Bool
  ) throws -> Bool {
    guard before.links.count == after.links.count, zip(Self.ordered(before), Self.ordered(after)).allSatisfy(isSame)
    else { return false }
    let (old, new) = try places(before, after, at: path)
    return try old == new && keepsLinks(to: path, after)
  }

  /// Returns true if every link of another note still finds the note by its new names.
  private func keepsLinks(to path: NotePath, _ after: Document) throws -> Bool {
    try workspace.shifts(texts: [path: after.source.bytes]).isEmpty
  }

  private static func ordered(_ document: Document) -> [Link] {
    document.links.sorted { ($0.range?.lowerBound ?? 0) < ($1.range?.lowerBound ?? 0) }
  }

  private mutating func places(
    _ before: Document, _ after: Document, at path: NotePath
  ) throws -> (before: [Place], after: [Place]) {
    let names = Note(after, at: path, in: workspace.layout).names
    let isRenamed = Set(names) != Set(try workspace.index.names(of: path))
    var then = NameTable(workspace.index, PathMoves([]), renamed: isRenamed ? [path: names] : [:])
    let (old, new) = (NoteAnchors(before), NoteAnchors(after))
    return (
      try Self.ordered(before).map { link in
        try place(of: link, from: path, own: old) { try $0.now.resolutionNow($1, from: path) }
      },
      try Self.ordered(after).map { link in
        try place(of: link, from: path, own: new) {
          isRenamed ? try then.resolutionAfterwards($1, from: path) : try $0.now.resolutionNow($1, from: path)
        }
      }
    )
  }

  private mutating func place(
    of link: Link, from source: NotePath, own: NoteAnchors,
    _ resolve: (inout LinkGraphProof, LinkTarget) throws -> LinkResolution
  ) throws -> Place {
    guard let target = LinkTarget(link) else { return Place(.nothing, link, nil) }
    let resolution = try resolve(&self, target)
    let meant = resolution.goal?.form == .reversed ? link.reversed ?? link : link
    let meaning = LinkTargetChange.Meaning(resolution)
    guard case .one(let path) = meaning, let fragment = meant.fragment, !fragment.isEmpty else {
      return Place(meaning, meant, nil)
    }
    let anchors = path == source ? own : try self.anchors(of: path)
    return Place(meaning, meant, anchors?.place(of: fragment, isWiki: meant.kind.isWiki)?.target)
  }

  private mutating func anchors(of target: NotePath) throws -> NoteAnchors? {
    guard target.isMarkdown else { return nil }
    if let known = anchors[target] { return known }
    let read = NoteAnchors(workspace.layout.document(try workspace.originals.read(target)))
    anchors[target] = read
    return read
  }
}
