import ByteBasics
package import NoteModel
import NotePresentation
package import NoteSyntax
import SafeHTML
import Wording

/// A note's body as it is in a page.
///
/// The HTML of a body is split into tags three times: to clean the HTML, to write the page, and to read the words
/// (``PlainText``). A page with highlights or footnotes is split once more.
package struct NoteBody: Sendable {
  package private(set) var html: [UInt8]
  package let headings: [PageHeading]
  /// The fields of the note. Nil without front matter.
  package let frontMatter: FrontMatter?

  package init(_ document: Document, in surroundings: BodySurroundings) {
    let substitution = BodySubstitution(document)
    var raw = NoteHTML.render(
      substitution.bytes[...], keepsLineBreaks: surroundings.keepsLineBreaks, dropsScripts: surroundings.sanitizes)
    if let limit = surroundings.limit, raw.count > limit { raw = Array(raw[..<limit]) }
    let safe = surroundings.sanitizes ? HTMLSanitizer.sanitized(raw) : PagePlace.linked(raw)
    var writer = BodyWriter(safe, surroundings, substitution, of: document)
    writer.run()
    html = writer.html
    headings = writer.headings
    frontMatter = document.frontMatter
  }

  /// A body that no document has: a canvas.
  init(html: [UInt8]) {
    self.html = html
    headings = []
    frontMatter = nil
  }

  /// True for boards and canvases, whose styles are not loaded for other notes.
  var needsMoreStyles: Bool { Self.drawings.contains { $0.place(in: html, from: 0) != nil } }

  private static let drawings = ["<div class=\"canvas\"", "<div class=\"board"].compactMap {
    ByteSearch(Array($0.utf8))
  }

  func replacing(_ html: [UInt8]) -> NoteBody {
    var body = self
    body.html = html
    return body
  }
}

/// Computes the levels with which headings are read out. A heading is at most one level below its parent, so a reader
/// who hears the page does not miss a level if the writer chose `###` for its looks.
struct HeadingOutline {
  /// The headings that the next one may be under, with the levels that they are read out with.
  private var open: [(level: Int, shown: Int)] = []

  /// Returns the level at which a heading is shown, 1 to 6. Headings move down, because the page has its title above.
  mutating func shownLevel(of level: Int) -> Int {
    while let last = open.last, last.level >= level { open.removeLast() }
    let shown = min(level, (open.last?.shown ?? 1) + 1)
    open.append((level, shown))
    return shown
  }
}

/// A note as HTML: the body alone, or a page that needs nothing else.
package struct HTMLPage {
  private let note: Note
  private let surroundings: BodySurroundings
  /// The status and the fields of a task in words, above the body of a page.
  package var facts = ""

  package init(_ note: Note, in surroundings: BodySurroundings) {
    self.note = note
    self.surroundings = surroundings
  }

  /// The body's HTML.
  package var fragment: String {
    let document = note.document
    let body = NoteBody(document, in: surroundings)
    return String(decoding: body.html, as: UTF8.self)
  }

  /// A whole page: one file, no script, no outside reference.
  package var page: String {
    let fragment = fragment
    let language = PageLanguage.tag(
      written: note.fields.first { $0.key == "lang" }?.text,
      text: PlainText.lines(of: Array(fragment.utf8)), site: surroundings.words.language.rawValue)
    let hasHeading = note.document.headings.contains { $0.level == 1 }
    let heading = hasHeading ? "" : "<h1>\(escapedHTML(note.title))</h1>\n"
    return """
      <!DOCTYPE html>
      <html lang="\(escapedHTML(language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(escapedHTML(note.title))</title>
      <style>
      \(DefaultTheme.noteStyle)
      </style>
      </head>
      <body>
      <main>
      \(heading)\(facts.isEmpty ? "" : "<p>\(escapedHTML(facts))</p>\n")\(fragment)</main>
      </body>
      </html>

      """
  }
}
