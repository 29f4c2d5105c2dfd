package import ByteBasics
package import NoteModel
package import TerminalText
package import Wording

/// The rows of a listing as columns that the user has chosen.
package struct ColumnsReport<Base: RowReport>: RowReport {
  private var base: Base
  private let columns: [String]
  /// Members that the objects of the rows lack.
  private let extra: (Base.Row) -> [JSONValue.Member]

  /// - Parameters:
  ///   - columns: The chosen columns, or none for all.
  ///   - sums: The columns with sums, which are added if they are not chosen.
  /// - Throws: ``Problem`` for a column that no row has.
  package init(
    _ base: Base, columns: [String], sums: [String] = [], extra: @escaping (Base.Row) -> [JSONValue.Member]
  ) throws(Problem) {
    self.base = base
    let columns = columns.isEmpty ? Self.allColumns(base) : columns
    self.columns = columns + sums.filter { !columns.contains($0) }
    self.extra = extra
    let objects = base.rows.map { object(of: $0) }
    for column in self.columns { try RowMembers.check(column, in: objects) }
  }

  /// Returns the names of all members of a row's object that are neither objects nor lists of objects.
  private static func allColumns(_ base: Base) -> [String] {
    guard let first = base.rows.first, case .object(let members) = base.json(of: first) else { return [] }
    return members.filter { member in
      switch member.value {
      case .object: false
      case .array(let items): if case .object = items.first { false } else { true }
      default: true
      }
    }.map(\.key)
  }

  package var kind: String { base.kind }
  package var rows: [Base.Row] {
    get { base.rows }
    set { base.rows = newValue }
  }
  package func json(of row: Base.Row) -> JSONValue { base.json(of: row) }
  package func key(of row: Base.Row) -> String? { base.key(of: row) }
  package func keys(of row: Base.Row) -> [String] { base.keys(of: row) }
  package var numberedPlaces: [NotePosition] { base.numberedPlaces }

  private func object(of row: Base.Row) -> JSONValue {
    guard case .object(let members) = base.json(of: row) else { return .null }
    let isAbsent = { (member: JSONValue.Member) in member.value == .null }
    return .object(members.filter { !isAbsent($0) } + extra(row) + members.filter(isAbsent))
  }

  private func texts(of row: Base.Row) -> [String] {
    let object = object(of: row)
    return columns.map { RowMembers.texts($0, of: object).joined(separator: ", ") }
  }

  /// The widths of the columns. On a narrow terminal, the first column is shortened last.
  private var layout: ColumnLayout {
    let share = max(12, 80 / max(1, columns.count))
    return ColumnLayout([.whole] + columns.map { _ in .share(percent: share) })
  }

  package func preamble(_ page: Page) -> [StyledText] { Array(laidOut(page).prefix(1)) }

  package func blocks(_ page: Page) -> [[StyledText]] { laidOut(page).dropFirst().map { [$0] } }

  private func laidOut(_ page: Page) -> [StyledText] {
    let head = [StyledText()] + columns.map { StyledText($0, .heading) }
    let cells = rows.enumerated().map { index, row in
      [RowNumbers.text(index + 1, of: rows.count)]
        + zip(columns, texts(of: row)).map { StyledText(page.written($1, of: $0) ?? $1) }
    }
    return layout.lines([head] + cells, columns: page.edge)
  }

  // MARK: Files

  /// Returns the rows below the names of the columns, each line with its line ending.
  ///
  /// - Parameters:
  ///   - groups: The groups, whose values are in the first column. Nil for rows without groups.
  ///   - totals: The sums, in a row at the end of each group and of the table. Nil for none.
  package func text(
    _ face: TableFace, _ groups: [GroupedReport<Base>.Group]? = nil, _ totals: RowTotals<Base.Row>? = nil,
    _ language: Language = .english
  ) -> String {
    func group(_ text: String) -> [String] { groups == nil ? [] : [text] }
    func sum(of rows: [Base.Row]) -> [String] {
      let label = Message("Sum", ko: "합계").text(in: language)
      return columns.enumerated().map { totals?.sum(of: $1, in: rows) ?? ($0 == 0 ? label : "") }
    }
    var all = [group("group") + columns]
    for part in groups ?? [] {
      let name = group(part.value ?? "")
      all += (part.rows.map { texts(of: $0) } + (totals == nil ? [] : [sum(of: part.rows)])).map { name + $0 }
    }
    if groups == nil { all += rows.map { texts(of: $0) } }
    if totals != nil { all.append(group("") + sum(of: rows)) }
    switch face {
    case .commas: return all.map { $0.map(TableCell.quoted).joined(separator: ",") + "\r\n" }.joined()
    case .tabs: return all.map { $0.map(TableCell.onOneLine).joined(separator: "\t") + "\n" }.joined()
    case .markdown:
      var lines = all.map { "| " + $0.map(TableCell.markdown).joined(separator: " | ") + " |\n" }
      lines.insert("|" + all[0].map { _ in " --- |" }.joined() + "\n", at: 1)
      return lines.joined()
    }
  }
}

/// A form of a table for other programs.
package enum TableFace: Sendable { case markdown, commas, tabs }

/// Texts as the cells of tables.
package enum TableCell {
  /// Returns a cell that spreadsheets do not calculate: a cell that would be calculated gets an apostrophe in front.
  /// ``plain(_:)`` removes the apostrophe.
  private static func harmless(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

  /// Returns the cell without the apostrophe that keeps spreadsheets from calculating.
  package static func plain(_ cell: String) -> String {
    cell.hasPrefix("'") && isFormula(String(cell.dropFirst())) ? String(cell.dropFirst()) : cell
  }

  /// Returns true for `=1+1`, `+x`, `-x` and `@x`, also of full width or after apostrophes, and false for numbers.
  private static func isFormula(_ cell: String) -> Bool {
    let text = cell.unicodeScalars.drop { $0 == "'" }
    guard let first = text.first, "=+-@\t\r＝＋－＠".unicodeScalars.contains(first) else { return false }
    let isNumber = text.dropFirst().allSatisfy { "0"..."9" ~= $0 || $0 == "." } && text.count > 1
    return !isNumber || text.count < cell.unicodeScalars.count || first != "-" && first != "+"
  }

  /// Quotes a cell by RFC 4180.
  package static func quoted(_ text: String) -> String {
    let text = harmless(text)
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  static func onOneLine(_ text: String) -> String {
    harmless(String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 }))
  }

  static func markdown(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 }).replacing("\\", with: "\\\\").replacing("|", with: "\\|")
  }
}

/// Sums of the numbers in fields of rows.
package struct RowTotals<Row: Sendable> {
  private let fields: [String]
  private let object: (Row) -> JSONValue

  package init<Base: RowReport>(
    _ fields: [String], of report: Base,
    extra: @escaping (Row) -> [JSONValue.Member]
  ) throws(Problem) where Base.Row == Row {
    self.fields = fields
    object = { row in
      guard case .object(let members) = report.json(of: row) else { return .null }
      return .object(members + extra(row))
    }
    let objects = report.rows.map(object)
    for field in fields { try RowMembers.check(field, in: objects) }
  }

  /// Returns sums such as `estimate 12.5  spent 3`, or `estimate 2 + 2h15m (1 other)` for numbers and durations.
  func text(of rows: [Row]) -> Message {
    let sums = fields.map { (name: $0, sum: parts(of: $0, in: rows)) }
    func words(_ other: (Int) -> String) -> String {
      sums.map { $0.name + " " + $0.sum.text + ($0.sum.others > 0 ? other($0.sum.others) : "") }.joined(separator: "  ")
    }
    return Message(words { " (\(counted($0, "other value")))" }, ko: words { " (그 밖의 값 \($0)개)" })
  }

  /// Returns the sum of a field, or nil for another field.
  func sum(of field: String, in rows: [Row]) -> String? {
    fields.contains(field) ? parts(of: field, in: rows).text : nil
  }

  /// Adds numbers to numbers and durations to durations. The rest is counted.
  private func parts(of field: String, in rows: [Row]) -> (text: String, others: Int) {
    let texts = rows.flatMap { RowMembers.texts(field, of: object($0)) }.filter { !$0.isEmpty }
    let numbers = texts.compactMap { Double($0) }
    let times = texts.filter { Double($0) == nil }.compactMap { Duration(reading: $0)?.seconds }
    var parts: [String] = []
    if !numbers.isEmpty || times.isEmpty {
      let sum = numbers.reduce(0, +)
      let isWhole = sum == sum.rounded() && abs(sum) < 1e15
      parts.append(isWhole ? String(Int(sum)) : String((sum * 1000).rounded() / 1000))
    }
    if !times.isEmpty {
      let minutes = Int(min(times.reduce(0, +) / 60, 1e15))
      let hours = minutes >= 60 ? "\(minutes / 60)h" : ""
      parts.append(hours + (minutes % 60 > 0 || hours.isEmpty ? "\(minutes % 60)m" : ""))
    }
    return (parts.joined(separator: " + "), texts.count - numbers.count - times.count)
  }
}

/// A report with a sum below it.
package struct TotalledReport<Base: Report, Row: Sendable>: Report {
  private let base: Base
  private let total: Message

  package init(_ base: Base, _ totals: RowTotals<Row>, of rows: [Row]) {
    self.base = base
    total = totals.text(of: rows)
  }

  package var kind: String { base.kind }
  package var items: [JSONValue] { base.items }

  package func lines(_ page: Page) -> [StyledText] {
    let sum = page.text(Message("Sum: \(total.english)", ko: "합계: \(total.korean)"))
    return base.lines(page) + [StyledText(), StyledText(sum, .strong)]
  }
}
