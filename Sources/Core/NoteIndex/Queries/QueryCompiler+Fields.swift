import ByteBasics
import CivilCalendar
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
    case "due": return date(.of(subjectTable, "due"), term.comparison, value)
    case "scheduled", "start", "closed":
      guard subject == .task else { return row(term, value, ofDates: true) }
      return date(.of("task", term.key), term.comparison, value)
    case "unseal": return date(DateColumns(day: "note.unseal"), term.comparison, value)
    case "status":
      return text("\(subjectTable).status", term.comparison, value) {
        composedName(TaskStatus($0).name)
      }
    case "id": return identifier(value)
    case "priority": return priority(term.comparison, value)
    case "aliases": return alias(value)
    case "project", "repeat", "remind", "depends":
      guard subject == .task else { return row(term, value) }
      return Self.ofTask(note: row(term, value), box: boxRow(term, value))
    default: return row(term, value)
    }
  }

  struct DateColumns {
    let day: String
    /// Seconds since the epoch; NULL for a day without a time.
    var seconds = "NULL"

    static func of(_ table: String, _ name: String) -> DateColumns {
      DateColumns(day: "\(table).\(name)Day", seconds: "\(table).\(name)Seconds")
    }
  }

  /// Returns the condition for `created` or `updated`, otherwise the date of version control, then of the file.
  private mutating func ownDate(_ key: String, _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value) -> String {
    let known = key == "created" ? "coalesce(note.bornSeconds, note.modifiedSeconds)" : "note.modifiedSeconds"
    let fileDay = "(\(known) + \(utcOffsetSeconds)) / 86400"
    let moment = DateColumns(
      day: "coalesce(note.\(key)Day, \(fileDay))",
      seconds: """
        CASE WHEN note.\(key) IS NULL THEN \(known)
          WHEN note.\(key)HasTime THEN note.\(key)Seconds END
        """)
    return date(moment, isPresent: "note.\(key) IS NOT NULL", comparison, value)
  }

  private mutating func date(
    _ columns: DateColumns, isPresent: String? = nil, _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value
  ) -> String {
    let isPresent = isPresent ?? "\(columns.day) IS NOT NULL"
    switch value {
    case .none: return "NOT (\(isPresent))"
    case .any: return "(\(isPresent))"
    case .days(let range): return days(columns.day, comparison, range)
    case .moment(let moment): return self.moment(columns, comparison, moment)
    case .span(let first, let last): return span(columns, comparison, first, last)
    case .literal, .numbers: return "0"
    }
  }

  private mutating func days(_ column: String, _ comparison: FieldTerm.Comparison, _ range: DayRange) -> String {
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

  /// Returns the condition for a date between two moments; for a comparison, before the first or after the last one.
  private mutating func span(
    _ columns: DateColumns, _ comparison: FieldTerm.Comparison, _ first: CivilMoment?, _ last: CivilMoment?
  ) -> String {
    let conditions: [String?]
    switch comparison {
    case .equal:
      conditions = [first.map { moment(columns, .greaterOrEqual, $0) }, last.map { moment(columns, .lessOrEqual, $0) }]
    case .less, .greaterOrEqual: conditions = [first.map { moment(columns, comparison, $0) }]
    case .greater, .lessOrEqual: conditions = [last.map { moment(columns, comparison, $0) }]
    }
    let known = conditions.compactMap(\.self)
    return known.isEmpty ? "0" : "(" + known.joined(separator: " AND ") + ")"
  }

  /// Returns the condition for a date compared with a moment. A day without a time counts as its end.
  private mutating func moment(
    _ columns: DateColumns, _ comparison: FieldTerm.Comparison, _ moment: CivilMoment
  ) -> String {
    let here = now.here(moment)
    let seconds = here.secondsSinceEpoch()
    let day = here.day.daysSinceEpoch
    let own = "(\(columns.seconds))"
    let dayOnly = "\(own) IS NULL AND \(columns.day)"
    let sign = Self.sign(comparison)
    switch comparison {
    case .equal: return "(\(own) = \(seconds))"
    case .less, .lessOrEqual: return "(\(own) \(sign) \(seconds) OR \(dayOnly) < \(day))"
    case .greater, .greaterOrEqual: return "(\(own) \(sign) \(seconds) OR \(dayOnly) >= \(day))"
    }
  }

  /// Returns the condition for a text column, compared without regard to case.
  private mutating func text(
    _ column: String, _ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value, _ canonical: (String) -> String
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
    case .days, .moment, .span, .numbers: return "0"
    }
  }

  /// Returns the condition for an id, which is asked for by its beginning, as everywhere.
  private mutating func identifier(_ value: FieldTerm.Value) -> String {
    let column = "\(subjectTable).identifier"
    switch value {
    case .none: return "(\(column) IS NULL)"
    case .any: return "(\(column) IS NOT NULL)"
    case .literal(let literal):
      arguments += [literal.text.unicodeScalars.count, literal.text]
      return "(substr(\(column), 1, ?) = ? COLLATE NOCASE)"
    case .days, .moment, .span, .numbers: return "0"
    }
  }

  /// Returns the condition for a priority. A task without a priority has the normal priority.
  private mutating func priority(_ comparison: FieldTerm.Comparison, _ value: FieldTerm.Value) -> String {
    let isGiven =
      subject == .note
      ? "note.priority IS NOT NULL"
      : Self.ofTask(note: "note.priority IS NOT NULL", box: "task.priority <> 0")
    switch value {
    case .none: return "NOT (\(isGiven))"
    case .any: return "(\(isGiven))"
    case .literal(let literal):
      guard let priority = TaskPriority(literal.text) else { return "0" }
      let comparison = "\(Self.sign(comparison)) \(priority.rawValue)"
      guard subject == .note else { return "(task.priority \(comparison))" }
      return """
        ((note.priority IS NOT NULL OR \(Self.isOwnTask))
          AND \(Self.priorityRank) \(comparison))
        """
    case .days, .moment, .span, .numbers: return "0"
    }
  }

  static let priorityRank = """
    CASE note.priority WHEN 'urgent' THEN 2 WHEN 'high' THEN 1 WHEN 'low' THEN -1 ELSE 0 END
    """

  private mutating func alias(_ value: FieldTerm.Value) -> String {
    let aliases = "SELECT note FROM name WHERE rank = \(NoteName.Rank.alias.rawValue)"
    switch value {
    case .none: return "note.id NOT IN (\(aliases))"
    case .any: return "note.id IN (\(aliases))"
    case .literal(let literal):
      let folded = nameKey(literal.text)
      if literal.isPrefix {
        arguments += [folded, folded + "\u{10FFFF}"]
        return "note.id IN (\(aliases) AND key >= ? AND key < ?)"
      }
      arguments.append(folded)
      return "note.id IN (\(aliases) AND key = ?)"
    case .days, .moment, .span, .numbers: return "0"
    }
  }

  /// Returns the condition for a note with a row of a field.
  ///
  /// - Parameter ofDates: True if a value that is not a date counts as none.
  private mutating func row(_ term: FieldTerm, _ value: FieldTerm.Value, ofDates: Bool = false) -> String {
    // The arguments of the inner condition come after the key.
    arguments.append(term.key)
    let isDate = ofDates ? " AND day IS NOT NULL" : ""
    return """
      note.id \(value == .none ? "NOT IN" : "IN") (SELECT note FROM field
        WHERE key = (SELECT id FROM fieldKey WHERE key = ?) AND \(inRow(term, value))\(isDate))
      """
  }

  /// Returns the condition for a check box with a row of a field.
  private mutating func boxRow(_ term: FieldTerm, _ value: FieldTerm.Value) -> String {
    arguments.append(term.key)
    return """
      \(value == .none ? "NOT " : "")EXISTS (SELECT 1 FROM taskField
        WHERE taskField.note = task.note AND taskField.task = task.position
          AND key = ? AND \(inRow(term, value)))
      """
  }

  /// Returns the condition for a row that has a value of a field.
  private mutating func inRow(_ term: FieldTerm, _ value: FieldTerm.Value) -> String {
    switch value {
    case .none, .any: return "1"
    case .days(let range): return days("day", term.comparison, range)
    case .moment(let moment):
      let columns = DateColumns(day: "day", seconds: "seconds")
      return self.moment(columns, term.comparison, moment)
    case .span(let first, let last):
      return span(DateColumns(day: "day", seconds: "seconds"), term.comparison, first, last)
    case .literal(let literal): return self.literal(literal, term.comparison)
    case .numbers(let range):
      let ends = [range.first.map { (">=", $0) }, range.last.map { ("<=", $0) }].compactMap(\.self)
      arguments += ends.map(\.1)
      return ends.map { "number \($0.0) ?" }.joined(separator: " AND ")
    }
  }

  private mutating func literal(_ literal: FieldTerm.Literal, _ comparison: FieldTerm.Comparison) -> String {
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
