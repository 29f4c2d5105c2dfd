package import CivilCalendar
import NoteIndex
package import NoteModel
import NoteRepository
import NoteSyntax

extension Workspace {
  /// The links of the whole repository that lead nowhere, or to several notes.
  package func brokenLinks(today: Day) throws -> [LinkRow] {
    withFiles(try index.brokenLinks(today: today)).filter { $0.state != .resolved }
  }

  /// The same links. What git or the configuration ignores is not in the index, but a link to a file that is there
  /// is not broken.
  package func withFiles(_ links: [LinkRow]) -> [LinkRow] {
    links.map { link in
      guard link.state == .broken, let file = file(link) else { return link }
      return LinkRow(
        source: link.source, kind: link.kind, destination: link.destination,
        fragment: link.fragment, text: link.text, line: link.line, range: link.range, target: file,
        state: .resolved)
    }
  }

  /// The file at the place that a link names by its path.
  private func file(_ link: LinkRow) -> NotePath? {
    let isCard = link.kind == Link.Kind.canvas.rawValue
    guard isCard || !link.isWiki else { return nil }
    let text = isCard ? "/" + link.destination : percentDecoded(link.destination)
    let folder = link.source.folder.map { $0.string + "/" } ?? ""
    let place = text.hasPrefix("/") ? String(text.dropFirst()) : folder + text
    guard let path = NotePath(place), files.exists(path), !files.isFolder(path) else { return nil }
    return path
  }
}
