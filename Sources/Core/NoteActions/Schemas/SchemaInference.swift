import CivilCalendar
package import NoteModel
import NoteSyntax
package import Wording

/// A schema that the notes of a folder already keep to, nearly all of them.
package struct SchemaInference {
  /// The values of one field in the notes.
  private struct Use {
    var count = 0
    var values: [FrontMatterValue] = []
  }

  /// The proposed schema; nil if the notes have no common field.
  package let schema: NoteSchema?
  /// The number of notes that were read.
  package let noteCount: Int
  private let counts: [String: Int]

  /// Fields that Sheaf writes, and those for the names of a note.
  private static let hidden: Set<String> = [
    "id", "title", "aliases", "created", "updated", "closed", "series", "anchor", "unseal",
  ]

  /// - Parameter notes: The notes of the folder. Templates do not count.
  package init(_ notes: [Note], folder: NotePath?) {
    var uses: [String: Use] = [:]
    var order: [String] = []
    let notes = notes.filter { $0.kind != .template && $0.unseal == nil }
    for note in notes {
      var seen: Set<String> = []
      for entry in note.document.frontMatter?.entries ?? [] where entry.value.isFilled {
        let key = FieldCatalogue.field(for: entry.key)?.key ?? entry.key
        guard FieldAssignment.isKey(key), !Self.hidden.contains(key), seen.insert(key).inserted else { continue }
        if uses[key] == nil { order.append(key) }
        uses[key, default: Use()].count += 1
        uses[key]?.values.append(entry.value)
      }
    }
    noteCount = notes.count
    counts = uses.mapValues(\.count)
    let fields = order.compactMap { key in
      uses[key].flatMap { Self.rule(key, $0.count, $0.values, of: notes.count) }
    }
    let name = folder.map { String($0.fileName) } ?? "notes"
    schema = fields.isEmpty ? nil : NoteSchema(name: name, folders: [folder?.string ?? "."], fields: fields)
  }

  /// Returns the number of notes with a field: `12 of 14 notes`.
  package func remark(on rule: FieldRule) -> Message {
    let count = counts[rule.key] ?? 0
    return Message("\(count) of \(counted(noteCount, "note"))", ko: "메모 \(noteCount)개 중 \(count)개")
  }

  /// Returns the rule for a field that several notes have. Nil for one of a few.
  private static func rule(_ key: String, _ count: Int, _ values: [FrontMatterValue], of total: Int) -> FieldRule? {
    guard count >= 2, count * 10 >= total else { return nil }
    let isRequired = total >= 3 && count * 20 >= total * 19
    if FieldCatalogue.field(for: key) != nil {
      return isRequired ? FieldRule(key: key, isRequired: true) : nil
    }
    let type = type(of: values)
    return FieldRule(
      key: key, type: type, choices: [.text, .list].contains(type) ? choices(values) : [], isRequired: isRequired)
  }

  /// Returns the narrowest type that nearly all values have. `check` reports the others later.
  private static func type(of values: [FrontMatterValue]) -> KnownField.ValueType {
    let lists = values.count {
      if case .list = $0 { true } else { false }
    }
    if lists * 2 > values.count { return fit(values, .links) ? .links : .list }
    guard let type = [.boolean, .number, .date, .link].first(where: { fit(values, $0) }) else { return .text }
    let hasTime = values.contains { if case .moment? = $0.date { true } else { false } }
    return type == .date && !hasTime ? .day : type
  }

  private static func fit(_ values: [FrontMatterValue], _ type: KnownField.ValueType) -> Bool {
    values.count { type.fits($0) } * 20 >= values.count * 19
  }

  /// Returns the values, sorted by their use, if a few of them repeat: at most twelve, each three times on average.
  private static func choices(_ values: [FrontMatterValue]) -> [String] {
    var counts: [String: Int] = [:]
    var total = 0
    for text in values.flatMap(\.scalarTexts) {
      counts[text, default: 0] += 1
      total += 1
      guard counts.count <= 12 else { return [] }
    }
    guard counts.count >= 2, total >= 3 * counts.count else { return [] }
    return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key)
  }
}
