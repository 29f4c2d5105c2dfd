import ByteBasics
import CivilCalendar
package import NoteActions
import NoteIndex
package import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
package import Wording

/// A page with one note, whose links lead to pages of the same kind next to it.
package struct StandalonePage {
  private let workspace: Workspace
  private let answers: QueryAnswers
  private let language: Language
  private let diagrams: DiagramStore

  /// - Parameters:
  ///   - workspace: The workspace of the notes.
  ///   - answers: The answers to the queries in notes.
  ///   - language: The language of the page.
  ///   - diagrams: The drawn diagrams, and the programs that draw others.
  package init(_ workspace: Workspace, _ answers: QueryAnswers, _ language: Language, _ diagrams: DiagramStore) {
    self.workspace = workspace
    self.answers = answers
    self.language = language
    self.diagrams = diagrams
  }

  /// Returns a note as a page of its own file.
  ///
  /// - Parameters:
  ///   - note: The note of the page.
  ///   - mathML: The MathML of a formula; nil if it stays as it is written.
  package func html(of note: Note, _ mathML: @escaping @Sendable (Formula) -> String?) throws -> HTMLPage {
    var surroundings = try surroundings(of: note, in: note.path)
    surroundings.mathML = mathML
    surroundings.diagram = { [diagrams] in diagrams.address(of: $1, in: $0, of: note.path) }
    let embedded = try embeddedNotes(of: note, mathML)
    surroundings.embedded = { link in
      embedded[link.destination].flatMap { note in
        EmbeddedPart(
          of: note.body, at: link.fragment.map(SiteAddress.identifier), title: note.title, address: note.address)
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

  /// Returns the notes that `![[…]]` puts into the page, by the text of the link; a note that these embed becomes a
  /// link.
  private func embeddedNotes(
    of note: Note, _ mathML: @escaping @Sendable (Formula) -> String?
  ) throws -> [String: EmbeddedNote] {
    guard note.document.links.contains(where: { $0.kind == .embed }) else { return [:] }
    var embedded: [String: EmbeddedNote] = [:]
    for link in try workspace.index.links(from: note.path) {
      guard link.kind == Link.Kind.embed.rawValue, let target = link.target, target.isMarkdown,
        target != note.path, embedded[link.destination] == nil,
        let note = try? workspace.note(at: target), note.seal(on: workspace.gate.today) == nil
      else { continue }
      let found = answers.answered(note, in: workspace.layout)
      var around = try surroundings(of: found, in: note.path)
      around.mathML = mathML
      embedded[link.destination] = EmbeddedNote(
        body: NoteBody(found.document, in: around), title: found.title,
        address: Self.address(of: target, from: note.path))
    }
    return embedded
  }

  /// Returns the surroundings of `note` in the page of `page`, with the targets of its links.
  private func surroundings(of note: Note, in page: NotePath) throws -> BodySurroundings {
    let links = RenderedLinks(try workspace.index.links(from: note.path))
    let files = workspace.files
    var surroundings = BodySurroundings(words: BodyWords(language)) { link in
      if link.destination.isEmpty, let fragment = link.fragment {
        return .address(SiteAddress.fragment(fragment))
      }
      if let target = links.target(of: link) {
        let address = Self.address(of: target, from: page, isImage: link.form == .image)
        let part = target.isMarkdown ? SiteAddress.fragment : SiteAddress.part
        return .address(address + (link.fragment.map(part) ?? ""))
      }
      if let reversed = links.reversed(link) {
        let fragment = reversed.fragment.map(SiteAddress.fragment) ?? ""
        return .swapped(Self.address(of: reversed.target, from: page) + fragment)
      }
      if link.form == .wiki || link.form == .embed { return .broken }
      guard let target = Self.answer(link, from: note.path), files.exists(target) else { return .asWritten }
      return .address(Self.address(of: target, from: page))
    }
    surroundings.follow(workspace)
    if workspace.configuration.list("links.detect").contains("date") {
      surroundings.detection.dayAddress = { [workspace] day in
        let entry = try? workspace.index.notes.entries(in: DayRange(day, day)).first?.path
        return entry.flatMap { $0 == note.path ? nil : Self.address(of: $0, from: page) }
      }
    }
    return surroundings
  }

  /// Returns the note that a link of an answer to a query leads to: the index does not know it.
  private static func answer(_ link: BodyLink, from note: NotePath) -> NotePath? {
    guard link.form == .path, link.destination.hasSuffix(".md"), !LinkTarget.hasScheme(link.destination) else {
      return nil
    }
    return NotePath((note.folder.map { $0.string + "/" } ?? "") + link.destination)
  }

  /// Returns the address of a note or picture relative to the folder of the page, with `.html` for `.md`.
  private static func address(of target: NotePath, from page: NotePath, isImage: Bool = false) -> String {
    let depth = page.string.split(separator: "/").count - 1
    let isPage = target.isMarkdown && !isImage
    let path = isPage ? String(target.string.dropLast(3)) + ".html" : target.string
    return String(repeating: "../", count: depth) + SiteAddress.escaped(path)
  }
}

/// The targets of one note's links, looked up by the links that a renderer finds in the text.
private struct RenderedLinks: Sendable {
  /// The targets by destination, or by the label that the note defines.
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
      case .reversed: swapped[Pair(shown: link.text ?? "", name: link.destination)] = link.target
      }
    }
  }

  func target(of link: BodyLink) -> NotePath? {
    let isSwapped = link.label != nil && reversed(link) != nil
    return isSwapped ? nil : targets[link.destination]
  }

  /// Returns the note that a link `[[text|note#part]]` leads to, and the part. Nil for a link that is not written so.
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

extension BodySurroundings {
  /// Reads text as a repository's settings say: telephone numbers of its regions, addresses, the ends of lines.
  mutating func follow(_ workspace: Workspace) {
    let configuration = workspace.configuration
    telephoneRegions = workspace.index.telephoneRegions
    detection.findsStreets = configuration.list("links.detect").contains("address")
    keepsLineBreaks = configuration.keepsLineBreaks ?? workspace.layout.rules.keepsLineBreaks
  }
}
