package import NoteModel
import NoteSyntax
import ParallelWork
import Synchronization

/// A site of which each file is made when it is asked for.
///
/// Only the site's own addresses have an answer; a path is looked up, never walked.
package final class SiteOnDemand: Sendable {
  package enum Answer: Sendable {
    case file(SiteFile)
    /// The note or the attachment has changed, or cannot be read.
    case unreadable(NotePath)
    case missing
  }

  /// The page for addresses that do not exist.
  package static let notFound = SiteNaming.notFound

  private let renderer: NoteRenderer
  private let kept: BlockMemory
  private let places: [String: Int]
  private let attachments: [String: ScannedFile]
  /// The attachments that the notes' links and the pages made so far use.
  private let use = AttachmentUse()
  private let overviews = Mutex<[Int: [String: SiteFile]]>([:])
  private let searchIndex = Mutex<[String: SiteFile]?>(nil)

  private let lookup: LinkLookup
  private let layout: VaultLayout
  private let checks: [NoteCheck]

  /// - Parameters:
  ///   - kept: Memory that is shared by successive states of the notes.
  ///   - layout: The rules for reading the note.
  ///   - checks: The problems that its page reports.
  ///   - lookup: Resolves the links of a note that was just saved.
  package init(
    _ renderer: NoteRenderer, kept: BlockMemory, layout: VaultLayout = .standard, checks: [NoteCheck] = [],
    lookup: @escaping LinkLookup
  ) {
    self.renderer = renderer
    self.layout = layout
    self.checks = checks
    self.kept = kept
    self.lookup = lookup
    places = Dictionary(renderer.site.pages.enumerated().map { ($1, $0) }) { first, _ in first }
    attachments = Dictionary(
      renderer.site.facts.attachments.values.map { (SiteNaming.attachment($0.path), $0) }
    ) { first, _ in first }
    let settings = renderer.site.settings
    for path in [settings.image, settings.icon].compactMap(\.self) { use.add(path) }
    for link in renderer.site.facts.links {
      if let file = link.target.flatMap({ renderer.site.facts.attachments[$0] }) { use.add(file.path) }
    }
  }

  /// Returns the content security policy of a page, for the head of an answer.
  func policy(of path: String) -> String {
    path == DiagramScript.framePath ? DiagramScript.policy + "; frame-ancestors 'self'" : renderer.shell.sharedPolicy
  }

  func hasPage(_ path: String) -> Bool { places[path] != nil }

  /// Returns the pages of an earlier state whose notes have other names now, with their new paths: a renamed file keeps
  /// its inode.
  func pages(renamedFrom earlier: SiteOnDemand) -> [String: String] {
    var pages: [String: String] = [:]
    let gone = earlier.places.filter { places[$0.key] == nil }
    guard !gone.isEmpty else { return pages }
    var here: [UInt64: String] = [:]
    for (path, place) in places where earlier.places[path] == nil {
      here[renderer.site.notes[place].file.fingerprint.inode] = path
    }
    for (path, place) in gone {
      pages[path] = here[earlier.renderer.site.notes[place].file.fingerprint.inode]
    }
    return pages
  }

  /// Returns the answer to a path from the root of the site, without escapes.
  package func answer(to path: String) -> Answer {
    if let place = places[path] { return note(at: place) }
    if renderer.site.settings.hasCards, let place = SiteNaming.page(ofCard: path).flatMap({ places[$0] }) {
      return .file(renderer.card(of: place))
    }
    if path.hasPrefix("search") { return searchFile(path) ?? overview(path) }
    if let file = attachments[path] { return attachment(file, path) }
    return overview(path)
  }

  private func note(at place: Int) -> Answer {
    let path = renderer.site.notes[place].path
    guard let bytes = renderer.read(path) else { return .unreadable(path) }
    var renderer = renderer
    var notice = PreviewNotices.html(renderer.site.note(at: place).heldBack, words: renderer.site.words)
    if !path.isCanvas {
      let note = Note(Document(parsing: bytes), at: path, in: layout)
      guard let fresh = renderer.showing(note, at: place, lookup) else { return .missing }
      renderer = fresh
      notice =
        PreviewNotices.html(renderer.site.note(at: place).heldBack, words: renderer.site.words)
        + PreviewNotices.html(note, checks, words: renderer.site.words)
    }
    var rendered = renderer.render(place, use: use, notice: notice)
    let formulas = use.takeFormulas()
    if !formulas.isEmpty {
      renderer.formulas.learn(formulas)
      rendered = renderer.render(place, use: use, notice: notice)
    }
    guard let rendered else { return .unreadable(path) }
    return .file(SiteFile(path: renderer.site.pages[place], bytes: rendered.page))
  }

  private func attachment(_ file: ScannedFile, _ path: String) -> Answer {
    guard use.contains(file.path) else { return .missing }
    guard let bytes = renderer.read(file.path) else { return .unreadable(file.path) }
    guard let published = PublicFile(bytes, at: file.path, renderer.site.settings.rules).published else {
      return .missing
    }
    return .file(SiteFile(path: path, bytes: published))
  }

  private func searchFile(_ path: String) -> Answer? {
    if let page = renderer.searchPages.first(where: { $0.path == path }) { return .file(page) }
    let blocks = renderer.blocks
    if let block = blocks.first(where: { $0.textFiles.contains(path) }) {
      return kept.file(path, of: block, renderer).map { .file($0) }
    }
    guard path.hasPrefix("search/") else { return nil }
    let files = searchIndex.withLock { files in
      if let files { return files }
      let made = Dictionary(
        renderer.searchFiles(blocks, words: kept.words(of: blocks, renderer)).map { ($0.path, $0) }
      ) { first, _ in first }
      files = made
      return made
    }
    return files[path].map { .file($0) }
  }

  private func overview(_ path: String) -> Answer {
    guard let index = renderer.overviews.firstIndex(where: { $0.owns(path) }) else { return .missing }
    let files = overviews.withLock { made in
      if let files = made[index] { return files }
      let files = Dictionary(renderer.overviews[index].files().map { ($0.path, $0) }) { first, _ in first }
      made[index] = files
      return files
    }
    return files[path].map { .file($0) } ?? .missing
  }
}

/// The results of blocks of notes for the search, kept in memory until one of their notes changes.
package final class BlockMemory: Sendable {
  private struct Entry {
    let key: UInt64
    let words: String
    let files: [SiteFile]
  }

  private let entries = Mutex<[Int: Entry]>([:])

  package init() {}

  /// Returns the file of a block that the search loads. Nil if the block has none of this path.
  func file(_ path: String, of block: NoteBlock, _ renderer: NoteRenderer) -> SiteFile? {
    entry(block, renderer).files.first { $0.path == path }
  }

  func words(of blocks: [NoteBlock], _ renderer: NoteRenderer) -> [String] {
    OrderedWindow.all(blocks.count) { [self] in entry(blocks[$0], renderer).words }
  }

  private func entry(_ block: NoteBlock, _ renderer: NoteRenderer) -> Entry {
    let key = renderer.key(of: block)
    if let known = entries.withLock({ $0[block.number] }), known.key == key { return known }
    var files: [SiteFile] = []
    let textFiles = Set(block.textFiles)
    let made = renderer.make(block) { file in
      if textFiles.contains(file.path) { files.append(file) }
    }
    let entry = Entry(key: key, words: made.words, files: files)
    entries.withLock { $0[block.number] = entry }
    return entry
  }
}
