import ParallelWork
import Synchronization

/// What blocks of notes gave to the search, kept in memory until one of their notes changes.
package final class BlockMemory: Sendable {
  private struct Entry {
    let key: UInt64
    let signature: String
    let files: [SiteFile]
  }

  private let entries = Mutex<[Int: Entry]>([:])

  package init() {}

  /// The file of a block that the search loads; nil where the block has none of this path.
  func file(_ path: String, of block: NoteBlock, _ renderer: NoteRenderer) -> SiteFile? {
    entry(block, renderer).files.first { $0.path == path }
  }

  func signatures(of blocks: [NoteBlock], _ renderer: NoteRenderer) -> [String] {
    OrderedWindow.all(blocks.count) { [self] in entry(blocks[$0], renderer).signature }
  }

  private func entry(_ block: NoteBlock, _ renderer: NoteRenderer) -> Entry {
    let key = renderer.key(of: block)
    if let known = entries.withLock({ $0[block.number] }), known.key == key { return known }
    var files: [SiteFile] = []
    let made = renderer.make(block) { file in
      if [block.textFile, block.notesFile].contains(file.path) { files.append(file) }
    }
    let entry = Entry(key: key, signature: made.signature, files: files)
    entries.withLock { $0[block.number] = entry }
    return entry
  }
}
