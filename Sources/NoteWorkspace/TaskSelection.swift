package import CivilCalendar
package import NoteIndex
package import NoteModel

/// Answers a query with tasks: what it asks of a task is asked of each, the rest of the note that holds it.
package struct TaskSelection {
  package let graph: TaskGraph
  private let query: Query
  private let includesClosed: Bool
  private let index: IndexDatabase
  private let now: CivilMoment
  private var notesByQuery: [Query: Set<NotePath>] = [:]

  /// `scope`: Which tasks are looked at. Where it leaves out closed ones and `query` speaks of them, all are.
  package init(
    _ query: Query, scope: TaskScope = .all, in index: IndexDatabase, now: CivilMoment
  ) throws {
    self.query = query
    self.index = index
    self.now = now
    let speaksOfClosed = Self.speaksOfClosed(query)
    includesClosed = scope == .all || speaksOfClosed
    graph = try index.taskGraph(speaksOfClosed ? .all : scope, today: now.day)
    try prepare(query)
  }

  /// The tasks that the query asks for, in the order of ``LocatedTask/inOrder(_:)``.
  package var tasks: [LocatedTask] {
    let found = graph.tasks.filter { task in
      !task.item.title.isEmpty && (includesClosed || !task.item.status.isClosed)
        && matches(query, task)
    }
    return LocatedTask.inOrder(found)
  }

  private static func speaksOfClosed(_ query: Query) -> Bool {
    switch query {
    case .and(let parts), .or(let parts): parts.contains(where: speaksOfClosed)
    case .not(let part): speaksOfClosed(part)
    case .state(.done): true
    case .field(let term): term.key == "status" || term.key == "closed"
    default: false
    }
  }

  /// Fetches the notes of every term that only a note can answer.
  private mutating func prepare(_ query: Query) throws {
    switch query {
    case .and(let parts), .or(let parts): for part in parts { try prepare(part) }
    case .not(let part): try prepare(part)
    case .all, .kind(.task): break
    default:
      let asked = Self.noteQuery(query)
      let notes = try index.notes(
        NoteRequest(
          query: asked, today: now.day, utcOffsetSeconds: now.utcOffsetSeconds ?? 0))
      notesByQuery[query] = Set(notes.map(\.path))
    }
  }

  /// Of a tag only the front matter counts for every box of a note: a tag in a line is that line's.
  private static func noteQuery(_ query: Query) -> Query {
    guard case .tag(let tag) = query else { return query }
    let value = FieldTerm.Value.literal(FieldTerm.Literal(tag.string))
    return .field(FieldTerm(key: "tags", comparison: .equal, values: [value]))
  }

  private func matches(_ query: Query, _ task: LocatedTask) -> Bool {
    switch query {
    case .all: return true
    case .and(let parts): return parts.allSatisfy { matches($0, task) }
    case .or(let parts): return parts.contains { matches($0, task) }
    case .not(let part): return !matches(part, task)
    case .state(let state): return matches(state, task) ?? isInNote(query, task)
    case .tag(let tag):
      return task.item.tags.contains { Self.folded(tag).covers(Self.folded($0)) }
        || isInNote(query, task)
    case .field(let term) where task.line != nil:
      return CheckboxTerm(term).matches(task.item) ?? isInNote(query, task)
    case .text(let term) where task.line != nil && term.scope != .body && term.scope != .headings:
      return foldedName(task.item.title).contains(foldedName(term.words))
    case .has(.due): return task.item.due != nil
    case .has(.tag) where task.line != nil: return !task.item.tags.isEmpty
    case .kind(.task): return true
    default: return isInNote(query, task)
    }
  }

  private static func folded(_ tag: TagName) -> TagName {
    TagName(foldedName(tag.string)) ?? tag
  }

  private func matches(_ state: NoteState, _ task: LocatedTask) -> Bool? {
    switch state {
    case .task: true
    case .open: !task.item.status.isClosed
    case .done: task.item.status.isClosed
    case .overdue: task.item.isOverdue(at: now)
    case .blocked: graph.isBlocked(task)
    case .ready: isReady(task)
    default: nil
    }
  }

  /// Nothing stands in its way: no open blocker, and its start has come.
  private func isReady(_ task: LocatedTask) -> Bool {
    !task.item.status.isClosed && !graph.isBlocked(task)
      && (task.item.start?.day ?? now.day) <= now.day
  }

  private func isInNote(_ query: Query, _ task: LocatedTask) -> Bool {
    notesByQuery[query]?.contains(task.path) ?? false
  }
}

/// A comparison with a field, asked of a check box.
private struct CheckboxTerm {
  private let term: FieldTerm

  init(_ term: FieldTerm) {
    self.term = term
  }

  /// nil for a field that check boxes do not have.
  func matches(_ task: TaskItem) -> Bool? {
    switch term.key {
    case "status": texts([task.status.name]) { TaskStatus($0).name }
    case "due": date(task.due)
    case "scheduled": date(task.scheduled)
    case "start": date(task.start)
    case "closed": date(task.closed)
    case "priority": priority(task.priority)
    case "project": texts([task.project].compactMap(\.self)) { $0 }
    case "repeat": texts([task.repetition].compactMap(\.self)) { $0 }
    case "depends": texts(task.dependencies) { $0 }
    case "id": texts([task.identifier].compactMap(\.self)) { $0 }
    default: nil
    }
  }

  private func texts(_ texts: [String], _ canonical: (String) -> String) -> Bool {
    term.values.contains { value in
      switch value {
      case .none: texts.isEmpty
      case .any: !texts.isEmpty
      case .literal(let literal):
        texts.contains { text in
          let wanted = foldedName(literal.isPrefix ? literal.text : canonical(literal.text))
          return literal.isPrefix ? foldedName(text).hasPrefix(wanted) : foldedName(text) == wanted
        }
      case .days, .moment: false
      }
    }
  }

  private func priority(_ priority: TaskPriority) -> Bool {
    term.values.contains { value in
      guard case .literal(let literal) = value, let wanted = TaskPriority(literal.text) else {
        return value == .any ? priority != .normal : value == .none && priority == .normal
      }
      return compare(priority, wanted)
    }
  }

  private func date(_ date: CivilDate?) -> Bool {
    term.values.contains { value in
      switch value {
      case .none: return date == nil
      case .any: return date != nil
      case .literal: return false
      case .days(let range):
        guard let day = date?.day else { return false }
        switch term.comparison {
        case .equal: return range.contains(day)
        case .less: return day < range.first
        case .lessOrEqual: return day <= range.last
        case .greater: return day > range.last
        case .greaterOrEqual: return day >= range.first
        }
      case .moment(let moment):
        guard let date else { return false }
        return compare(date.day, moment.day)
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
}
