package import NoteModel
import NoteSyntax

/// A note's body as it stands in a page.
package struct NoteBody: Sendable {
  package let html: [UInt8]
  package let headings: [PageHeading]

  /// `markdown`: The bytes behind the front matter.
  package init(_ markdown: ArraySlice<UInt8>, in surroundings: BodySurroundings) {
    let raw = NoteHTML.render(markdown)
    let safe = surroundings.sanitizes ? HTMLSanitizer.sanitized(raw) : raw
    var writer = BodyWriter(safe, surroundings)
    writer.run()
    html = writer.html
    headings = writer.headings
  }
}
