import ByteBasics
import NoteModel
import NoteSyntax

/// What is typed at the cursor, up to it, and what after it belongs to the same name: a chosen item replaces both.
struct TypedPart: Equatable {
  /// Before the cursor.
  let text: String
  let range: ByteRange
  /// Where the name ends, at the cursor or after it.
  let end: Int

  var whole: ByteRange { ByteRange(range.lowerBound, end) }
}

/// What comes after the name in a wiki link.
enum LinkTail: Equatable {
  /// Nothing: the link is not closed on its line.
  case open
  /// `]]`
  case closed
  /// `#…` or `|…`, and `]]` after it.
  case continued
}

/// What is being typed at a place of a document.
enum CompletionContext: Equatable {
  /// After `[[`.
  case note(TypedPart, LinkTail, isEmbed: Bool)
  /// After `[[note#`; `note` is empty for the document itself.
  case heading(note: String, TypedPart, LinkTail, isWiki: Bool)
  /// After `[[note#^`.
  case block(note: String, TypedPart, LinkTail)
  /// After `[^`, or after `[` where the document has labels.
  case label(TypedPart, isFootnote: Bool, isClosed: Bool)
  /// After `](`, or `](<` where it may have spaces.
  case path(TypedPart, isAngled: Bool)
  /// After `#`, or in a list of tags, which have none.
  case tag(TypedPart)
  case fieldKey(TypedPart)
  case fieldValue(key: String, TypedPart)
  /// After `@`, the sign included in the range.
  case day(TypedPart)
  /// After `[!` at the head of a quote.
  case callout(TypedPart)
  /// After the fence of a code block.
  case codeLanguage(TypedPart)
  /// A word in the text of a check box.
  case boxField(TypedPart)
  /// The value of a check box's field.
  case boxValue(key: String, TypedPart)

  /// - Returns: nil where nothing is offered.
  init?(at offset: Int, in open: OpenDocument) {
    let line = open.table.content(ofLine: open.table.line(at: offset))
    let reader = LineReader(
      before: Array(open.bytes[line.lowerBound..<offset]),
      after: Array(open.bytes[offset..<line.upperBound]), offset: offset)
    if let field = Self.frontMatter(open, reader) {
      self = field
      return
    }
    if Self.isInFrontMatter(open, offset) { return nil }
    if let fence = reader.codeLanguage {
      self = fence
      return
    }
    if open.note.document.isInCode(offset) { return nil }
    guard
      let found = reader.wiki ?? reader.path ?? reader.callout ?? reader.box(in: open)
        ?? reader.tag ?? reader.day ?? reader.label(in: open) ?? reader.boxWord(in: open)
    else { return nil }
    self = found
  }

  // MARK: - Front matter

  /// The lines between the fences, also of one that is not closed yet.
  private static func isInFrontMatter(_ open: OpenDocument, _ offset: Int) -> Bool {
    let table = open.table
    let line = table.line(at: offset)
    guard line > 0, text(table, 0).hasPrefix("---"), text(table, 0).allSatisfy({ $0 == "-" })
    else { return false }
    for index in 1..<max(1, line) where text(table, index) == "---" || text(table, index) == "..." {
      return false
    }
    return text(table, line) != "---"
  }

  private static func text(_ table: PositionTable, _ line: Int) -> String {
    String(decoding: table.bytes[table.content(ofLine: line).indices], as: UTF8.self)
  }

  private static func frontMatter(
    _ open: OpenDocument, _ reader: LineReader
  ) -> CompletionContext? {
    guard isInFrontMatter(open, reader.offset) else { return nil }
    // `[[` in a value is a link.
    if let wiki = reader.wiki { return wiki }
    let before = String(decoding: reader.before, as: UTF8.self)
    let trimmed = before.drop { $0 == " " }
    if let colon = before.firstIndex(of: ":"), !trimmed.hasPrefix("- ") {
      let key = String(before[..<colon]).trimmingBlanks
      return value(key, before[before.index(after: colon)...], reader)
    }
    if trimmed.hasPrefix("-") {
      guard let key = keyAbove(open, reader.offset) else { return nil }
      return value(key, trimmed.dropFirst(), reader)
    }
    guard before == trimmed else { return nil }
    return .fieldKey(reader.part(before, upTo: " :"))
  }

  /// What is typed after the last separator of a value.
  private static func value(
    _ key: String, _ text: Substring, _ reader: LineReader
  ) -> CompletionContext {
    let isList = text.contains("[") || text.contains(",")
    let last = isList ? text.split(whereSeparator: { "[,".contains($0) }).last ?? "" : text
    let isOpen = isList && (text.last == "," || text.last == "[")
    let typed = (isOpen ? "" : last).drop { $0 == " " || $0 == "\"" || $0 == "'" || $0 == "#" }
    if FieldCatalogue.field(for: key)?.key == "tags" {
      return .tag(reader.part(String(typed), upTo: " ,]\"'"))
    }
    return .fieldValue(key: key, reader.part(String(typed), upTo: " ,]\"'"))
  }

  private static func keyAbove(_ open: OpenDocument, _ offset: Int) -> String? {
    var line = open.table.line(at: offset)
    while line > 0 {
      line -= 1
      let text = text(open.table, line)
      if text.drop(while: { $0 == " " }).hasPrefix("-"), text != "---" { continue }
      guard let colon = text.firstIndex(of: ":") else { return nil }
      return String(text[..<colon]).trimmingBlanks
    }
    return nil
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Document {
  /// True inside a code block or the code of a line.
  fileprivate func isInCode(_ offset: Int) -> Bool {
    blocks.contains {
      $0.kind == .codeBlock && $0.range.lowerBound < offset && offset < $0.range.upperBound
    }
  }
}
