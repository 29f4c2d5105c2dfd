import CivilCalendar
import NoteSyntax

/// The fields of a note by the key that Sheaf gives them, whichever spelling the note uses.
struct FieldTable {
  private let entries: [FrontMatter.Entry]
  /// The keys of the entries in small letters.
  private let keys: [String]

  init(_ frontMatter: FrontMatter?) {
    entries = frontMatter?.entries ?? []
    keys = entries.map { FieldCatalogue.folded($0.key) }
  }

  /// The value of the preferred spelling that is there; a value that is null counts as absent.
  subscript(key: String) -> FrontMatterValue? {
    if let value = value(of: key) { return value }
    guard let field = FieldCatalogue.field(for: key) else { return nil }
    return field.foldedSpellings.dropFirst().lazy.compactMap { value(of: $0) }.first
  }

  /// When the note was written: without a field for it the day of its publication counts, as in Hugo.
  var created: CivilDate? {
    self["created"]?.date
      ?? ["publishdate", "pubdate", "published"].lazy.compactMap { value(of: $0)?.date }.first
  }

  /// Every value of a key in this spelling, in the order of the file; those that are null are left out.
  func values(of key: String) -> [FrontMatterValue] {
    keys.indices.compactMap { index in
      guard keys[index] == key else { return nil }
      let value = entries[index].value
      if case .scalar(let scalar) = value, scalar.isNull { return nil }
      return value
    }
  }

  private func value(of key: String) -> FrontMatterValue? {
    guard let index = keys.firstIndex(of: key) else { return nil }
    let value = entries[index].value
    if case .scalar(let scalar) = value, scalar.isNull { return nil }
    return value
  }

  /// Every scalar with its key; a map's key joins its parent's by a dot.
  var flattened: [NoteField] {
    var fields: [NoteField] = []
    fields.reserveCapacity(entries.count)
    for entry in entries { flatten(entry.value, key: entry.key, ordinal: 0, into: &fields) }
    return fields
  }

  private func flatten(
    _ value: FrontMatterValue, key: String, ordinal: Int, into fields: inout [NoteField]
  ) {
    switch value {
    case .scalar(let scalar):
      if !scalar.isNull {
        fields.append(NoteField(key: key, ordinal: ordinal, scalar: scalar.text))
      }
    case .list(let items):
      for (position, item) in items.enumerated() {
        flatten(item, key: key, ordinal: position, into: &fields)
      }
    case .map(let pairs):
      for pair in pairs {
        flatten(pair.value, key: key + "." + pair.key, ordinal: 0, into: &fields)
      }
    }
  }
}
