import ByteBasics
import CivilCalendar
import NoteModel
import NoteSyntax
import Wording

extension ImportFormat {
  static let oneNote = ImportFormat("onenote", converts: .word) { source, options, receiver in
    let links = PathLinks(source: source) { _ in nil }
    try receiver.forEach(source.files.filter { $0.hasExtension("docx.md") }) { file in
      let name = String(file.stem.dropLast(".docx".count))
      let pages = OneNotePage.pages(of: try file.text(), named: name)
      for page in pages {
        let created = page.created.map { "\($0)" } ?? ""
        var note = ImportedNote(
          source: "\(name)/\(created)/\(page.title)", title: page.title, body: page.body,
          position: ImportPosition(file: name + ".docx"))
        note.created = page.created
        if pages.count > 1 { note.folder = name }
        note.escapeComments()
        links.add(to: &note, from: file)
        try receiver.take(note)
      }
    }
  }
}

/// A page as OneNote prints it: title, day and time in separate paragraphs, then the text.
private struct OneNotePage {
  let title: String
  let created: CivilDate?
  var body: String

  /// Splits a document into pages.
  ///
  /// - Parameters:
  ///   - text: Pandoc's Markdown of a document.
  ///   - name: The document's, for a page without a title.
  static func pages(of text: String, named name: String) -> [OneNotePage] {
    let paragraphs = text.split(separator: "\n\n").map(String.init)
    var pages: [OneNotePage] = []
    var body: [String] = []
    func end() {
      defer { body = [] }
      guard let last = body.last else { return }
      if pages.isEmpty { pages.append(OneNotePage(title: name, created: nil, body: "")) }
      pages[pages.count - 1].body = body.joined(separator: "\n\n") + (last.hasSuffix("\n") ? "" : "\n")
    }
    var index = 0
    while index < paragraphs.count {
      if let date = date(paragraphs[(index + 1)...]) {
        end()
        let words = ImportTitle.words(of: paragraphs[index])
        pages.append(OneNotePage(title: words.isEmpty ? name : words, created: date, body: ""))
        index += 3
      } else {
        body.append(paragraphs[index])
        index += 1
      }
    }
    end()
    return pages
  }

  /// Returns the moment that two paragraphs say: `Thursday, November 19, 2026` and `10:31 AM`.
  private static func date(_ paragraphs: ArraySlice<String>) -> CivilDate? {
    guard let day = paragraphs.first, let time = paragraphs.dropFirst().first,
      day.utf8.count <= 40, time.utf8.count <= 20, time.contains(":")
    else { return nil }
    let text = "\(day) \(time)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let date = CivilDate(field: text), case .moment = date else { return nil }
    return date
  }
}
