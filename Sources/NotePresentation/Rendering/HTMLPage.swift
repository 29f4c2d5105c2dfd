package import NoteModel
import NoteSyntax

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
    let language = note.fields.first { $0.key == "lang" }?.text ?? "en"
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
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      \(heading)\(fragment)</main>
      </body>
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { margin: 2rem auto; max-width: 42rem; padding: 0 1rem; line-height: 1.6;
      font-family: system-ui, "Noto Sans KR", sans-serif; }
    pre { overflow-x: auto; padding: .75rem; border: 1px solid #8884; border-radius: 4px; }
    blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #8886; }
    table { border-collapse: collapse; } th, td { border: 1px solid #8886; padding: .25rem .6rem; }
    img { max-width: 100%; height: auto; }
    .broken { text-decoration: underline dotted; }
    .align-center { text-align: center; } .align-right { text-align: right; }
    .callout { margin: 1rem 0; padding: .25rem 1rem; border: 1px solid #8886; border-radius: 4px; }
    .callout-title { font-weight: 600; }
    .k { color: light-dark(#8250df, #d2a8ff); } .s { color: light-dark(#0a3069, #a5d6ff); }
    .c { color: light-dark(#59636e, #9198a1); } .n { color: light-dark(#0550ae, #79c0ff); }
    """
}
