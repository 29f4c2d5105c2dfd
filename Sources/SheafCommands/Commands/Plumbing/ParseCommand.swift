import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax

/// `sheaf parse`
struct ParseCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "parse",
      abstract: localized(
        "Print what a file consists of, with byte ranges, as JSON.",
        ko: "파일이 무엇으로 되어 있는지 바이트 범위와 함께 JSON으로 찍습니다."))
  }

  @Argument(help: help("A note, or - for standard input.", ko: "메모, 또는 표준 입력을 뜻하는 -."))
  var note: String

  @Flag(help: help("JSON, which it always is.", ko: "JSON. 언제나 그렇습니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let document: Document
    if note == "-" {
      document = Document(parsing: try context.input.readAll())
    } else {
      let workspace = try context.openWorkspace()
      let found = try workspace.note(at: try context.note(note, in: workspace))
      try context.refuseSealed(found)
      document = found.document
    }
    context.console.writeLine(document.json.text(pretty: true))
  }
}
