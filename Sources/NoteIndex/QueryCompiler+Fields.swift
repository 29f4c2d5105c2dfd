import CivilCalendar
import GRDB
import NoteModel

/// Comparisons with fields: some are columns of the note, the others have rows.
extension QueryCompiler {
  mutating func condition(_ term: FieldTerm) -> String {
    let parts = term.values.map { condition(term, $0) }
    return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " OR ") + ")"
  }

  private mutating func condition(_ term: FieldTerm, _ value: FieldTerm.Value) -> String {
    switch term.key {
    case "created", "updated": return ownDate(term.key, term.comparison, value)
    case "due":
      return date(Self.due, isPresent: "note.due IS NOT NULL", term.comparison, value)
    case "unseal":
      let columns = DateColumns(day: "note.unseal", seconds: "NULL")
      return date(columns, isPresent: "note.unseal IS NOT NULL", term.comparison, value)
    case "status": return text("note.status", term.comparison, value) { TaskStatus($0).name }
    case "id": return identifier(value)
    case "priority": return priority(term.comparison, value)
    case "aliases": return alias(value)
    default: return row(term, value)
    }
  }

  private struct DateColumns {
    let day: String
    /// NULL for a day without a time.
    let seconds: String
  }

  private static let due = DateColumns(day: "note.dueDay", seconds: "note.dueSeconds")

  /// `created` and `updated` fall back on the file's time.
  private mutating func ownDate(
    _ key: String, _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value
  ) -> String {
    let fileDay = "(note.modifiedSeconds + \(utcOffsetSeconds)) / 86400"
    let columns = DateColumns(
      day: "coalesce(note.\(key)Day, \(fileDay))",
      seconds: """
        CASE WHEN note.\(key) IS NULL THEN note.modifiedSeconds
          WHEN length(note.\(key)) > 10 THEN note.\(key)Seconds END
        """)
    return date(columns, isPresent: "note.\(key) IS NOT NULL", comparison, value)
  }

  private mutating func date(
    _ columns: DateColumns, isPresent: String, _ comparison: FieldTerm.Comparison,
    _ value: FieldTerm.Value
  ) -> String {
    switch value {
    case .none: return "NOT (\(isPresent))"
    case .any: return "(\(isPresent))"
    case .days(let range): return days(columns.day, comparison, range)
    case .moment(let moment): return self.moment(columns, comparison, moment)
    case .literal: return "0"
    }
  }

  private mutating func days(
    _ column: String, _ comparison: FieldTerm.Comparison, _ range: DayRange
  ) -> String {
    let first = range.first.daysSinceEpoch
    let last = range.last.daysSinceEpoch
    switch comparison {
    case .equal: return "(\(column) BETWEEN \(first) AND \(last))"
    case .less: return "(\(column) < \(first))"
    case .lessOrEqual: return "(\(column) <= \(last))"
    case .greater: return "(\(column) > \(last))"
    case .greaterOrEqual: return "(\(column) >= \(first))"
    }
  }

  /// A day without a time counts as its end.
  private mutating func moment(
    _ columns: DateColumns, _ comparison: FieldTerm.Comparison, _ moment: CivilMoment
  ) -> String {
    let seconds = moment.secondsSinceEpoch(defaultOffsetSeconds: utcOffsetSeconds)
    let day = moment.day.daysSinceEpoch
    let dayOnly = "(\(columns.seconds)) IS NULL AND \(columns.day)"
    switch comparison {
    case .equal: return "((\(columns.seconds)) = \(seconds))"
    case .less, .lessOrEqual:
      let sign = comparison.rawValue
      return "((\(columns.seconds)) \(sign) \(seconds) OR \(dayOnly) < \(day))"
    case .greater, .greaterOrEqual:
      let sign = comparison.rawValue
      return "((\(columns.seconds)) \(sign) \(seconds) OR \(dayOnly) >= \(day))"
    }
  }

  /// A text column, compared without regard to case.
  private mutating func text(
    _ column: String, _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value,
    _ canonical: (String) -> String
  ) -> String {
    switch value {
    case .none: return "(\(column) IS NULL)"
    case .any: return "(\(column) IS NOT NULL)"
    case .literal(let literal):
      if literal.isPrefix {
        arguments += [literal.text.unicodeScalars.count, literal.text]
        return "(substr(\(column), 1, ?) = ? COLLATE NOCASE)"
      }
      arguments.append(canonical(literal.text))
      return "(\(column) \(Self.sign(comparison)) ? COLLATE NOCASE)"
    case .days, .moment: return "0"
    }
  }

  /// An id is asked for by its beginning, as everywhere.
  private mutating func identifier(_ value: FieldTerm.Value) -> String {
    switch value {
    case .none: return "(note.identifier IS NULL)"
    case .any: return "(note.identifier IS NOT NULL)"
    case .literal(let literal):
      arguments += [literal.text.unicodeScalars.count, literal.text]
      return "(substr(note.identifier, 1, ?) = ? COLLATE NOCASE)"
    case .days, .moment: return "0"
    }
  }

  /// A task that names none has the normal one.
  private mutating func priority(
    _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value
  ) -> String {
    switch value {
    case .none: return "(note.priority IS NULL)"
    case .any: return "(note.priority IS NOT NULL)"
    case .literal(let literal):
      guard let priority = TaskPriority(literal.text) else { return "0" }
      let sign = Self.sign(comparison)
      return """
        ((note.priority IS NOT NULL OR note.status IS NOT NULL)
          AND \(Self.priorityRank) \(sign) \(priority.rawValue))
        """
    case .days, .moment: return "0"
    }
  }

  /// The priority as a number.
  static let priorityRank = """
    CASE note.priority WHEN 'urgent' THEN 2 WHEN 'high' THEN 1 WHEN 'low' THEN -1 ELSE 0 END
    """

  private mutating func alias(_ value: FieldTerm.Value) -> String {
    let aliases = "SELECT note FROM name WHERE rank = \(NoteName.Rank.alias.rawValue)"
    switch value {
    case .none: return "note.id NOT IN (\(aliases))"
    case .any: return "note.id IN (\(aliases))"
    case .literal(let literal):
      let folded = foldedName(literal.text)
      if literal.isPrefix {
        arguments += [folded, folded + "\u{10FFFF}"]
        return "note.id IN (\(aliases) AND key >= ? AND key < ?)"
      }
      arguments.append(folded)
      return "note.id IN (\(aliases) AND key = ?)"
    case .days, .moment: return "0"
    }
  }

  private mutating func row(_ term: FieldTerm, _ value: FieldTerm.Value) -> String {
    // The arguments of the inner condition stand behind the key.
    arguments.append(term.key)
    let comparison = term.comparison
    switch value {
    case .none: return Self.rows("NOT IN", "1")
    case .any: return Self.rows("IN", "1")
    case .days(let range): return Self.rows("IN", days("day", comparison, range))
    case .moment(let moment):
      let columns = DateColumns(day: "day", seconds: "seconds")
      return Self.rows("IN", self.moment(columns, comparison, moment))
    case .literal(let literal): return Self.rows("IN", self.literal(literal, comparison))
    }
  }

  private static func rows(_ membership: String, _ condition: String) -> String {
    """
    note.id \(membership) (SELECT note FROM field
      WHERE key = (SELECT id FROM fieldKey WHERE key = ?) AND \(condition))
    """
  }

  private mutating func literal(
    _ literal: FieldTerm.Literal, _ comparison: FieldTerm.Comparison
  ) -> String {
    let folded = foldedName(literal.text)
    if literal.isPrefix {
      arguments += [folded.unicodeScalars.count, folded]
      return "substr(coalesce(folded, text), 1, ?) = ?"
    }
    var parts: [String] = []
    if let number = literal.number {
      arguments.append(number)
      parts.append("number \(Self.sign(comparison)) ?")
    }
    if let range = literal.days { parts.append(days("day", comparison, range)) }
    if comparison == .equal || parts.isEmpty {
      arguments.append(folded)
      parts.append("coalesce(folded, text) \(Self.sign(comparison)) ?")
    }
    return "(" + parts.joined(separator: " OR ") + ")"
  }

  private static func sign(_ comparison: FieldTerm.Comparison) -> String {
    comparison == .equal ? "=" : comparison.rawValue
  }
}
