import NoteModel
import NoteSyntax
import SafeHTML
import Synchronization

/// Where links of a note into itself lead, and by which names its headings are found.
///
/// What a link means, ``NoteAnchors`` says, for pages as for `check`. A link to another note does not look into it, as its
/// page would otherwise change with the other note; so headings also get the names that such links call them by.
final class OwnPlaces: Sendable {
  private let document: Document
  /// Made where the note has headings or links into itself.
  private let known = Mutex<NoteAnchors?>(nil)

  init(_ document: Document) { self.document = document }

  private var anchors: NoteAnchors {
    known.withLock { known in
      let anchors = known ?? NoteAnchors(document)
      known = anchors
      return anchors
    }
  }

  /// By the text of a heading.
  var furtherAnchors: [String: [String]] {
    document.headings.isEmpty ? [:] : anchors.furtherAnchors()
  }

  /// - Parameter link: One without a destination.
  /// - Returns: nil where the note has no such place.
  func place(of link: BodyLink) -> BodyPlace? {
    guard let fragment = link.fragment else { return nil }
    let isWiki = link.form == .wiki || link.form == .embed
    let anchor: String? =
      switch anchors.place(of: fragment, isWiki: isWiki)?.target {
      case .heading(let position): anchors.plainAnchor(ofHeading: position)
      case .block(let position): "^" + anchors.name(ofBlock: position)
      case .element, nil: nil
      }
    return anchor.map { .address("#" + SiteAddress.escaped(PagePlace.identifier($0))) }
  }
}
