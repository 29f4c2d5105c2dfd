import ByteBasics
import NoteModel
import NoteSyntax

/// The typed text before the cursor, and the text after it that belongs to the same name: a chosen item replaces both.
struct TypedPart: Equatable {
  /// The text before the cursor.
  let text: String
  let range: ByteRange
  /// The end of the name, at the cursor or after it.
  let end: Int

  var whole: ByteRange { ByteRange(range.lowerBound, end) }
}

/// The text after the name in a wiki link.
enum LinkTail: Equatable {
  /// The link is not closed on its line.
  case open
  /// `]]`
  case closed
  /// `#…` or `|…`, and `]]` after it.
  case continued
}

/// The construct that is being typed at a position of a document.
enum CompletionContext: Equatable {
  /// The cursor is after `[[`.
  case note(TypedPart, LinkTail, isEmbed: Bool)
  /// The cursor is after `[[note#`. `note` is empty for the document itself.
  case heading(note: String, TypedPart, LinkTail, isWiki: Bool)
  /// The cursor is after `[[note#^`.
  case block(note: String, TypedPart, LinkTail)
  /// The cursor is after `[^`, or after `[` if the document has labels.
  case label(TypedPart, isFootnote: Bool, isClosed: Bool)
  /// The cursor is after `](`, or `](<` if it may have spaces.
  case path(TypedPart, isAngled: Bool)
  /// The cursor is after `#`, or in a list of tags, which have none.
  case tag(TypedPart)
  case fieldKey(TypedPart)
  case fieldValue(key: String, TypedPart, FieldPlace)
  /// The cursor is after `@`, which is included in the range.
  case day(TypedPart)
  /// The cursor is after `[!` at the beginning of a quote.
  case callout(TypedPart)
  /// The cursor is after the fence of a code block.
  case codeLanguage(TypedPart)
  /// A word in the text of a check box.
  case boxField(TypedPart)
  /// The value of a check box's field.
  case boxValue(key: String, TypedPart)
  /// The cursor is after `{{` in a template.
  case directive(TypedPart, isClosed: Bool)

  /// Finds the context at an offset. Nil if there are no suggestions.
  init?(at offset: Int, in open: OpenDocument) {
    let line = open.table.content(ofLine: open.table.line(at: offset))
    let reader = LineReader(
      before: Array(open.bytes[line.lowerBound..<offset]),
      after: Array(open.bytes[offset..<line.upperBound]), offset: offset)
    let isTemplate = open.note.kind == .template || open.path.string.hasPrefix(".sheaf/templates/")
    if isTemplate, let directive = reader.directive {
      self = directive
      return
    }
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

  /// Returns true on a line between the fences, even if the second fence is still missing.
  private static func isInFrontMatter(_ open: OpenDocument, _ offset: Int) -> Bool {
    let table = open.table
    let line = table.line(at: offset)
    guard line > 0, text(table, 0).hasPrefix("---"), text(table, 0).allSatisfy({ $0 == "-" }) else { return false }
    for index in 1..<max(1, line) where text(table, index) == "---" || text(table, index) == "..." {
      return false
    }
    return text(table, line) != "---"
  }

  private static func text(_ table: PositionTable, _ line: Int) -> String {
    String(decoding: table.bytes[table.content(ofLine: line).indices], as: UTF8.self)
  }

  private static func frontMatter(_ open: OpenDocument, _ reader: LineReader) -> CompletionContext? {
    guard isInFrontMatter(open, reader.offset) else { return nil }
    // `[[` in a value is a link.
    if let wiki = reader.wiki { return wiki }
    let before = String(decoding: reader.before, as: UTF8.self)
    let trimmed = before.drop { $0 == " " }
    if let colon = before.firstIndex(of: ":"), !trimmed.hasPrefix("- ") {
      let key = trimmedSpaces(String(before[..<colon]))
      return value(key, before[before.index(after: colon)...], reader)
    }
    if trimmed.hasPrefix("-") {
      guard let key = keyAbove(open, reader.offset) else { return nil }
      return value(key, trimmed.dropFirst(), reader)
    }
    guard before == trimmed else { return nil }
    return .fieldKey(reader.part(before, upTo: " :"))
  }

  /// Returns the context for the text after the last separator of a value.
  private static func value(_ key: String, _ text: Substring, _ reader: LineReader) -> CompletionContext {
    let isList = text.contains("[") || text.contains(",")
    let last = isList ? text.split(whereSeparator: { "[,".contains($0) }).last ?? "" : text
    let isOpen = isList && (text.last == "," || text.last == "[")
    let isTags = FieldCatalogue.field(for: key)?.key == "tags"
    let typed = (isOpen ? "" : last).drop { " \"'".contains($0) || isTags && $0 == "#" }
    let part = reader.part(String(typed), upTo: " ,]\"'")
    if isTags { return .tag(part) }
    let tail = reader.after[(part.end - reader.offset)...]
    return .fieldValue(key: key, part, FieldPlace(after: text.dropLast(typed.count), before: tail))
  }

  private static func keyAbove(_ open: OpenDocument, _ offset: Int) -> String? {
    var line = open.table.line(at: offset)
    while line > 0 {
      line -= 1
      let text = text(open.table, line)
      if text.drop(while: { $0 == " " }).hasPrefix("-"), text != "---" { continue }
      guard let colon = text.firstIndex(of: ":") else { return nil }
      return trimmedSpaces(String(text[..<colon]))
    }
    return nil
  }
}

extension Document {
  /// Returns true inside a code block.
  fileprivate func isInCode(_ offset: Int) -> Bool {
    blocks.contains { $0.kind == .codeBlock && $0.range.lowerBound < offset && offset < $0.range.upperBound }
  }
}

/// Reads the text around the cursor on its line.
struct LineReader {
  let before: [UInt8]
  let after: [UInt8]
  let offset: Int

  private func text(_ range: Range<Int>) -> String { String(decoding: before[range], as: UTF8.self) }

  /// Returns the text typed last on the line, with the text after the cursor up to one of `stops`.
  ///
  /// - Parameter typed: The end of the text before the cursor.
  func part(_ typed: String, upTo stops: String) -> TypedPart {
    part(typed, rest: after.prefix { !stops.utf8.contains($0) }.count)
  }

  private func part(_ typed: String, rest: Int = 0) -> TypedPart {
    TypedPart(text: typed, range: ByteRange(offset - typed.utf8.count, offset), end: offset + rest)
  }

  /// Returns the place after the last occurrence of two bytes, unless one of `stops` comes after it.
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

  /// True after an odd number of backticks before the cursor.
  private var isInCode: Bool { before.count { $0 == ASCII.backtick } % 2 == 1 }

  var wiki: CompletionContext? {
    guard !isInCode, let start = opening("[", "[", stops: "]") else { return nil }
    let typed = text(start..<before.count)
    guard !typed.contains("|") else { return nil }
    guard let hash = typed.firstIndex(of: "#") else {
      let isEmbed = start >= 3 && before[start - 3] == ASCII.bang
      let (rest, tail) = wikiRest
      return .note(part(typed, rest: rest), tail, isEmbed: isEmbed)
    }
    let note = String(typed[..<hash])
    let fragment = String(typed[typed.index(after: hash)...])
    let (rest, tail) = wikiRest
    if fragment.hasPrefix("^") {
      return .block(note: note, part(String(fragment.dropFirst()), rest: rest), tail)
    }
    let last = fragment.split(separator: "#", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    return .heading(note: note, part(last, rest: rest), tail, isWiki: true)
  }

  /// The bytes after the cursor that are part of the name in a wiki link, and the text after them.
  ///
  /// A link that is not closed before the next one has none: `[[pl¦ and [[another]]`.
  private var wikiRest: (count: Int, tail: LinkTail) {
    var end: Int?
    for index in after.indices {
      let isPair = index + 1 < after.count && after[index] == after[index + 1]
      if after[index] == ASCII.leftBracket, isPair { break }
      if after[index] == ASCII.rightBracket, isPair {
        end = index
        break
      }
    }
    guard let end else { return (0, .open) }
    // A bar in a table has a backslash before it.
    let rest = after[..<end].prefix { !"#|\\".utf8.contains($0) }.count
    return (rest, rest == end ? .closed : .continued)
  }

  var path: CompletionContext? {
    guard !isInCode, let start = opening("]", "(", stops: ")") else { return nil }
    let isAngled = start < before.count && before[start] == ASCII.less
    let typed = text((isAngled ? start + 1 : start)..<before.count)
    guard !typed.contains(isAngled ? ">" : " ") else { return nil }
    guard let hash = typed.firstIndex(of: "#") else {
      return .path(part(typed, rest: pathRest(stops: "#", isAngled)), isAngled: isAngled)
    }
    let fragment = String(typed[typed.index(after: hash)...])
    return .heading(
      note: String(typed[..<hash]), part(fragment, rest: pathRest(stops: "", isAngled)), .open, isWiki: false)
  }

  /// Returns the number of bytes after the cursor that are part of a destination, or 0 if it is not closed on its line.
  private func pathRest(stops: String, _ isAngled: Bool) -> Int {
    var depth = 0
    var rest: Int?
    for (index, byte) in after.enumerated() {
      if isAngled ? byte == ASCII.greater : byte == ASCII.rightParenthesis && depth == 0 {
        return rest ?? index
      }
      if byte == ASCII.leftParenthesis { depth += 1 }
      if byte == ASCII.rightParenthesis { depth -= 1 }
      if rest == nil, stops.utf8.contains(byte) || !isAngled && ASCII.isBlank(byte) { rest = index }
    }
    return 0
  }

  /// A word after `{{`.
  var directive: CompletionContext? {
    guard let start = opening("{", "{", stops: "}") else { return nil }
    let typed = text(start..<before.count).drop { $0 == " " }
    guard typed.allSatisfy({ $0.isLetter }) else { return nil }
    let rest = after.prefix { ASCII.isLetter($0) }.count
    let isClosed = after.dropFirst(rest).drop { $0 == ASCII.space }.starts(with: "}}".utf8)
    return .directive(part(String(typed), rest: rest), isClosed: isClosed)
  }

  var tag: CompletionContext? {
    guard !isInCode, let hash = before.lastIndex(of: ASCII.hash) else { return nil }
    let typed = text((hash + 1)..<before.count)
    guard !typed.contains(where: { $0.isWhitespace || "#()[]{}.,;:!?\"'".contains($0) }) else {
      return nil
    }
    if hash > 0 {
      guard ASCII.isBlank(before[hash - 1]) || before[hash - 1] == ASCII.leftParenthesis else { return nil }
    } else if typed.isEmpty {
      // `#` at the head of a line begins a heading more often than a tag.
      return nil
    }
    return .tag(part(typed, upTo: " \t#()[]{}.,;:!?\"'"))
  }

  /// `@` and words; up to four, so that `@next friday` is one day.
  var day: CompletionContext? {
    guard !isInCode, let sign = before.lastIndex(of: ASCII.at) else { return nil }
    guard sign == 0 || ASCII.isBlank(before[sign - 1]) || "([>-".utf8.contains(before[sign - 1]) else { return nil }
    let typed = text((sign + 1)..<before.count)
    guard typed.split(separator: " ").count <= 4, !typed.hasSuffix("  ") else { return nil }
    let range = ByteRange(offset - typed.utf8.count - 1, offset)
    return .day(TypedPart(text: typed, range: range, end: offset))
  }

  /// Returns the context after the last `[` that is not closed, in a document with labels of that kind.
  func label(in open: OpenDocument) -> CompletionContext? {
    guard !isInCode,
      let bracket = before.lastIndex(where: {
        $0 == ASCII.leftBracket || $0 == ASCII.rightBracket
      }), before[bracket] == ASCII.leftBracket,
      // `- [` begins a check box.
      before[..<bracket].contains(where: { !" \t>-*+".utf8.contains($0) }) || bracket == 0 || before.count > bracket + 1
    else { return nil }
    let isFootnote = before.count > bracket + 1 && before[bracket + 1] == ASCII.caret
    let typed = text((bracket + (isFootnote ? 2 : 1))..<before.count)
    let kind: DocumentLabel.Kind = isFootnote ? .footnote : .link
    guard open.labels.all.contains(where: { $0.kind == kind }) else { return nil }
    let rest = after.prefix { $0 != ASCII.rightBracket && $0 != ASCII.leftBracket }
    let isClosed = rest.endIndex < after.endIndex && after[rest.endIndex] == ASCII.rightBracket
    return .label(part(typed, rest: isClosed ? rest.count : 0), isFootnote: isFootnote, isClosed: isClosed)
  }

  var callout: CompletionContext? {
    guard let start = opening("[", "!", stops: "]") else { return nil }
    let head = before[..<(start - 2)]
    guard head.contains(ASCII.greater),
      head.allSatisfy({ ASCII.isBlank($0) || $0 == ASCII.greater })
    else { return nil }
    return .callout(part(text(start..<before.count), upTo: "]+- \t"))
  }

  var codeLanguage: CompletionContext? {
    let rest = before.drop { ASCII.isBlank($0) || $0 == ASCII.greater }
    guard rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8) else { return nil }
    let start = rest.startIndex + 3
    let typed = text(start..<before.count)
    guard !typed.contains(where: { $0.isWhitespace || $0 == "`" || $0 == "~" }) else { return nil }
    return .codeLanguage(part(typed, upTo: " \t{"))
  }

  private func checkbox(in open: OpenDocument) -> Checkbox? {
    open.note.document.checkboxes.first {
      $0.textRange.lowerBound <= offset && offset <= $0.lineRange.upperBound
    }
  }

  /// Returns the context after the mark or the key of a field in a check box.
  func box(in open: OpenDocument) -> CompletionContext? {
    guard checkbox(in: open) != nil else { return nil }
    if let start = opening(":", ":", stops: "]") {
      let head = before[..<(start - 2)]
      if let bracket = head.lastIndex(where: {
        $0 == ASCII.leftBracket || $0 == ASCII.leftParenthesis
      }) {
        let key = text((bracket + 1)..<(start - 2))
        let typed = text(start..<before.count).drop { $0 == " " }
        return .boxValue(key: key, part(String(typed), upTo: " ])"))
      }
    }
    let line = text(0..<before.count)
    for (sign, key) in CheckboxNotation.signsOfValues {
      guard let found = line.range(of: sign, isLast: true) else { continue }
      let typed = line[found.upperBound...].drop { $0 == " " || $0 == "\u{FE0F}" }
      guard typed.utf8.count <= 40,
        typed.unicodeScalars.allSatisfy({
          $0.value < 0x2000 || (0xAC00...0xD7A3).contains($0.value) || (0x3130...0x318F).contains($0.value)
        })
      else { continue }
      return .boxValue(key: key, part(String(typed), upTo: " "))
    }
    return nil
  }

  /// Returns the context of a word in a check box that may become a field.
  func boxWord(in open: OpenDocument) -> CompletionContext? {
    guard !isInCode, checkbox(in: open) != nil else { return nil }
    let line = text(0..<before.count)
    let word = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let typed = word.hasPrefix("[") ? word.dropFirst() : word
    guard typed.count >= 1, typed.allSatisfy({ $0.isLetter }) else { return nil }
    let range = ByteRange(offset - word.utf8.count, offset)
    return .boxField(TypedPart(text: String(typed), range: range, end: offset))
  }
}

extension String {
  fileprivate func range(of needle: String, isLast: Bool) -> Range<Index>? { ranges(of: needle).last }
}
