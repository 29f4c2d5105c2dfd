import ByteBasics
import CivilCalendar
import NoteModel

/// The search: its page, its script, and the filters that say which blocks may have a word.
///
/// A question loads one filter file for each of its words, then the titles and headings of the blocks that they
/// leave (`search/notes-N.js`), then their texts (`search/text-N.js`).
extension NoteRenderer {
  /// - Parameters:
  ///   - blocks: All of the site's.
  ///   - signatures: For each block, as it was made.
  /// - Returns: Files at ``searchPaths``.
  package func searchFiles(_ blocks: [NoteBlock], signatures: [String]) -> [SiteFile] {
    let filters = signatures.map { signature in
      signature.split(separator: ";", omittingEmptySubsequences: false).map { part in
        part.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    }
    let parts = ["h", "t"].enumerated().flatMap { part, name in
      (0..<searchBuckets).map { bucket in
        let list = filters.map { block -> JSONValue in
          let isThere = part < block.count && bucket < block[part].count
          return .string(isThere ? block[part][bucket] : "")
        }
        let script = "sheafFilters(\"\(name)-\(bucket)\"," + JSONValue.array(list).text() + ")\n"
        return SiteFile(path: "search/\(name)-\(bucket).js", bytes: Array(script.utf8))
      }
    }
    return parts + [searchScript(blocks.count), searchStyle, searchPage]
  }

  /// Where ``searchFiles(_:signatures:)`` lie.
  package var searchPaths: [String] {
    ["h", "t"].flatMap { name in (0..<searchBuckets).map { "search/\(name)-\($0).js" } }
      + ["search.js", "search.css", "search.html"]
  }

  /// In how many parts the filters are; a power of two that follows the number of blocks.
  var searchBuckets: Int {
    let blocks = NoteBlock.count(for: site.notes.count)
    var count = 1
    while count < 64, count * 4 < blocks { count *= 2 }
    return count
  }

  private func searchScript(_ blockCount: Int) -> SiteFile {
    let script =
      "var sheafSearchSize=[\(blockCount),\(searchBuckets)];\n"
      + SiteAssets.script(DefaultTheme.searchScript, site.words)
    return SiteFile(path: "search.js", bytes: Array(script.utf8))
  }

  private var searchStyle: SiteFile {
    SiteFile(
      path: "search.css", bytes: Array(CompactText.style(DefaultTheme.searchStyle).utf8))
  }

  private var searchPage: SiteFile {
    let path = "search.html"
    let content = theme.render(
      "search.html", ["title": site.words["search"], "words": site.words.table])
    let page = SiteShell.Page(path: path, title: site.words["search"], section: "search")
    return SiteFile(path: path, bytes: shell.page(page, content.utf8))
  }

  /// What the search knows of a note before its text: title, address, tags, day, kind, headings.
  func searchEntry(_ place: Int, headings: [PageHeading]) -> JSONValue {
    let note = site.notes[place]
    return .array([
      .string(site.listTitle(place)), .string(site.shownAddress(of: site.pages[place])),
      .string(note.tags.joined(separator: " ")), .string(note.latest?.day.description ?? ""),
      .string(note.kind.rawValue), .array(headings.map { .string($0.text) }),
    ])
  }
}
