import CivilCalendar
import NoteModel

/// The search page and the scripts that it loads first: titles and signatures.
extension NoteRenderer {
  /// `signatures`: For each block, as it was made.
  package func searchFiles(_ blocks: [NoteBlock], signatures: [String]) -> [SiteFile] {
    let titles = blocks.map { block in
      JSONValue.array(
        block.notes.map { place in
          let note = site.notes[place]
          return .array([
            .string(note.title), .string(SiteAddress.escaped(site.pages[place])),
            .string(note.tags.joined(separator: " ")), .string(note.day?.description ?? ""),
          ])
        })
    }
    let titleScript = "sheafTitles(\(JSONValue.array(titles).text()))\n"
    let signatureScript =
      "sheafSignatures(\(JSONValue.array(signatures.map { .string($0) }).text()))\n"
    return [
      SiteFile(path: "search/titles.js", bytes: Array(titleScript.utf8)),
      SiteFile(path: "search/signatures.js", bytes: Array(signatureScript.utf8)), searchPage,
    ]
  }

  private var searchPage: SiteFile {
    let path = "search.html"
    let content = theme.render(
      "search.html",
      ["title": site.words["search"], "words": site.words.table, "script": SearchScript.text])
    let page = SiteShell.Page(
      path: path, title: site.words["search"], section: "search", script: SearchScript.text)
    return SiteFile(path: path, bytes: shell.page(page, content.utf8))
  }
}
