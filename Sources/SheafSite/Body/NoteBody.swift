package import NoteModel
package import NoteSyntax
import SafeHTML

/// A note's body as it is in a page.
package struct NoteBody: Sendable {
  package private(set) var html: [UInt8]
  package let headings: [PageHeading]
  /// The fields of the note; none where it has no front matter.
  package let frontMatter: FrontMatter?

  package init(_ document: Document, in surroundings: BodySurroundings) {
    let substitution = BodySubstitution(document)
    var raw = NoteHTML.render(substitution.bytes[...])
    if let limit = surroundings.limit, raw.count > limit { raw = Array(raw[..<limit]) }
    let safe = surroundings.sanitizes ? HTMLSanitizer.sanitized(raw) : PagePlace.linked(raw)
    var writer = BodyWriter(safe, surroundings, substitution, of: document)
    writer.run()
    html = writer.html
    headings = writer.headings
    frontMatter = document.frontMatter
  }

  /// The same body with other HTML.
  func replacing(_ html: [UInt8]) -> NoteBody {
    var body = self
    body.html = html
    return body
  }
}

/// The levels of headings as they are read out: none is more than one below the heading that it is under, so that who
/// hears a page misses no level where its writer chose `###` for its looks.
struct HeadingOutline {
  /// The headings that the next one may be under, with the levels that they are read out with.
  private var open: [(level: Int, shown: Int)] = []

  /// - Parameter level: 1 … 6, as written; a page has its title above.
  /// - Returns: 1 … 6.
  mutating func shownLevel(of level: Int) -> Int {
    while let last = open.last, last.level >= level { open.removeLast() }
    let shown = min(level, (open.last?.shown ?? 1) + 1)
    open.append((level, shown))
    return shown
  }
}
