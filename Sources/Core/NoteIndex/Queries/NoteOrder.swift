import GRDB
import NoteModel

/// The `ORDER BY` of a request, with its arguments.
struct NoteOrder {
  private(set) var terms: [String] = []
  private(set) var arguments: [(any DatabaseValueConvertible)?] = []
  /// True if hits come in the order of their score, but for those that are ``ahead``.
  private(set) var isByRanking = false
  /// SQL queries for the numbers of notes that come before all others, whatever their score.
  private(set) var ahead: [String] = []
  private(set) var aheadArguments: [(any DatabaseValueConvertible)?] = []

  /// - Parameter isRanked: The rows have a `score`.
  init(_ request: NoteRequest, isRanked: Bool) {
    for key in request.sort { add(key) }
    if terms.isEmpty {
      if isRanked {
        addWholeText(request.wording ?? request.query, isQuestion: request.wording != nil)
        terms.append("hit.score")
        isByRanking = true
      } else {
        terms.append("note.isPinned DESC")
      }
      terms += ["note.updatedSeconds DESC", "note.createdSeconds DESC"]
    }
    terms.append("note.path")
  }

  var sql: String { terms.joined(separator: ", ") }

  /// Adds a sort key. Notes without a value come last, in either direction.
  private mutating func add(_ key: SortKey) {
    let direction = key.isDescending ? " DESC" : ""
    let field = FieldCatalogue.field(typed: key.field)?.key ?? FieldCatalogue.folded(key.field)
    if let expressions = Self.columns[field] {
      terms += expressions.map { $0.hasSuffix("IS NULL") ? $0 : $0 + direction }
      return
    }
    let value = """
      (SELECT coalesce(number, day, folded, text) FROM field
        WHERE key = (SELECT id FROM fieldKey WHERE key = ?) AND field.note = note.id
        ORDER BY position LIMIT 1)
      """
    arguments += [field, field]
    terms += [value + " IS NULL", value + direction]
  }

  private static let columns: [String: [String]] = [
    "title": ["note.title COLLATE NOCASE"],
    "path": ["note.path"],
    "created": ["note.createdSeconds"],
    "updated": ["note.updatedSeconds"],
    "file": ["note.fileSeconds"],
    "due": ["note.dueDay IS NULL", "note.dueDay", "note.dueSeconds IS NULL", "note.dueSeconds"],
    "status": ["note.status IS NULL", "note.status"],
    "kind": ["note.kind"],
    "tags": ["nullif(note.tags, '') IS NULL", "note.tags"],
    "id": ["note.identifier IS NULL", "note.identifier"],
    "unseal": ["note.unseal IS NULL", "note.unseal"],
    // The most urgent first.
    "priority": ["-(" + QueryCompiler.priorityRank + ")"],
  ]

  /// Sorts notes that have the words as a name first, by the name's rank, then notes where the words follow each other.
  private mutating func addWholeText(_ query: Query, isQuestion: Bool) {
    let parts = if case .and(let parts) = query { parts } else { [query] }
    let words = parts.compactMap { part -> String? in
      guard case .text(let term) = part, term.scope == .anywhere, !term.isPrefix else { return nil }
      return term.words
    }
    guard !words.isEmpty else { return }
    let text = words.joined(separator: " ")
    // Few notes have the name: these are found once, and only they are asked for its rank.
    let named = "SELECT note FROM name WHERE key = ? AND rank > ?"
    let name: [(any DatabaseValueConvertible)?] = [nameKey(text), NoteName.Rank.path.rawValue]
    ahead.append(named)
    aheadArguments += name
    arguments += [text] + name + name
    // Of notes with the name, one with the title comes before one whose file is called so.
    terms.append("note.title COLLATE NOCASE <> ?")
    terms.append(
      """
      CASE WHEN note.id IN (\(named)) THEN
        (SELECT min(rank) FROM name WHERE name.note = note.id AND key = ? AND rank > ?)
      ELSE \(Int.max) END
      """)
    guard words.count > 1, var phrase = QueryCompiler.match(TextTerm(words: text)) else { return }
    // The few words of a question follow each other in many texts.
    if isQuestion, words.count < 4 { phrase = "{title names headings} : " + phrase }
    let phrases = "SELECT rowid FROM text WHERE text MATCH ?"
    ahead.append(phrases)
    aheadArguments.append(phrase)
    arguments.append(phrase)
    terms.append("note.id NOT IN (\(phrases))")
  }
}
