import ArgumentParser
import NotePresentation
import NoteRepository

/// `sheaf query list`
struct QueryListCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: localized("Show the saved queries.", ko: "저장한 검색식을 보입니다."))
  }

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let views = context.configuration(of: try context.repository()).table("views")
    let sorted = views.sorted { $0.key < $1.key }
    if json {
      let items = sorted.map { view in
        JSONValue.object([
          JSONValue.Member("name", .string(view.key)),
          JSONValue.Member("query", .string(view.value)),
        ])
      }
      context.console.writeLine(
        JSONValue.envelope(kind: "queries", items: items).text(pretty: true))
    } else {
      for (name, query) in sorted { context.console.writeLine("@\(name)  \(query)") }
    }
    if sorted.isEmpty { throw ExitStatus.negative }
  }
}
