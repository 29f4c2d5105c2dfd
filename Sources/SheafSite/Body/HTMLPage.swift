package import NoteModel
import NotePresentation
import NoteSyntax
import Wording

/// A note as HTML: the body alone, or a page that needs nothing else.
package struct HTMLPage {
  private let note: Note
  private let surroundings: BodySurroundings

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
      \(heading)\(fragment)</main>
      </body>
      </html>

      """
  }
}
