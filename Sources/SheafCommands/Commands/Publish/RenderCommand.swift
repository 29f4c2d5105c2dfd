import ArgumentParser
import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
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

  @Argument(help: help(.note, "A note.", ko: "메모"))
  var note: String

  @Option(help: help(.format, "html, ansi, text or json.", ko: "html, ansi, text 또는 json"))
  var to = Face.html

  @Flag(
    help: help("HTML: print the body without a page around it.", ko: "HTML 문서 전체가 아니라 본문만 출력합니다."))
  var fragment = false

  init() {}

  func run(in context: CommandContext) throws {
    let workspace = try context.openWorkspace()
    let path = try context.note(note, in: workspace)
    let found = try context.shownNote(at: path, in: workspace)
    let shown = context.answers(in: workspace).answered(found, in: workspace.layout)
    switch to {
    case .json: context.console.writeLine(found.document.json.text(pretty: true))
    case .text: context.console.write(Theme.plain.encode(lines(shown, context)))
    case .ansi: context.console.write(Theme.ansi(showsLinks: false).encode(lines(shown, context)))
    case .html:
      let page = StandalonePage(workspace, context)
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

/// A page with one note, whose links lead to pages of the same kind beside it.
struct StandalonePage {
  private let workspace: Workspace
  private let context: CommandContext

  init(_ workspace: Workspace, _ context: CommandContext) {
    self.workspace = workspace
    self.context = context
  }

  /// - Parameters:
  ///   - note: What is shown.
  ///   - mathML: The MathML of a formula; nil if it stays as it is written.
  func html(
    of note: Note, _ mathML: @escaping @Sendable (Formula) -> String?
  ) throws -> HTMLPage {
    var surroundings = try surroundings(of: note, in: note.path)
    surroundings.mathML = mathML
    let diagrams = context.diagramStore(of: workspace)
    surroundings.diagram = { diagrams.address(of: $1, in: $0, of: note.path) }
    let embedded = try embeddedNotes(of: note, mathML)
    surroundings.embedded = { link in
      embedded[link.destination].flatMap { note in
        EmbeddedPart(
          of: note.body, fragment: link.fragment, title: note.title, address: note.address)
      }
    }
    return HTMLPage(note, in: surroundings)
  }

  /// A note that becomes part of the page.
  private struct EmbeddedNote: Sendable {
    let body: NoteBody
    let title: String
    let address: String
  }

  /// The notes that `![[…]]` puts into the page, by what is written there; what they embed themselves becomes a link.
  private func embeddedNotes(
    of note: Note, _ mathML: @escaping @Sendable (Formula) -> String?
  ) throws -> [String: EmbeddedNote] {
    guard note.document.links.contains(where: { $0.kind == .embed }) else { return [:] }
    var embedded: [String: EmbeddedNote] = [:]
    for link in try workspace.index.links(from: note.path) {
      guard link.kind == Link.Kind.embed.rawValue, let target = link.target, target.isMarkdown,
        target != note.path, embedded[link.destination] == nil,
        let note = try? context.shownNote(at: target, in: workspace)
      else { continue }
      let found = context.answers(in: workspace).answered(note, in: workspace.layout)
      var around = try surroundings(of: found, in: note.path)
      around.mathML = mathML
      embedded[link.destination] = EmbeddedNote(
        body: NoteBody(found.document, in: around), title: found.title,
        address: Self.address(of: target, from: note.path))
    }
    return embedded
  }

  /// Where the links of `note` lead in the page of `page`.
  private func surroundings(of note: Note, in page: NotePath) throws -> BodySurroundings {
    let links = RenderedLinks(
      try workspace.index.links(from: note.path))
    let files = workspace.files
    var surroundings = BodySurroundings(words: BodyWords(context.language)) { link in
      if link.destination.isEmpty, let fragment = link.fragment {
        return .address(SiteAddress.fragment(fragment))
      }
      if let target = links.target(of: link) {
        let address = Self.address(of: target, from: page, isImage: link.form == .image)
        return .address(address + (link.fragment.map(SiteAddress.fragment) ?? ""))
      }
      if let reversed = links.reversed(link) {
        let fragment = reversed.fragment.map(SiteAddress.fragment) ?? ""
        return .swapped(Self.address(of: reversed.target, from: page) + fragment)
      }
      if link.form == .wiki || link.form == .embed { return .broken }
      guard let target = Self.answer(link, from: note.path), files.exists(target) else { return .asWritten }
      return .address(Self.address(of: target, from: page))
    }
    let configuration = workspace.configuration
    surroundings.telephoneRegions = workspace.index.telephoneRegions
    surroundings.detection.findsStreets = configuration.list("links.detect").contains("address")
    surroundings.keepsLineBreaks =
      configuration.keepsLineBreaks ?? workspace.layout.rules.keepsLineBreaks
    return surroundings
  }

  /// The note that a link of an answer to a query leads to: the index does not know it.
  private static func answer(_ link: BodyLink, from note: NotePath) -> NotePath? {
    guard link.form == .path, link.destination.hasSuffix(".md"), !LinkTarget.hasScheme(link.destination) else {
      return nil
    }
    return NotePath((note.folder.map { $0.string + "/" } ?? "") + link.destination)
  }

  /// Relative to a note's folder, with `.html` for `.md`.
  private static func address(of target: NotePath, from page: NotePath, isImage: Bool = false)
    -> String
  {
    let depth = page.string.split(separator: "/").count - 1
    let isPage = target.isMarkdown && !isImage
    let path = isPage ? String(target.string.dropLast(3)) + ".html" : target.string
    return String(repeating: "../", count: depth) + SiteAddress.escaped(path)
  }
}

/// Where the links of one note lead, looked up by what a renderer finds in the text.
struct RenderedLinks: Sendable {
  /// By the destination, or by the label that the note defines.
  private var targets: [String: NotePath] = [:]
  /// Links written the other way round, by both their parts.
  private var swapped: [Pair: NotePath] = [:]

  private struct Pair: Hashable {
    let shown: String
    let name: String
  }

  init(_ links: [LinkRow]) {
    for link in links {
      switch link.form {
      case .asWritten, .seenFromPage: targets[percentDecoded(link.destination)] = link.target
      case .defined: targets[link.text ?? ""] = link.target
      case .reversed:
        swapped[Pair(shown: link.text ?? "", name: link.destination)] = link.target
      }
    }
  }

  func target(of link: BodyLink) -> NotePath? {
    let isSwapped = link.label != nil && reversed(link) != nil
    return isSwapped ? nil : targets[link.destination]
  }

  /// The note that a link `[[text|note#part]]` leads to, and the part; nil for a link that is not written so.
  func reversed(_ link: BodyLink) -> (target: NotePath, fragment: String?)? {
    let kind: Link.Kind = link.form == .embed ? .embed : .wiki
    guard link.form == .wiki || link.form == .embed, let label = link.label,
      let meant = LinkTarget(
        kind: kind, destination: link.destination, fragment: link.fragment, text: label,
        definition: nil)?.meant(.reversed),
      let target = swapped[Pair(shown: link.destination, name: meant.name)]
    else { return nil }
    return (target, meant.fragment)
  }
}
