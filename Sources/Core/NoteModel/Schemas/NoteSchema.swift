import NoteSyntax
import Wording

/// The rule for one field of a note, as the configuration declares it.
package struct FieldRule: Sendable, Hashable {
  package let key: String
  /// The type of the field. A field that Sheaf knows has its own type.
  package let type: KnownField.ValueType
  /// The values that are allowed, as they are written; empty for all.
  package let choices: [String]
  /// The value in a new note, as it would be typed.
  package let defaultText: String?
  package let isRequired: Bool
  /// The folder in which the notes are that the field links to. Nil for anywhere.
  package let folder: String?

  /// - Parameter type: Has no effect for a field that Sheaf knows.
  package init(
    key: String, type: KnownField.ValueType = .text, choices: [String] = [],
    defaultText: String? = nil, isRequired: Bool = false, folder: String? = nil
  ) {
    self.key = key
    self.type = FieldCatalogue.field(for: key)?.type ?? type
    self.choices = choices
    self.defaultText = defaultText
    self.isRequired = isRequired
    self.folder = folder
  }

  /// Returns the allowed value that a text means, in the configuration's spelling, or the text if all are allowed.
  ///
  /// - Returns: nil for a value that is not allowed.
  package func choice(_ text: String) -> String? {
    guard !choices.isEmpty else { return text }
    if choices.contains(text) { return text }
    let folded = foldedName(text)
    return choices.first { foldedName($0) == folded }
  }
}

/// The fields of the notes of a folder, with a tag, or of a type.
package struct NoteSchema: Sendable, Hashable {
  package let name: String
  /// The folders, including the folders inside them. `.` is the whole repository.
  package let folders: [String]
  package let tags: [String]
  /// Values of the field `type`.
  package let types: [String]
  package let template: String?
  package let fields: [FieldRule]

  package init(
    name: String, folders: [String] = [], tags: [String] = [], types: [String] = [],
    template: String? = nil, fields: [FieldRule] = []
  ) {
    self.name = name
    self.folders = folders
    self.tags = tags
    self.types = types
    self.template = template
    self.fields = fields
  }

  /// Returns the specificity of the match: by type, tag or depth of the folder. Nil if the schema does not apply.
  fileprivate func closeness(to subject: SchemaSubject) -> Int? {
    if folders.isEmpty, tags.isEmpty, types.isEmpty { return 0 }
    if types.contains(where: { subject.types.contains(foldedName($0)) }) { return 2_000 }
    if tags.lazy.compactMap({ TagName(foldedName($0)) }).contains(where: { tag in
      subject.tags.contains(where: tag.covers)
    }) {
      return 1_000
    }
    return folders.filter(subject.isInside).map { folder in
      folder == "." ? 0 : folder.utf8.count { $0 == UInt8(ascii: "/") } + 1
    }.max()
  }
}

/// The properties of a note that its schemas are chosen by.
package struct SchemaSubject: Sendable {
  /// The path of the folder, `.` for the root.
  private let folder: String
  fileprivate let tags: [TagName]
  fileprivate let types: [String]

  package init(folder: String, tags: [String] = [], types: [String] = []) {
    self.folder = folder.isEmpty ? "." : folder
    self.tags = tags.compactMap { TagName(foldedName($0)) }
    self.types = types.map { foldedName($0) }
  }

  package init(_ note: Note) {
    self.init(
      folder: note.path.folder?.string ?? ".", tags: note.tags.map(\.string),
      types: note.fields.filter { FieldCatalogue.folded($0.key) == "type" }.map(\.text))
  }

  fileprivate func isInside(_ other: String) -> Bool {
    other == "." || folder == other || folder.hasPrefix(other + "/")
  }
}

package struct NoteSchemas: Sendable, Hashable {
  package let all: [NoteSchema]

  package init(_ all: [NoteSchema] = []) { self.all = all }

  package var isEmpty: Bool { all.isEmpty }

  /// Returns the schemas that apply to a note, the closest last.
  package func schemas(for subject: SchemaSubject) -> [NoteSchema] {
    all.enumerated().compactMap { index, schema in
      schema.closeness(to: subject).map { ($0, index, schema) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Returns one rule per field. If several schemas have a rule for a field, the rule of the closest schema is used.
  package func rules(for subject: SchemaSubject) -> [FieldRule] { ruled(for: subject).map(\.rule) }

  package func ruled(for subject: SchemaSubject) -> [(schema: NoteSchema, rule: FieldRule)] {
    var found: [(schema: NoteSchema, rule: FieldRule)] = []
    var places: [String: Int] = [:]
    for schema in schemas(for: subject) {
      for rule in schema.fields {
        let key = FieldCatalogue.canonical(rule.key)
        if let place = places[key] {
          found[place] = (schema, rule)
        } else {
          places[key] = found.count
          found.append((schema, rule))
        }
      }
    }
    return found
  }

  package func rules(for note: Note) -> [FieldRule] {
    isEmpty || note.kind == .template ? [] : rules(for: SchemaSubject(note))
  }

  /// Returns the rule of a key in any of its spellings.
  package func rule(of key: String, in note: Note) -> FieldRule? { rules(for: note).first(named: key) }

  package func template(for subject: SchemaSubject) -> String? {
    schemas(for: subject).last { $0.template != nil }?.template
  }
}

extension [FieldRule] {
  /// Returns the rule of a key in any of its spellings.
  package func first(named key: String) -> FieldRule? {
    let key = FieldCatalogue.canonical(key)
    return first { FieldCatalogue.canonical($0.key) == key }
  }
}

extension FieldCatalogue {
  /// Returns a key that is the same for all spellings of a field.
  package static func canonical(_ key: String) -> String { field(typed: key)?.key ?? folded(key) }
}
