import ByteBasics
import CivilCalendar
package import NoteModel
import NoteSyntax
import Wording

/// Notes whose pages are made together and whose text the search loads together.
package struct NoteBlock: Sendable {
  /// The number of the block, from 0.
  package let number: Int
  /// Places in the site.
  package let notes: [Int]

  /// Notes in a block, on average.
  private static let size = 48

  /// Returns the notes of a site in blocks. The block of a note does not depend on other notes.
  static func blocks(of site: Site) -> [NoteBlock] {
    let count = count(for: site.notes.count)
    var members = Array(repeating: [Int](), count: count)
    for (place, page) in site.pages.enumerated() {
      members[Int(ContentHash.of(Array(page.utf8)) % UInt64(count))].append(place)
    }
    return members.enumerated().map { NoteBlock(number: $0, notes: $1) }
  }

  /// Returns the number of blocks for a number of notes; a power of two.
  static func count(for notes: Int) -> Int {
    var count = 1
    while count * size < notes { count *= 2 }
    return count
  }

  /// The result of making a block, for the rest of the site.
  package struct Made: Sendable, Equatable {
    /// The words of its notes, for the search.
    package let words: String
    package let attachments: [NotePath]
    /// Files that a page asks for by raw HTML and that are not there.
    let missing: [NotePath]
    /// Former addresses of notes of the block.
    package let redirects: [SiteRedirect]
    /// Formulas that are to be learned before the block's pages are as they should be.
    package let formulas: Set<Formula>
    /// False if formulas stay as written because the converter failed: the next publication tries again.
    package let isComplete: Bool
    /// True if a page has a diagram that the browser draws.
    package let hasDiagrams: Bool

    init(
      words: String, attachments: [NotePath], missing: [NotePath], redirects: [SiteRedirect],
      formulas: Set<Formula> = [], isComplete: Bool = true, hasDiagrams: Bool = false
    ) {
      self.hasDiagrams = hasDiagrams
      self.isComplete = isComplete
      self.formulas = formulas
      self.words = words
      self.attachments = attachments
      self.missing = missing
      self.redirects = redirects
    }

    /// Reads the bytes that ``payload`` wrote.
    package init(payload: String) {
      formulas = []
      isComplete = true
      let parts = payload.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { Substring($0) }
      words = parts.first.map(String.init) ?? ""
      hasDiagrams = parts.dropFirst().contains(Self.diagramMark)
      func paths(_ mark: Character) -> [NotePath] {
        parts.dropFirst().filter { $0.first == mark }.map {
          NotePath(trusted: percentDecoded(String($0.dropFirst())))
        }
      }
      attachments = paths("+")
      missing = paths("-")
      redirects = parts.dropFirst().compactMap { part in
        guard part.first == "@" || part.first == "?" else { return nil }
        let ends = part.dropFirst().split(separator: ">").map { percentDecoded(String($0)) }
        guard ends.count == 2 else { return nil }
        return SiteRedirect(path: ends[0], page: ends[1], isDeclared: part.first == "@")
      }
    }

    private static let diagramMark: Substring = "="

    /// The block on one line, for the manifest.
    package var payload: String {
      let paths =
        attachments.map { "+" + SiteAddress.escaped($0.string) } + missing.map { "-" + SiteAddress.escaped($0.string) }
        + redirects.map { redirect in
          (redirect.isDeclared ? "@" : "?") + SiteAddress.escaped(redirect.path) + ">"
            + SiteAddress.escaped(redirect.page)
        }
      let marks = hasDiagrams ? [String(Self.diagramMark)] : []
      return ([words] + marks + paths).joined(separator: " ")
    }
  }

  package var name: String { "notes-\(number)" }
  /// Notes whose texts the search loads together.
  static let partSize = 2

  /// The paths of the texts that the search shows of the notes, in parts of ``partSize``.
  var textFiles: [String] {
    stride(from: 0, to: notes.count, by: Self.partSize).map {
      "search/text-\(number)-\($0 / Self.partSize).js"
    }
  }
}

extension NoteRenderer {
  package var blocks: [NoteBlock] { NoteBlock.blocks(of: site) }

  /// Returns every file that the block makes.
  package func files(of block: NoteBlock) -> [String] {
    block.notes.map { site.pages[$0] } + block.textFiles
      + (site.settings.hasCards ? block.notes.map { SiteNaming.card(of: site.pages[$0]) } : [])
  }

  /// Returns the picture of a note's title.
  func card(of place: Int) -> SiteFile {
    let card = TitleCard(title: site.listTitle(place), site: site.settings.title, language: site.settings.languageTag)
    return SiteFile(path: SiteNaming.card(of: site.pages[place]), bytes: Array(card.svg.utf8))
  }

  /// Changes when any page of the block may.
  package func key(of block: NoteBlock) -> UInt64 {
    var hash = ContentHash()
    hash.combine(Int64(bitPattern: siteKey))
    for place in block.notes { combine(place, into: &hash) }
    return hash.value
  }

  /// Returns a hash that changes with the files that the pages of a block use, and when a missing one appears.
  package func key(of files: NoteBlock.Made) -> UInt64 {
    var hash = ContentHash()
    for path in files.attachments + files.missing {
      guard let file = site.number(of: path).flatMap({ site.facts.attachments[$0] }) else {
        hash.combine(site.number(of: path) == nil ? 0 : 1)
        continue
      }
      combine(file, into: &hash)
    }
    return hash.value
  }

  /// Returns the files that draw the diagrams of these blocks in the browser; empty if they have none.
  package func diagramFiles(for made: [NoteBlock.Made]) -> [SiteFile] {
    made.contains(where: \.hasDiagrams) ? diagrams.script?.files ?? [] : []
  }

  /// Makes the block's pages and the text for the search, and hands each over as soon as it is made.
  package func make(_ block: NoteBlock, _ write: (SiteFile) throws -> Void) rethrows -> NoteBlock.Made {
    var words = SearchWords()
    var entries: [JSONValue] = []
    let use = AttachmentUse()
    for place in block.notes {
      let rendered = render(place, use: use)
      if let rendered { try write(SiteFile(path: site.pages[place], bytes: rendered.page)) }
      if site.settings.hasCards { try write(card(of: place)) }
      if let rendered, site.notes[place].isListed {
        entries.append(searchEntry(place, rendered))
        words.add(searchTexts(place, rendered))
      } else {
        entries.append(.null)
        words.addNothing()
      }
    }
    for (part, path) in block.textFiles.enumerated() {
      let start = part * NoteBlock.partSize
      let shown = Array(entries[start..<min(start + NoteBlock.partSize, entries.count)])
      try write(SiteFile(path, handingOver: .array(shown)))
    }
    return NoteBlock.Made(
      words: words.text, attachments: use.paths, missing: use.missing, redirects: use.redirects, formulas: use.formulas,
      isComplete: use.isComplete, hasDiagrams: use.hasDiagrams)
  }

  /// A hash of everything that every page depends on.
  private var siteKey: UInt64 {
    var hash = ContentHash()
    hash.combine(theme.key)
    let settings = site.settings
    for text in [
      settings.title, settings.url ?? "", settings.language.rawValue, settings.languageTag,
      settings.dates.map { "\($0)" } ?? "", Self.version,
    ] { hash.combine(text) }
    hash.combine(settings.sanitizes ? 1 : 0)
    hash.combine(settings.hasShortURLs ? 1 : 0)
    hash.combine(settings.hasCards ? 1 : 0)
    hash.combine(settings.telephoneRegions.map(\.rawValue).sorted().joined(separator: " "))
    hash.combine(keepsLineBreaks ? 1 : 0)
    hash.combine(settings.detectsStreets ? 1 : 0)
    if settings.detectsDays {
      for place in site.diary {
        hash.combine(site.pages[place] + (site.notes[place].day?.description ?? ""))
      }
    }
    for name in settings.layout.rules.syntax.map(\.rawValue).sorted() { hash.combine(name) }
    hash.combine(settings.escapesDollars ? 1 : 0)
    hash.combine(formulas.isAvailable ? 1 : 0)
    diagrams.combine(into: &hash)
    for item in site.menu { hash.combine(item.name + "\t" + item.address) }
    for path in [settings.image, settings.icon].compactMap(\.self) { hash.combine(path.string) }
    return hash.value
  }

  /// The version of stored pages. A new number renders every page again.
  private static let version = "13"

  private func combine(_ place: Int, into hash: inout ContentHash) {
    let note = site.notes[place]
    combine(note.file, into: &hash)
    // Version control dates a note whose file stays as it was.
    hash.combine(note.latest?.description ?? "")
    hash.combine(note.title)
    hash.combine(site.listTitle(place))
    hash.combine(note.kind.rawValue)
    hash.combine(note.isListed ? 1 : 0)
    for link in site.facts.links[site.linkRanges[place]] {
      hash.combine(link.isHidden ? 1 : 0)
      guard let target = link.target else { continue }
      // The bytes after an embed or a picture are part of the page.
      if let found = site.place(of: target) {
        combine(site.notes[found].file, into: &hash)
        hash.combine(site.listTitle(found))
        if link.isEmbed { combineLinks(of: found, into: &hash) }
      } else if let file = site.facts.attachments[target] {
        combine(file, into: &hash)
      }
    }
    let (previous, next) = site.neighbours[place]
    for other in [previous, next].compactMap(\.self) {
      hash.combine(site.pages[other])
      hash.combine(site.listTitle(other))
      hash.combine(site.nearTitle(other))
    }
    hash.combine(lists.html(beside: place, in: site))
    // The sentence around a link is part of the page.
    for other in site.backlinks[place] {
      combine(site.notes[other].file, into: &hash)
      hash.combine(site.listTitle(other))
    }
    for other in site.sameDay(as: place) { hash.combine(site.pages[other]) }
    for other in site.translations[place] ?? [] {
      hash.combine(other.language + " " + site.pages[other.place] + " " + site.notes[other.place].title)
    }
    for tag in note.tags { hash.combine(site.tagPage(tag) ?? tag) }
  }

  /// Adds the links of a note and their target pages to a hash. Also called for embedded notes, whose links are part of
  /// the page.
  private func combineLinks(of place: Int, into hash: inout ContentHash) {
    for link in site.facts.links[site.linkRanges[place]] {
      hash.combine(link.isHidden ? 1 : 0)
      guard let note = link.target.flatMap({ site.place(of: $0) }) else { continue }
      hash.combine(site.pages[note])
      // An embedded canvas shows the targets of its own links.
      if site.notes[place].path.isCanvas { combine(site.notes[note].file, into: &hash) }
    }
  }

  private func combine(_ file: ScannedFile, into hash: inout ContentHash) {
    hash.combine(file.path.string)
    hash.combine(file.fingerprint.size)
    hash.combine(file.fingerprint.modifiedNanoseconds)
    hash.combine(Int64(bitPattern: file.fingerprint.inode))
  }
}
