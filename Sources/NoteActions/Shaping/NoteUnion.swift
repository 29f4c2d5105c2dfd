import ByteBasics
import NoteMerging
package import NoteModel
package import NoteRepository
import NoteSyntax

extension Workspace {
  /// Joins notes: each of the others becomes a section of one, and its file is removed.
  ///
  /// Front matter is united as a merge of git unites it; what both have with different values stays as it is in the note
  /// that is joined into.
  ///
  /// - Parameters:
  ///   - paths: The notes that are joined into it, in their order.
  ///   - path: The note that stays.
  ///   - keepsNames: The old titles become aliases, so that links by them stay as they are; else links lead to the sections.
  ///   - transaction: What is written.
  /// - Throws: ``ShapingMistake``, ``SealedNote``, ``UnshapedNote``.
  package func merge(
    _ paths: [NotePath], into path: NotePath, keepsNames: Bool, _ transaction: inout Transaction
  ) throws -> ShapedNotes {
    guard Set(paths).count == paths.count, !paths.contains(path) else {
      throw ShapingMistake.sameNote(path)
    }
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
  private var fields: [UInt8]
  private var others: [(path: NotePath, document: Document)] = []
  private var droppedFields: [(path: NotePath, key: String)] = []

  init(_ path: NotePath, _ keepsNames: Bool, _ workspace: Workspace) throws {
    self.path = path
    self.keepsNames = keepsNames
    self.workspace = workspace
    shaping = NoteShaping(workspace)
    document = try shaping.open(path)
    fields = Array(document.source.bytes[..<document.body.lowerBound])
  }

  mutating func add(_ other: NotePath) throws {
    let otherDocument = try shaping.open(other)
    others.append((other, otherDocument))
    try unite(otherDocument, other)
    guard keepsNames else { return }
    let note = Note(otherDocument, at: other, in: workspace.layout)
    for name in [note.title, String(other.stem)] + note.aliases where !hasName(name) {
      fields = try Self.edited(fields, path, "aliases", .add(name))
    }
  }

  private func hasName(_ name: String) -> Bool {
    Note(Document(parsing: fields), at: path, in: workspace.layout).names.contains { $0.key == nameKey(name) }
  }

  // MARK: - Front matter

  /// What says which note it is, and when a letter opens, is not united.
  private static let ownKeys: Set<String> = ["id", "title", "unseal", "aliases"]

  private mutating func unite(_ other: Document, _ otherPath: NotePath) throws {
    guard let frontMatter = other.frontMatter else { return }
    guard frontMatter.format == .yaml else { throw ShapingMistake.unreadableFields(otherPath) }
    var theirs = Array(other.source.bytes[..<other.body.lowerBound])
    for entry in frontMatter.entries
    where Self.ownKeys.contains(FieldCatalogue.field(for: entry.key)?.key ?? FieldCatalogue.folded(entry.key)) {
      theirs = try Self.edited(theirs, otherPath, entry.key, .unset)
    }
    let mine = document.frontMatter == nil && fields.isEmpty ? [] : fields
    while Document(parsing: theirs).frontMatter?.entries.isEmpty == false {
      guard let outcome = NoteMerge(rules: .notes).merge(base: nil, ours: mine, theirs: theirs) else {
        throw ShapingMistake.unreadableFields(otherPath)
      }
      guard let conflict = outcome.conflicts.first else {
        fields = outcome.bytes
        return
      }
      guard case .field(let key) = conflict else { throw ShapingMistake.unreadableFields(otherPath) }
      theirs = try Self.edited(theirs, otherPath, key, .unset)
      droppedFields.append((otherPath, key))
    }
  }

  private static func edited(
    _ bytes: [UInt8], _ path: NotePath, _ key: String, _ change: FrontMatterEditor.Change
  ) throws -> [UInt8] {
    let document = Document(parsing: bytes)
    do throws(FrontMatterRefusal) {
      let edits = try FrontMatterEditor(document).edits(key, change)
      return (try? document.source.applying(edits).bytes) ?? bytes
    } catch {
      throw RefusedChange(path: path, refusal: error)
    }
  }

  // MARK: - Text

  mutating func carryOut(_ transaction: inout Transaction) throws -> ShapedNotes {
    var note = ComposedNote(path)
    let head = ByteRange(0, document.body.lowerBound)
    if fields == Array(document.source.bytes[head.indices]) {
      note.append(head, of: document, at: path)
    } else if head.isEmpty {
      // It stands for nothing: the first byte of the text is where the text begins.
      note.append(new: fields)
    } else {
      note.append(fields, for: head, at: path)
    }
    note.append(document.body, of: document, at: path)
    for other in others { append(other.document, other.path, to: &note) }
    shaping.results = [note]
    shaping.removed = others.map(\.path)
    let fixes = try shaping.carryOut(in: &transaction)
    transaction.subject = path
    return ShapedNotes(paths: [path], linkFixes: fixes, droppedFields: droppedFields)
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
      [text], without: known, of: other, at: otherPath,
      edits + other.edits(shifting: other.sectionHeadings, by: shift))
    if note.bytes.last != ASCII.lineFeed { note.append(new: end) }
    shaping.homes[otherPath] = keepsNames ? .note(path) : .heading(path, section)
  }

  /// The body without the empty lines before it.
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

  /// A title as the words of a heading.
  private static func heading(_ title: String) -> String {
    let document = Document(parsing: Array("## x\n".utf8))
    guard let heading = document.headings.first, let edit = document.edit(heading, text: title) else {
      return title.filter { !"[]<>#`*_\\".contains($0) }
    }
    return String(decoding: edit.replacement, as: UTF8.self)
  }
}
