package import ByteBasics
import NoteModel
package import NoteSyntax
import Wording

extension Document {
  /// The parts of a document with their byte ranges, for `parse` and `render --to json`.
  package var json: JSONValue {
    let positions = source.positions(of: diagnostics.compactMap(\.range?.lowerBound))
    return .object([
      JSONValue.Member("schemaVersion", .integer(1)),
      JSONValue.Member("kind", .string("document")),
      JSONValue.Member("size", .integer(source.count)),
      JSONValue.Member("frontMatter", frontMatter?.json ?? .null),
      JSONValue.Member("body", body.json),
      JSONValue.Member("blocks", .array(blocks.map(\.json))),
      JSONValue.Member("headings", .array(headings.map(\.json))),
      JSONValue.Member("links", .array(links.map(\.json))),
      JSONValue.Member("checkboxes", .array(checkboxes.map(\.json))),
      JSONValue.Member("tags", .array(tags.map(\.json))),
      JSONValue.Member("blockIdentifiers", .array(blockIdentifiers.map(\.json))),
      JSONValue.Member("diagnostics", .array(diagnostics.map { $0.json(positions) })),
    ])
  }
}

extension ByteRange {
  /// `[from, to)` in bytes from the start of the file.
  package var json: JSONValue { .array([.integer(lowerBound), .integer(upperBound)]) }
}

extension FrontMatter {
  fileprivate var json: JSONValue {
    let fields = entries.map { entry -> JSONValue in
      .object([
        JSONValue.Member("key", .string(entry.key)),
        JSONValue.Member("value", entry.value.json),
        JSONValue.Member("keyRange", entry.keyRange.json),
        JSONValue.Member("valueRange", entry.valueRange?.json ?? .null),
      ])
    }
    return .object([
      JSONValue.Member("format", .string(format.rawValue)),
      JSONValue.Member("range", range.json),
      JSONValue.Member("fields", .array(fields)),
    ])
  }
}

extension Block {
  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("kind", .string(kind.rawValue)), JSONValue.Member("depth", .integer(depth)),
      JSONValue.Member("range", range.json),
    ])
  }
}

extension Heading {
  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("level", .integer(level)), JSONValue.Member("text", .string(text)),
      JSONValue.Member("range", range.json),
    ])
  }
}

extension Link {
  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("kind", .string(kind.rawValue)), JSONValue.Member("line", .integer(line)),
      JSONValue.Member("destination", .string(destination)),
      JSONValue.Member("fragment", .optional(fragment)),
      JSONValue.Member("text", .optional(text)),
      JSONValue.Member("range", range?.json ?? .null),
      JSONValue.Member("destinationRange", destinationRange?.json ?? .null),
    ])
  }
}

extension Checkbox {
  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("line", .integer(line)), JSONValue.Member("state", .string(state)),
      JSONValue.Member("stateRange", stateRange.json),
      JSONValue.Member("textRange", textRange.json),
      JSONValue.Member("depth", .integer(depth)),
      JSONValue.Member("parentLine", parentLine.map { .integer($0) } ?? .null),
    ])
  }
}

extension TagOccurrence {
  fileprivate var json: JSONValue {
    .object([JSONValue.Member("name", .string(name)), JSONValue.Member("range", range.json)])
  }
}

extension BlockIdentifier {
  fileprivate var json: JSONValue {
    .object([JSONValue.Member("name", .string(name)), JSONValue.Member("range", range.json)])
  }
}

extension Diagnostic {
  /// Returns the diagnostic with its place as line and column.
  ///
  /// - Parameter positions: The positions of the offsets at which diagnostics begin.
  fileprivate func json(_ positions: [Int: SourcePosition]) -> JSONValue {
    let position = range.flatMap { positions[$0.lowerBound] }
    return .object([
      JSONValue.Member("check", .string(check)),
      JSONValue.Member("severity", .string(severity.rawValue)),
      JSONValue.Member("message", .string(message.english)),
      JSONValue.Member("line", position.map { .integer($0.line) } ?? .null),
      JSONValue.Member("column", position.map { .integer($0.column) } ?? .null),
      JSONValue.Member("range", range?.json ?? .null),
    ])
  }
}
