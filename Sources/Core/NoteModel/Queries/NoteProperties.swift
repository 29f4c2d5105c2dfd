package import ByteBasics
package import NoteSyntax

/// The fields of a note with their types: numbers, truth values, lists and maps of front matter, and the texts of
/// `key:: value` in its body, as Dataview reads them.
package struct NoteProperties: Sendable {
  /// Front matter, in its order.
  package let front: [JSONValue.Member]
  /// The fields of the body, in their order; those of check boxes are of their tasks.
  package let body: [JSONValue.Member]

  /// Reads the fields of a note. Nil for a note without fields.
  package init?(_ document: Document) {
    front = (document.frontMatter?.entries ?? []).map { JSONValue.Member($0.key, $0.value.json) }
    body = BodyFields.outsideBoxes(document).map { JSONValue.Member($0.key, .string($0.value)) }
    if front.isEmpty, body.isEmpty { return nil }
  }

  /// Reads ``text``.
  package init?(text: String) {
    guard let value = try? JSONValueReader.value(of: Array(text.utf8)).plain, value.items.count == 2 else { return nil }
    front = value.items[0].members
    body = value.items[1].members
  }

  /// The text that the index stores.
  package var text: String { JSONValue.array([.object(front), .object(body)]).text() }
}

extension FrontMatterValue {
  /// The values by the core schema of YAML 1.2: a plain `true` is a boolean, a quoted one a text, a date a text.
  package var json: JSONValue {
    switch self {
    case .list(let items): .array(items.map(\.json))
    case .map(let pairs): .object(pairs.map { JSONValue.Member($0.key, $0.value.json) })
    case .scalar(let scalar): scalar.json
    }
  }
}

extension FrontMatterValue.Scalar {
  fileprivate var json: JSONValue {
    guard style == .plain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: break
    }
    if let number = Int(text), !text.hasPrefix("+"), text == String(number) { return .integer(number) }
    let looksLikeNumber = text.utf8.first.map { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") } ?? false
    if looksLikeNumber, text.utf8.contains(UInt8(ascii: ".")), let number = Double(text) {
      return .number(number)
    }
    return .string(text)
  }
}
