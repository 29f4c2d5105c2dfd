import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax

/// `sheaf get`
struct GetCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "get",
      abstract: localized("Print fields of a note.", ko: "메모의 필드를 출력합니다."),
      discussion: localized(
        """
        Values are printed as they are, lists with one item per line. --json includes their types.

        Examples:
          sheaf get @ status due
        """,
        ko: """
          값은 그대로, 목록은 한 줄에 하나씩 출력합니다. --json은 타입도 출력합니다.

          예:
            sheaf get @ status due
          """))
  }

  @Argument(help: help(.note, "A note.", ko: "메모"))
  var note: String

  @Argument(help: help(.field, "Fields. Default: all.", ko: "필드(기본값: 모두)"))
  var keys: [String] = []

  @Flag(help: help("Print one JSON document with typed values.", ko: "타입이 있는 JSON 문서 하나로 출력합니다."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    try context.refuseInput(keys)
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    let found = try context.shownNote(at: path, in: workspace)
    let frontMatter = found.document.frontMatter
    let entries = frontMatter?.entries ?? []
    let wanted =
      keys.isEmpty
      ? entries
      : keys.compactMap { key in
        let spelling = FieldCatalogue.spelling(of: key, in: frontMatter)
        return entries.first { $0.key == spelling }
      }
    if json {
      let members = wanted.map { JSONValue.Member($0.key, $0.value.json) }
      let item = JSONValue.object([JSONValue.Member("path", .string(path.string))] + members)
      context.console.writeLine(JSONValue.envelope(kind: "get", items: [item]).text(pretty: true))
    } else {
      for entry in wanted {
        for text in entry.value.scalarTexts {
          context.console.writeLine(keys.isEmpty ? "\(entry.key): \(text)" : text)
        }
      }
    }
    if wanted.count < max(1, keys.count) { throw ExitStatus.negative }
  }
}
