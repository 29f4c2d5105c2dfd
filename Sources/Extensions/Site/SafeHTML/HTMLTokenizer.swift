import ByteBasics

/// A piece of HTML as a browser cuts it, with ranges in the bytes that were cut.
package enum HTMLToken: Sendable {
  case text(Range<Int>)
  case start(HTMLTag)
  /// nil for an element that no page takes over.
  case end(HTMLElement?)
  /// A comment, a declaration, an instruction, a tag that never ends.
  case ignored
}

package struct HTMLTag: Sendable {
  package struct Attribute: Sendable {
    package let name: Range<Int>
    /// The range of the value as written, without its quotes. Empty if there is no value.
    package let value: Range<Int>
  }

  /// nil for an element that no page takes over.
  package let element: HTMLElement?
  package let attributes: [Attribute]
}

/// Splits HTML into tags and text by the rules of the HTML standard, in one pass.
///
/// The content of an element such as `script` or `style` is skipped with it. If such an element
/// never ends, its tag alone is: a forgotten end tag does not swallow a note.
package struct HTMLTokenizer {
  private let bytes: [UInt8]
  private var offset = 0
  /// Elements of which no end tag follows any more.
  private var neverEnding: Set<HTMLElement> = []

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the next token.
  package var position: Int { offset }

  /// Goes on after a construct that the caller has read itself.
  package mutating func advance(to position: Int) { offset = max(offset, min(position, bytes.count)) }

  /// Returns the next piece, or nil at the end.
  package mutating func next() -> HTMLToken? {
    guard offset < bytes.count else { return nil }
    guard bytes[offset] == Self.less, let kind = markup(at: offset + 1) else { return text() }
    switch kind {
    case .startTag: return startTag()
    case .endTag: return endTag()
    case .comment: return comment()
    case .declaration: return declaration()
    }
  }

  private enum Markup {
    case startTag, endTag, comment, declaration
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")

  /// Returns the kind of markup that a `<` before `start` opens, or nil if it is text.
  private func markup(at start: Int) -> Markup? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case let byte where ASCII.isLetter(byte): return .startTag
    case UInt8(ascii: "!"): return bytes[start...].starts(with: "!--".utf8) ? .comment : .declaration
    case UInt8(ascii: "?"): return .declaration
    case UInt8(ascii: "/"):
      guard start + 1 < bytes.count else { return nil }
      return ASCII.isLetter(bytes[start + 1]) ? .endTag : .declaration
    default: return nil
    }
  }

  private mutating func text() -> HTMLToken {
    let start = offset
    offset += 1
    while offset < bytes.count, bytes[offset] != Self.less { offset += 1 }
    return .text(start..<offset)
  }

  /// Skips to the next `>`, as a browser does for `<!doctype>`, `<?xml ?>` and `</>`.
  private mutating func declaration() -> HTMLToken {
    while offset < bytes.count, bytes[offset] != Self.greater { offset += 1 }
    offset = min(offset + 1, bytes.count)
    return .ignored
  }

  private mutating func comment() -> HTMLToken {
    offset += 4
    // `<!-->` and `<!--->` are whole comments.
    for short in [">", "->"] where bytes[offset...].starts(with: short.utf8) {
      offset += short.utf8.count
      return .ignored
    }
    while offset < bytes.count {
      if bytes[offset] == Self.greater, endsComment(before: offset) { break }
      offset += 1
    }
    offset = min(offset + 1, bytes.count)
    return .ignored
  }

  /// Returns true if `--` or `--!` is directly before `index`.
  private func endsComment(before index: Int) -> Bool {
    let dash = UInt8(ascii: "-")
    if bytes[index - 1] == dash, bytes[index - 2] == dash { return true }
    return bytes[index - 1] == UInt8(ascii: "!") && bytes[index - 2] == dash && bytes[index - 3] == dash
  }

  private mutating func endTag() -> HTMLToken {
    offset += 2
    let element = HTMLElement(name: bytes[name()])
    // An end tag may carry attributes; a browser reads and forgets them.
    guard attributes() != nil else { return .ignored }
    return .end(element)
  }

  private mutating func startTag() -> HTMLToken {
    offset += 1
    let element = HTMLElement(name: bytes[name()])
    guard let attributes = attributes() else { return .ignored }
    if let element, element.isRawText { skipRawText(element) }
    return .start(HTMLTag(element: element, attributes: attributes))
  }

  private mutating func name() -> Range<Int> {
    let start = offset
    while offset < bytes.count, !ASCII.isWhiteSpace(bytes[offset]),
      bytes[offset] != UInt8(ascii: "/"),
      bytes[offset] != Self.greater
    {
      offset += 1
    }
    return start..<offset
  }

  /// Reads the attributes up to the `>` of the tag. Returns nil if the text ends before it.
  private mutating func attributes() -> [HTMLTag.Attribute]? {
    var attributes: [HTMLTag.Attribute] = []
    while true {
      while offset < bytes.count, ASCII.isWhiteSpace(bytes[offset]) || bytes[offset] == UInt8(ascii: "/") {
        offset += 1
      }
      guard offset < bytes.count else { return nil }
      if bytes[offset] == Self.greater {
        offset += 1
        return attributes
      }
      let name = attributeName()
      guard let value = attributeValue() else { return nil }
      attributes.append(HTMLTag.Attribute(name: name, value: value))
    }
  }

  private mutating func attributeName() -> Range<Int> {
    let start = offset
    // A `=` at the head belongs to the name.
    offset += 1
    while offset < bytes.count, !ASCII.isWhiteSpace(bytes[offset]),
      bytes[offset] != UInt8(ascii: "/"),
      bytes[offset] != Self.greater, bytes[offset] != UInt8(ascii: "=")
    {
      offset += 1
    }
    return start..<offset
  }

  /// Reads the range of an attribute's value, empty if there is none. Returns nil if the text ends too early.
  private mutating func attributeValue() -> Range<Int>? {
    var index = offset
    while index < bytes.count, ASCII.isWhiteSpace(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return offset..<offset }
    offset = index + 1
    while offset < bytes.count, ASCII.isWhiteSpace(bytes[offset]) { offset += 1 }
    guard offset < bytes.count else { return nil }
    let quote = bytes[offset]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { offset += 1 }
    let start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      if isQuoted ? byte == quote : ASCII.isWhiteSpace(byte) || byte == Self.greater { break }
      offset += 1
    }
    // A quote that is never closed is the end of the text, where the tag lacks its own.
    defer { if isQuoted { offset += 1 } }
    return start..<offset
  }

  /// Steps after the end tag of an element whose content is not HTML.
  private mutating func skipRawText(_ element: HTMLElement) {
    guard !neverEnding.contains(element) else { return }
    let name = Array(element.rawValue.utf8)
    var index = offset
    while index + name.count + 1 < bytes.count {
      if bytes[index] == Self.less, bytes[index + 1] == UInt8(ascii: "/"), isName(name, at: index + 2) {
        offset = index
        _ = endTag()
        return
      }
      index += 1
    }
    neverEnding.insert(element)
  }

  private func isName(_ name: [UInt8], at start: Int) -> Bool {
    guard start + name.count <= bytes.count else { return false }
    for (index, letter) in name.enumerated() where bytes[start + index] | 0x20 != letter {
      return false
    }
    guard start + name.count < bytes.count else { return true }
    let next = bytes[start + name.count]
    return ASCII.isWhiteSpace(next) || next == UInt8(ascii: "/") || next == Self.greater
  }
}

/// HTML as it grows, in UTF-8.
extension [UInt8] {
  /// Appends HTML as it is written.
  package mutating func append(markup: StaticString) { markup.withUTF8Buffer { append(contentsOf: $0) } }

  @_disfavoredOverload
  package mutating func append(markup: String) { append(contentsOf: markup.utf8) }

  /// Appends a text so that it reads as text, between double quotes too.
  package mutating func append(escaping text: String) {
    CharacterReferences.appendEscaped(text.utf8, to: &self)
  }
}
