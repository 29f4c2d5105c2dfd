/// All words of the query language, from the declarations of keys, fields and values.
package enum QueryWords {
  /// The keys before a colon: those of the language, then those of fields, in English and in Korean.
  package static let keys =
    QueryKey.names + FieldCatalogue.fields.map(\.key) + FieldCatalogue.koreanNames

  /// The words that a key takes; none for a key that takes texts.
  package static func values(of key: String) -> [String] {
    values.filter { $0.keys.contains(key) }.flatMap(\.values)
  }

  /// The words for values, with the names of the keys that take them.
  private static let values: [(keys: [String], values: [String])] = [
    (names(of: .is), NoteState.names), (names(of: .has), NotePart.names),
    (names(of: .kind), NoteKind.names), (names(ofField: "status"), TaskStatus.typedNames),
    (
      names(ofField: "priority"),
      TaskPriority.allCases.reversed().flatMap { [$0.name, $0.koreanName] }
    ),
  ]

  private static func names(of key: QueryKey) -> [String] { [key.rawValue] + key.koreanNames }

  private static func names(ofField key: String) -> [String] {
    [key] + (FieldCatalogue.field(for: key)?.koreanNames ?? [])
  }
}
