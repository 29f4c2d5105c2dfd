import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax

/// Finds headings of all notes: the index says which notes have the words, their texts say where.
struct HeadingFinder {
  struct Found {
    let path: NotePath
    let note: Note
    /// In ``Document/headings``.
    let position: Int
    let title: String
  }

  private let snapshot: Snapshot
  private let workspace: Workspace

  init(_ snapshot: Snapshot, _ workspace: Workspace) {
    self.snapshot = snapshot
    self.workspace = workspace
  }

  /// The headings with every word of a text; of a note, one that several headings have once.
  func headings(matching text: String, limit: Int) throws -> [Found] {
    guard let part = NamePart(text) else { return [] }
    let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !words.isEmpty else { return [] }
    let open = snapshot.documents.keys.filter(\.isMarkdown).sorted()
    let stored = try workspace.index.someNotes(
      withHeadings: words, today: snapshot.today, limit: limit
    ).filter { snapshot.documents[$0] == nil }
    var found: [Found] = []
    for path in open + stored where found.count < limit {
      guard let note = try? snapshot.note(at: path, in: workspace),
        !note.isSealed(on: snapshot.today)
      else { continue }
      found += Self.headings(of: note, matching: part)
    }
    return Array(found.prefix(limit))
  }

  static func headings(of note: Note, matching part: NamePart?) -> [Found] {
    let anchors = NoteAnchors(note.document)
    var seen: Set<String> = []
    return note.document.headings.indices.compactMap { position in
      let title = anchors.title(ofHeading: position)
      guard part.map({ $0.match(TypedName(title)) != nil }) ?? true,
        seen.insert(foldedName(title)).inserted
      else { return nil }
      return Found(path: note.path, note: note, position: position, title: title)
    }
  }
}
