import ByteBasics
import CivilCalendar
package import NoteModel
package import NoteRepository
import NoteSyntax
import Wording

/// The location of a field in a note.
package enum FieldPlace: String, CaseIterable, Sendable {
  case front
  /// `key:: value` in the text.
  case body
}

extension Workspace {
  /// Gives a field another name, in front matter and in the text.
  ///
  /// Sealed letters are not changed.
  ///
  /// - Throws: If a note would break a rule, or cannot be read.
  package func renameField(
    _ old: String, to new: String, in paths: [NotePath], _ transaction: inout Transaction
  ) throws -> ProvedChanges {
    try shapeFields(of: paths, &transaction) { try $0.renaming(old, to: new) }
  }

  /// Moves a field from front matter into the text, or from there into front matter.
  ///
  /// - Throws: The errors of ``renameField(_:to:in:_:)``
  package func moveField(
    _ key: String, to place: FieldPlace, in paths: [NotePath], _ transaction: inout Transaction
  ) throws -> ProvedChanges {
    try shapeFields(of: paths, &transaction) { note in
      place == .front ? try note.movingToFront(key) : try note.movingToBody(key)
    }
  }

  private func shapeFields(
    of paths: [NotePath], _ transaction: inout Transaction, _ shape: (FieldShape) throws -> FieldShape.Result?
  ) throws -> ProvedChanges {
    var shaped = ProvedChanges()
    var proof = LinkGraphProof(self)
    for path in paths where path.isMarkdown {
      let bytes = try originals.read(path)
      guard gate.day(of: bytes, at: path, in: layout) == nil else { continue }
      let note = FieldShape(document: layout.document(bytes), path: path, layout: layout)
      do {
        guard let result = try shape(note) else { continue }
        let after = try note.document.source.applying(result.edits).bytes
        let changed = layout.document(after)
        guard note.isProved(result, changed), try proof.holds(note.document, changed, at: path) else {
          throw FieldShape.Obstacle(line: result.line, reason: FieldShape.unsafe)
        }
        try add(ChangedNote(path: path, before: bytes, after: after), to: &transaction)
        shaped.notes.append((path, result.count))
      } catch let obstacle as FieldShape.Obstacle {
        shaped.left.append((path, obstacle.line, obstacle.reason))
      } catch let refusal as FrontMatterRefusal {
        shaped.left.append((path, refusal.line, refusal.message))
      }
    }
    return shaped
  }
}

/// A note one of whose fields gets another name or place.
struct FieldShape {
  /// The reason why a note is not changed.
  struct Obstacle: Error {
    let line: Int
    let reason: Message
  }

  struct Result {
    let edits: [TextEdit]
    let count: Int
    let line: Int
    /// The key that the fields have afterwards.
    let key: String
    let former: String
  }

  static let unsafe = Message(
    "another part of the note or the target of a link would change",
    ko: "메모의 다른 부분이나 링크의 대상이 달라집니다")

  let document: Document
  let path: NotePath
  let layout: VaultLayout

  private func line(_ range: ByteRange) -> Int { document.source.position(at: range.lowerBound).line }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    FieldCatalogue.folded(one) == FieldCatalogue.folded(other)
  }

  private func entry(_ key: String) -> FrontMatter.Entry? {
    document.frontMatter?.entries.first { Self.isSame($0.key, key) }
  }

  private func bodyFields(_ key: String) -> [BodyField] { document.fields.filter { Self.isSame($0.key, key) } }

  // MARK: - Another name

  /// Renames a field. Returns nil if there is no such field.
  func renaming(_ old: String, to new: String) throws -> Result? {
    let entries = document.frontMatter?.entries.filter { Self.isSame($0.key, old) } ?? []
    let fields = bodyFields(old)
    guard let first = (entries.map(\.keyRange) + fields.map(\.range)).min(by: { $0.lowerBound < $1.lowerBound })
    else { return nil }
    if !Self.isSame(old, new), let there = entry(new)?.keyRange ?? bodyFields(new).first?.range {
      throw Obstacle(
        line: line(there), reason: Message("the note already has a field “\(new)”", ko: "“\(new)” 필드가 이미 있습니다"))
    }
    if !entries.isEmpty, document.frontMatter?.format != .yaml {
      throw FrontMatterRefusal(reason: .toml, line: line(first))
    }
    var edits = entries.map { TextEdit(range: $0.keyRange, replacement: YAMLScalar.written(new)) }
    for field in fields {
      guard let place = document.source.bytes[field.range.indices].firstRange(of: Array(field.key.utf8)) else {
        continue
      }
      edits.append(TextEdit(range: ByteRange(place.lowerBound, place.upperBound), replacement: new))
    }
    let ordered = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return Result(edits: ordered, count: edits.count, line: line(first), key: new, former: old)
  }

  // MARK: - Another place

  func movingToFront(_ key: String) throws -> Result? {
    let fields = bodyFields(key)
    guard let first = fields.first else { return nil }
    let inText = fields.first { $0.form != .line } ?? fields.first { lineOf($0) == nil }
    if let inText {
      throw Obstacle(
        line: line(inText.range),
        reason: Message("a field within a sentence or a list is not moved", ko: "문장이나 목록 안의 필드는 옮기지 않습니다"))
    }
    if let there = entry(key) {
      throw Obstacle(
        line: line(there.keyRange),
        reason: Message("the front matter already has the field “\(there.key)”", ko: "머리말에 “\(there.key)” 필드가 이미 있습니다"))
    }
    let values = fields.map(\.value)
    let value: FrontMatterEditor.FieldValue =
      values.count > 1 ? .list(values) : Self.isTyped(values[0]) ? .typed(values[0]) : .text(values[0])
    let edits = try FrontMatterEditor(document).edits(first.key, .set(value))
    return Result(
      edits: edits + fields.compactMap(lineOf).map { TextEdit(range: $0, replacement: "") }, count: fields.count,
      line: line(first.range), key: first.key, former: first.key)
  }

  /// Returns true for a text that without quotes is a number, a date or a truth value.
  private static func isTyped(_ text: String) -> Bool {
    FieldAssignment.meansItself(text) || Double(text) != nil || CivilDate(iso: text) != nil
  }

  /// Returns the lines that contain only a field, with an empty line left over, or nil in a list or quotation.
  private func lineOf(_ field: BodyField) -> ByteRange? {
    let bytes = document.source.bytes
    let start = document.lineStart(of: field.range.lowerBound)
    guard start == field.range.lowerBound else { return nil }
    func end(of line: Int) -> Int { bytes[line...].firstIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? bytes.count }
    func isEmpty(_ from: Int, _ to: Int) -> Bool { bytes[from..<to].allSatisfy(ASCII.isWhiteSpace) }
    var last = end(of: field.range.upperBound)
    let before = document.lineStart(of: start - 1)
    if last < bytes.count, isEmpty(last, end(of: last)), isEmpty(before, start) { last = end(of: last) }
    return ByteRange(start, last)
  }

  func movingToBody(_ key: String) throws -> Result? {
    guard let entry = entry(key) else { return nil }
    let known = FieldCatalogue.field(for: entry.key)?.key
    func refusal(_ key: String) -> Obstacle {
      Obstacle(
        line: line(entry.keyRange),
        reason: Message("“\(key)” is read only in front matter", ko: "“\(key)” 필드는 머리말에서만 읽습니다"))
    }
    if known != nil || PublicationStatement.isAboutPublication(entry.key) { throw refusal(known ?? entry.key) }
    let values = entry.value.scalarTexts
    guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isNewline) }) else {
      throw Obstacle(
        line: line(entry.keyRange), reason: Message("its value is not a line of text", ko: "값이 한 줄 텍스트가 아닙니다"))
    }
    let bytes = document.source.bytes
    let end = String(decoding: lineEnd(of: bytes), as: UTF8.self)
    let lines = values.map { "\(entry.key):: \($0)\(end)" }.joined()
    let heading = document.leadingHeading?.range
    let place = heading.map { document.lineEnd(of: $0.upperBound) } ?? document.body.lowerBound
    let rest = bytes[place...].first { !ASCII.isBlank($0) }
    let before = place > 0 && bytes[place - 1] != ASCII.lineFeed ? end + end : heading != nil ? end : ""
    let after = rest == nil || rest == ASCII.lineFeed || rest == ASCII.carriageReturn ? "" : end
    let edit = TextEdit(range: ByteRange(place, place), replacement: before + lines + after)
    let edits = try FrontMatterEditor(document).edits(entry.key, .unset) + [edit]
    // Programs and misspellings have many names for who may read a note.
    let moved = Document(parsing: try document.source.applying(edits).bytes)
    let path = NotePath(trusted: "note.md")
    guard PublicationStatement(of: moved, at: path) == PublicationStatement(of: document, at: path),
      moved.unseal == document.unseal
    else { throw refusal(entry.key) }
    return Result(edits: edits, count: 1, line: line(entry.keyRange), key: entry.key, former: entry.key)
  }

  // MARK: - Proof

  /// Returns true if the changed note has the same fields except for the name, and the same tags, boxes and headings.
  func isProved(_ result: Result, _ after: Document) -> Bool {
    let (old, new) = (Note(document, at: path, in: layout), Note(after, at: path, in: layout))
    func values(_ note: Note, _ key: String) -> [String] { note.fields.filter { Self.isSame($0.key, key) }.map(\.text) }
    func others(_ note: Note) -> [String] {
      note.fields.filter { !Self.isSame($0.key, result.key) && !Self.isSame($0.key, result.former) }
        .map { "\($0.key)\u{0}\($0.ordinal)\u{0}\($0.text)" }.sorted()
    }
    // A field of Sheaf's own means something: `tags`.
    let isKnown = [result.key, result.former].contains { FieldCatalogue.field(for: $0) != nil }
    return values(old, result.former).sorted() == values(new, result.key).sorted() && others(old) == others(new)
      && (isKnown || old.tags == new.tags)
      && document.checkboxes.map(\.state) == after.checkboxes.map(\.state)
      && document.headings.map(\.text) == after.headings.map(\.text)
      && document.diagnostics.count == after.diagnostics.count
  }
}
