/// The front matter of two versions of a note.
struct FieldComparison {
  private let before: [String: [String]]
  private let after: [String: [String]]
  private let order: [String]
  private let states: (before: String?, after: String?)

  init(_ old: Note, _ new: Note) {
    before = Self.values(old)
    after = Self.values(new)
    var seen: Set<String> = []
    order = (new.fields + old.fields).map { Self.key($0) }.filter { seen.insert($0).inserted }
    states = (Self.state(old), Self.state(new))
  }

  /// The column first, then the fields in the order of the note.
  var changes: [NoteChange] {
    let moved: [NoteChange] =
      states.before == states.after ? [] : [.moved(from: states.before, to: states.after)]
    return moved + order.compactMap(change)
  }

  private func change(_ key: String) -> NoteChange? {
    let old = before[key] ?? []
    let new = after[key] ?? []
    guard old != new, key != "status" || states.before == states.after else { return nil }
    let added = new.filter { !old.contains($0) }
    let removed = old.filter { !new.contains($0) }
    if max(old.count, new.count) > 1 || Self.lists.contains(key) {
      // Another order is none that anyone asked about.
      return added.isEmpty && removed.isEmpty ? nil : .list(key, added: added, removed: removed)
    }
    return .field(key, from: old, to: new)
  }

  private static let lists: Set = ["tags", "aliases", "depends"]

  private static func state(_ note: Note) -> String? {
    note.tasks.first { $0.source == .note }?.status.name
  }

  private static func key(_ field: NoteField) -> String {
    FieldCatalogue.field(for: field.key)?.key ?? field.key
  }

  private static func values(_ note: Note) -> [String: [String]] {
    Dictionary(grouping: note.fields, by: { key($0) }).mapValues { $0.map(\.text) }
  }
}
