import ArgumentParser
import CivilCalendar
import NoteIndex
import NotePresentation
import NoteWorkspace
import TerminalText

/// `sheaf tags`
struct TagsCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tags",
      abstract: localized("List tags by how many notes bear them.", ko: "태그를 많이 쓴 순서로 늘어놓습니다."))
  }

  @Flag(help: help("One JSON document.", ko: "JSON 문서 하나로."))
  var json = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let report = TagReport(tags: try workspace.index.tags(today: context.clock().day))
    if json {
      context.console.writeLine(report.json.text(pretty: true))
    } else {
      context.page(context.theme.encode(report.lines(context.page)))
    }
    if report.tags.isEmpty { throw ExitStatus.negative }
  }
}
