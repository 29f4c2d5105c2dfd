import Synchronization

/// The two streams of a command: data on one, talk on the other.
package final class Console: Sendable {
  package let capabilities: TerminalCapabilities
  private let output: any ByteSink
  private let errors: any ByteSink

  package init(output: any ByteSink, errors: any ByteSink, capabilities: TerminalCapabilities) {
    self.output = output
    self.errors = errors
    self.capabilities = capabilities
  }

  /// Data, on standard output. Buffered until ``flush()`` or the end of the program.
  package func write(_ text: String) { output.write(Array(text.utf8)) }
  package func write(_ bytes: [UInt8]) { output.write(bytes) }
  package func writeLine(_ text: String) { write(text + "\n") }

  /// Talk, on standard error.
  package func writeError(_ text: String) {
    output.flush()
    errors.write(Array(text.utf8))
    errors.flush()
  }

  package func flush() {
    output.flush()
    errors.flush()
  }
}

/// Where bytes go.
package protocol ByteSink: Sendable {
  func write(_ bytes: [UInt8])
  func flush()
}

/// Keeps what was written: for tests and for output that a pager gets as a whole.
package final class CapturingSink: ByteSink {
  private let storage = Mutex<[UInt8]>([])

  package init() {}

  package func write(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
  package func flush() {}

  package var bytes: [UInt8] { storage.withLock { $0 } }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
