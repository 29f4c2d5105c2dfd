import Glibc
import Synchronization

/// Writes to a file descriptor in large pieces. A reader that went away ends the program quietly.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let buffer = Mutex<[UInt8]>([])
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

  private func drain(_ bytes: inout [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes { pointer in
        Glibc.write(descriptor, pointer.baseAddress?.advanced(by: offset), pointer.count - offset)
      }
      if written > 0 {
        offset += written
      } else if errno == EPIPE {
        exit(0)
      } else if errno != EINTR && errno != EAGAIN {
        exit(ExitStatus.inputOutput.rawValue)
      }
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
