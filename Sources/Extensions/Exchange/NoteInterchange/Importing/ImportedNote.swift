package import CivilCalendar
package import NoteModel
package import NoteSyntax

/// A note of another program, in our words, before it has a place in the repository.
package struct ImportedNote: Sendable {
  /// The kind of the imported note. It decides the folder if the user names none.
  package enum Place: Sendable, Hashable {
    case memo, task
    case diary(Day)
    /// The path of the file in the repository from which the note was exported.
    case path(String)
  }

  package struct Field: Sendable, Hashable {
    package let key: String
    package let value: FrontMatterEditor.FieldValue

    package init(_ key: String, _ value: FrontMatterEditor.FieldValue) {
      self.key = key
      self.value = value
    }
  }

  /// A value that has no counterpart: kept below `import:`.
  package struct Kept: Sendable, Hashable {
    package let key: String
    package let text: String
  }

  /// The target of a link in the body.
  package enum Reference: Sendable, Hashable {
    /// A note by its `source`.
    case note(String)
    /// An attachment of this note, by its key.
    case file(String)
    /// A note by its title.
    case title(String)
  }

  /// The identifier in the other program, unique in its format: importing it twice makes one note. Empty if the record
  /// has none; then its words identify it, since its place in the file changes with every record before it.
  package var source: String
  package var place = Place.memo
  /// The folder below that of its place, as the other program has it; `/` between names.
  package var folder = ""
  /// Empty if the note has no title; its first words then become its name.
  package var title: String
  /// The text in Markdown.
  package var body: String
  package var created: CivilDate?
  package var updated: CivilDate?
  package var tags: [String] = []
  package var fields: [Field] = []
  package var kept: [Kept] = []
  /// The targets of links, by their destination in the body.
  package var references: [String: Reference] = [:]
  package var attachments: [ImportedAttachment] = []
  /// The position at which it was found, for reports.
  package var position: ImportPosition

  /// The note's id in the record itself.
  package var ownIdentifier: String? {
    guard case .text(let id)? = fields.first(where: { $0.key == "id" })?.value else { return nil }
    return id
  }

  /// Keeps a value without a counterpart; empty values are dropped.
  package mutating func keep(_ key: String, _ text: String) {
    if !text.isEmpty { kept.append(Kept(key: key, text: text)) }
  }

  package mutating func set(_ key: String, _ text: String) {
    if !text.isEmpty { fields.append(Field(key, .text(text))) }
  }

  package mutating func set(_ key: String, _ date: CivilDate?) {
    if let date { fields.append(Field(key, .typed(date.description))) }
  }
}

/// A file that belongs to an imported note. Its bytes are read when it is written, not before.
package struct ImportedAttachment: Sendable {
  /// The key of ``ImportedNote/Reference/file(_:)`` for it.
  package let key: String
  /// The name that it should get.
  package let name: String
  package let bytes: @Sendable () throws -> [UInt8]
  /// The file of the source, if the attachment is a file of the source.
  package let file: ImportFile?
  /// The path of the note in the repository from which the note was exported.
  package let place: NotePath?

  package init(key: String, name: String, file: ImportFile) {
    self.key = key
    self.name = name
    self.file = file
    place = nil
    bytes = { try file.bytes(limit: .max) }
  }

  package init(key: String, name: String, place: NotePath? = nil, bytes: @escaping @Sendable () throws -> [UInt8]) {
    self.key = key
    self.name = name
    self.place = place
    self.bytes = bytes
    file = nil
  }
}
