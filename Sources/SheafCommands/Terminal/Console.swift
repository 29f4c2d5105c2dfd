import ByteBasics
import Glibc
import Synchronization
package import TerminalText

/// The two streams of a command: data on one, talk on the other.
///
/// A terminal gets no control character that is in a note, a name or an answer of another program: all that is
/// written goes through ``TerminalEscaping``, except what a theme has made. Pipes and files get the bytes.
package final class Console: Sendable {
  package let capabilities: TerminalCapabilities
  private let output: any ByteSink
  private let errors: any ByteSink
  private let warnings = Mutex<Set<String>>([])

  package init(output: any ByteSink, errors: any ByteSink, capabilities: TerminalCapabilities) {
    self.output = output
    self.errors = errors
    self.capabilities = capabilities
  }

  /// Data, on standard output. Buffered until ``flush()`` or the end of the program.
  package func write(_ text: String) { write(Array(text.utf8)) }
  package func write(_ bytes: [UInt8]) { output.write(shown(bytes)) }
  package func write(_ styled: StyledBytes) { output.write(styled.bytes) }
  package func writeLine(_ text: String) { write(text + "\n") }

  /// Bytes as standard output may get them.
  func shown(_ bytes: [UInt8]) -> [UInt8] {
    capabilities.isOutputTerminal ? TerminalEscaping.lines(bytes) : bytes
  }

  /// Talk, on standard error.
  package func writeError(_ text: String) {
    output.flush()
    errors.write(Array((capabilities.isErrorTerminal ? TerminalEscaping.lines(text) : text).utf8))
    errors.flush()
  }

  /// Replaces the line of progress on a terminal; nil removes it.
  package func showProgress(_ text: String?) {
    guard capabilities.isErrorTerminal else { return }
    output.flush()
    errors.write(Array(("\r\u{1B}[K" + TerminalEscaping.line(text ?? "")).utf8))
    errors.flush()
  }

  /// What kept standard output from being written; nil where nothing did.
  package var failure: Int32? { output.failure }

  /// Takes back what is not written yet.
  ///
  /// - Returns: False where some of it has been read already.
  func discardOutput() -> Bool { output.discard() }

  /// Asks the terminal to put a text on the clipboard (OSC 52); most do, some ask, some ignore it.
  ///
  /// - Returns: False where no terminal is there to ask.
  func copyToClipboard(_ bytes: [UInt8]) -> Bool {
    guard capabilities.isErrorTerminal else { return false }
    output.flush()
    errors.write(Array(("\u{1B}]52;c;" + Base64.text(bytes) + "\u{7}").utf8))
    errors.flush()
    return true
  }

  /// A warning, on standard error; one that was given before is not repeated.
  func writeWarning(_ text: String) {
    if warnings.withLock({ $0.insert(text).inserted }) { writeError(text) }
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
  /// Takes back what is not written yet; false where anything is.
  func discard() -> Bool
  /// The number of the error that stopped it; nil while all is well.
  var failure: Int32? { get }
}

/// Keeps what was written: for tests and for output that a pager gets as a whole.
package final class CapturingSink: ByteSink {
  private let storage = Mutex<[UInt8]>([])

  package init() {}

  package func write(_ bytes: [UInt8]) { storage.withLock { $0 += bytes } }
  package func flush() {}
  package func discard() -> Bool {
    storage.withLock { $0 = [] }
    return true
  }
  package var failure: Int32? { nil }

  package var bytes: [UInt8] { storage.withLock { $0 } }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
