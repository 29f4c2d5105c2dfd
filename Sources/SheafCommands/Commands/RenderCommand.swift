import ArgumentParser
import CivilCalendar
import NoteIndex
import NoteModel
import NotePresentation
import NoteWorkspace
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
      abstract: localized("Render a note as HTML, text or JSON.", ko: "메모를 HTML, 글, JSON으로 그립니다."))
  }

  @Argument(help: help("A note.", ko: "메모."))
  var note: String

  @Option(help: help("html, ansi, text or json.", ko: "html, ansi, text, json."))
  var to = Face.html

  @Flag(help: help("HTML: the body without a page around it.", ko: "HTML: 쪽을 두르지 않은 본문만."))
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
      let html = HTMLPage(found, in: try surroundings(of: found, in: workspace, context))
      context.console.write(fragment ? html.fragment : html.page)
    }
  }

  private func lines(_ note: Note, _ context: CommandContext) -> [StyledText] {
    TerminalRenderer.lines(note.document, context.page)
  }

  /// Where the note's links lead, relative to its folder, with `.html` for `.md`.
  private func surroundings(
    of note: Note, in workspace: Workspace, _ context: CommandContext
  ) throws -> BodySurroundings {
    var targets: [String: NotePath] = [:]
    for link in try workspace.index.links(from: note.path, today: context.clock().day) {
      targets[percentDecoded(link.destination)] = link.target
    }
    let depth = note.path.string.split(separator: "/").count - 1
    let found = targets
    return BodySurroundings(words: BodyWords(context.language)) { link in
      guard let target = found[link.destination] else {
        return link.form == .wiki || link.form == .embed ? .broken : .asWritten
      }
      let isPage = target.isMarkdown && link.form != .image
      let page = isPage ? String(target.string.dropLast(3)) + ".html" : target.string
      let up = String(repeating: "../", count: depth)
      return .address(
        up + SiteAddress.escaped(page) + (link.fragment.map(SiteAddress.fragment) ?? ""))
    }
  }
}
