package import ByteBasics
package import NoteModel
package import TerminalText
import Wording

/// Files that are not notes, one per line, with their size and how many links lead to them.
package struct AttachmentReport: RowReport {
  package struct Row: Sendable {
    package let path: NotePath
    package let size: Int
    package let links: Int

    package init(path: NotePath, size: Int, links: Int) {
      self.path = path
      self.size = size
      self.links = links
    }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }

  package var kind: String { "attachments" }

  package func key(of row: Row) -> String? { row.path.string }

  package func json(of row: Row) -> JSONValue {
    .map([
      "path": .string(row.path.string),
      "name": .string(String(row.path.fileName)),
      "folder": .optional(row.path.folder?.string),
      "size": .integer(row.size),
      "links": .integer(row.links),
    ])
  }

  private static let layout = ColumnLayout([.rest(least: 12), .whole, .whole])

  package func blocks(_ page: Page) -> [[StyledText]] {
    let cells = rows.map { row in
      [
        StyledText(row.path.string, .path), StyledText(Self.size(row.size), .dim),
        StyledText(page.text(Self.use(row.links)), row.links == 0 ? .mark : .dim),
      ]
    }
    return Self.layout.lines(cells, columns: page.edge).map { [$0] }
  }

  /// Formats a size: `812 B`, `3.4 kB`, `12 MB`.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var tenths = bytes / 100
    var units = ["kB", "MB", "GB", "TB"][...]
    while tenths >= 10_000, units.count > 1 {
      tenths /= 1_000
      units.removeFirst()
    }
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    return number + " " + (units.first ?? "")
  }

  private static func use(_ links: Int) -> Message {
    switch links {
    case 0: Message("unused", ko: "미사용")
    case 1: Message("1 link", ko: "링크 1개")
    default: Message("\(links) links", ko: "링크 \(links)개")
    }
  }
}
