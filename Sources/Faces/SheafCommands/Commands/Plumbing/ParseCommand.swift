import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax

struct ParseCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("parse", PackageResources.parse_txt, ko: PackageResources.parse_ko_txt)
  }

  @Argument(help: help(.noteOrFile, "A note, or - for standard input.", ko: "메모. -를 지정하면 표준 입력"))
  var note: String

  @Flag(help: help("Print JSON (always on).", ko: "항상 JSON으로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    let document: Document
    if note == "-" {
      document = Document(parsing: try context.input.readAll())
    } else {
      let workspace = try context.openWorkspace()
      document = try context.shownNote(at: try context.note(note, in: workspace), in: workspace).document
    }
    context.console.writeLine(document.json.text(pretty: true))
  }
}
