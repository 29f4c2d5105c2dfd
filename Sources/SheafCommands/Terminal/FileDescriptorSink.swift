import Glibc
import Synchronization

/// Writes to a file descriptor in large pieces. A reader that went away ends the program quietly; after any other
/// error nothing more is written.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let buffer = Mutex<[UInt8]>([])
  private let stopped = Mutex<Int32?>(nil)
  private let hasWritten = Mutex(false)
  private static let pieceSize = 1 << 16

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ bytes: [UInt8]) {
    buffer.withLock {
      $0 += bytes
      if $0.count >= Self.pieceSize { drain(&$0) }
    }
  }

  func flush() {
    buffer.withLock { drain(&$0) }
  }

  func discard() -> Bool {
    buffer.withLock { $0 = [] }
    return !hasWritten.withLock(\.self)
  }

  var failure: Int32? { stopped.withLock(\.self) }

  private func drain(_ bytes: inout [UInt8]) {
    var offset = 0
    while offset < bytes.count, failure == nil {
      let written = bytes.withUnsafeBytes { pointer in
        Glibc.write(descriptor, pointer.baseAddress?.advanced(by: offset), pointer.count - offset)
      }
      if written > 0 {
        hasWritten.withLock { $0 = true }
        offset += written
      } else if errno == EPIPE {
        exit(0)
      } else if errno != EINTR && errno != EAGAIN {
        let code = errno
        stopped.withLock { $0 = code }
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
