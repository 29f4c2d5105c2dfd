import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax
import Wording

struct GetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    explained("get", PackageResources.get_txt, ko: PackageResources.get_ko_txt)
  }

  @Argument(help: help(.note, "A note, or - for names from standard input.", ko: "메모. -이면 표준 입력으로 받은 이름"))
  var note: String

  @Argument(help: help(.field, "Fields. Default: all.", ko: "필드(기본값: 모두)"))
  var keys: [String] = []

  @Flag(help: help("Print one JSON document with typed values.", ko: "타입이 있는 JSON 문서 하나로 출력합니다."))
  var json = false

  func run(in context: CommandContext) throws {
    try context.refuseInput(keys)
    let workspace = try context.openWorkspace()
    var items: [JSONValue] = []
    var isMissing = false
    let paths =
      try note == "-"
      ? NamedPlaces(.notes, context, workspace).places([note]).map(\.path) : [context.note(note, in: workspace)]
    for path in paths {
      let shown = try context.shownNote(at: path, in: workspace)
      let missing = keys.filter { field($0, of: shown) == nil }
      let wanted = keys.isEmpty ? shown.document.frontMatter?.entries ?? [] : keys.compactMap { field($0, of: shown) }
      if wanted.isEmpty || !missing.isEmpty { isMissing = true }
      for key in missing where !json {
        context.note(Message("\(path.string) has no “\(key)”", ko: "\(path.string): “\(key)” 없음"))
      }
      if json {
        // `path` is that of the note.
        let members = wanted.filter { $0.key != "path" }.map { JSONValue.Member($0.key, $0.value.json) }
        items.append(.object([JSONValue.Member("path", .string(path.string))] + members))
      } else {
        for entry in wanted {
          for text in entry.value.scalarTexts {
            context.console.writeLine(keys.isEmpty ? "\(entry.key): \(text)" : text)
          }
        }
      }
    }
    if json { context.console.writeLine(JSONValue.envelope(kind: "get", items: items).text(pretty: true)) }
    if isMissing { throw ExitStatus.negative }
  }

  private func field(_ key: String, of note: Note) -> FrontMatter.Entry? {
    let spelling = FieldCatalogue.spelling(of: key, in: note.document.frontMatter)
    return note.document.frontMatter?.entries.first { $0.key == spelling }
  }
}
