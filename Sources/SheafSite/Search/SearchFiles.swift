import ByteBasics
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
    return [
      SiteFile(path: Self.titlesPath, bytes: Self.script("sheafTitles", .array(titles))),
      SiteFile(
        path: Self.signaturesPath,
        bytes: Self.script("sheafSignatures", .array(signatures.map { .string($0) }))),
      searchPage,
    ]
  }

  /// Where ``searchFiles(_:signatures:)`` lie.
  package static var searchPaths: [String] { [titlesPath, signaturesPath, searchPagePath] }

  private static var titlesPath: String { "search/titles.js" }
  private static var signaturesPath: String { "search/signatures.js" }
  private static var searchPagePath: String { "search.html" }

  /// A call of the function `name`.
  private static func script(_ name: String, _ value: JSONValue) -> [UInt8] {
    var script = Array((name + "(").utf8)
    value.append(to: &script)
    return script + Array(")\n".utf8)
  }

  private var searchPage: SiteFile {
    let path = Self.searchPagePath
    let content = theme.render(
      "search.html",
      [
        "title": site.words["search"], "words": site.words.table,
        "script": DefaultTheme.searchScript,
      ])
    let page = SiteShell.Page(
      path: path, title: site.words["search"], section: "search", script: DefaultTheme.searchScript)
    return SiteFile(path: path, bytes: shell.page(page, content.utf8))
  }
}
