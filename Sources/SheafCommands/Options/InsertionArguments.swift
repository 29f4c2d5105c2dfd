import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NoteSyntax
import Wording

/// What is added, and to which note.
struct InsertionArguments: ParsableArguments {
  @Argument(
    help: help("A note, or NOTE#HEADING.", ko: "메모 또는 메모#제목"))
  var note: String

  @Argument(
    parsing: .allUnrecognized,
    help: help("The text, or - for standard input.", ko: "텍스트(-이면 표준 입력)"))
  var text: [String]

  init() {}

  func insert(
    at place: TextInsertion.Place, _ writing: WritingOptions, in context: CommandContext
  ) throws {
    let text = try context.typedText(text)
    let result = try context.write(writing) { workspace, transaction in
      let target = try context.place(note, in: workspace)
      let line = try workspace.insert(
        text, at: place, of: target.path, headingLine: target.line, &transaction)
      return NotePosition(target.path, line: line)
    }
    if !writing.dryRun { context.console.writeLine(result.text) }
  }
}

/// The same text, with a line end after its last line.
func closedByLineEnd(_ text: String) -> String {
  text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
}

extension CommandContext {
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

  /// Words as one text, or standard input for `-`; empty lines at both ends are left out.
  func typedText(_ words: [String]) throws -> String {
    var words = words
    // It ends the options, and is no part of the text.
    if let end = words.firstIndex(of: "--") { words.remove(at: end) }
    var text = words.joined(separator: " ")
    if words == ["-"] {
      text = try inputText()
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let kept = lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
    guard !kept.isEmpty else {
      throw UsageError(
        Message("There is no text to add", ko: "추가할 텍스트가 없습니다"),
        hint: Message("Type it, or pipe it in with “-”.", ko: "텍스트를 입력하거나 “-”로 표준 입력을 지정하세요."))
    }
    return kept.joined(separator: "\n")
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
