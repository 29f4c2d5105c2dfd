import MarkdownFormatting
import NoteActions
import NoteModel
import Wording

extension ForeignAnswer {
  func blocks(for base: BaseFile, view: BaseFile.View) throws -> [Block] {
    try run.charge()
    run.formulas = base.formulas
    let remark =
      view.kind == .map ? [Block.paragraph([.emphasis([.text(BaseFile.mapIsNotDrawn.text(in: language))])])] : []
    return remark + (try notes(of: base, view))
  }

  private func notes(of base: BaseFile, _ view: BaseFile.View) throws -> [Block] {
    var rows: [ExpressionNames] = []
    for page in pages.listed {
      let names = ExpressionNames(row: QueryRow(page: page))
      guard try BaseFile.lets(names, through: base.filter, run), try BaseFile.lets(names, through: view.filter, run)
      else { continue }
      rows.append(names)
    }
    guard !rows.isEmpty else { return [AnswerText.nothing(language)] }
    let sorted = try ordered(rows, view.sort)
    let shown = Array(sorted.prefix(view.limit ?? AnswerText.limit))
    let rest = view.limit == nil ? AnswerText.rest(sorted.count - shown.count, language) : []
    guard let group = view.group else { return [try block(shown, base, view, all: sorted)] + rest }
    return try grouped(shown, group).flatMap { key, rows in
      let title = key.isNull ? [Inline.text(Message("none", ko: "없음").text(in: language))] : try inlines(key)
      return [.paragraph([.strong(title)]), try block(rows, base, view, all: rows)]
    } + rest
  }

  private func value(_ property: BaseFile.Property, _ names: ExpressionNames) throws -> QueryValue {
    do {
      return try run.value(of: property.expression, names)
    } catch let failure as QueryFailure where !failure.isFinal {
      return .null
    }
  }

  private func ordered(
    _ rows: [ExpressionNames], _ keys: [(property: BaseFile.Property, isDescending: Bool)]
  ) throws -> [ExpressionNames] {
    guard !keys.isEmpty else { return rows }
    let keyed = try rows.map { row in (row, try keys.map { try value($0.property, row) }) }
    return try keyed.enumerated().sorted { one, other in
      for (index, key) in keys.enumerated() {
        let (left, right) = (one.element.1[index], other.element.1[index])
        // A row without a value comes last, in either order.
        if left.isNull != right.isNull { return right.isNull }
        let order = try run.compared(left, right)
        if order != 0 { return (order < 0) != key.isDescending }
      }
      return one.offset < other.offset
    }.map(\.element.0)
  }

  private func grouped(
    _ rows: [ExpressionNames], _ group: (property: BaseFile.Property, isDescending: Bool)
  ) throws -> [(key: QueryValue, rows: [ExpressionNames])] {
    var groups: [(key: QueryValue, rows: [ExpressionNames])] = []
    for row in try ordered(rows, [group]) {
      let key = try value(group.property, row)
      if let last = groups.last, try run.compared(last.key, key) == 0 {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((key, [row]))
      }
    }
    return groups
  }

  /// Returns the block of some rows of a view.
  ///
  /// - Parameter all: The rows that the summaries are computed from.
  private func block(
    _ rows: [ExpressionNames], _ base: BaseFile, _ view: BaseFile.View, all: [ExpressionNames]
  ) throws -> Block {
    let columns = view.columns.isEmpty ? [BaseFile.Property("file.name")] : view.columns
    switch view.kind {
    case .table, .map:
      return .table(
        DocumentTree.Table(
          head: columns.map { [.text(base.label(of: $0))] },
          rows: try rows.map { row in try columns.map { try cell($0, row) } }
            + summaries(of: columns, base, view, all)))
    case .cards, .list: return .list(DocumentTree.List(items: try rows.map { try card($0, columns, base, view.kind) }))
    }
  }

  /// Returns the last row of a table, if the view has summaries: `Average: 4.5`.
  private func summaries(
    of columns: [BaseFile.Property], _ base: BaseFile, _ view: BaseFile.View, _ rows: [ExpressionNames]
  ) throws -> [[[Inline]]] {
    let cells = try columns.map { column -> [Inline] in
      guard let name = base.summary(of: column, in: view) else { return [] }
      return [.emphasis([.text(name + ": ")] + (try inlines(summary(name, of: column, base, rows))))]
    }
    return cells.allSatisfy(\.isEmpty) ? [] : [cells]
  }

  private func summary(
    _ name: String, of column: BaseFile.Property, _ base: BaseFile, _ rows: [ExpressionNames]
  ) throws -> QueryValue {
    let values = try rows.map { try value(column, $0) }
    guard let formula = base.summaries[name] else {
      guard let known = BaseSummary(named: name) else {
        return .text(Message("unknown", ko: "없는 요약").text(in: language))
      }
      return try known.value(of: values, run)
    }
    do {
      var names = ExpressionNames()
      names.locals = [("values", .list(values))]
      return try run.value(of: formula, names)
    } catch let failure as QueryFailure where !failure.isFinal {
      return .null
    }
  }

  private func cell(_ property: BaseFile.Property, _ row: ExpressionNames) throws -> [Inline] {
    if property.name == "file.name" || property.name == "file.basename", let page = row.row?.page {
      return try inlines(.file(page))
    }
    return try inlines(value(property, row))
  }

  private func card(
    _ row: ExpressionNames, _ columns: [BaseFile.Property], _ base: BaseFile, _ kind: BaseFile.View.Kind
  ) throws -> DocumentTree.Item {
    let title = try columns.first.map { try cell($0, row) } ?? []
    let others = try columns.dropFirst().compactMap { column -> [Inline]? in
      let value = try value(column, row)
      return value.isNull ? nil : [.text(base.label(of: column) + ": ")] + (try cell(column, row))
    }
    guard kind == .cards else {
      return DocumentTree.Item([.paragraph(title + others.flatMap { [.text(" · ")] + $0 })])
    }
    let inner = others.map { DocumentTree.Item([.paragraph($0)]) }
    return DocumentTree.Item(
      [.paragraph([.strong(title)])] + (inner.isEmpty ? [] : [.list(DocumentTree.List(items: inner))]))
  }
}
