import ByteBasics
import CivilCalendar
import NoteModel

/// Comparisons with fields, by looking at the front matter.
struct ReferenceField {
  private var term: FieldTerm
  private let now: CivilMoment

  init(_ term: FieldTerm, now: CivilMoment) {
    self.term = term
    self.now = now
  }

  /// nil for a field that check boxes do not have: it is the note's.
  func holds(box: TaskItem) -> Bool? {
    switch term.key {
    case "due": holds(box.due)
    case "scheduled": holds(box.scheduled)
    case "start": holds(box.start)
    case "closed": holds(box.closed)
    case "status": term.values.contains { status(box.status.name, $0) }
    case "priority":
      term.values.contains { value in
        value == .none || value == .any
          ? (box.priority == .normal) == (value == .none) : priority(box.priority, value)
      }
    case "id":
      term.values.contains { text(box.identifier.map { [$0] } ?? [], $0, isPrefix: true) }
    case "project": holds(box.project.map { [$0] } ?? [])
    case "repeat": holds(box.repetition.map { [$0] } ?? [])
    case "remind": holds(box.reminders)
    case "depends": holds(box.dependencies)
    default: nil
    }
  }

  private func holds(_ own: CivilDate?) -> Bool {
    term.values.contains { date(own, $0, file: nil) }
  }

  private func holds(_ texts: [String]) -> Bool {
    let fields = texts.map { NoteField(key: term.key, ordinal: 0, scalar: $0) }
    return term.values.contains { holds(fields, $0) }
  }

  func holds(_ note: Note, _ modifiedSeconds: Int) -> Bool {
    term.values.contains { value in
      switch term.key {
      case "created": date(note.created, value, file: modifiedSeconds)
      case "updated": date(note.updated, value, file: modifiedSeconds)
      case "due": date(note.due, value, file: nil)
      case "unseal": date(note.unseal.map { .day($0) }, value, file: nil)
      case "scheduled", "start", "closed": date(note.date(term.key), value, file: nil)
      case "status":
        status(note.tasks.first { $0.source == .note }?.status.name ?? note.status, value)
      case "priority": priority(note, value)
      case "id": text(note.identifier.map { [$0] } ?? [], value, isPrefix: true)
      case "aliases":
        text(note.names.filter { $0.rank == .alias }.map(\.key), value, isPrefix: false)
      default: row(note, value)
      }
    }
  }

  private func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch term.comparison {
    case .equal: left == right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  private func day(_ day: Day, _ range: DayRange) -> Bool {
    switch term.comparison {
    case .equal: range.first <= day && day <= range.last
    case .less: day < range.first
    case .lessOrEqual: day <= range.last
    case .greater: day > range.last
    case .greaterOrEqual: day >= range.first
    }
  }

  private func date(_ date: CivilDate?, _ value: FieldTerm.Value, file: Int?) -> Bool {
    switch value {
    case .none: return date == nil
    case .any: return date != nil
    case .days(let range):
      let own =
        (file == nil ? date?.day(at: now) : date?.day)
        ?? file.map { Day(daysSinceEpoch: ($0 + (now.utcOffsetSeconds ?? 0)) / 86_400) }
      return own.map { day($0, range) } ?? false
    case .moment(let moment):
      switch date {
      case .moment(let own): return compare(own.instant(now), moment.instant(now))
      case .day(let own):
        switch term.comparison {
        case .equal: return false
        case .less, .lessOrEqual: return own < moment.day(at: now)
        case .greater, .greaterOrEqual: return own >= moment.day(at: now)
        }
      case nil: return file.map { compare($0, moment.instant(now)) } ?? false
      }
    case .span(let first, let last):
      let order: [(CivilMoment?, FieldTerm.Comparison)] =
        switch term.comparison {
        case .equal: [(first, .greaterOrEqual), (last, .lessOrEqual)]
        case .less, .greaterOrEqual: [(first, term.comparison)]
        case .greater, .lessOrEqual: [(last, term.comparison)]
        }
      let ends = order.compactMap { end in end.0.map { ($0, end.1) } }
      return !ends.isEmpty
        && ends.allSatisfy { moment, comparison in
          var reference = self
          reference.term = FieldTerm(key: term.key, comparison: comparison, values: [.moment(moment)])
          return reference.date(date, .moment(moment), file: file)
        }
    case .literal, .numbers: return false
    }
  }

  private func status(_ name: String?, _ value: FieldTerm.Value) -> Bool {
    let own = name?.lowercased()
    switch value {
    case .none: return own == nil
    case .any: return own != nil
    case .literal(let literal):
      guard let own else { return false }
      if literal.isPrefix { return own.hasPrefix(literal.text.lowercased()) }
      return compare(own, TaskStatus(literal.text).name.lowercased())
    case .days, .moment, .span, .numbers: return false
    }
  }

  private func priority(_ note: Note, _ value: FieldTerm.Value) -> Bool {
    switch value {
    case .none: return note.priority == nil
    case .any: return note.priority != nil
    case .literal:
      let isTask = note.tasks.contains { $0.source == .note }
      return (note.priority ?? (isTask ? .normal : nil)).map { priority($0, value) } ?? false
    case .days, .moment, .span, .numbers: return false
    }
  }

  private func priority(_ own: TaskPriority, _ value: FieldTerm.Value) -> Bool {
    guard case .literal(let literal) = value, let wanted = TaskPriority(literal.text) else {
      return false
    }
    return compare(own, wanted)
  }

  private func text(_ own: [String], _ value: FieldTerm.Value, isPrefix: Bool) -> Bool {
    switch value {
    case .none: return own.isEmpty
    case .any: return !own.isEmpty
    case .literal(let literal):
      let wanted = foldedName(literal.text)
      return own.contains {
        let folded = foldedName($0)
        return isPrefix || literal.isPrefix ? folded.hasPrefix(wanted) : folded == wanted
      }
    case .days, .moment, .span, .numbers: return false
    }
  }

  /// Any other field, in the preferred one of its spellings.
  private func row(_ note: Note, _ value: FieldTerm.Value) -> Bool {
    let known = FieldCatalogue.field(for: term.key)
    let spellings = known.map { [$0.key] + $0.alsoRead } ?? []
    let spelling = spellings.first { spelling in note.fields.contains { $0.key == spelling } }
    let own = note.fields.filter {
      known == nil ? $0.key.lowercased() == term.key : $0.key == spelling
    }
    return holds(own, value)
  }

  private func holds(_ own: [NoteField], _ value: FieldTerm.Value) -> Bool {
    switch value {
    case .none: return own.isEmpty
    case .any: return !own.isEmpty
    case .days(let range):
      return own.contains { $0.date.map { day($0.day(at: now), range) } ?? false }
    case .moment, .span: return own.contains { date($0.date, value, file: nil) && $0.date != nil }
    case .literal(let literal): return own.contains { self.literal(literal, $0) }
    case .numbers(let range):
      return own.contains { field in
        guard let number = field.number else { return false }
        return (range.first ?? number) <= number && number <= (range.last ?? number)
      }
    }
  }

  private func literal(_ literal: FieldTerm.Literal, _ field: NoteField) -> Bool {
    let own = foldedName(field.text)
    let wanted = foldedName(literal.text)
    if literal.isPrefix { return own.hasPrefix(wanted) }
    if let number = literal.number, let ownNumber = field.number, compare(ownNumber, number) {
      return true
    }
    if let range = literal.days, let ownDate = field.date, day(ownDate.day(at: now), range) {
      return true
    }
    let comparesText =
      term.comparison == .equal || literal.number == nil && literal.days == nil
    return comparesText && compare(own, wanted)
  }
}

extension Note {
  /// The date that a field of the note has.
  fileprivate func date(_ key: String) -> CivilDate? {
    let known = FieldCatalogue.field(for: key)
    let spellings = known.map { [$0.key] + $0.alsoRead } ?? [key]
    return spellings.lazy.compactMap { spelling in fields.first { $0.key == spelling } }.first?.date
  }
}
