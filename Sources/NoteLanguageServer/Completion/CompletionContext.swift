import ByteBasics
import NoteModel
import NoteSyntax

/// What is being typed at a place of a document. Ranges are of the text that a chosen item replaces.
enum CompletionContext: Equatable {
  /// After `[[`, up to a `]]` that may be there already.
  case note(typed: String, ByteRange, isClosed: Bool, isEmbed: Bool)
  /// After `[[note#`; `note` is empty for the document itself.
  case heading(note: String, typed: String, ByteRange, isWiki: Bool)
  /// After `[[note#^`.
  case block(note: String, typed: String, ByteRange)
  /// After `](`.
  case path(typed: String, ByteRange)
  /// After `#`, or in a list of tags, which have none.
  case tag(typed: String, ByteRange)
  case fieldKey(typed: String, ByteRange)
  case fieldValue(key: String, typed: String, ByteRange)
  /// After `@`, the sign included.
  case day(typed: String, ByteRange)
  /// After `[!` at the head of a quote.
  case callout(typed: String, ByteRange)
  /// After the fence of a code block.
  case codeLanguage(typed: String, ByteRange)
  /// A word in the text of a check box.
  case boxField(typed: String, ByteRange)
  /// The value of a check box's field.
  case boxValue(key: String, typed: String, ByteRange)

  /// - Returns: nil where nothing is offered.
  init?(at offset: Int, in open: OpenDocument) {
    let line = open.table.content(ofLine: open.table.line(at: offset))
    let bytes = open.bytes
    let before = Array(bytes[line.lowerBound..<offset])
    let after = Array(bytes[offset..<line.upperBound])
    if let field = Self.frontMatter(open, line, offset) {
      self = field
      return
    }
    if Self.isInFrontMatter(open, offset) { return nil }
    let reader = LineReader(before: before, after: after, offset: offset)
    if let fence = reader.codeLanguage {
      self = fence
      return
    }
    if open.note.document.isInCode(offset) { return nil }
    guard
      let found = reader.wiki ?? reader.path ?? reader.callout ?? reader.box(in: open)
        ?? reader.tag ?? reader.day ?? reader.boxWord(in: open)
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
    _ open: OpenDocument, _ line: ByteRange, _ offset: Int
  ) -> CompletionContext? {
    guard isInFrontMatter(open, offset) else { return nil }
    let before = String(decoding: open.bytes[line.lowerBound..<offset], as: UTF8.self)
    // `[[` in a value is a link.
    let reader = LineReader(
      before: Array(before.utf8), after: Array(open.bytes[offset..<line.upperBound]), offset: offset
    )
    if let wiki = reader.wiki { return wiki }
    let trimmed = before.drop { $0 == " " }
    if let colon = before.firstIndex(of: ":"), !trimmed.hasPrefix("- ") {
      let key = String(before[..<colon]).trimmingBlanks
      return value(key, before[before.index(after: colon)...], offset, line.upperBound)
    }
    if trimmed.hasPrefix("-") {
      guard let key = keyAbove(open, offset) else { return nil }
      return value(key, trimmed.dropFirst(), offset, line.upperBound)
    }
    guard before == trimmed else { return nil }
    return .fieldKey(typed: before, ByteRange(line.lowerBound, offset))
  }

  /// What is typed after the last separator of a value.
  private static func value(
    _ key: String, _ text: Substring, _ offset: Int, _ end: Int
  ) -> CompletionContext {
    let isList = text.contains("[") || text.contains(",")
    let last = isList ? text.split(whereSeparator: { "[,".contains($0) }).last ?? "" : text
    let isOpen = isList && (text.last == "," || text.last == "[")
    let typed = (isOpen ? "" : last).drop { $0 == " " || $0 == "\"" || $0 == "'" || $0 == "#" }
    let range = ByteRange(offset - typed.utf8.count, offset)
    if FieldCatalogue.field(for: key)?.key == "tags" { return .tag(typed: String(typed), range) }
    return .fieldValue(key: key, typed: String(typed), range)
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

/// Reads what is before the cursor on its line.
private struct LineReader {
  let before: [UInt8]
  let after: [UInt8]
  let offset: Int

  private func text(_ range: Range<Int>) -> String {
    String(decoding: before[range], as: UTF8.self)
  }

  private func range(from start: Int) -> ByteRange {
    ByteRange(offset - (before.count - start), offset)
  }

  /// The place after the last occurrence of two bytes, unless one of `stops` comes after it.
  private func opening(_ one: Character, _ two: Character, stops: String) -> Int? {
    guard let one = one.asciiValue, let two = two.asciiValue, before.count >= 2 else { return nil }
    var index = before.count - 1
    while index >= 1 {
      if before[index] == two, before[index - 1] == one { return index + 1 }
      if stops.utf8.contains(before[index]) { return nil }
      index -= 1
    }
    return nil
  }

  /// An odd number of backticks before the cursor.
  private var isInCode: Bool { before.count { $0 == ASCII.backtick } % 2 == 1 }

  var wiki: CompletionContext? {
    guard !isInCode, let start = opening("[", "[", stops: "]") else { return nil }
    let typed = text(start..<before.count)
    guard !typed.contains("|") else { return nil }
    let isClosed = after.starts(with: "]]".utf8)
    guard let hash = typed.firstIndex(of: "#") else {
      let isEmbed = start >= 3 && before[start - 3] == ASCII.bang
      return .note(typed: typed, range(from: start), isClosed: isClosed, isEmbed: isEmbed)
    }
    let note = String(typed[..<hash])
    let part = String(typed[typed.index(after: hash)...])
    if part.hasPrefix("^") {
      let typed = String(part.dropFirst())
      return .block(note: note, typed: typed, range(from: before.count - typed.utf8.count))
    }
    let last =
      part.split(separator: "#", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    return .heading(
      note: note, typed: last, range(from: before.count - last.utf8.count), isWiki: true)
  }

  var path: CompletionContext? {
    guard !isInCode, let start = opening("]", "(", stops: ") ") else { return nil }
    let typed = text(start..<before.count)
    guard let hash = typed.firstIndex(of: "#") else {
      return .path(typed: typed, range(from: start))
    }
    let part = String(typed[typed.index(after: hash)...])
    return .heading(
      note: String(typed[..<hash]), typed: part, range(from: before.count - part.utf8.count),
      isWiki: false)
  }

  var tag: CompletionContext? {
    guard !isInCode, let hash = before.lastIndex(of: ASCII.hash) else { return nil }
    let typed = text((hash + 1)..<before.count)
    guard !typed.contains(where: { $0.isWhitespace || "#()[]{}.,;:!?\"'".contains($0) }) else {
      return nil
    }
    if hash > 0 {
      guard ASCII.isBlank(before[hash - 1]) || before[hash - 1] == ASCII.leftParenthesis else {
        return nil
      }
    } else if typed.isEmpty {
      // `#` at the head of a line begins a heading more often than a tag.
      return nil
    }
    return .tag(typed: typed, range(from: hash + 1))
  }

  /// `@` and words; up to four, so that `@next friday` is one day.
  var day: CompletionContext? {
    guard !isInCode, let sign = before.lastIndex(of: ASCII.at) else { return nil }
    guard sign == 0 || ASCII.isBlank(before[sign - 1]) || "([>-".utf8.contains(before[sign - 1])
    else { return nil }
    let typed = text((sign + 1)..<before.count)
    guard typed.split(separator: " ").count <= 4, !typed.hasSuffix("  ") else { return nil }
    return .day(typed: typed, range(from: sign))
  }

  var callout: CompletionContext? {
    guard let start = opening("[", "!", stops: "]") else { return nil }
    let head = before[..<(start - 2)]
    guard head.contains(ASCII.greater),
      head.allSatisfy({ ASCII.isBlank($0) || $0 == ASCII.greater })
    else { return nil }
    return .callout(typed: text(start..<before.count), range(from: start))
  }

  var codeLanguage: CompletionContext? {
    let rest = before.drop { ASCII.isBlank($0) || $0 == ASCII.greater }
    guard rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8) else { return nil }
    let start = rest.startIndex + 3
    let typed = text(start..<before.count)
    guard !typed.contains(where: { $0.isWhitespace || $0 == "`" || $0 == "~" }) else { return nil }
    return .codeLanguage(typed: typed, range(from: start))
  }

  private func checkbox(in open: OpenDocument) -> Checkbox? {
    open.note.document.checkboxes.first {
      $0.textRange.lowerBound <= offset && offset <= $0.lineRange.upperBound
    }
  }

  /// After the mark or the key of a field.
  func box(in open: OpenDocument) -> CompletionContext? {
    guard checkbox(in: open) != nil else { return nil }
    if let start = opening(":", ":", stops: "]") {
      let head = before[..<(start - 2)]
      if let bracket = head.lastIndex(where: {
        $0 == ASCII.leftBracket || $0 == ASCII.leftParenthesis
      }) {
        let key = text((bracket + 1)..<(start - 2))
        let typed = text(start..<before.count).drop { $0 == " " }
        return .boxValue(
          key: key, typed: String(typed), range(from: before.count - typed.utf8.count))
      }
    }
    let line = text(0..<before.count)
    for (sign, key) in CheckboxNotation.signsOfValues {
      guard let found = line.range(of: sign, isLast: true) else { continue }
      let typed = line[found.upperBound...].drop { $0 == " " || $0 == "\u{FE0F}" }
      guard typed.utf8.count <= 40,
        typed.unicodeScalars.allSatisfy({
          $0.value < 0x2000 || (0xAC00...0xD7A3).contains($0.value)
            || (0x3130...0x318F).contains($0.value)
        })
      else { continue }
      return .boxValue(key: key, typed: String(typed), range(from: before.count - typed.utf8.count))
    }
    return nil
  }

  /// A word that may become a field.
  func boxWord(in open: OpenDocument) -> CompletionContext? {
    guard !isInCode, checkbox(in: open) != nil else { return nil }
    let line = text(0..<before.count)
    let word = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let typed = word.hasPrefix("[") ? word.dropFirst() : word
    guard typed.count >= 1, typed.allSatisfy({ $0.isLetter }) else { return nil }
    return .boxField(typed: String(typed), range(from: before.count - word.utf8.count))
  }
}

extension String {
  fileprivate func range(of needle: String, isLast: Bool) -> Range<Index>? {
    ranges(of: needle).last
  }
}
