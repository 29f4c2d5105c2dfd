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

  init(_ workspace: Workspace, _ renderer: NoteRenderer, folder: SiteFolder) {
    self.workspace = workspace
    self.renderer = renderer
    self.folder = folder
  }

  /// - Throws: The first problem; what was written until then stays.
  func publish() throws -> SiteReport {
    let blocks = renderer.blocks
    let parts = renderer.overviews
    let overviews = OrderedWindow.all(parts.count) { parts[$0].files() }.flatMap(\.self)
    try folder.claim(
      blocks.flatMap { renderer.files(of: $0) } + overviews.map(\.path)
        + NoteRenderer.searchPaths)
    let made = try make(blocks)
    for file in overviews + renderer.searchFiles(blocks, signatures: made.map(\.signature)) {
      try folder.write(file.bytes, to: file.path)
    }
    let attachments = renderer.attachments(made)
    try folder.claim(attachments.map(\.path))
    for (file, path) in attachments { try folder.copy(file, from: workspace.files, to: path) }
    return try folder.finish()
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
