import CivilCalendar
import MarkdownFormatting
import NoteActions
import NoteIndex
import NoteModel
import Wording

/// The answer to a query of another program, as the blocks of a document.
struct ForeignAnswer {
  typealias Block = DocumentTree.Block
  typealias Inline = DocumentTree.Inline

  let run: ExpressionRun
  let pages: NotePages
  let language: Language
  private let links: AnswerLinks

  init(_ run: ExpressionRun, _ pages: NotePages, _ links: AnswerLinks, _ language: Language) {
    self.run = run
    self.pages = pages
    self.links = links
    self.language = language
  }

  // MARK: - Dataview

  func blocks(for query: DataviewQuery) throws -> [Block] {
    var execution = DataviewRun(query, run)
    let outcome = try execution.outcome(over: pages.pages(of: query.source))
    let rows = Array(outcome.rows.prefix(query.hasLimit ? .max : AnswerText.limit))
    guard !rows.isEmpty else { return [AnswerText.nothing(language)] }
    let rest = AnswerText.rest(outcome.rows.count - rows.count, language)
    switch query.kind {
    case .list(let format): return [list(try execution.each(rows) { [try item($0, format, query.showsNote)] })] + rest
    case .table(let columns): return [try table(execution, rows, columns, query, outcome.groupName)] + rest
    case .task: return try tasks(rows.compactMap(\.names.row)) + rest
    case .calendar(let date): return try calendar(execution, rows, date) + rest
    }
  }

  private func list(_ items: [DocumentTree.Item]) -> Block { .list(DocumentTree.List(items: items)) }

  private func item(_ row: DataviewRun.Row, _ format: Expression?, _ showsNote: Bool) throws -> DocumentTree.Item {
    guard let format else { return try item(row.identity, before: []) }
    let value = try run.value(of: format, row.names)
    return try item(value, before: showsNote ? inlines(row.identity) + [.text(": ")] : [])
  }

  /// Returns a value as an item. The content of a list becomes a list below it.
  private func item(_ value: QueryValue, before head: [Inline]) throws -> DocumentTree.Item {
    try run.charge()
    switch value {
    case .list(let items) where !items.isEmpty:
      return DocumentTree.Item([.paragraph(head), list(try items.map { try item($0, before: []) })])
    case .object(let members) where !members.isEmpty:
      let inner = try members.map { try item($0.value, before: [.text($0.key + ": ")]) }
      return DocumentTree.Item([.paragraph(head), list(inner)])
    default: return DocumentTree.Item([.paragraph(head + (try inlines(value)))])
    }
  }

  private func table(
    _ execution: DataviewRun, _ rows: [DataviewRun.Row], _ columns: [DataviewQuery.Column], _ query: DataviewQuery,
    _ groupName: String?
  ) throws -> Block {
    let note = Message("File", ko: "파일").text(in: language)
    let head = (query.showsNote ? [groupName ?? note] : []) + columns.map(\.name)
    let cells = try execution.each(rows) { row in
      [
        (query.showsNote ? [try inlines(row.identity)] : [])
          + (try columns.map { try inlines(run.value(of: $0.value, row.names)) })
      ]
    }
    return .table(DocumentTree.Table(head: head.map { [.text($0)] }, rows: cells))
  }

  private func calendar(_ execution: DataviewRun, _ rows: [DataviewRun.Row], _ date: Expression) throws -> [Block] {
    let dated = try execution.each(rows) { row -> [(Day, DocumentTree.Item)] in
      guard case .date(let date) = try run.value(of: date, row.names) else { return [] }
      return [(date.day, try item(row.identity, before: []))]
    }
    let days = Dictionary(grouping: dated, by: \.0)
    return days.keys.sorted().flatMap { day in
      [.paragraph([.strong([.text(day.description)])]), list((days[day] ?? []).map(\.1))]
    }
  }

  /// Returns the value of an expression in a line of text.
  func inlines(of expression: Expression) throws -> [Inline] {
    try inlines(run.value(of: expression, ExpressionNames(row: pages.current.map { QueryRow(page: $0) })))
  }

  // MARK: - Tasks

  /// Lists tasks below their notes, and groups below their keys.
  private func tasks(_ rows: [QueryRow]) throws -> [Block] {
    var blocks: [Block] = []
    var paths: [(path: String, tasks: [QueryRow])] = []
    for row in rows {
      if let inner = row.own["rows"] {
        blocks.append(.paragraph([.strong(try inlines(row.own["key"] ?? .null))]))
        blocks += try taskGroup(inner.items.compactMap { if case .row(let row) = $0 { row } else { nil } })
      } else if case .text(let path)? = row.own["path"] {
        if paths.last?.path != path { paths.append((path, [])) }
        paths[paths.count - 1].tasks.append(row)
      }
    }
    for (path, tasks) in paths {
      blocks.append(.paragraph([.strong([inline(QueryLink(target: path))])]))
      blocks += try taskGroup(tasks)
    }
    return blocks
  }

  /// Lists tasks. A task that is shown below another one is not shown again.
  private func taskGroup(_ rows: [QueryRow]) throws -> [Block] {
    if rows.contains(where: { $0.own["rows"] != nil }) { return try tasks(rows) }
    func place(_ row: QueryRow) throws -> String {
      try run.text(of: own("path", of: row)) + ":" + run.text(of: own("line", of: row))
    }
    var shown: Set<String> = []
    func note(_ row: QueryRow) throws {
      for case .row(let child) in own("children", of: row).items where try shown.insert(place(child)).inserted {
        try note(child)
      }
    }
    for row in rows { try note(row) }
    let outermost = try rows.filter { try !shown.contains(place($0)) }
    return outermost.isEmpty ? [] : [list(try outermost.map { try task($0) })]
  }

  private func task(_ row: QueryRow) throws -> DocumentTree.Item {
    try run.charge()
    let written = row.own["visual"] ?? own("text", of: row)
    let words: [Inline] = if case .text(let text) = written { inlines(text) } else { [] }
    let isChecked: Bool? = if case .boolean(let flag) = own("checked", of: row) { flag } else { nil }
    let children = try own("children", of: row).items.compactMap { child -> DocumentTree.Item? in
      if case .row(let inner) = child { try task(inner) } else { nil }
    }
    return DocumentTree.Item([.paragraph(words)] + (children.isEmpty ? [] : [list(children)]), isChecked: isChecked)
  }

  /// Lists the tasks of a query of the plugin Tasks, in its groups.
  func blocks(for query: TasksQuery) throws -> [Block] {
    var execution = DataviewRun(query.query, run)
    let all = try execution.outcome(over: pages.pages(of: .all)).rows
    let rows = Array(all.prefix(query.query.hasLimit ? .max : AnswerText.limit))
    let explanation = query.explanation.map { [list($0.map { DocumentTree.Item([.paragraph([.text($0)])]) })] } ?? []
    guard !rows.isEmpty else { return explanation + [AnswerText.nothing(language)] }
    let count = counted(rows.count, "task")
    let words = Message("\(count)", ko: "할 일 \(rows.count)개").text(in: language)
    let foot: [Block] = query.hidden.contains("task count") ? [] : [.paragraph([.text(words)])]
    return explanation + (try grouped(rows, query.groups[...], query)) + foot
      + AnswerText.rest(all.count - rows.count, language)
  }

  private func grouped(
    _ rows: [DataviewRun.Row], _ groups: ArraySlice<TasksQuery.Group>, _ query: TasksQuery
  ) throws -> [Block] {
    guard let group = groups.first else {
      let shown = query.groups.isEmpty ? rows[...] : rows.prefix(query.groupLimit ?? .max)
      return shown.isEmpty ? [] : [list(try shown.map { try item($0, query) })]
    }
    var found: [String: (key: QueryValue, rows: [DataviewRun.Row])] = [:]
    for row in rows {
      let key = try run.value(of: group.key, row.names)
      for name in try run.value(of: group.name, row.names).items {
        let text = try run.text(of: name)
        found[text, default: (key, [])].rows.append(row)
      }
    }
    let sorted = try found.sorted { one, other in
      let order = try run.compared(one.value.key, other.value.key)
      return order != 0 ? order < 0 : one.key < other.key
    }
    return try (group.isReversed ? sorted.reversed() : sorted).flatMap { name, part in
      [.paragraph([.strong([.text(name)])])] + (try grouped(part.rows, groups.dropFirst(), query))
    }
  }

  private func item(_ row: DataviewRun.Row, _ query: TasksQuery) throws -> DocumentTree.Item {
    try run.charge()
    guard let task = row.names.row, case .text(let text) = own("text", of: task) else { return DocumentTree.Item([]) }
    let isChecked: Bool? = if case .boolean(let flag) = own("checked", of: task) { flag } else { nil }
    let source = query.hidden.contains("backlink") ? [] : [.text(" · ")] + (try inlines(own("section", of: task)))
    return DocumentTree.Item([.paragraph(inlines(query.shown(text)) + source)], isChecked: isChecked)
  }

  private func own(_ name: String, of row: QueryRow) -> QueryValue { pages.own(name, of: row) ?? .null }

  // MARK: - Values

  func inlines(_ value: QueryValue) throws -> [Inline] {
    switch value {
    case .link(let link): return [inline(link)]
    case .file(let page): return [inline(QueryLink(target: pages.path(of: page)))]
    case .row(let row):
      if case .text(let text) = own("text", of: row) { return inlines(text) }
      return row.page.map { [inline(QueryLink(target: pages.path(of: $0)))] } ?? [.text("-")]
    case .list(let items): return Array(try items.map { try inlines($0) }.joined(separator: [.text(", ")]))
    case .text(let text): return inlines(text)
    case .date(.day(let day)): return [.text(day.description)]
    case .date(.moment(let moment)): return [.text("\(moment.day) \(moment.time)")]
    default: return [.text(try run.text(of: value))]
    }
  }

  private func inline(_ link: QueryLink) -> Inline {
    let words = run.display(of: link)
    if link.isAddress { return .link([.text(words)], to: link.target) }
    guard let page = pages.page(of: link) else { return .text(words) }
    return links.link(to: pages.rows[page].note.path, part: link.part, words)
  }

  /// Returns a text of a field, with its links as links.
  private func inlines(_ text: String) -> [Inline] {
    var found: [Inline] = []
    var plain = ""
    var rest = Substring(text)
    while let first = rest.first {
      if rest.hasPrefix("[[") {
        guard let end = rest.firstRange(of: "]]") else { return found + [.text(plain + rest)] }
        found += [.text(plain), inline(QueryLink(inner: rest[..<end.lowerBound].dropFirst(2)))]
        plain = ""
        rest = rest[end.upperBound...]
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    return found + [.text(plain)]
  }
}
