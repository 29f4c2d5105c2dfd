import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import NoteSyntax
import Wording

/// The words of a text as they were typed, and the input that is piped in for `-`.
package struct TypedWords {
  package let words: [String]
  /// All of standard input, if the last word is `-`.
  package let input: String?

  var text: String { words.joined(separator: " ") }

  /// The words, then the input on lines of its own, without line ends after it.
  var whole: String {
    let parts = [text] + (input.map { [$0] } ?? [])
    let whole = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    return input == nil ? whole : String(whole.trimmingEnd(while: \.isNewline))
  }

  /// Returns the first line of the input that has text, and the text that follows after one or two line breaks.
  package static func split(_ input: String) -> (first: String, rest: String) {
    let text = input.drop { $0.isWhitespace }
    let first = text.prefix { !$0.isNewline }
    return (String(first), String(text.dropFirst(first.count).drop { $0.isNewline }))
  }
}

extension CommandContext {
  /// Takes the words of a text apart: `-` as the last one is standard input, so that a command uses it or refuses it.
  ///
  /// - Throws: ``UsageError`` if `-` is the first of several words, ``Problem`` if the input is not UTF-8.
  package func typedWords(_ words: [String]) throws -> TypedWords {
    var words = words
    guard words.last == "-" else {
      if words.first == "-" { throw inputNotLast() }
      return TypedWords(words: words, input: nil)
    }
    words.removeLast()
    if words.first == "-" { throw inputNotLast() }
    return TypedWords(words: words, input: try inputText())
  }

  /// Returns all of standard input. Throws ``Problem`` if it is not UTF-8.
  package func inputText() throws -> String {
    let bytes = try input.readAll()
    if let offset = firstInvalidUTF8Offset(in: bytes[...]) { throw invalidInputError(offset: offset) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns words as one text, with standard input for `-`; empty lines at both ends are left out.
  func typedText(_ words: [String]) throws -> String {
    let lines = try typedWords(words).whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let kept = lines.trimming(while: isEmpty)
    guard !kept.isEmpty else {
      throw UsageError(
        Message("There is no text to add", ko: "추가할 텍스트가 없습니다"),
        hint: Message("Type the text, or read standard input with “-”.", ko: "텍스트를 입력하거나 “-”로 표준 입력을 지정하세요."))
    }
    return kept.joined(separator: "\n")
  }

  /// Refuses `-` if a word is the name of something that standard input cannot be.
  package func refuseInput(_ words: [String]) throws {
    guard words.contains("-") else { return }
    throw UsageError(
      Message(
        "This command does not read standard input (“-”)", ko: "“-”로 지정한 표준 입력을 여기서는 읽지 않습니다"),
      hint: Message("Use ./- for a file or a folder of that name.", ko: "이름이 -인 파일이나 폴더는 ./-로 지정하세요."))
  }

}

/// Returns the text with a line end after its last line.
package func closedByLineEnd(_ text: String) -> String {
  text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
}

/// Returns the error for `-` before other words, which could mean a dash or standard input.
func inputNotLast() -> Problem {
  Problem(
    .usage,
    Message("“-” reads standard input only as the last word", ko: "“-”는 마지막 단어일 때만 표준 입력을 읽습니다"),
    hint: Message("Quote a text that begins with a dash: '- milk'", ko: "줄표로 시작하는 텍스트는 따옴표로 묶으세요: '- 우유'"))
}

/// Returns the error for standard input that is not UTF-8.
func invalidInputError(offset: Int) -> Problem {
  Problem(
    .badData,
    Message(
      "Standard input is not valid UTF-8 at byte \(offset); nothing was written",
      ko: "표준 입력에 UTF-8이 아닌 텍스트가 있습니다(\(offset)번째 바이트). 저장하지 않았습니다"))
}

extension CommandContext {
  /// Warns if added text is inside an unclosed code block or comment of the note.
  func warnOfOpening(around inserted: InsertedText) {
    guard let line = inserted.openLine else { return }
    let place = inserted.path.string + ":\(line): "
    warn(
      Message(
        place + "the code or comment that begins here is not closed, and contains the added text",
        ko: place + "여기서 시작한 코드나 주석이 끝나지 않아 추가한 텍스트도 그 안에 있습니다"))
  }
}

/// The names of fields for listings and sorting: fields that Sheaf knows and fields of the notes.
struct FieldNames {
  let index: IndexDatabase

  /// The names besides fields that notes can be sorted and grouped by.
  private static let sortable = ["path", "kind", "file"]

  /// Warns about fields of a query that neither Sheaf nor any note has.
  func warn(of query: Query, in context: CommandContext) throws {
    var keys: Set<String> = []
    Self.collect(query, into: &keys)
    let unknown = keys.filter { FieldCatalogue.field(for: $0) == nil }.sorted()
    guard !unknown.isEmpty else { return }
    let used = try index.fields.keys()
    for key in unknown where !used.contains(key) {
      let nearest =
        nearestName(to: key, among: QueryWords.keys + used)
        ?? Self.texts(of: key, in: query).lazy.compactMap {
          FieldCatalogue.dateField(like: key, value: $0, now: context.clock())
        }.first
      context.warn(Message("No note has the field “\(key)”", ko: "“\(key)” 필드가 있는 메모가 없습니다").orMeant(nearest))
    }
  }

  /// Returns the values that the query has for a key.
  private static func texts(of key: String, in query: Query) -> [String] {
    switch query {
    case .field(let term) where term.key == key:
      term.values.compactMap { if case .literal(let literal) = $0 { literal.text } else { nil } }
    case .and(let parts), .or(let parts): parts.flatMap { texts(of: key, in: $0) }
    case .not(let part): texts(of: key, in: part)
    default: []
    }
  }

  private static func collect(_ query: Query, into keys: inout Set<String>) {
    switch query {
    case .field(let term): keys.insert(term.key)
    case .and(let parts), .or(let parts): for part in parts { collect(part, into: &keys) }
    case .not(let part): collect(part, into: &keys)
    default: break
    }
  }

  /// Refuses to sort by a field that no note has.
  func check(_ sort: [SortKey]) throws {
    for key in sort { try check(key.field) }
  }

  /// Refuses a field that neither Sheaf nor any note knows.
  func check(_ field: String) throws {
    let name = FieldCatalogue.folded(field)
    if FieldCatalogue.field(typed: name) != nil || Self.sortable.contains(name) { return }
    let used = try index.fields.keys()
    if used.contains(name) { return }
    let names = FieldCatalogue.fields.map(\.key) + Self.sortable + used
    let usual = (Self.sortable + ["title", "created", "updated", "due", "status", "priority"]).joined(separator: ", ")
    throw UsageError(
      Message("No note has a field “\(field)”", ko: "“\(field)” 필드가 있는 메모가 없습니다"),
      hint: nearestName(to: name, among: names).map(Message.didYouMean)
        ?? Message("Use a field of your notes, or \(usual).", ko: "메모에 있는 필드나 다음 필드를 지정하세요: \(usual)"))
  }
}
