import CivilCalendar
import GRDB
import NoteModel

/// Turns a query into one condition of SQL on the table `note`, with its arguments.
struct QueryCompiler {
  /// Today, for what is overdue and what is sealed.
  let today: Day
  private(set) var arguments: [(any DatabaseValueConvertible)?] = []
  /// The words that results are ranked by, as an FTS5 expression; nil where none is asked for.
  private(set) var ranking: String?
  /// True where the ranking expression is the whole of the text condition.
  private(set) var isRankedByMatch = false

  init(today: Day) {
    self.today = today
  }

  /// The condition for `query`.
  mutating func compile(_ query: Query) -> String {
    let terms = Self.conjunction(query)
    let texts = terms.compactMap { if case .text(let term) = $0 { term } else { nil } }
    let rest = terms.filter { if case .text = $0 { false } else { true } }
    let expressions = texts.map(Self.match)
    if !texts.isEmpty, !expressions.contains(nil) {
      ranking = expressions.compactMap(\.self).joined(separator: " AND ")
      isRankedByMatch = true
    } else {
      let words = Self.positiveTexts(query).compactMap(Self.match)
      ranking = words.isEmpty ? nil : words.joined(separator: " OR ")
    }
    let conditions = (isRankedByMatch ? rest : terms).map { condition($0) }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }

  private static func conjunction(_ query: Query) -> [Query] {
    if case .and(let parts) = query { return parts.flatMap(conjunction) }
    return [query]
  }

  /// Words that a result may hold, for ranking.
  private static func positiveTexts(_ query: Query) -> [TextTerm] {
    switch query {
    case .text(let term): [term]
    case .and(let parts), .or(let parts): parts.flatMap(positiveTexts)
    default: []
    }
  }

  /// The FTS5 expression of a term; nil for words without a letter.
  static func match(_ term: TextTerm) -> String? {
    let cut = SearchTokens(term.words.utf8, addsInitials: false)
    guard !cut.tokens.isEmpty else { return nil }
    let quoted = "\"" + term.words.split(separator: "\"").joined(separator: " ") + "\""
    // Consonants alone ask for words that begin with them.
    let isInitials = term.words.unicodeScalars.allSatisfy { (0x3131...0x314E).contains($0.value) }
    let phrase = term.isPrefix || isInitials ? quoted + " *" : quoted
    return switch term.scope {
    case .anywhere: phrase
    case .title: "{title names} : " + phrase
    case .body: "{body} : " + phrase
    case .headings: "{headings} : " + phrase
    }
  }

  private mutating func condition(_ query: Query) -> String {
    switch query {
    case .all: return "1"
    case .and(let parts): return joined(parts, " AND ")
    case .or(let parts): return joined(parts, " OR ")
    case .not(let inner): return "((" + condition(inner) + ") IS NOT TRUE)"
    case .text(let term):
      guard let match = Self.match(term) else { return "0" }
      arguments.append(match)
      return "note.id IN (SELECT rowid FROM text WHERE text MATCH ?)"
    case .tag(let tag):
      let folded = foldedName(tag.string)
      arguments += [folded, folded + "/", folded + "0"]
      return "note.id IN (SELECT note FROM tag WHERE folded = ? OR folded >= ? AND folded < ?)"
    case .folder(let folder):
      arguments += [folder + "/", folder + "0", folder]
      return "(note.path >= ? AND note.path < ? OR note.path = ?)"
    case .kind(let kind):
      arguments.append(kind.rawValue)
      return "note.kind = ?"
    case .state(let state): return condition(state)
    case .has(let part): return Self.condition(part)
    case .link(let term): return condition(term)
    case .field(let term): return condition(term)
    }
  }

  private mutating func joined(_ parts: [Query], _ separator: String) -> String {
    "(" + parts.map { condition($0) }.joined(separator: separator) + ")"
  }

  private mutating func condition(_ state: NoteState) -> String {
    switch state {
    case .task: return "note.status IS NOT NULL"
    case .open: return "note.isClosed = 0"
    case .done: return "note.isClosed = 1"
    case .overdue:
      arguments.append(today.daysSinceEpoch)
      return "(note.isClosed = 0 AND note.dueDay < ?)"
    case .draft: return "note.isDraft"
    case .pinned: return "note.isPinned"
    case .orphan:
      return """
        NOT EXISTS (SELECT 1 FROM link WHERE link.target = note.id AND link.note <> note.id)
        """
    case .untagged: return "note.tags = ''"
    case .sealed:
      arguments.append(today.daysSinceEpoch)
      return "(note.unseal IS NOT NULL AND note.unseal > ?)"
    }
  }

  private static func condition(_ part: NotePart) -> String {
    switch part {
    case .attachment:
      """
      EXISTS (SELECT 1 FROM link JOIN file ON file.id = link.target
        WHERE link.note = note.id AND NOT file.isNote)
      """
    case .link: "EXISTS (SELECT 1 FROM link WHERE link.note = note.id)"
    case .tag: "note.tags <> ''"
    case .task: "EXISTS (SELECT 1 FROM task WHERE task.note = note.id)"
    case .alias: "EXISTS (SELECT 1 FROM name WHERE name.note = note.id AND name.rank = 3)"
    case .due: "note.dueDay IS NOT NULL"
    case .backlink: "EXISTS (SELECT 1 FROM link WHERE link.target = note.id)"
    }
  }

  private mutating func condition(_ term: LinkTerm) -> String {
    let name = """
      (SELECT note FROM name WHERE key = ?
        UNION SELECT id FROM file WHERE path IN (?, ?)
        UNION SELECT id FROM note WHERE identifier LIKE ? || '%')
      """
    arguments += [foldedName(term.name), term.name, term.name + ".md", term.name]
    switch term.direction {
    case .linksTo: return "note.id IN (SELECT note FROM link WHERE target IN \(name))"
    case .linkedBy: return "note.id IN (SELECT target FROM link WHERE note IN \(name))"
    case .mentions:
      let match = Self.match(TextTerm(words: term.name)) ?? "\"\""
      arguments.removeLast(4)
      arguments.append(match)
      return "note.id IN (SELECT rowid FROM text WHERE text MATCH ?)"
    }
  }

  private mutating func condition(_ term: FieldTerm) -> String {
    let parts = term.values.map { condition(term, $0) }
    return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " OR ") + ")"
  }

  private mutating func condition(_ term: FieldTerm, _ value: FieldTerm.Value) -> String {
    let operatorText = term.comparison == .equal ? "=" : term.comparison.rawValue
    let keys = Self.spellings(term.key)
    switch value {
    case .none: return "NOT " + exists(keys, "1", [])
    case .any: return exists(keys, "1", [])
    case .number(let number): return exists(keys, "number \(operatorText) ?", [number])
    case .text(let text):
      if text.hasSuffix("*") {
        let prefix = foldedName(text.dropLast())
        return exists(keys, "substr(folded, 1, ?) = ?", [prefix.count, prefix])
      }
      return exists(keys, "folded \(operatorText) ?", [foldedName(text)])
    case .days(let range): return days(term, keys, range)
    }
  }

  /// A comparison of days: `created` and `updated` fall back on the file's time.
  private mutating func days(
    _ term: FieldTerm, _ keys: [String], _ range: DayRange
  ) -> String {
    let bounds = Self.bounds(term.comparison, range)
    if term.key == "created" || term.key == "updated" {
      let column = "note.\(term.key)Seconds"
      arguments += [bounds.0 * 86_400, (bounds.1 + 1) * 86_400]
      return "(\(column) >= ? AND \(column) < ?)"
    }
    return exists(keys, "day BETWEEN ? AND ?", [bounds.0, bounds.1])
  }

  private static func bounds(
    _ comparison: FieldTerm.Comparison, _ range: DayRange
  ) -> (Int, Int) {
    let first = range.first.daysSinceEpoch
    let last = range.last.daysSinceEpoch
    let far = 10_000_000
    return switch comparison {
    case .equal: (first, last)
    case .less: (-far, first - 1)
    case .lessOrEqual: (-far, last)
    case .greater: (last + 1, far)
    case .greaterOrEqual: (first, far)
    }
  }

  private static func spellings(_ key: String) -> [String] {
    guard let field = FieldCatalogue.field(for: key) else { return [key] }
    return [field.key] + field.alsoRead
  }

  private mutating func exists(
    _ keys: [String], _ condition: String, _ values: [any DatabaseValueConvertible]
  ) -> String {
    let places = keys.map { _ in "?" }.joined(separator: ",")
    arguments += keys
    arguments += values
    return
      "EXISTS (SELECT 1 FROM field WHERE field.note = note.id AND key IN (\(places)) AND \(condition))"
  }
}
