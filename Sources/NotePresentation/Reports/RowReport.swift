package import ByteBasics
package import NoteModel
package import TerminalText

/// A report of rows that can be put in another order, under headings, or through a template.
package protocol RowReport: Report {
  associatedtype Row: Sendable

  var rows: [Row] { get }

  /// The same report of these rows.
  func showing(_ rows: [Row]) -> Self

  /// A row as programs read it: an object. Its members are what rows can be sorted and grouped by.
  func json(of row: Row) -> JSONValue

  /// What `--paths` prints: a path from the repository's root, with a line where the row is one; a name for
  /// what is not a file. nil for a row that has neither.
  func key(of row: Row) -> String?

  /// Where `@1`, `@2`, `@3` lead, for rows that bear numbers.
  var numberedPlaces: [NotePosition] { get }

  /// The lines of each row.
  func blocks(_ page: Page) -> [[StyledText]]

  /// What is above all rows.
  func preamble(_ page: Page) -> [StyledText]

  /// Names for templates of a row, besides those that every listing has.
  static var presets: [RowPreset] { get }
}

/// A word for a template.
package struct RowPreset: Sendable {
  package let name: String
  package let template: String

  package init(_ name: String, _ template: String) {
    self.name = name
    self.template = template
  }
}

extension RowReport {
  package var items: [JSONValue] { rows.map { json(of: $0) } }

  package func lines(_ page: Page) -> [StyledText] { preamble(page) + joined(blocks(page)) }

  package func preamble(_ page: Page) -> [StyledText] { [] }

  package var numberedPlaces: [NotePosition] { [] }

  package static var presets: [RowPreset] { [] }

  /// Blocks of several lines stand apart.
  func joined(_ blocks: [[StyledText]]) -> [StyledText] {
    guard blocks.contains(where: { $0.count > 1 }) else { return blocks.flatMap(\.self) }
    return Array(blocks.joined(separator: [StyledText()]))
  }
}

/// The first column of numbered rows.
enum RowNumbers {
  static func text(_ number: Int, of count: Int) -> StyledText {
    let digits = String(number)
    let gap = String(count).utf8.count - digits.utf8.count
    var text = StyledText(String(repeating: " ", count: max(0, gap)))
    text.append(digits, .dim)
    return text
  }
}
