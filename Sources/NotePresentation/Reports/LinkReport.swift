package import NoteModel
import NoteSyntax
package import TerminalText
import Wording

/// Links of a note, or to it, with what became of each.
package struct LinkReport: Report {
  package let links: [LinkRow]
  /// Shown by where they come from rather than by where they lead.
  private let showsSources: Bool

  package init(links: [LinkRow], showsSources: Bool) {
    self.links = links
    self.showsSources = showsSources
  }

  package var kind: String { "links" }

  package var items: [JSONValue] {
    links.map { link in
      .object([
        JSONValue.Member("path", .string(link.source.string)),
        JSONValue.Member("line", .integer(link.line)),
        JSONValue.Member("type", .string(link.kind)),
        JSONValue.Member("destination", .string(link.destination)),
        JSONValue.Member("fragment", .optional(link.fragment)),
        JSONValue.Member("text", .optional(link.text)),
        JSONValue.Member("target", .optional(link.target?.string)),
        JSONValue.Member(
          "range",
          link.range.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) } ?? .null),
        JSONValue.Member("state", .string(link.state.rawValue)),
      ])
    }
  }

  package func lines(_ page: Page) -> [StyledText] {
    links.map { link in
      let line = describe(link, page)
      return page.isTerminal ? line.truncated(to: page.columns) : line
    }
  }

  private func describe(_ link: LinkRow, _ page: Page) -> StyledText {
    var line = StyledText()
    if showsSources { line.append(link.source.string, .path) }
    line.append(showsSources ? ":\(link.line)" : "\(link.line):", .line)
    let fragment = link.fragment.map { "#" + $0 } ?? ""
    let style: TextStyle = link.state == .broken || link.state == .ambiguous ? .broken : .link
    line.append("  ")
    line.append(link.destination + fragment, style)
    switch link.state {
    case .resolved:
      if let target = link.target, target.string != link.destination {
        line.append(page.asciiOnly ? "  -> " : "  → ", .dim)
        line.append(target.string, .path)
      }
    case .broken: line.append("  " + page.text(Message("broken", ko: "끊김")), .overdue)
    case .ambiguous: line.append("  " + page.text(Message("ambiguous", ko: "여럿")), .overdue)
    case .external: line.append("  " + link.kind, .dim)
    }
    return line
  }
}
