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
  enum Face: String, FileForms { case html, ansi, text, json }

  static var configuration: CommandConfiguration {
    explained("render", PackageResources.render_txt, ko: PackageResources.render_ko_txt)
  }

  @Argument(help: help(.place, "A note, or NOTE#HEADING.", ko: "메모 또는 메모#소제목"))
  var note: String

  @OptionGroup var file: FileForm<Face>

  @Flag(
    help: help("Print the HTML body without a page around it.", ko: "HTML 문서 전체가 아니라 본문만 출력합니다."))
  var fragment = false

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let found =
      try context.shownSection(note, in: workspace)
      ?? context.shownNote(at: context.note(note, in: workspace), in: workspace)
    let shown = context.answers(in: workspace).answered(found, in: workspace.layout)
    try context.write(bytes(of: found, shown, in: workspace, context), to: file.output)
  }

  private func bytes(
    of found: Note, _ shown: Note, in workspace: Workspace, _ context: CommandContext
  ) throws -> [UInt8] {
    switch file.form ?? .html {
    case .json: return Array((found.document.json.text(pretty: true) + "\n").utf8)
    case .text: return Theme.plain.encode(lines(found, shown, context)).bytes
    case .ansi: return Theme.ansi(showsLinks: false).encode(lines(found, shown, context)).bytes
    case .html:
      let page = StandalonePage(
        workspace, context.answers(in: workspace), context.language, context.diagramStore(of: workspace))
      let html = try context.formulaStore(of: workspace.repository).complete { mathML in
        var html = try page.html(of: shown, mathML)
        html.facts = facts(of: found, context).map(\.plainText).joined(separator: " ")
        return fragment ? html.fragment : html.page
      }
      return Array(html.utf8)
    }
  }

  private func facts(of note: Note, _ context: CommandContext) -> [StyledText] {
    NoteView(note, now: context.clock(), backlinks: [], isBroken: { _ in false }, isReversed: { _ in false })
      .taskFacts(context.page)
  }

  /// Returns the text, below the facts of a task.
  private func lines(_ found: Note, _ shown: Note, _ context: CommandContext) -> [StyledText] {
    let facts = facts(of: found, context)
    return (facts.isEmpty ? [] : facts + [StyledText()]) + TerminalRenderer.lines(shown.document, context.page)
  }
}
