import CCMarkGFM
import Glibc

/// Memory for one parse: cmark-gfm takes it in small pieces, and all of it is given back at once.
///
/// cmark asks for memory through functions without a context, so the arena that a thread works with is the thread's
/// own. Large texts use the usual memory, because an arena gives nothing back before its end.
@safe final class ParsingArena {
  /// Texts up to this size are parsed in an arena.
  static let textLimit = 1 << 18

  private static let chunkSize = 1 << 16
  /// Before each piece stands its size, so that it can be made larger.
  private static let headSize = 16

  private var chunks: [UnsafeMutableRawPointer] = unsafe []
  private var next: UnsafeMutableRawPointer?
  private var left = 0

  deinit {
    unsafe chunks.forEach { unsafe free($0) }
  }

  /// Makes an arena the thread's own, before anything that may ask for memory.
  ///
  /// - Returns: The one that was, for ``leave(to:)``.
  static func enter(_ arena: ParsingArena?) -> ParsingArena? {
    let outer = current
    setCurrent(arena)
    return outer
  }

  static func leave(to outer: ParsingArena?) {
    setCurrent(outer)
  }

  private static func setCurrent(_ arena: ParsingArena?) {
    let pointer = unsafe arena.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    unsafe pthread_setspecific(key, pointer)
  }

  /// What cmark is given in the place of malloc.
  nonisolated(unsafe) static let allocator: UnsafeMutablePointer<cmark_mem> = {
    let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    unsafe functions.initialize(
      to: unsafe cmark_mem(
        calloc: { count, size in unsafe ParsingArena.current?.zeroed(count * size) },
        realloc: { old, size in unsafe ParsingArena.current?.enlarged(old, size) },
        free: { _ in }))
    return unsafe functions
  }()

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  private static var current: ParsingArena? {
    unsafe pthread_getspecific(key).map {
      unsafe Unmanaged<ParsingArena>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// New chunks come from calloc, and nothing is used twice, so that every piece is zeroed.
  private func zeroed(_ size: Int) -> UnsafeMutableRawPointer? {
    let needed = (size + Self.headSize + 15) & ~15
    if needed > left { addChunk(atLeast: needed) }
    guard let piece = unsafe next else { return nil }
    unsafe next = piece + needed
    left -= needed
    unsafe piece.storeBytes(of: size, as: Int.self)
    return unsafe piece + Self.headSize
  }

  private func addChunk(atLeast size: Int) {
    left = max(size, Self.chunkSize)
    let chunk = unsafe calloc(1, left)
    unsafe next = chunk
    if let chunk = unsafe chunk { unsafe chunks.append(chunk) }
  }

  private func enlarged(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard let old = unsafe old else { return unsafe zeroed(size) }
    let oldSize = unsafe (old - Self.headSize).load(as: Int.self)
    guard size > oldSize else { return unsafe old }
    let new = unsafe zeroed(size)
    unsafe new?.copyMemory(from: old, byteCount: oldSize)
    return unsafe new
  }
}
