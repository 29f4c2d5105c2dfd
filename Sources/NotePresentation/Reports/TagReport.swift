package import ByteBasics
package import TerminalText

/// Tags and how many notes bear them.
package struct TagReport: RowReport {
  package struct Row: Sendable {
    package let name: String
    package let count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package let rows: [Row]

  package init(tags: [Row]) {
    rows = tags
  }

  package var kind: String { "tags" }

  package func showing(_ rows: [Row]) -> TagReport { TagReport(tags: rows) }

  package func key(of tag: Row) -> String? { tag.name }

  package func json(of tag: Row) -> JSONValue {
    .object([
      JSONValue.Member("name", .string(tag.name)), JSONValue.Member("count", .integer(tag.count)),
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    let width = rows.map { String($0.count).count }.max() ?? 0
    return rows.map { tag in
      let count = StyledText(String(tag.count), .dim).padded(to: width, alignRight: true)
      return [count + StyledText("  ") + StyledText("#" + tag.name, .tag)]
    }
  }
}
