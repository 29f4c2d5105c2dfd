import NoteModel
import ParallelWork
import Synchronization

/// What blocks of notes gave to the search, kept in memory until one of their notes changes.
package final class BlockMemory: Sendable {
  private struct Entry {
    let key: UInt64
    let signature: String
    let text: SiteFile
  }

  private let entries = Mutex<[Int: Entry]>([:])

  package init() {}

  func text(of block: NoteBlock, _ renderer: NoteRenderer) -> SiteFile {
    entry(block, renderer).text
  }

  func signatures(of blocks: [NoteBlock], _ renderer: NoteRenderer) -> [String] {
    OrderedWindow.all(blocks.count) { [self] in entry(blocks[$0], renderer).signature }
  }

  private func entry(_ block: NoteBlock, _ renderer: NoteRenderer) -> Entry {
    let key = renderer.key(of: block)
    if let known = entries.withLock({ $0[block.number] }), known.key == key { return known }
    var text = SiteFile(path: block.textFile, bytes: [])
    let made = renderer.make(block) { file in
      if file.path == block.textFile { text = file }
    }
    let entry = Entry(key: key, signature: made.signature, text: text)
    entries.withLock { $0[block.number] = entry }
    return entry
  }
}
