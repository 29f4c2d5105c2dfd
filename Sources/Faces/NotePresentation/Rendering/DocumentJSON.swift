package import ByteBasics
import NoteModel
package import NoteSyntax
import Wording

extension Document {
  /// The parts of a document with their byte ranges, for `parse` and `render --to json`.
  package var json: JSONValue {
    let positions = source.positions(of: diagnostics.compactMap(\.range?.lowerBound))
    return .map([
      "schemaVersion": .integer(1),
      "kind": .string("document"),
      "size": .integer(source.count),
      "frontMatter": frontMatter?.json ?? .null,
      "body": body.json,
      "blocks": .array(blocks.map(\.json)),
      "headings": .array(headings.map(\.json)),
      "links": .array(links.map(\.json)),
      "checkboxes": .array(checkboxes.map(\.json)),
      "tags": .array(tags.map(\.json)),
      "blockIdentifiers": .array(blockIdentifiers.map(\.json)),
      "diagnostics": .array(diagnostics.map { $0.json(positions) }),
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
      .map([
        "key": .string(entry.key),
        "value": entry.value.json,
        "keyRange": entry.keyRange.json,
        "valueRange": entry.valueRange?.json ?? .null,
      ])
    }
    return .map([
      "format": .string(format.rawValue),
      "range": range.json,
      "fields": .array(fields),
    ])
  }
}

extension Block {
  fileprivate var json: JSONValue {
    .map([
      "kind": .string(kind.rawValue), "depth": .integer(depth),
      "range": range.json,
    ])
  }
}

extension Heading {
  fileprivate var json: JSONValue {
    .map([
      "level": .integer(level), "text": .string(text),
      "range": range.json,
    ])
  }
}

extension Link {
  fileprivate var json: JSONValue {
    .map([
      "kind": .string(kind.rawValue), "line": .integer(line),
      "destination": .string(destination),
      "fragment": .optional(fragment),
      "text": .optional(text),
      "range": range?.json ?? .null,
      "destinationRange": destinationRange?.json ?? .null,
    ])
  }
}

extension Checkbox {
  fileprivate var json: JSONValue {
    .map([
      "line": .integer(line), "state": .string(state),
      "stateRange": stateRange.json,
      "textRange": textRange.json,
      "depth": .integer(depth),
      "parentLine": parentLine.map { .integer($0) } ?? .null,
    ])
  }
}

extension TagOccurrence {
  fileprivate var json: JSONValue {
    .map(["name": .string(name), "range": range.json])
  }
}

extension BlockIdentifier {
  fileprivate var json: JSONValue {
    .map(["name": .string(name), "range": range.json])
  }
}

extension Diagnostic {
  /// Returns the diagnostic with its place as line and column.
  ///
  /// - Parameter positions: The positions of the offsets at which diagnostics begin.
  fileprivate func json(_ positions: [Int: SourcePosition]) -> JSONValue {
    let position = range.flatMap { positions[$0.lowerBound] }
    return .map([
      "check": .string(check),
      "severity": .string(severity.rawValue),
      "message": .string(message.english),
      "line": position.map { .integer($0.line) } ?? .null,
      "column": position.map { .integer($0.column) } ?? .null,
      "range": range?.json ?? .null,
    ])
  }
}
