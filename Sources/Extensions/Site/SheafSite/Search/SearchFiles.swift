import ByteBasics
import CivilCalendar
import NoteModel

/// The search: its page, its script, and the files that a question loads.
///
/// `search/index.js` has the table of contents. The words of a query are in one `search/words-N.js` each, and the text
/// of a note that was found is in a `search/text-BLOCK-PART.js`, with few others.
extension NoteRenderer {
  /// Returns the files of the search.
  ///
  /// - Parameters:
  ///   - blocks: All of the site's.
  ///   - words: For each block, as it was made.
  package func searchFiles(_ blocks: [NoteBlock], words: [String]) -> [SiteFile] {
    let index = SearchIndex(blocks, words: words, noteCount: site.notes.count)
    func files(_ name: String, _ parts: [String]) -> [SiteFile] {
      parts.enumerated().map { SiteFile("search/\(name)-\($0).js", handingOver: .string($1)) }
    }
    return files("words", index.parts) + files("endings", index.endings)
      + [SiteFile("search/index.js", handingOver: indexTable(index, blocks))] + searchPages
  }

  /// The files that do not depend on the words.
  package var searchPages: [SiteFile] { [searchScript, searchStyle, searchPage] }

  private func indexTable(_ index: SearchIndex, _ blocks: [NoteBlock]) -> JSONValue {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    var kinds: [(name: String, count: Int)] = []
    for note in site.notes {
      if kinds.last?.name == note.kind.rawValue {
        kinds[kinds.count - 1].count += 1
      } else {
        kinds.append((note.kind.rawValue, 1))
      }
    }
    let folders = searchFolders.flatMap { folder -> [JSONValue] in
      [.integer(folder.depth), .string(folder.name), .integer(folder.start), .integer(folder.count)]
    }
    return .object([
      JSONValue.Member("notes", .integer(site.notes.count)),
      JSONValue.Member("blocks", .string(blockNumbers(blocks))),
      JSONValue.Member("part", .integer(NoteBlock.partSize)),
      JSONValue.Member("words", list(index.starts)),
      JSONValue.Member("beginnings", list(index.beginnings)),
      JSONValue.Member("endings", list(index.endingStarts)),
      JSONValue.Member(
        "kinds", .array(kinds.flatMap { [.string($0.name), .integer($0.count)] })),
      JSONValue.Member("folders", .array(folders)),
    ])
  }

  /// Returns the number of the block of each note, in two letters each.
  private func blockNumbers(_ blocks: [NoteBlock]) -> String {
    var numbers = Array(repeating: 0, count: site.notes.count)
    for block in blocks {
      for place in block.notes { numbers[place] = block.number }
    }
    let digits = numbers.flatMap { number in
      [18, 12, 6, 0].suffix(blocks.count > 4096 ? 4 : 2).map { SearchDigits.digit(number >> $0) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private struct SearchFolder {
    let depth: Int
    let name: String
    let start: Int
    var count = 0
  }

  /// The folders in the order of the notes, each before its subfolders; if there are very many, only the larger ones.
  private var searchFolders: [SearchFolder] {
    var folders: [SearchFolder] = []
    var open: [Int] = []
    for (place, note) in site.notes.enumerated() where note.isListed {
      let names = note.path.folder?.string.split(separator: "/").map(String.init) ?? []
      let kept = zip(names, open).prefix { $0 == folders[$1].name }.count
      open.removeLast(open.count - kept)
      for depth in kept..<max(kept, names.count) {
        open.append(folders.count)
        folders.append(SearchFolder(depth: depth, name: names[depth], start: place))
      }
      for folder in open { folders[folder].count = place - folders[folder].start + 1 }
    }
    var least = 1
    var listed = folders
    while listed.reduce(0, { $0 + $1.name.utf8.count + 16 }) > Self.folderBytes {
      least *= 2
      listed = folders.filter { $0.count >= least }
    }
    return listed
  }

  private static let folderBytes = 30_000

  private var searchScript: SiteFile {
    SiteFile(path: "search.js", bytes: Array(SiteAssets.script(DefaultTheme.searchScript, site.words).utf8))
  }

  private var searchStyle: SiteFile {
    SiteFile(path: "search.css", bytes: Array(CompactText.style(DefaultTheme.searchStyle).utf8))
  }

  private var searchPage: SiteFile {
    let path = "search.html"
    let content = theme.render("search.html", ["title": site.words["search"], "words": site.words.table])
    let page = SiteShell.Page(path: path, title: site.words["search"], section: "search")
    return SiteFile(path: path, bytes: shell.page(page, content.utf8))
  }

  /// Returns a note's search entry: title, address, path, tags, day, 1 for cut text, headings, text.
  func searchEntry(_ place: Int, _ rendered: Rendered) -> JSONValue {
    let note = site.notes[place]
    let text = rendered.text
    let shown = text.count > Self.shownBytes ? text.wholeLetters(upTo: Self.shownBytes)[...] : text[...]
    return .array([
      .string(site.listTitle(place)), .string(site.shownAddress(of: site.pages[place])),
      .string(note.path.string), .string(note.tags.joined(separator: " ")),
      .string((note.entryDay ?? note.latest?.day)?.description ?? ""), .integer(shown.count < text.count ? 1 : 0),
      .string(rendered.headings.map(\.text).joined(separator: "\n")),
      .string(String(decoding: shown, as: UTF8.self)),
    ])
  }

  /// The number of bytes of a note's text in which the search finds lines.
  private static let shownBytes = 24_000

  func searchTexts(_ place: Int, _ rendered: Rendered) -> SearchWords.Texts {
    let note = site.notes[place]
    let folder = note.path.folder?.string ?? ""
    let levels = note.tags.flatMap { tag in
      let names = TagName.levels(of: tag)
      return names.indices.map { names[...$0].joined(separator: "/") }
    }
    return SearchWords.Texts(
      title: Array((note.title + "\n" + note.path.stem).utf8), path: Array(folder.utf8),
      headings: Array((note.tags + rendered.headings.map(\.text)).joined(separator: "\n").utf8), text: rendered.text,
      tags: Array(Set(levels)).sorted())
  }
}
