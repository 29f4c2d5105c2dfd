import CCMarkGFM
import Glibc

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

  /// What a thread worked with before it entered an arena.
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

  static func leave(to outer: Outer) {
    unsafe pthread_setspecific(key, outer.room)
  }

  /// What cmark is given in the place of malloc.
  nonisolated(unsafe) static let allocator: UnsafeMutablePointer<cmark_mem> = {
    let functions = UnsafeMutablePointer<cmark_mem>.allocate(capacity: 1)
    unsafe functions.initialize(
      to: unsafe cmark_mem(
        calloc: { count, size in unsafe ParsingArena.current?.pointee.zeroed(count * size) },
        realloc: { old, size in unsafe ParsingArena.current?.pointee.enlarged(old, size) },
        free: { _ in }))
    return unsafe functions
  }()

  /// Made by ``makeKey`` and read for every piece, so that it costs no question whether it is made.
  nonisolated(unsafe) private static var key: pthread_key_t = 0

  private static let makeKey: Void = { unsafe pthread_key_create(&key, nil) }()

  private static var current: UnsafeMutablePointer<ArenaRoom>? {
    unsafe pthread_getspecific(key)?.assumingMemoryBound(to: ArenaRoom.self)
  }
}
