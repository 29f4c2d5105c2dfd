import ByteBasics
import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import ParallelWork
import SheafSite
import Wording

/// Makes a site of a workspace's notes in a folder, on every processor, only where something changed.
struct SitePublisher: Sendable {
  private let workspace: Workspace
  private let folder: SiteFolder
  private let renderer: NoteRenderer
  private let formerFiles: [String]
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
    self.formerFiles = formerFiles
    let former = folder.formerAddresses(
      besides: renderer.notePages, further: formerFiles, where: NoteRenderer.isNotePage)
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
    try folder.claim(blocks.flatMap { renderer.files(of: $0) } + overviews.map(\.path))
    let made = try make(blocks)
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
    let addresses = FormerSiteAddresses(
      renderer, former: former, taken: taken, moves: former.isEmpty ? nil : moves())
    let redirects = renderer.files(
      of: addresses.redirects(toNotes: made), and: addresses.redirects(toFiles: attachments)
    ).filter { !folder.hasForeignFile($0.path) }
    try folder.claim(redirects.map(\.path))
    for file in redirects { try folder.write(file.bytes, to: file.path) }
    return try outcome(attachments)
  }

  /// Writes the search's files, or keeps them where no word and no page is another.
  ///
  /// - Returns: Their paths.
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

  /// What the owner of a site may have written in its folder by hand.
  private static let optional: Set<String> = [".nojekyll", "robots.txt"]

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
    var results = try made.map { try $0.get() }
    let waiting = results.indices.filter { !results[$0].formulas.isEmpty }
    guard !waiting.isEmpty else { return results }
    renderer.formulas.learn(results.reduce(into: []) { $0.formUnion($1.formulas) })
    let again = OrderedWindow<Result<NoteBlock.Made, any Error>>.all(waiting.count) { index in
      Result { try make(blocks[waiting[index]]) }
    }
    for (place, result) in zip(waiting, again) { results[place] = try result.get() }
    return results
  }

  /// A block that lacks formulas is not written: it is made again when they are known.
  private func make(_ block: NoteBlock) throws -> NoteBlock.Made {
    if let kept = kept(block) { return kept }
    var files: [SiteFile] = []
    let made = renderer.make(block) { files.append($0) }
    guard made.formulas.isEmpty else { return made }
    for file in files { try folder.write(file.bytes, to: file.path) }
    guard made.isComplete else { return made }
    let key = key(of: block, made)
    folder.remember(
      SiteMemory.Group(key: key, payload: made.payload), as: block.name,
      files: renderer.files(of: block))
    return made
  }

  /// What the block gave before; nil if any of its pages may be another now.
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

/// The folder of a site.
struct SitePlace {
  /// Absolute.
  let path: String
  /// As the user names it.
  let shown: String
}

extension SitePlace {
  /// The folder of `--output` or of the setting `site.output`; for a branch alone one in the cache.
  ///
  /// - Parameters:
  ///   - options: What `publish` was given.
  ///   - workspace: Where the notes are.
  ///   - context: Where it is asked.
  /// - Throws: ``UsageError`` where no folder is named and one is needed.
  init(_ options: PublishOptions, _ workspace: Workspace, _ context: CommandContext) throws {
    let repository = workspace.repository
    if let output = options.output {
      (path, shown) = (context.absolutePath(output), output)
    } else if let setting = workspace.configuration.nonEmptyText("site.output") {
      path = NoteRepository.absolutePath(setting, from: repository.root)
      shown = context.shownPath(path)
      let isInside = OutputFolder.resolved(path).hasPrefix(repository.root + "/")
      guard isInside || !ConfigurationKey.staysInside(setting) else {
        throw OutputFolderError.leadsOut(shown)
      }
    } else if let branch = options.toBranch {
      (path, shown) = (repository.cacheFolder + "/site", branch)
    } else if options.dryRun {
      // A folder that is never there: everything would be new.
      (path, shown) = (repository.root + "/.sheaf/site", ".sheaf/site")
      return
    } else {
      throw UsageError(
        Message("No folder given for the site; use -o DIR", ko: "사이트를 저장할 폴더를 지정해야 합니다: -o 폴더"),
        hint: Message(
          "site.output in .sheaf/config.yaml sets it for good.",
          ko: ".sheaf/config.yaml의 site.output으로 정해 둘 수 있습니다."))
    }
    try context.checkOutputFolder(path, of: repository)
  }

  /// A folder with a site in it is skipped when notes are looked for, so it must not hold any.
  func checkHoldsNoNotes(_ workspace: Workspace, _ context: CommandContext) throws {
    let root = workspace.repository.root
    let folder = workspace.repository.path(of: path, relativeTo: context.workingDirectory)
    let query = folder.map { Query.folder($0.string) }
    let notes = try query.map {
      try workspace.index.notes(
        NoteRequest(query: $0, limit: 1, now: context.clock()))
    }
    guard resolvedPath(path) == root || notes?.isEmpty == false else { return }
    throw UsageError(
      Message("\(shown) contains notes", ko: "메모가 있는 폴더입니다: \(shown)"),
      hint: Message(
        "Choose a separate folder for the site.", ko: "사이트만 저장할 폴더를 지정하세요."))
  }
}

extension CommandContext {
  /// - Parameters:
  ///   - path: The absolute path of a folder that a command is about to fill with files.
  ///   - repository: Whose.
  /// - Throws: ``OutputFolderError`` for a folder that no command fills.
  func checkOutputFolder(_ path: String, of repository: Repository) throws {
    try OutputFolder.check(path, of: repository, homes: [environment["HOME"] ?? ""])
  }
}
