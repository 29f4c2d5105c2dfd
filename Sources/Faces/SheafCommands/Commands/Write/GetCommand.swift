import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax

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

  init() {}

  func run(in context: CommandContext) throws {
    try context.refuseInput(keys)
    let workspace = try context.openWorkspace()
    var items: [JSONValue] = []
    var isMissing = false
    let paths =
      try note == "-"
      ? NamedPlaces(.notes, context, workspace).places([note]).map(\.path) : [context.note(note, in: workspace)]
    for path in paths {
      let wanted = fields(of: try context.shownNote(at: path, in: workspace))
      if wanted.count < max(1, keys.count) { isMissing = true }
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

  private func fields(of note: Note) -> [FrontMatter.Entry] {
    let frontMatter = note.document.frontMatter
    let entries = frontMatter?.entries ?? []
    return keys.isEmpty
      ? entries
      : keys.compactMap { key in
        let spelling = FieldCatalogue.spelling(of: key, in: frontMatter)
        return entries.first { $0.key == spelling }
      }
  }
}
