import ArgumentParser
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
