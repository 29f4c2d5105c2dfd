import ByteBasics
package import NoteActions
package import NoteModel
import NoteRepository
import ParallelWork

/// Makes a site of a workspace's notes in a folder, on every processor, only where something changed.
package struct SitePublisher: Sendable {
  private let workspace: Workspace
  private let folder: SiteFolder
  private let renderer: NoteRenderer
  private let formerFiles: [String]
  private let moves: @Sendable () -> KnownMoves
  package var archive: DigestArchive?

  /// - Parameters:
  ///   - workspace: Its index is up to date.
  ///   - renderer: Makes the pages.
  ///   - folder: The folder that they go to.
  ///   - formerFiles: Files that an earlier publication to another place had.
  ///   - moves: Asked for only where an address of an earlier publication leads nowhere.
  package init(
    _ workspace: Workspace, _ renderer: NoteRenderer, folder: SiteFolder,
    formerFiles: [String], moves: @escaping @Sendable () -> KnownMoves
  ) {
    self.workspace = workspace
    self.folder = folder
    self.moves = moves
    self.formerFiles = formerFiles
    let former = folder.formerAddresses(
      besides: renderer.notePages, further: formerFiles, where: NoteRenderer.isNotePage)
    var renderer = renderer
    renderer.isFormerAddress = { former.contains($0) }
    self.renderer = renderer
  }

  package struct Outcome {
    package let files: SiteReport
    package let attachments: [NotePath]
    /// Public files with metadata that may name a place or a device, in formats from which Sheaf cannot remove
    /// metadata.
    package let unclean: [NotePath]
    /// Files that notes use and that are not public by their own content or fields.
    package let heldBack: [HeldBackNote]
  }

  /// Publishes the site. Throws the first problem; files that are already written stay.
  package func publish() throws -> Outcome {
    let blocks = renderer.blocks
    var overviews = overviews
    try folder.claim(blocks.flatMap { renderer.files(of: $0) } + overviews.map(\.path))
    let (made, hasLearned) = try make(blocks)
    // The home page and the feeds have formulas too.
    if hasLearned { overviews = self.overviews }
    let diagrams = renderer.diagramFiles(for: made)
    try folder.claim(diagrams.map(\.path))
    for file in overviews + diagrams { try folder.write(file.bytes, to: file.path) }
    let searchPaths = try writeSearch(blocks, made)
    let attachments = renderer.attachments(made)
    try folder.claim(attachments.map(\.path))
    let taken = Set(
      blocks.flatMap { renderer.files(of: $0) } + (overviews + diagrams).map(\.path) + searchPaths
        + attachments.map(\.path))
    let former = folder.formerAddresses(
      besides: attachments.map(\.path), further: formerFiles, where: NoteRenderer.isAttachment)
    let addresses = FormerSiteAddresses(renderer, former: former, taken: taken, moves: former.isEmpty ? nil : moves())
    let redirects = renderer.files(
      of: addresses.redirects(toNotes: made), and: addresses.redirects(toFiles: attachments)
    ).filter { !folder.hasForeignFile($0.path) }
    try folder.claim(redirects.map(\.path))
    for file in redirects { try folder.write(file.bytes, to: file.path) }
    _ = try archive?.add(to: folder, since: nil, isForced: false)
    let asked = Set(made.flatMap(\.missing))
    return try outcome(attachments, renderer.site.facts.refused.filter { asked.contains($0.path) })
  }

  private var overviews: [SiteFile] {
    let parts = renderer.overviews
    return OrderedWindow.all(parts.count) { parts[$0].files() }.flatMap(\.self)
      .filter { !Self.optional.contains($0.path) || !folder.hasForeignFile($0.path) }
  }

  /// Writes the search's files, or keeps them if no word and no page is another. Returns the paths.
  private func writeSearch(_ blocks: [NoteBlock], _ made: [NoteBlock.Made]) throws -> [String] {
    var hash = ContentHash()
    for page in renderer.searchPages { hash.combine(page.bytes) }
    for (path, note) in zip(renderer.notePages, renderer.site.notes) {
      hash.combine(path)
      hash.combine(note.kind.rawValue)
    }
    for block in made { hash.combine(block.words) }
    let known = folder.payload(of: "search").map { $0.split(separator: " ").map(String.init) }
    if let known, folder.keepsGroup("search", key: hash.value, files: known) { return known }
    let files = renderer.searchFiles(blocks, words: made.map(\.words))
    try folder.claim(files.map(\.path))
    for file in files { try folder.write(file.bytes, to: file.path) }
    folder.remember(
      SiteMemory.Group(
        key: hash.value, payload: files.map(\.path).joined(separator: " ")),
      as: "search", files: files.map(\.path))
    return files.map(\.path)
  }

  /// The files that the owner of a site may have written in its folder by hand.
  private static let optional: Set<String> = [".nojekyll", "robots.txt"]

  /// Copies the attachments, pictures without their metadata, and ends.
  ///
  /// - Parameter refused: The files that pages request but that are withheld.
  private func outcome(
    _ attachments: [(file: ScannedFile, path: String)], _ refused: [HeldBackNote]
  ) throws -> Outcome {
    let kept = OrderedWindow<Result<HeldBackReason?, any Error>>.all(attachments.count) { index in
      Result { try copy(attachments[index].file, to: attachments[index].path) }
    }
    var copied: [NotePath] = []
    var heldBack = refused
    for (attachment, result) in zip(attachments, kept) {
      if let reason = try result.get() {
        heldBack.append(HeldBackNote(path: attachment.file.path, reason: reason))
      } else {
        copied.append(attachment.file.path)
      }
    }
    return Outcome(
      files: try folder.finish(), attachments: copied,
      unclean: try copied.filter { path in
        try CleanPicture.keepsMetadata(String(path.fileName)) {
          try readFile(path.string, inside: workspace.repository.root, upTo: 12)
        }
      }, heldBack: heldBack)
  }

  /// Copies a file into the site. Returns the reason if the file was not copied.
  private func copy(_ file: ScannedFile, to path: String) throws -> HeldBackReason? {
    var reason: HeldBackReason?
    let rules = renderer.site.settings.rules
    let isAllowed = rules.allowedSecrets.contains(file.path.string)
    _ = try folder.copy(file, from: workspace.files, to: path, isAllowed: isAllowed) { bytes in
      let file = PublicFile(bytes, at: file.path, rules)
      reason = file.reason
      return file.published
    }
    return reason
  }

  /// Makes blocks of notes. Returns the blocks, and true if formulas were converted.
  private func make(_ blocks: [NoteBlock]) throws -> (made: [NoteBlock.Made], hasLearned: Bool) {
    let made = OrderedWindow<Result<NoteBlock.Made, any Error>>.all(blocks.count) { index in
      Result { try make(blocks[index]) }
    }
    var results = try made.map { try $0.get() }
    let waiting = results.indices.filter { !results[$0].formulas.isEmpty }
    guard !waiting.isEmpty else { return (results, false) }
    renderer.formulas.learn(results.reduce(into: []) { $0.formUnion($1.formulas) })
    let again = OrderedWindow<Result<NoteBlock.Made, any Error>>.all(waiting.count) { index in
      Result { try make(blocks[waiting[index]]) }
    }
    for (place, result) in zip(waiting, again) { results[place] = try result.get() }
    return (results, true)
  }

  /// Builds a block. A block that lacks formulas is not written, and built again when they are known.
  private func make(_ block: NoteBlock) throws -> NoteBlock.Made {
    if let kept = kept(block) { return kept }
    var files: [SiteFile] = []
    let made = renderer.make(block) { files.append($0) }
    guard made.formulas.isEmpty else { return made }
    for file in files { try folder.write(file.bytes, to: file.path) }
    guard made.isComplete else { return made }
    let key = key(of: block, made)
    folder.remember(SiteMemory.Group(key: key, payload: made.payload), as: block.name, files: renderer.files(of: block))
    return made
  }

  /// Returns the block's former result; nil if any of its pages may be another now.
  private func kept(_ block: NoteBlock) -> NoteBlock.Made? {
    guard let payload = folder.payload(of: block.name) else { return nil }
    let made = NoteBlock.Made(payload: payload)
    let key = key(of: block, made)
    let isKept = folder.keepsGroup(block.name, key: key, files: renderer.files(of: block))
    return isKept ? made : nil
  }

  private func key(of block: NoteBlock, _ made: NoteBlock.Made) -> UInt64 {
    renderer.key(of: block) &+ renderer.key(of: made)
  }
}
