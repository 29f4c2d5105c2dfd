package import ByteBasics
package import NoteModel
package import TerminalText
import Wording

/// Links of a note, or to a note, each with its target.
package struct LinkReport: RowReport {
  /// A link and its distance from the requested note.
  package struct Entry: Sendable {
    package let link: LinkRow
    /// Steps from the note that was named. Nil if none was.
    package let depth: Int?
    /// True if the note exists, but not the heading or the block.
    package let lacksFragment: Bool
    /// The short hash of the commit that broke the link. Nil if nobody asked, or if the change is not committed.
    package let brokenBy: String?

    package init(_ link: LinkRow, depth: Int? = nil, lacksFragment: Bool = false, brokenBy: String? = nil) {
      self.link = link
      self.depth = depth
      self.lacksFragment = lacksFragment
      self.brokenBy = brokenBy
    }
  }

  package var rows: [Entry]
  /// True if rows show the source of a link instead of the target.
  private let showsSources: Bool

  package init(_ entries: [Entry], showsSources: Bool) {
    rows = entries
    self.showsSources = showsSources
  }

  package var kind: String { "links" }

  /// The positions of the links; for the links of one note their targets, if these are files.
  package var numberedPlaces: [NotePosition] {
    rows.map { entry in
      let link = entry.link
      if !showsSources, let target = link.target { return NotePosition(target) }
      return NotePosition(link.source, line: link.line)
    }
  }

  package func key(of entry: Entry) -> String? { entry.link.source.string }

  package func json(of entry: Entry) -> JSONValue {
    let link = entry.link
    return .map([
      "source": .string(link.source.string),
      "target": .optional(link.target?.string),
      "fragment": .optional(link.fragment),
      "kind": .string(link.kind),
      "text": .optional(link.text),
      "line": .integer(link.line),
      "range": link.range?.json ?? .null,
      "destination": .string(link.destination),
      "state": .string(entry.lacksFragment ? "broken" : link.state.rawValue),
      "rank": .optional(link.rank?.word),
      "reversed": .boolean(link.form == .reversed),
      "depth": entry.depth.map { .integer($0) },
      "brokenBy": entry.brokenBy.map { .string($0) },
    ])
  }

  package func blocks(_ page: Page) -> [[StyledText]] {
    rows.enumerated().map { position, entry in
      let line = RowNumbers.text(position + 1, of: rows.count) + StyledText("  ") + describe(entry, page)
      return [page.isTerminal ? line.truncated(to: page.columns) : line]
    }
  }

  private func describe(_ entry: Entry, _ page: Page) -> StyledText {
    let link = entry.link
    var line = StyledText()
    if showsSources { line.append(link.source.string, .path) }
    line.append(showsSources ? ":\(link.line)" : "\(link.line):", .line)
    let fragment = link.fragment.map { "#" + $0 } ?? ""
    let isBroken = link.state == .broken || link.state == .ambiguous || entry.lacksFragment
    line.append("  ")
    line.append(link.destination + fragment, isBroken ? .broken : .link)
    switch link.state {
    case .resolved:
      if let target = link.target, target.string != link.destination {
        line.append(page.asciiOnly ? "  -> " : "  → ", .dim)
        line.append(target.string, .path)
      }
      if entry.lacksFragment {
        line.append("  " + page.text(Message("no such anchor", ko: "위치 없음")), .overdue)
      }
    case .broken: line.append("  " + page.text(Message("broken", ko: "끊긴 링크")), .overdue)
    case .ambiguous: line.append("  " + page.text(Message("ambiguous", ko: "대상 여럿")), .overdue)
    case .unwritten: line.append("  " + page.text(Message("no page yet", ko: "아직 없는 페이지")), .dim)
    case .external: line.append("  " + link.kind, .dim)
    }
    if let commit = entry.brokenBy { line.append("  " + commit, .dim) }
    return line
  }
}
