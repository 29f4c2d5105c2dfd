package import NoteModel
package import NoteSyntax
import SafeHTML

/// A note's body as it is in a page.
package struct NoteBody: Sendable {
  package let html: [UInt8]
  package let headings: [PageHeading]

  package init(_ document: Document, in surroundings: BodySurroundings) {
    let substitution = BodySubstitution(document)
    let raw = NoteHTML.render(substitution.bytes[...])
    let safe = surroundings.sanitizes ? HTMLSanitizer.sanitized(raw) : PagePlace.linked(raw)
    var writer = BodyWriter(safe, surroundings, substitution, source: document.source.bytes)
    writer.run()
    html = writer.html
    headings = writer.headings
  }
}
