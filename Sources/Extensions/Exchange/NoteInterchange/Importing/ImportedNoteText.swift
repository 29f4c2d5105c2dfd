import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax

/// Writes an imported note as a file of the repository.
package struct ImportedNoteText {
  /// The value of `import.source`.
  package let source: String
  private let format: String
  private let note: ImportedNote
  private let body: [UInt8]

  /// - Parameter body: Markdown with its links already pointing into the repository.
  package init(_ note: ImportedNote, format: String, body: String) {
    self.note = note
    self.format = format
    source = Self.source(note.source, format: format)
    let lines = ImportLines.normal(body)
    let text = lines.isEmpty || lines.hasSuffix("\n") ? lines : lines + "\n"
    self.body = Array(text.drop { $0 == "\n" }.utf8)
  }

  /// Returns the value of `import.source` for a record.
  package static func source(_ source: String, format: String) -> String { format + ":" + source }

  /// A note's id, made from its source: importing it on two machines makes the same note.
  package var identifier: String { Self.identifier(of: note.source, format: format) }

  /// Returns the id that the note of a record gets.
  package static func identifier(of source: String, format: String) -> String {
    let hash = ContentHash.of(Array(Self.source(source, format: format).utf8))
    return NoteIdentifier.make(from: (0..<8).map { UInt8(hash >> (UInt64($0) * 8) & 0xFF) })
  }

  /// The file, and the keys of fields that YAML cannot say and that are left out.
  package var file: (bytes: [UInt8], unsayable: [String]) {
    var entries = self.entries
    var unsayable: [String] = []
    while true {
      let bytes = Self.bytes(entries.map(\.lines), body)
      let document = Document(parsing: bytes)
      guard let wrong = Self.firstUnreadable(entries, in: document) else {
        let hash = Self.hash(of: Self.bytes(entries.map(\.lines) + [importLines(nil)], body))
        return (Self.bytes(entries.map(\.lines) + [importLines(hash)], body), unsayable)
      }
      unsayable.append(entries[wrong].key)
      entries.remove(at: wrong)
    }
  }

  /// Returns true if the bytes of an imported note are those that the import wrote.
  package static func isAsImported(_ bytes: [UInt8]) -> Bool {
    origin("hash", in: Document(parsing: bytes)) == hash(of: bytes)
  }

  /// Returns the value of `key` below `import:`. Nil if there is none.
  static func origin(_ key: String, in document: Document) -> String? {
    guard case .map(let pairs)? = document.frontMatter?["import"] else { return nil }
    return pairs.last { $0.key == key }?.value.text
  }

  /// Returns the keys below `import:` of a note of a format, besides our own.
  static func kept(in document: Document, from format: String) -> [(key: String, text: String)] {
    guard case .map(let pairs)? = document.frontMatter?["import"],
      origin("source", in: document)?.hasPrefix(source("", format: format)) == true
    else { return [] }
    return pairs.compactMap { pair in
      guard pair.key != "source", pair.key != "hash", let text = pair.value.text else { return nil }
      return (pair.key, text)
    }
  }

  /// Returns a hash that shows if a note is still as it was imported: of all its lines but the one with the hash.
  private static func hash(of bytes: [UInt8]) -> String {
    var lines = bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    if let place = lines.firstIndex(where: { $0.starts(with: hashLine.utf8) }) { lines.remove(at: place) }
    return String(ContentHash.of(Array(lines.joined(separator: [ASCII.lineFeed]))), radix: 16)
  }

  private static let hashLine = "  hash: "

  /// A key with the lines that say it and the value that must be read back.
  private struct Entry {
    let key: String
    let lines: String
    /// The expected texts; nil if only the presence of the part is checked.
    let texts: [String]?
  }

  /// The front matter: title, dates, the fields of the note, and its origin.
  private var entries: [Entry] {
    let known = Set(note.fields.map(\.key))
    var fields: [ImportedNote.Field] = []
    if !known.contains("id") { fields.append(.init("id", .text(identifier))) }
    if !note.title.isEmpty, !known.contains("title") { fields.append(.init("title", .text(note.title))) }
    if let date = note.created, !known.contains("created") {
      fields.append(.init("created", .typed(date.description)))
    }
    if let date = note.updated, !known.contains("updated") {
      fields.append(.init("updated", .typed(date.description)))
    }
    let tags = note.tags.compactMap { TagName(tagText($0)) }.map(\.string)
    if !tags.isEmpty, !known.contains("tags") { fields.append(.init("tags", .list(tags))) }
    return (fields + note.fields).map { entry($0) }
  }

  /// Returns the text of a tag, without spaces.
  private func tagText(_ text: String) -> String {
    String(text.drop { $0 == "#" }.map { $0.isWhitespace ? "-" : $0 })
  }

  private func entry(_ field: ImportedNote.Field) -> Entry {
    let key = YAMLScalar.written(field.key)
    switch field.value {
    case .text(let text): return Entry(key: field.key, lines: "\(key): \(YAMLScalar.written(text))", texts: [text])
    case .typed(let text): return Entry(key: field.key, lines: "\(key): \(text)", texts: nil)
    case .list(let items): return Entry(key: field.key, lines: "\(key): \(YAMLScalar.flowList(items))", texts: items)
    }
  }

  private func importLines(_ hash: String?) -> String {
    var lines = ["import:", "  source: " + YAMLScalar.written(source)]
    if let hash { lines.append(Self.hashLine + YAMLScalar.doubleQuoted(hash)) }
    var seen: Set<String> = ["source", "hash"]
    for kept in note.kept {
      var key = Self.key(kept.key)
      while !seen.insert(key).inserted { key += "_" }
      lines.append("  \(YAMLScalar.written(key)): \(YAMLScalar.written(kept.text))")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a key for queries: not empty, and without control characters.
  private static func key(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }
    return scalars.isEmpty ? "field" : String(String.UnicodeScalarView(scalars))
  }

  private static func bytes(_ lines: [String], _ body: [UInt8]) -> [UInt8] {
    let head = (["---"] + lines + ["---"]).map { $0 + "\n" }.joined()
    return Array(head.utf8) + (body.isEmpty ? [] : [0x0A]) + body
  }

  /// Returns the first entry that does not read back as it was meant.
  private static func firstUnreadable(_ entries: [Entry], in document: Document) -> Int? {
    let read = document.frontMatter?.entries ?? []
    for (index, entry) in entries.enumerated() {
      guard index < read.count, read[index].key == entry.key else { return index }
      if let texts = entry.texts, read[index].value.allTexts != texts { return index }
    }
    return nil
  }
}

extension Note {
  /// The identifier of the note where it was imported from, after the name of the format: `ics:1f3a`.
  var importSource: String? { ImportedNoteText.origin("source", in: document) }
}

extension FrontMatterValue {
  fileprivate var allTexts: [String] {
    switch self {
    case .scalar(let scalar): [scalar.text]
    case .list(let items): items.flatMap(\.allTexts)
    case .map: []
    }
  }
}
