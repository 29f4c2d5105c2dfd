import ByteBasics
import Wording

/// What was typed as the words of a text, and what is piped in for `-`.
struct TypedWords {
  let words: [String]
  /// All of standard input, where the last word is `-`.
  let input: String?

  var text: String { words.joined(separator: " ") }

  /// The words, then the input on lines of its own, without line ends after it.
  var whole: String {
    let parts = [text] + (input.map { [$0] } ?? [])
    let whole = parts.filter { !$0.isEmpty }.joined(separator: "\n")
    return input == nil ? whole : String(whole.reversed().drop(while: \.isNewline).reversed())
  }

  /// The first line with text of the input, and what follows it after one or two line breaks.
  static func split(_ input: String) -> (first: String, rest: String) {
    let text = input.drop { $0.isWhitespace }
    let first = text.prefix { !$0.isNewline }
    return (String(first), String(text.dropFirst(first.count).drop { $0.isNewline }))
  }
}

extension CommandContext {
  /// Takes the words of a text apart: `-` as the last one is standard input, so that a command uses it or refuses it.
  ///
  /// - Throws: ``UsageError`` where `-` is the first of several words, ``InvalidInputError`` where the input is not UTF-8.
  func typedWords(_ words: [String]) throws -> TypedWords {
    var words = words
    // It ends the options, and is no part of the text.
    if let end = words.firstIndex(of: "--") { words.remove(at: end) }
    guard words.last == "-" else {
      if words.first == "-" { throw InputNotLast() }
      return TypedWords(words: words, input: nil)
    }
    words.removeLast()
    if words.first == "-" { throw InputNotLast() }
    return TypedWords(words: words, input: try inputText())
  }

  /// All of standard input.
  ///
  /// - Throws: ``InvalidInputError`` where it is not UTF-8.
  func inputText() throws -> String {
    let bytes = try input.readAll()
    if let offset = firstInvalidUTF8Offset(in: bytes[...]) {
      throw InvalidInputError(offset: offset)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Words as one text, with standard input for `-`; empty lines at both ends are left out.
  func typedText(_ words: [String]) throws -> String {
    let lines = try typedWords(words).whole
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let kept = lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
    guard !kept.isEmpty else {
      throw UsageError(
        Message("There is no text to add", ko: "추가할 텍스트가 없습니다"),
        hint: Message("Type it, or pipe it in with “-”.", ko: "텍스트를 입력하거나 “-”로 표준 입력을 지정하세요."))
    }
    return kept.joined(separator: "\n")
  }

  /// Refuses `-` where a word is the name of something that standard input cannot be.
  func refuseInput(_ words: [String]) throws {
    guard words.contains("-") else { return }
    throw UsageError(
      Message(
        "“-” offers standard input, which is not read here", ko: "“-”로 지정한 표준 입력을 여기서는 읽지 않습니다"),
      hint: Message(
        "Use ./- for a file or a folder of that name.", ko: "이름이 -인 파일이나 폴더는 ./-로 지정하세요."))
  }

  /// Names of notes, with the lines of standard input in the place of `-`.
  func typedNames(_ names: [String]) throws -> [String] {
    guard names.contains("-") else { return names }
    let listed = try inputText().split { $0.isNewline || $0 == "\0" }.map(String.init)
    return names.flatMap { $0 == "-" ? listed : [$0] }
  }
}

/// The same text, with a line end after its last line.
func closedByLineEnd(_ text: String) -> String {
  text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
}

/// `-` before other words: it would be guessed whether it is a dash or standard input.
struct InputNotLast: ExplainedError {
  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message("“-” reads standard input only as the last word", ko: "“-”는 마지막 단어일 때만 표준 입력을 읽습니다")
  }
  var hint: Message? {
    Message("Quote a text that begins with a dash: '- milk'", ko: "줄표로 시작하는 텍스트는 따옴표로 묶으세요: '- 우유'")
  }
}

/// Standard input that is not a text.
struct InvalidInputError: ExplainedError {
  let offset: Int

  var category: ErrorCategory { .badData }
  var explanation: Message {
    Message(
      "Standard input is not valid UTF-8 at byte \(offset); nothing was written",
      ko: "표준 입력의 \(offset)번째 바이트가 올바른 UTF-8이 아닙니다. 아무것도 저장하지 않았습니다")
  }
}
