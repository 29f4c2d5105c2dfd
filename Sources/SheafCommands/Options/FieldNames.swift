import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// The names of fields that can be asked for and sorted by: those that Sheaf knows and those that notes have.
struct FieldNames {
  private let index: IndexDatabase

  init(_ index: IndexDatabase) {
    self.index = index
  }

  /// What notes can be sorted and grouped by besides fields.
  private static let sortable = ["path", "kind", "file"]

  /// Reports fields in a query that neither Sheaf nor any note knows: most likely misspelt.
  func warn(of query: Query, in context: CommandContext) throws {
    var keys: Set<String> = []
    Self.collect(query, into: &keys)
    let unknown = keys.filter { FieldCatalogue.field(for: $0) == nil }.sorted()
    guard !unknown.isEmpty else { return }
    let used = try index.fieldKeys()
    for key in unknown where !used.contains(key) {
      let nearest =
        nearestName(to: key, among: QueryWords.keys + used)
        ?? Self.texts(of: key, in: query).lazy.compactMap {
          FieldCatalogue.dateField(like: key, value: $0, now: context.clock())
        }.first
      let hint = nearest.map { Message("; did you mean \($0):?", ko: ". 혹시 \($0):인가요?") }
      context.warn(
        Message(
          "no note has the field “\(key)”\(hint?.english ?? "")",
          ko: "“\(key)” 필드가 있는 메모가 없습니다\(hint?.korean ?? "")"))
    }
  }

  /// The values that the query has for a key.
  private static func texts(of key: String, in query: Query) -> [String] {
    switch query {
    case .field(let term) where term.key == key:
      term.values.compactMap { if case .literal(let literal) = $0 { literal.text } else { nil } }
    case .and(let parts), .or(let parts): parts.flatMap { texts(of: key, in: $0) }
    case .not(let part): texts(of: key, in: part)
    default: []
    }
  }

  private static func collect(_ query: Query, into keys: inout Set<String>) {
    switch query {
    case .field(let term): keys.insert(term.key)
    case .and(let parts), .or(let parts): for part in parts { collect(part, into: &keys) }
    case .not(let part): collect(part, into: &keys)
    default: break
    }
  }

  /// Refuses to sort by what no note has.
  func check(_ sort: [SortKey]) throws {
    for key in sort { try check(key.field) }
  }

  /// Refuses a field that neither Sheaf nor any note knows.
  func check(_ field: String) throws {
    let name = FieldCatalogue.folded(field)
    if FieldCatalogue.field(typed: name) != nil || Self.sortable.contains(name) { return }
    let used = try index.fieldKeys()
    if used.contains(name) { return }
    let names = FieldCatalogue.fields.map(\.key) + Self.sortable + used
    let hint = nearestName(to: name, among: names).map {
      Message("Did you mean \($0)?", ko: "혹시 \($0)인가요?")
    }
    throw UsageError(
      Message("No note has a field “\(field)”", ko: "“\(field)” 필드가 있는 메모가 없습니다"),
      hint: hint
        ?? Message(
          verbatim: (Self.sortable + ["title", "created", "updated", "due", "status", "priority"])
            .joined(separator: ", ")))
  }
}
