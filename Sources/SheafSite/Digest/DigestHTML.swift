package import NoteModel
import NotePresentation
import NoteSyntax
import SafeHTML
package import Wording

/// A digest as one page that needs nothing else: no script, no outside reference.
package struct DigestHTML {
  private let digest: Digest
  private let words: DigestWords
  /// The picture that a link of a note leads to, as a `data:` address; nil leaves it out.
  private let picture: @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace

  package init(
    _ digest: Digest, _ language: Language,
    picture: @escaping @Sendable (_ note: NotePath, _ link: BodyLink) -> BodyPlace
  ) {
    self.digest = digest
    words = DigestWords(digest, language)
    self.picture = picture
  }

  package var page: [UInt8] {
    let title = escapedHTML(words.title)
    var html = """
      <!DOCTYPE html>
      <html lang="\(words.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(DefaultTheme.digestStyle)
      </style>
      </head>
      <body>
      <main>
      <header>
      <h1>\(title)</h1>
      <p class="counts">\(escapedHTML(digest.isEmpty ? words.nothing : words.counts))</p>
      </header>

      """
    html += taskSection("overdue", words.overdue, digest.overdue)
    html += taskSection("coming", words.coming, digest.coming)
    html += taskSection("done", words.done, digest.done)
    var bytes = Array(html.utf8)
    appendDiary(to: &bytes)
    bytes += noteSection(words.created, digest.created).utf8
    bytes += noteSection(words.changed, digest.changed).utf8
    bytes += footer.utf8
    bytes += "</main>\n</body>\n</html>\n".utf8
    return bytes
  }

  private func taskSection(
    _ name: String, _ title: String, _ entries: [Digest.TaskEntry]
  ) -> String {
    guard !entries.isEmpty else { return "" }
    let items = entries.map { entry in
      let when = words.when(entry.task).map { " <span class=\"when\">\(escapedHTML($0))</span>" }
      return "<li>\(escapedHTML(entry.task.title))\(when ?? "")</li>\n"
    }
    return """
      <section class="tasks \(name)">
      <h2>\(escapedHTML(title))</h2>
      <ul>
      \(items.joined())</ul>
      </section>

      """
  }

  private func appendDiary(to bytes: inout [UInt8]) {
    guard !digest.diary.isEmpty else { return }
    bytes += "<section class=\"diary\">\n<h2>\(escapedHTML(words.diary))</h2>\n".utf8
    for (number, entry) in digest.diary.enumerated() {
      bytes += "<article>\n<h3>\(escapedHTML(words.date(entry.day)))</h3>\n".utf8
      bytes += PagePlace.renamed(body(of: entry.note), prefix: "sheaf-entry-\(number + 1)-")
      bytes += "</article>\n".utf8
    }
    bytes += "</section>\n".utf8
  }

  private func noteSection(_ title: String, _ notes: [Note]) -> String {
    guard !notes.isEmpty else { return "" }
    let items = notes.map { note in
      let tags = note.tags.map { "#" + $0.string }.joined(separator: " ")
      let beginning = body(of: note, limit: DigestExcerpt.bytes)
      let excerpt = PlainText.excerpt(of: beginning, letters: DigestExcerpt.letters)
      return """
        <article>
        <h3>\(escapedHTML(note.title))</h3>
        \(excerpt.isEmpty ? "" : "<p>\(escapedHTML(excerpt))</p>\n")\
        \(tags.isEmpty ? "" : "<p class=\"tags\">\(escapedHTML(tags))</p>\n")</article>

        """
    }
    return """
      <section class="notes">
      <h2>\(escapedHTML(title))</h2>
      \(items.joined())</section>

      """
  }

  private var footer: String {
    let lines = [words.further, words.leftOut].compactMap(\.self)
    guard !lines.isEmpty else { return "" }
    return "<footer>\n" + lines.map { "<p>\(escapedHTML($0))</p>\n" }.joined() + "</footer>\n"
  }

  /// The body without a heading that only repeats its day or title, its other headings three levels lower.
  private func body(of note: Note, limit: Int? = nil) -> [UInt8] {
    let picture = picture
    let path = note.path
    var surroundings = BodySurroundings(words: BodyWords(words.language)) { link in
      link.form == .image || link.form == .embed ? picture(path, link) : .hidden
    }
    surroundings.loadsRemoteMedia = false
    surroundings.headingShift = 3
    surroundings.omittedHeading = note.title
    surroundings.limit = limit
    let document = note.document
    return NoteBody(document, in: surroundings).html
  }
}
