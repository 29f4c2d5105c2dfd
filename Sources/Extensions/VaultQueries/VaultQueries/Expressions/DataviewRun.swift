import NoteModel
import Wording

/// Runs a query of Dataview over notes.
struct DataviewRun {
  /// A note, a task or a group.
  struct Row {
    /// The first column of the row: the note, or the value that it is grouped by.
    var identity: QueryValue
    var names: ExpressionNames
  }

  struct Outcome {
    let rows: [Row]
    /// The name of the groups. Nil for rows that are notes or tasks.
    let groupName: String?
  }

  private let query: DataviewQuery
  private let run: ExpressionRun
  private var groupName: String?

  init(_ query: DataviewQuery, _ run: ExpressionRun) {
    self.query = query
    self.run = run
  }

  /// Runs the query.
  ///
  /// - Parameter pages: The notes of the query's source, in order.
  /// - Throws: ``QueryFailure`` if there is no answer.
  mutating func outcome(over pages: [Int]) throws -> Outcome {
    try run.charge(pages.count)
    var rows: [Row] = []
    if case .task = query.kind {
      for page in pages {
        for case .row(var task) in try run.pages.file("tasks", of: page)?.items ?? [] {
          task.page = page
          rows.append(Row(identity: .row(task), names: ExpressionNames(row: task)))
        }
      }
    } else {
      rows = pages.map { page in
        let link = QueryLink(target: run.pages.path(of: page))
        return Row(identity: .link(link), names: ExpressionNames(row: QueryRow(page: page)))
      }
    }
    for step in query.steps { rows = try applied(step, rows) }
    return Outcome(rows: rows, groupName: groupName)
  }

  private mutating func applied(_ step: DataviewQuery.Step, _ rows: [Row]) throws -> [Row] {
    try run.charge(rows.count)
    switch step {
    case .condition(let condition): return try each(rows) { try run.value(of: condition, $0.names).isTrue ? [$0] : [] }
    case .order(let keys): return try ordered(rows, keys)
    case .limit(let expression):
      guard case .number(let count) = try run.value(of: expression, ExpressionNames()) else {
        throw QueryFailure(Message("LIMIT needs a number", ko: "LIMIT에는 숫자를 씁니다"), isFinal: true)
      }
      return Array(rows.prefix(max(0, Int(clamping: count))))
    case .flatten(let column):
      if groupName == column.name { groupName = nil }
      return try each(rows) { row in
        let items = try run.value(of: column.value, row.names).items
        try run.charge(items.count)
        return items.map { item in
          var copy = row
          copy.names.row?.own[column.name] = item
          return copy
        }
      }
    case .group(let column):
      groupName = column.name
      return try grouped(rows, column)
    }
  }

  /// Applies `body` to each row. A row that fails is left out; if all fail, the query does.
  func each<Result>(_ rows: [Row], _ body: (Row) throws -> [Result]) throws -> [Result] {
    var results: [Result] = []
    var failure: QueryFailure?
    var failures = 0
    for row in rows {
      do {
        results += try body(row)
      } catch let mistake as QueryFailure {
        if mistake.isFinal { throw mistake }
        failure = failure ?? mistake
        failures += 1
      }
    }
    if let failure, failures == rows.count { throw failure }
    return results
  }

  private func ordered(_ rows: [Row], _ keys: [(key: Expression, isDescending: Bool)]) throws -> [Row] {
    let keyed = try each(rows) { row in [(row, try keys.map { try run.value(of: $0.key, row.names) })] }
    return try keyed.enumerated().sorted { one, other in
      for (index, key) in keys.enumerated() {
        let order = try run.compared(one.element.1[index], other.element.1[index])
        if order != 0 { return (order < 0) != key.isDescending }
      }
      return one.offset < other.offset
    }.map(\.element.0)
  }

  private func grouped(_ rows: [Row], _ column: DataviewQuery.Column) throws -> [Row] {
    let keyed = try each(rows) { row in [(row, try run.value(of: column.value, row.names))] }
    let sorted = try keyed.enumerated().sorted { one, other in
      let order = try run.compared(one.element.1, other.element.1)
      return order != 0 ? order < 0 : one.offset < other.offset
    }.map(\.element)
    var groups: [(key: QueryValue, rows: [QueryValue])] = []
    for (row, key) in sorted {
      let value = row.names.row.map { QueryValue.row($0) } ?? .null
      if let last = groups.last, try run.compared(last.key, key) == 0 {
        groups[groups.count - 1].rows.append(value)
      } else {
        groups.append((key, [value]))
      }
    }
    return groups.map { key, rows in
      let own: [String: QueryValue] = ["key": key, "rows": .list(rows), column.name: key]
      return Row(identity: key, names: ExpressionNames(row: QueryRow(page: nil, own: own)))
    }
  }
}
