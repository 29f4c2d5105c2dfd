package import ByteBasics
package import NoteModel
import NoteSyntax
package import TerminalText
import Wording

/// The citations of works in notes, one per line.
package struct CitationReport: RowReport {
  package struct Row: Sendable {
    package let citation: CitationRow
    /// The work; nil for a key without an entry in a bibliography.
    package let work: KnownWork?

    package init(_ citation: CitationRow, work: KnownWork?) {
      self.citation = citation
      self.work = work
    }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package var kind: String { "citations" }

  package var numberedPlaces: [NotePosition] {
    rows.map { NotePosition($0.citation.note, line: $0.citation.line) }
  }

  package func key(of row: Row) -> String? { row.citation.note.string }

  package func json(of row: Row) -> JSONValue {
    .map([
      "source": .string(row.citation.note.string),
      "line": .integer(row.citation.line),
      "range": row.citation.range.json,
      "key": .string(row.citation.key),
      "title": .optional(row.work?.entry.title),
      "authors": .array((row.work?.entry.authors ?? []).map { .string($0) }),
      "year": .optional(row.work?.entry.year),
      "file": .optional(row.work?.file.string),
    ])
  }

  private static let layout = ColumnLayout([.whole, .whole, .whole, .rest(least: 12)])

  package func blocks(_ page: Page) -> [[StyledText]] {
    let cells = rows.enumerated().map { index, row in
      [
        RowNumbers.text(index + 1, of: rows.count),
        StyledText("\(row.citation.note):\(row.citation.line)", .path),
        StyledText("@" + row.citation.key, .link),
        row.work.map { StyledText($0.entry.line) } ?? StyledText(page.text(Message("unknown", ko: "없는 키")), .broken),
      ]
    }
    return Self.layout.lines(cells, columns: page.edge).map { [$0] }
  }
}
