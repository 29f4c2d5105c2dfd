import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import SheafSite
import TerminalText
import Wording

/// `sheaf render`
struct RenderCommand: ContextCommand {
  enum Face: String, ExpressibleByArgument, CaseIterable {
    case html, ansi, text, json
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "render",
      abstract: localized(
        "Render a note as HTML, text or JSON.", ko: "메모를 HTML, 텍스트, JSON으로 렌더링합니다."),
      discussion: localized(
        """
        Examples:
          sheaf render plan > plan.html
          sheaf render plan --to text
        """,
        ko: """
          예:
            sheaf render 계획 > 계획.html
            sheaf render 계획 --to text
          """))
  }

  @Argument(help: help("A note.", ko: "메모"))
  var note: String

  @Option(help: help("html, ansi, text or json.", ko: "html, ansi, text 또는 json"))
  var to = Face.html

  @Flag(
    help: help("HTML: print the body without a page around it.", ko: "HTML 문서 전체가 아니라 본문만 출력합니다."))
  var fragment = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    let found = try workspace.note(at: path)
    try context.refuseSealed(found)
    switch to {
    case .json: context.console.writeLine(found.document.json.text(pretty: true))
    case .text: context.console.write(Theme.plain.encode(lines(found, context)))
    case .ansi: context.console.write(Theme.ansi(showsLinks: false).encode(lines(found, context)))
    case .html:
      let html = try StandalonePage(workspace, context).html(of: found)
      context.console.write(fragment ? html.fragment : html.page)
    }
  }

  private func lines(_ note: Note, _ context: CommandContext) -> [StyledText] {
    TerminalRenderer.lines(note.document, context.page)
  }
}
