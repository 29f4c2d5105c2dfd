package import ByteBasics
import ParallelWork
package import TerminalText
package import Wording

/// The output of a command, as a value with two forms: lines for the user, items for a program.
package protocol Report {
  /// The word in the JSON envelope: `list`, `search`.
  var kind: String { get }
  var items: [JSONValue] { get }
  func lines(_ page: Page) -> [StyledText]
  /// Returns the lines in the form in which they are printed.
  func bytes(_ page: Page, _ theme: Theme) -> StyledBytes
}

/// The page that a report is laid out for: its width, its language, its characters.
package struct Page: Sendable {
  package let columns: Int
  package let language: Language
  package let asciiOnly: Bool
  /// True for a terminal, where long lines are shortened; in a pipe they are complete.
  package let isTerminal: Bool
  /// The date style that the user wants; nil: whatever each place has room for.
  package let dates: DateStyle?

  package init(columns: Int, language: Language, asciiOnly: Bool, isTerminal: Bool, dates: DateStyle? = nil) {
    self.columns = columns
    self.language = language
    self.asciiOnly = asciiOnly
    self.isTerminal = isTerminal
    self.dates = dates
  }

  /// The column at which lines are truncated. Nil if they are whole.
  package var edge: Int? { isTerminal ? columns : nil }

  /// Returns a sentence in the reader's language.
  package func text(_ message: Message) -> String { message.text(in: language) }
}

extension Report {
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes { theme.encode(lines(page)) }

  /// The whole report as one JSON document.
  package var json: JSONValue { .envelope(kind: kind, items: items) }
}

extension JSONValue {
  /// Creates the envelope of every listing.
  package static func envelope(kind: String, items: [JSONValue]) -> JSONValue {
    .object([
      Member("schemaVersion", .integer(1)), Member("kind", .string(kind)),
      Member("items", .array(items)),
    ])
  }
}

/// Makes a long text of many rows on all cores.
enum ParallelChunks {
  /// Rows for a thread at a time: fewer are made faster by one.
  private static let size = 256

  /// Encodes one line for each row.
  static func encoded(
    _ count: Int, _ theme: Theme, _ line: @escaping @Sendable (_ row: Int) -> StyledText
  ) -> StyledBytes {
    StyledBytes(
      joining: made(count) { portion in
        var bytes = StyledBytes()
        for row in portion { theme.encode(line: line(row), into: &bytes) }
        return bytes
      })
  }

  /// Returns the pieces that `make` returns for each portion of the rows, in their order.
  static func made<Piece: Sendable>(
    _ count: Int, _ make: @escaping @Sendable (_ rows: Range<Int>) -> Piece
  ) -> [Piece] {
    guard count > size else { return [make(0..<count)] }
    let portions = (count + size - 1) / size
    return OrderedWindow.all(portions) { number in
      make(number * size..<min((number + 1) * size, count))
    }
  }
}
