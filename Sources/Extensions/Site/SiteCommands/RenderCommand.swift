import ArgumentParser
import ByteBasics
import NoteActions
import NoteModel
import NotePresentation
import NoteSyntax
import SheafCommands
import SheafSite
import TerminalText
import Wording

struct RenderCommand: ReproducibleCommand {
  enum Face: String, ExpressibleByArgument, CaseIterable {
    case html, ansi, text, json
  }

  static var configuration: CommandConfiguration {
    explained("render", PackageResources.render_txt, ko: PackageResources.render_ko_txt)
  }

  @Argument(help: help(.place, "A note, or NOTE#HEADING.", ko: "메모 또는 메모#소제목"))
  var note: String

  @Option(help: help(.format, "Format: html, ansi, text or json.", ko: "형식: html, ansi, text 또는 json"))
  var to = Face.html

  @Flag(
    help: help("Print the HTML body without a page around it.", ko: "HTML 문서 전체가 아니라 본문만 출력합니다."))
  var fragment = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let found =
      try context.shownSection(note, in: workspace)
      ?? context.shownNote(at: context.note(note, in: workspace), in: workspace)
    let shown = context.answers(in: workspace).answered(found, in: workspace.layout)
    switch to {
    case .json: context.console.writeLine(found.document.json.text(pretty: true))
    case .text: context.console.write(Theme.plain.encode(lines(shown, context)))
    case .ansi: context.console.write(Theme.ansi(showsLinks: false).encode(lines(shown, context)))
    case .html:
      let page = StandalonePage(
        workspace, context.answers(in: workspace), context.language,
        context.diagramStore(of: workspace))
      let html = try context.formulaStore(of: workspace.repository).complete { mathML in
        let html = try page.html(of: shown, mathML)
        return fragment ? html.fragment : html.page
      }
      context.console.write(html)
    }
  }

  private func lines(_ note: Note, _ context: CommandContext) -> [StyledText] {
    TerminalRenderer.lines(note.document, context.page)
  }
}
