package import CivilCalendar
package import NoteModel
import NoteSyntax

/// Fields of front matter that have no column in `note`.
enum FieldColumn: Int, TableColumn {
  case key, note, position, text, folded, number, day, seconds

  static let table = "field"
  static let primaryKey: String? = "key, note, position"

  var type: String {
    switch self {
    case .key, .note, .position: "INTEGER NOT NULL"
    case .text: "TEXT NOT NULL"
    case .folded: "TEXT"
    case .number: "REAL"
    case .day, .seconds: "INTEGER"
    }
  }
}

/// Everything that a note's fields say, as one text: for the queries of other programs, whose fields have types.
enum PropertyColumn: Int, TableColumn {
  case note, text

  static let table = "property"
  var type: String { self == .note ? "INTEGER PRIMARY KEY" : "TEXT NOT NULL" }
}

/// A front-matter value that has a row of its own, because no column of the note holds it.
package struct IndexedField: Sendable, Hashable {
  /// As Sheaf spells it; of a field of the user's own in small letters.
  package let key: String
  package let position: Int
  package let text: String
  /// The text as it is compared, nil if that is the text itself.
  let folded: String?
  package let number: Double?
  package let date: CivilDate?

  /// The keys that are asked for in columns of the note table.
  package static let columns: Set<String> = [
    "id", "title", "aliases", "tags", "created", "updated", "status", "due", "priority", "unseal",
  ]

  /// The fields of a note that have rows. Of several spellings of a known field the preferred one counts.
  package static func fields(of note: Note) -> [IndexedField] {
    var rows: [IndexedField] = []
    var spellings: [String: Int] = [:]
    for (position, field) in note.fields.enumerated() {
      let known = FieldCatalogue.field(for: field.key)
      let key = known?.key ?? FieldCatalogue.folded(field.key)
      // A tag that is a link is no tag, but a value of the field that was written.
      if key == "tags", let name = wikiLinkName(field.text) {
        rows.append(IndexedField(FieldCatalogue.folded(field.key), position, name))
      }
      guard !columns.contains(key) else { continue }
      if let known {
        let spelling =
          known.foldedSpellings.firstIndex(of: FieldCatalogue.folded(field.key)) ?? .max
        if let used = spellings[key], used != spelling {
          if used < spelling { continue }
          rows.removeAll { $0.key == key }
        }
        spellings[key] = spelling
      }
      rows.append(IndexedField(field, key: key, position: position))
    }
    return rows
  }

  /// A value that was written as `text`.
  init(_ key: String, _ position: Int, _ text: String) {
    self.init(NoteField(key: key, ordinal: position, scalar: text), key: key, position: position)
  }

  private init(_ field: NoteField, key: String, position: Int) {
    self.key = key
    self.position = position
    text = field.text
    let folded = foldedName(field.text)
    self.folded = folded == field.text && folded.utf8.elementsEqual(field.text.utf8) ? nil : folded
    number = field.number
    date = field.date
  }
}
