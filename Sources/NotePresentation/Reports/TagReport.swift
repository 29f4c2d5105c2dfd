package import TerminalText

/// Tags and how many notes bear them.
package struct TagReport: Report {
  package let tags: [(name: String, count: Int)]

  package init(tags: [(name: String, count: Int)]) {
    self.tags = tags
  }

  package var kind: String { "tags" }

  package var items: [JSONValue] {
    tags.map {
      .object([
        JSONValue.Member("name", .string($0.name)), JSONValue.Member("count", .integer($0.count)),
      ])
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    let width = tags.map { String($0.count).count }.max() ?? 0
    return tags.map { tag in
      StyledText(String(tag.count), .dim).padded(to: width, alignRight: true)
        + StyledText("  ") + StyledText("#" + tag.name, .tag)
    }
  }
}
