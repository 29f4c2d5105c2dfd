/// HTML as it grows, in UTF-8.
extension [UInt8] {
  /// Appends HTML as it is written.
  package mutating func append(markup: StaticString) {
    markup.withUTF8Buffer { append(contentsOf: $0) }
  }

  @_disfavoredOverload
  package mutating func append(markup: String) { append(contentsOf: markup.utf8) }

  /// Appends a text so that it reads as text, between double quotes too.
  package mutating func append(escaping text: String) {
    CharacterReferences.appendEscaped(text.utf8, to: &self)
  }
}
