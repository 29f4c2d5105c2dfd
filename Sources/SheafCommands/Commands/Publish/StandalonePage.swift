import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteSyntax
import SheafSite

/// A page with one note, whose links lead to pages of the same kind beside it.
struct StandalonePage {
  private let workspace: Workspace
  private let context: CommandContext

  init(_ workspace: Workspace, _ context: CommandContext) {
    self.workspace = workspace
    self.context = context
  }

  func html(of note: Note) throws -> HTMLPage {
    var surroundings = try surroundings(of: note, in: note.path)
    let embedded = try embeddedNotes(of: note)
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
    of note: Note
  ) throws -> [String: EmbeddedNote] {
    guard note.document.links.contains(where: { $0.kind == .embed }) else { return [:] }
    var embedded: [String: EmbeddedNote] = [:]
    for link in try workspace.index.links(from: note.path, today: context.clock().day) {
      guard link.kind == Link.Kind.embed.rawValue, let target = link.target, target.isMarkdown,
        target != note.path, embedded[link.destination] == nil,
        let found = try? workspace.note(at: target),
        !found.isSealed(on: context.clock().day)
      else { continue }
      let around = try surroundings(of: found, in: note.path)
      embedded[link.destination] = EmbeddedNote(
        body: NoteBody(found.document, in: around), title: found.title,
        address: Self.address(of: target, from: note.path))
    }
    return embedded
  }

  /// Where the links of `note` lead in the page of `page`.
  private func surroundings(of note: Note, in page: NotePath) throws -> BodySurroundings {
    let links = RenderedLinks(
      try workspace.index.links(from: note.path, today: context.clock().day))
    return BodySurroundings(words: BodyWords(context.language)) { link in
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
      return link.form == .wiki || link.form == .embed ? .broken : .asWritten
    }
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
