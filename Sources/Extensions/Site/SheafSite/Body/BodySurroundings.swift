import ByteBasics
package import NoteModel
package import NotePresentation
package import NoteSyntax
import SafeHTML
import Synchronization

/// The context in which a note's body becomes part of a page: links, tags, embeds, pictures and settings.
package struct BodySurroundings: Sendable {
  /// The target of a link of the body.
  package var place: @Sendable (BodyLink) -> BodyPlace
  /// The page of a tag; nil if tags have none.
  package var tagAddress: @Sendable (_ tag: String) -> String?
  /// An embedded note or a part of it; nil if it becomes a link.
  package var embedded: @Sendable (BodyLink) -> EmbeddedPart?
  /// False only if the owner of the notes asked for raw HTML as it is.
  package var sanitizes = true
  /// True if each heading gets a link to itself.
  package var linksHeadings = false
  /// False if a page must not ask other machines for pictures: their words stand for them.
  package var loadsRemoteMedia = true
  /// Headings become that number of levels lower, at most the sixth.
  package var headingShift = 0
  /// A level-1 heading of these words that opens the body is left out, as the page says them already.
  package var omittedHeading: String?
  /// The number of bytes of the body's HTML that are read, if only the first words are needed.
  package var limit: Int?
  package var words: BodyWords
  /// The regions whose telephone numbers are links; those in the international form always are.
  package var telephoneRegions: Set<TelephoneRegion> = []
  /// The other parts of the text that become links.
  package var detection = TextDetection()
  /// True if the end of a line is also a line end on the page.
  package var keepsLineBreaks = false
  /// Returns the MathML of a formula; nil to show it as written.
  package var mathML: @Sendable (Formula) -> String? = { _ in nil }

  /// The address of the picture of a diagram; nil if the fence stays code.
  package var diagram: @Sendable (_ language: String, _ source: String) -> String? = { _, _ in nil }
  /// True for a fence that stays code and is drawn in the browser.
  var isDrawnInBrowser: @Sendable (_ language: String) -> Bool = { _ in false }

  package init(
    words: BodyWords, place: @escaping @Sendable (BodyLink) -> BodyPlace,
    tagAddress: @escaping @Sendable (_ tag: String) -> String? = { _ in nil },
    embedded: @escaping @Sendable (BodyLink) -> EmbeddedPart? = { _ in nil }
  ) {
    self.words = words
    self.place = place
    self.tagAddress = tagAddress
    self.embedded = embedded
  }
}

extension BodySurroundings {
  /// Returns surroundings that also resolve links of the note into itself; hidden links remain hidden.
  func leading(within own: OwnPlaces) -> BodySurroundings {
    var surroundings = self
    let place = place
    surroundings.place = { link in
      let outside = place(link)
      guard link.destination.isEmpty, outside != .hidden else { return outside }
      return own.place(of: link) ?? outside
    }
    return surroundings
  }
}

/// A link in a body to a note or file of the repository.
package struct BodyLink: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    /// `[[name]]`
    case wiki
    /// `![[name]]`
    case embed
    /// `[text](path)`, `<a href="path">`
    case path
    /// `![alt](path)`, `<img src="path">`
    case image
  }

  package let form: Form
  var isWiki: Bool { form == .wiki || form == .embed }
  /// The destination without escapes and fragment.
  package let destination: String
  /// The part after `#`: a heading or a `^block`.
  package let fragment: String?
  /// The text after `|`: the words to show, or a note if the link is written the other way round.
  package let label: String?

  package init(form: Form, destination: String, fragment: String?, label: String? = nil) {
    self.label = label
    self.form = form
    self.destination = destination
    self.fragment = fragment
  }

  /// - Parameter text: The text as written, with percent escapes in a path.
  init(form: Form, text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let fragment = parts.count > 1 ? String(parts[1]) : nil
    let isPath = form == .path || form == .image
    self.init(
      form: form, destination: isPath ? percentDecoded(name) : name,
      fragment: isPath ? fragment.map(percentDecoded) : fragment)
  }
}

/// The target of a link of a body.
package enum BodyPlace: Hashable, Sendable {
  case address(String, size: ImageSize? = nil)
  /// The address of a link that is written in the other order: the text before the bar is shown.
  case swapped(String)
  /// A target that is not shown: the words of the link stay as plain text.
  case hidden
  case broken
  /// The link is shown as written.
  case asWritten
}

/// Width and height of a picture in pixels.
package struct ImageSize: Hashable, Sendable {
  package let width: Int
  package let height: Int
}

/// The targets of a note's links to itself, and the names by which links find its headings.
///
/// ``NoteAnchors`` resolves links, for pages as for `check`. A link to another note does not read that note, because
/// its page would otherwise change with the other note. Headings therefore also get the names that such links use.
final class OwnPlaces: Sendable {
  private let document: Document
  /// The anchors of the note, computed at the first link into the note or to a heading that links name in several ways.
  private let known = Mutex<NoteAnchors?>(nil)

  init(_ document: Document) { self.document = document }

  private var anchors: NoteAnchors {
    known.withLock { known in
      let anchors = known ?? NoteAnchors(document)
      known = anchors
      return anchors
    }
  }

  /// The further anchors by the text of a heading.
  var furtherAnchors: [String: [String]] {
    let hasOneEach = document.headings.allSatisfy { HeadingAnchors.hasOneAnchor(HeadingAttributes.text(of: $0)) }
    return hasOneEach ? [:] : anchors.furtherAnchors()
  }

  /// Returns true for a footnote as cmark names it, and for the top of the page.
  private static func isOfPage(_ fragment: String) -> Bool {
    fragment.hasPrefix("fn-") || fragment.hasPrefix("fnref-") || fragment.lowercased() == "top"
  }

  /// Returns the place of a link without a destination. Nil if the note has no such place, hidden if only another
  /// program would make the place.
  func place(of link: BodyLink) -> BodyPlace? {
    guard let fragment = link.fragment, !Self.isOfPage(fragment) else { return nil }
    if let identifier = anchors.identifier(of: fragment, isWiki: link.isWiki) {
      return .address("#" + SiteAddress.escaped(identifier))
    }
    return anchors.has(fragment, isWiki: link.isWiki) ? .hidden : nil
  }
}

extension NoteAnchors {
  /// Returns the `id` that the place which a link names has on the note's page. Nil if the page has no such place.
  func identifier(of fragment: String, isWiki: Bool) -> String? {
    switch place(of: fragment, isWiki: isWiki)?.target {
    case .heading(let position):
      plainAnchor(ofHeading: position).isEmpty ? nil : PagePlace.identifier(plainAnchor(ofHeading: position))
    case .block(let position): PagePlace.identifier("^" + name(ofBlock: position))
    case .element(let name): hasElement(name) ? PagePlace.identifier(name) : nil
    case nil: nil
    }
  }
}

/// The anchors of notes that links of other notes name, each note read once.
final class LinkedAnchors: Sendable {
  private let known = Mutex<[NotePath: NoteAnchors]>([:])

  func anchors(of path: NotePath, read: (NotePath) -> [UInt8]?) -> NoteAnchors? {
    if let anchors = known.withLock({ $0[path] }) { return anchors }
    guard let bytes = read(path) else { return nil }
    let anchors = NoteAnchors(Document(parsing: bytes))
    known.withLock { $0[path] = anchors }
    return anchors
  }
}
