import ByteBasics
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

extension Workspace {
  /// Joins notes: each note becomes a section of the note at `path`, and its file is removed.
  ///
  /// Front matter is united as in a merge of git. If two notes have different values for a field, the value of the note
  /// at `path` is kept.
  ///
  /// - Parameters:
  ///   - paths: The notes to add, in order.
  ///   - path: The note that remains.
  ///   - keepsNames: The old titles become aliases, so that links by title are not changed. Otherwise links are changed
  ///     to point to the sections.
  ///   - transaction: Receives the changes.
  /// - Throws: ``Problem``.
  package func merge(
    _ paths: [NotePath], into path: NotePath, keepsNames: Bool, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    guard Set(paths).count == paths.count, !paths.contains(path) else { throw sameNote(path) }
    var union = try NoteUnion(path, keepsNames, self)
    for other in paths { try union.add(other) }
    return try union.carryOut(&transaction)
  }
}

/// Notes that become sections of one.
struct NoteUnion {
  private let path: NotePath
  private let keepsNames: Bool
  private let workspace: Workspace
  private let document: Document
  private var shaping: NoteShaping
  private var fields: UnitedFields
  private var others: [(path: NotePath, document: Document)] = []

  init(_ path: NotePath, _ keepsNames: Bool, _ workspace: Workspace) throws {
    self.path = path
    self.keepsNames = keepsNames
    self.workspace = workspace
    shaping = NoteShaping(workspace)
    document = try shaping.open(path)
    fields = UnitedFields(of: document, at: path)
  }

  mutating func add(_ other: NotePath) throws {
    let otherDocument = try shaping.open(other)
    others.append((other, otherDocument))
    try fields.unite(otherDocument, at: other)
    guard keepsNames else { return }
    let note = Note(otherDocument, at: other, in: workspace.layout)
    try fields.add(aliases: [note.title, String(other.stem)] + note.aliases, in: workspace.layout)
  }

  mutating func carryOut(_ transaction: inout Transaction) throws -> ShapedNotes {
    var note = ComposedNote(path)
    fields.append(to: &note)
    note.append(document.body, of: document, at: path)
    for other in others { append(other.document, other.path, to: &note) }
    shaping.results = [note]
    shaping.removed = others.map(\.path)
    let fixes = try shaping.carryOut(in: &transaction)
    transaction.subject = path
    return ShapedNotes(paths: [path], linkFixes: fixes, droppedFields: fields.dropped)
  }

  private mutating func append(_ other: Document, _ otherPath: NotePath, to note: inout ComposedNote) {
    let end = lineEnd(of: document.source.bytes)
    note.closeBlock(end)
    let own = Note(other, at: otherPath, in: workspace.layout)
    var section = note.bytes.count
    var shift = 1
    if let title = own.titleHeading, title.range.lowerBound == other.blocks.first?.range.lowerBound {
      section += title.range.lowerBound - other.lineStart(of: title.range.lowerBound)
    } else {
      let levels = other.sectionHeadings.map(\.level)
      shift = max(0, 3 - (levels.min() ?? 3))
      section = note.append(new: Array("## \(Self.heading(own.title))".utf8) + end + end)
    }
    let carried = CarriedDefinitions(other)
    let text = Self.text(of: other)
    let besides = CarriedDefinitions(workspace.layout.document(note.bytes))
    let (edits, known) = carried.edits([text], besides: besides)
    note.append(
      [text], without: known, of: other, at: otherPath, edits + other.edits(shifting: other.sectionHeadings, by: shift))
    if note.bytes.last != ASCII.lineFeed { note.append(new: end) }
    shaping.homes[otherPath] = keepsNames ? .note(path) : .heading(path, section)
  }

  /// Returns the range of the body without the empty lines before it.
  private static func text(of document: Document) -> ByteRange {
    let bytes = document.source.bytes
    var start = document.body.lowerBound
    while start < bytes.count, let line = Optional(document.lineEnd(of: start + 1)),
      bytes[start..<line].allSatisfy({ $0 <= ASCII.space })
    {
      start = line
    }
    return ByteRange(start, bytes.count)
  }

  /// Escapes a title for use as a heading.
  private static func heading(_ title: String) -> String {
    let document = Document(parsing: Array("## x\n".utf8))
    guard let heading = document.headings.first, let renamed = document.renaming(heading, to: title) else {
      return title.filter { !"[]<>#`*_\\".contains($0) }
    }
    return renamed.source.text(in: ByteRange(3, renamed.source.count - 1))
  }
}

func sameNote(_ path: NotePath) -> Problem {
  Problem(.usage, Message("The same note is given twice: \(path)", ko: "같은 메모를 두 번 지정했습니다: \(path)"))
}
