import Dispatch
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteWorkspace
import Synchronization

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
    let results = Results<[SiteFile]>(count: parts.count)
    inParallel(parts.count) { results.set($0, to: parts[$0].files()) }
    let overviews = try results.values().flatMap(\.self)
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
    let results = Results<NoteBlock.Made>(count: blocks.count)
    inParallel(blocks.count) { index in
      let block = blocks[index]
      if let kept = kept(block) { return results.set(index, to: kept) }
      results.set(index) {
        let made = try renderer.make(block) { try folder.write($0.bytes, to: $0.path) }
        let key = key(of: block, made)
        folder.remember(SiteManifest.Group(key: key, payload: made.payload), as: block.name)
        return made
      }
    }
    return try results.values()
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

  private func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  }
}

/// What several threads found, each at its place.
private final class Results<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, any Error>?]>

  init(count: Int) {
    results = Mutex(Array(repeating: nil, count: count))
  }

  func set(_ index: Int, to value: Value) { set(index) { value } }

  func set(_ index: Int, _ body: () throws -> Value) {
    let result = Result { try body() }
    results.withLock { $0[index] = result }
  }

  func values() throws -> [Value] {
    try results.withLock { try $0.compactMap { try $0?.get() } }
  }
}
