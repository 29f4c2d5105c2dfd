package import ByteBasics
package import TerminalText

/// The saved queries.
package struct SavedQueryReport: RowReport {
  package struct Row: Sendable {
    package let name: String
    package let query: String

    package init(name: String, query: String) {
      self.name = name
      self.query = query
    }
  }

  package let rows: [Row]

  package init(_ rows: [Row]) {
    self.rows = rows
  }

  package var kind: String { "queries" }

  package func showing(_ rows: [Row]) -> SavedQueryReport { SavedQueryReport(rows) }

  package func key(of row: Row) -> String? { row.name }

  package func json(of row: Row) -> JSONValue {
    .object([
      JSONValue.Member("name", .string(row.name)), JSONValue.Member("query", .string(row.query)),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let width = rows.map { CellWidth.of($0.name) + 1 }.max() ?? 0
    return rows.map { row in
      [StyledText("@" + row.name, .mark).padded(to: width) + StyledText("  " + row.query)]
    }
  }
}
