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
    if let unseal = found.unseal, unseal > context.clock().day {
      throw SealedNoteError(path: path, until: unseal.description)
    }
    switch to {
    case .json: context.console.writeLine(found.document.json.text(pretty: true))
    case .text: context.console.write(Theme.plain.encode(lines(found, context)))
    case .ansi: context.console.write(Theme.ansi(showsLinks: false).encode(lines(found, context)))
    case .html:
      let html = HTMLPage(found, address: try addresses(of: found, in: workspace))
      context.console.write(fragment ? html.fragment : html.page)
    }
  }

  private func lines(_ note: Note, _ context: CommandContext) -> [StyledText] {
    TerminalRenderer.lines(note.document, context.page)
  }

  /// Where the note's wiki links lead, relative to its folder, with `.html` for `.md`.
  private func addresses(
    of note: Note, in workspace: Workspace
  ) throws -> (String) -> String? {
    var targets: [String: NotePath] = [:]
    for link in try workspace.index.links(from: note.path) where link.target != nil {
      targets[link.destination] = link.target
    }
    let depth = note.path.string.split(separator: "/").count - 1
    return { text in
      let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
      guard let name = parts.first, let target = targets[name] else { return nil }
      let page = target.isMarkdown ? String(target.string.dropLast(3)) + ".html" : target.string
      let fragment = parts.count > 1 ? "#" + parts[1] : ""
      return String(repeating: "../", count: depth) + page + fragment
    }
  }
}
