import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import ParallelWork
import SheafSite

/// Makes a site of a workspace's notes in a folder, on every processor, only where something changed.
struct SitePublisher: Sendable {
  private let workspace: Workspace
  private let folder: SiteFolder
  private let renderer: NoteRenderer
  private let former: FormerAddresses
  private let moves: @Sendable () -> KnownMoves

  /// - Parameters:
  ///   - workspace: Its index is up to date.
  ///   - renderer: Makes the pages.
  ///   - folder: Where they go.
  ///   - formerFiles: Files that an earlier publication to another place had.
  ///   - moves: Asked for only where an address of an earlier publication leads nowhere.
  init(
    _ workspace: Workspace, _ renderer: NoteRenderer, folder: SiteFolder,
    formerFiles: [String], moves: @escaping @Sendable () -> KnownMoves
  ) {
    self.workspace = workspace
    self.folder = folder
    self.moves = moves
    let former = folder.formerAddresses(
      besides: renderer.notePages, further: formerFiles, where: NoteRenderer.isNotePage)
    self.former = former
    var renderer = renderer
    renderer.isFormerAddress = { former.contains($0) }
    self.renderer = renderer
  }

  /// What was published.
  struct Outcome {
    let files: SiteReport
    /// The attachments that are public.
    let attachments: [NotePath]
    /// Public files that may say where and by what they were made: nothing here can take that out.
    let unclean: [NotePath]
    /// Pictures that are no pictures.
    let broken: [NotePath]
  }

  /// - Throws: The first problem; what was written until then stays.
  func publish() throws -> Outcome {
    let blocks = renderer.blocks
    let parts = renderer.overviews
    let overviews = OrderedWindow.all(parts.count) { parts[$0].files() }.flatMap(\.self)
      .filter { !Self.optional.contains($0.path) || !folder.hasForeignFile($0.path) }
    try folder.claim(
      blocks.flatMap { renderer.files(of: $0) } + overviews.map(\.path)
        + renderer.searchPaths)
    let made = try make(blocks)
    for file in overviews + renderer.searchFiles(blocks, signatures: made.map(\.signature)) {
      try folder.write(file.bytes, to: file.path)
    }
    let attachments = renderer.attachments(made)
    try folder.claim(attachments.map(\.path))
    let taken = Set(
      blocks.flatMap { renderer.files(of: $0) } + overviews.map(\.path) + renderer.searchPaths
        + attachments.map(\.path))
    let redirects = renderer.files(of: redirects(made, besides: taken)).filter {
      !folder.hasForeignFile($0.path)
    }
    try folder.claim(redirects.map(\.path))
    for file in redirects { try folder.write(file.bytes, to: file.path) }
    return try outcome(attachments)
  }

  /// What the owner of a site may have written in its folder by hand.
  private static let optional: Set<String> = [".nojekyll", "robots.txt"]

  /// Addresses that lead on: those that notes declare, and the names that notes had when a publication showed them.
  private func redirects(_ made: [NoteBlock.Made], besides taken: Set<String>) -> [SiteRedirect] {
    var redirects: [String: SiteRedirect] = [:]
    func add(_ redirect: SiteRedirect) {
      guard !taken.contains(redirect.path), redirects[redirect.path] == nil,
        redirect.isDeclared || former.contains(redirect.path)
      else { return }
      redirects[redirect.path] = redirect
    }
    for redirect in made.flatMap(\.redirects) where redirect.isDeclared { add(redirect) }
    if !former.isEmpty {
      let known = moves()
      for (place, path) in renderer.notePaths.enumerated() {
        for name in known.formerNames(of: path) {
          if let redirect = renderer.redirect(from: name, to: place) { add(redirect) }
        }
      }
    }
    for redirect in made.flatMap(\.redirects) where !redirect.isDeclared { add(redirect) }
    return Array(redirects.values)
  }

  /// Copies the attachments, pictures without their metadata, and ends.
  private func outcome(_ attachments: [(file: ScannedFile, path: String)]) throws -> Outcome {
    let kept = OrderedWindow<Result<Bool, any Error>>.all(attachments.count) { index in
      Result { try copy(attachments[index].file, to: attachments[index].path) }
    }
    var copied: [NotePath] = []
    var broken: [NotePath] = []
    for (attachment, isKept) in zip(attachments, kept) {
      if try isKept.get() {
        copied.append(attachment.file.path)
      } else {
        broken.append(attachment.file.path)
      }
    }
    return Outcome(
      files: try folder.finish(), attachments: copied,
      unclean: copied.filter { CleanPicture.keepsMetadata(String($0.fileName)) }, broken: broken)
  }

  private func copy(_ file: ScannedFile, to path: String) throws -> Bool {
    try folder.copy(file, from: workspace.files, to: path) { bytes in
      CleanPicture.published(bytes, name: String(file.path.fileName))
    }
  }

  private func make(_ blocks: [NoteBlock]) throws -> [NoteBlock.Made] {
    let made = OrderedWindow<Result<NoteBlock.Made, any Error>>.all(blocks.count) { index in
      Result { try make(blocks[index]) }
    }
    return try made.map { try $0.get() }
  }

  private func make(_ block: NoteBlock) throws -> NoteBlock.Made {
    if let kept = kept(block) { return kept }
    let made = try renderer.make(block) { try folder.write($0.bytes, to: $0.path) }
    let key = key(of: block, made)
    folder.remember(SiteManifest.Group(key: key, payload: made.payload), as: block.name)
    return made
  }

  /// What the block gave before; nil where any of its pages may be another now.
  private func kept(_ block: NoteBlock) -> NoteBlock.Made? {
    guard let payload = folder.before.groups[block.name]?.payload else { return nil }
    let made = NoteBlock.Made(payload: payload)
    let key = key(of: block, made)
    let isKept = folder.keepsGroup(block.name, key: key, files: renderer.files(of: block))
    return isKept ? made : nil
  }

  private func key(of block: NoteBlock, _ made: NoteBlock.Made) -> UInt64 {
    renderer.key(of: block) &+ renderer.key(of: made)
  }
}
