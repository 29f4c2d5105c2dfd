import CCMarkGFM
import HostSystem
import Synchronization
package import Wording

/// Memory for one parse: cmark-gfm takes it in small pieces, and all of it is given back at once.
///
/// cmark asks for memory through functions without a context, so the arena that a thread works with is the thread's
/// own. Large texts use the usual memory, because an arena gives nothing back before its end.
@safe final class ParsingArena {
  /// Texts up to this size are parsed in an arena.
  static let textLimit = 1 << 18

  private let room: UnsafeMutablePointer<ArenaRoom>

  init() {
    unsafe room = .allocate(capacity: 1)
    unsafe room.initialize(to: ArenaRoom())
  }

  deinit {
    unsafe room.pointee.empty()
    unsafe room.deinitialize(count: 1)
    unsafe room.deallocate()
  }

  /// The arena that a thread used before it entered another one.
  @safe struct Outer {
    fileprivate let room: UnsafeMutableRawPointer?
  }

  /// Makes an arena the thread's own, before anything that may ask for memory.
  static func enter(_ arena: ParsingArena?) -> Outer {
    makeKey
    let outer = unsafe Outer(room: pthread_getspecific(key))
    unsafe pthread_setspecific(key, arena?.room)
    return outer
  }

  static func leave(to outer: Outer) { unsafe pthread_setspecific(key, outer.room) }

  /// The allocator that cmark is given in the place of malloc.
  nonisolated(unsafe) static let allocator: UnsafeMutablePointer<cmark_mem> = {
    let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    unsafe functions.initialize(
      to: unsafe cmark_mem(
        calloc: { count, size in unsafe ParsingArena.current?.pointee.zeroed(count * size) },
        realloc: { old, size in unsafe ParsingArena.current?.pointee.enlarged(old, size) }, free: { _ in }))
    return unsafe functions
  }()

  /// The thread's key, created by ``makeKey``. Not a lazy value, because every piece reads the key without a check.
  nonisolated(unsafe) private static var key: pthread_key_t = 0

  private static let makeKey: Void = { unsafe pthread_key_create(&key, nil) }()

  private static var current: UnsafeMutablePointer<ArenaRoom>? {
    unsafe pthread_getspecific(key)?.assumingMemoryBound(to: ArenaRoom.self)
  }
}

/// The chunks of an arena and the free part of the last chunk.
@safe struct ArenaRoom {
  private var chunks: [ArenaChunk] = []
  private var next: UnsafeMutableRawPointer?
  private var left = 0

  /// The size of the header of a piece: the size of the piece, so that it can be made larger, and a zero word: before
  /// `:a@b.c` cmark looks for `mailto` in up to six bytes that are not the text's.
  private static let headSize = 16

  /// Allocates a piece that is filled with zeros.
  mutating func zeroed(_ size: Int) -> UnsafeMutableRawPointer? {
    let piece = unsafe piece(size)
    unsafe piece?.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return unsafe piece
  }

  mutating func enlarged(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let old = unsafe old else { return unsafe piece(size) }
    let oldSize = unsafe (old - Self.headSize).load(as: Int.self)
    guard size > oldSize else { return unsafe old }
    let growth = Self.rounded(size) - Self.rounded(oldSize)
    if unsafe old + Self.rounded(oldSize) == next, growth <= left {
      // The last piece can grow in place.
      unsafe next = old + Self.rounded(size)
      left -= growth
      unsafe (old - Self.headSize).storeBytes(of: size, as: Int.self)
      return unsafe old
    }
    let new = unsafe piece(size)
    unsafe new?.copyMemory(from: old, byteCount: oldSize)
    return unsafe new
  }

  /// Gives all chunks back.
  mutating func empty() {
    ArenaChunk.putBack(chunks)
    chunks = []
  }

  private mutating func piece(_ size: Int) -> UnsafeMutableRawPointer? {
    let needed = Self.rounded(size) + Self.headSize
    if needed > left { addChunk(atLeast: needed) }
    guard let start = unsafe next else { return nil }
    unsafe next = start + needed
    left -= needed
    unsafe start.storeBytes(of: size, as: Int.self)
    unsafe (start + 8).storeBytes(of: 0, as: Int.self)
    return unsafe start + Self.headSize
  }

  private mutating func addChunk(atLeast size: Int) {
    let chunk = ArenaChunk.take(atLeast: size)
    unsafe next = chunk?.start
    left = chunk?.size ?? 0
    if let chunk { chunks.append(chunk) }
  }

  private static func rounded(_ size: Int) -> Int { (size + 15) & ~15 }
}

/// A stretch of memory for an arena. Those of the usual size are kept for the next parse, because new memory is
/// zeroed by the kernel page by page.
@safe struct ArenaChunk: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  let size: Int

  private static let usualSize = 1 << 16
  /// The number of chunks that wait for the next parse, at most.
  private static let spareLimit = 64
  private static let spare = Mutex<[ArenaChunk]>([])

  /// Returns nil if the process has no memory left.
  static func take(atLeast size: Int) -> ArenaChunk? {
    if size <= usualSize, let chunk = spare.withLock({ $0.popLast() }) { return chunk }
    let size = max(size, usualSize)
    return unsafe malloc(size).map { unsafe ArenaChunk(start: $0, size: size) }
  }

  static func putBack(_ chunks: [ArenaChunk]) {
    let usual = chunks.filter { $0.size == usualSize }
    let kept = spare.withLock { spare in
      let kept = usual.prefix(max(0, spareLimit - spare.count))
      spare += kept
      return kept.count
    }
    let superfluous = usual.dropFirst(kept) + chunks.filter { $0.size != usualSize }
    for chunk in superfluous { unsafe free(chunk.start) }
  }
}

/// Keeps inputs away from cmark-gfm on which some of its versions take more than linear time.
///
/// The Markdown library of current distributions lacks several fixes (CVE-2023-22486, -24824, -26485, -37463), and
/// every version reads up to six bytes before a text that begins with `:a@b.c` (`validate_protocol`), which
/// ``ArenaRoom`` keeps zero. One pass over the bytes finds the common features of those inputs, which real notes do not
/// have: very deep containers, very wide tables, paragraphs of tens of thousands of brackets, endless runs.
package enum ParsingGuard {
  /// The reason why a text is not parsed. Such a note is still indexed, as plain text.
  package enum Refusal: Sendable, Hashable {
    case tooLarge
    case deepContainers(line: Int)
    case wideTable(line: Int)
    case crowdedParagraph(line: Int)
    case longRun(line: Int)
  }

  static let depthLimit = 100
  static let tableCellLimit = 400_000
  static let tableColumnLimit = 1_000
  /// The limit for the cells of all tables, narrow ones included, because of their memory.
  static let allCellLimit = 1_500_000
  static let copyLimit = 200 << 20
  static let openerLimit = 10_000
  static let runLimit = 5_000

  /// Returns the first construct in `bytes` that could make parsing slow, or nil for a text that parses fast.
  ///
  /// - Parameter bytes: A body without its front matter. Lines in the result are counted from its start.
  package static func refusal(of bytes: ArraySlice<UInt8>) -> Refusal? {
    guard bytes.count <= NoteLimit.bytes else { return .tooLarge }
    return unsafe bytes.withUnsafeBufferPointer { unsafe GuardScan.refusal(of: $0) }
  }
}

extension ParsingGuard.Refusal {
  /// Returns the sentence for the user. `offset` is added to the line.
  package func message(linesBefore offset: Int) -> Message {
    switch self {
    case .tooLarge:
      Message(
        "The note is larger than 32 MB and is treated as plain text",
        ko: "메모가 32 MB보다 커서 일반 텍스트로 처리합니다")
    case .deepContainers(let line):
      Message(
        "Quotes or lists are nested too deeply at line \(line + offset); the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 인용이나 목록이 너무 깊어 메모를 일반 텍스트로 처리합니다")
    case .wideTable(let line):
      Message(
        "The table at line \(line + offset) has too many cells; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 표에 칸이 너무 많아 메모를 일반 텍스트로 처리합니다")
    case .crowdedParagraph(let line):
      Message(
        "The paragraph at line \(line + offset) has too many brackets and delimiters; the note is treated as plain text",
        ko: "\(line + offset)번째 줄의 문단에 괄호와 기호가 너무 많아 메모를 일반 텍스트로 처리합니다")
    case .longRun(let line):
      Message(
        "Line \(line + offset) repeats one character thousands of times; the note is treated as plain text",
        ko: "\(line + offset)번째 줄에서 한 문자가 수천 번 반복되어 메모를 일반 텍스트로 처리합니다")
    }
  }
}
