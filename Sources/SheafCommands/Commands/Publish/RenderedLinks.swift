import ByteBasics
import NoteModel
import NoteSyntax
import SheafSite

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
      case .asWritten: targets[percentDecoded(link.destination)] = link.target
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
