import ByteBasics
import CivilCalendar
import HostSystem
import NoteActions
import NoteModel
import NoteRepository
import Synchronization
package import TerminalText
import Wording

/// The two streams of a command: data on standard output, messages on standard error.
///
/// A terminal gets no control character that is in a note, a name or an answer of another program: all that is
/// written goes through ``TerminalEscaping``, except the output of a theme. Pipes and files get the bytes of the data.
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

  /// Returns a console that writes data to a file instead of standard output.
  func writing(to output: any ByteSink) -> Console {
    var capabilities = capabilities
    capabilities.isOutputTerminal = false
    capabilities.usesColor = false
    return Console(output: output, errors: errors, capabilities: capabilities)
  }

  /// Writes data to standard output, buffered until ``flush()`` or the end of the program.
  package func write(_ text: String) { write(Array(text.utf8)) }
  package func write(_ bytes: [UInt8]) { output.write(shown(bytes)) }
  package func write(_ styled: StyledBytes) { output.write(styled.bytes) }
  package func writeLine(_ text: String) { write(text + "\n") }

  /// Returns the bytes in the form in which standard output may get them.
  func shown(_ bytes: [UInt8]) -> [UInt8] {
    capabilities.isOutputTerminal ? TerminalEscaping.lines(bytes) : bytes
  }

  /// Writes messages to standard error; another program may pass them on to a terminal.
  package func writeError(_ text: String) {
    output.flush()
    errors.write(Array(TerminalEscaping.lines(text).utf8))
    errors.flush()
  }

  /// Writes a message to standard error; lines that are longer than the terminal are broken between words.
  package func writeMessage(_ text: String) {
    writeError(capabilities.isErrorTerminal ? wrapped(text) : text)
  }

  /// Breaks long lines between words.
  func wrapped(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { StyledText(String($0)).hanging(to: capabilities.columns).map(\.plainText) }
      .joined(separator: "\n")
  }

  /// Writes a line to standard output, wrapped at words on a terminal.
  package func writeWrapped(_ text: String) { writeLine(capabilities.isOutputTerminal ? wrapped(text) : text) }

  /// Replaces the line of progress on a terminal; nil removes it.
  package func showProgress(_ text: String?) {
    guard capabilities.isErrorTerminal else { return }
    output.flush()
    errors.write(Array(("\r\u{1B}[K" + TerminalEscaping.line(text ?? "")).utf8))
    errors.flush()
  }

  /// The number of the error that kept standard output from being written; nil if none did.
  package var failure: Int32? { output.failure }

  /// Takes back output that is not written yet. Returns false if some of it has been read already.
  func discardOutput() -> Bool { output.discard() }

  /// Asks the terminal to put a text on the clipboard (OSC 52); most do, some ask, some ignore it.
  ///
  /// - Returns: False if no terminal is there to ask.
  package func copyToClipboard(_ bytes: [UInt8]) -> Bool {
    guard capabilities.isErrorTerminal else { return false }
    output.flush()
    errors.write(Array(("\u{1B}]52;c;" + Base64.text(bytes) + "\u{7}").utf8))
    errors.flush()
    return true
  }

  /// Writes a warning to standard error. A repeated warning is written once.
  func writeWarning(_ text: String) {
    if warnings.withLock({ $0.insert(text).inserted }) { writeMessage(text) }
  }

  package func flush() {
    output.flush()
    errors.flush()
  }
}

/// A destination of bytes.
package protocol ByteSink: Sendable {
  func write(_ bytes: [UInt8])
  func flush()
  /// Takes back output that is not written yet; false if some of it has been written.
  func discard() -> Bool
  /// The number of the error that stopped it; nil while all is well.
  var failure: Int32? { get }
}

/// Keeps the output: for tests, and for a pager that gets it as a whole.
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

/// Writes to a file descriptor in large pieces. A reader that went away ends the program quietly; after any other
/// error nothing more is written.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let buffer = Mutex<[UInt8]>([])
  private let stopped = Mutex<Int32?>(nil)
  private let hasWritten = Mutex(false)
  private static let pieceSize = 1 << 16

  init(descriptor: Int32) { self.descriptor = descriptor }

  func write(_ bytes: [UInt8]) {
    buffer.withLock {
      $0 += bytes
      if $0.count >= Self.pieceSize { drain(&$0) }
    }
  }

  func flush() { buffer.withLock { drain(&$0) } }

  func discard() -> Bool {
    buffer.withLock { $0 = [] }
    return !hasWritten.withLock(\.self)
  }

  var failure: Int32? { stopped.withLock(\.self) }

  private func drain(_ bytes: inout [UInt8]) {
    var offset = 0
    while offset < bytes.count, failure == nil {
      let written = bytes.withUnsafeBytes { pointer in
        HostSystem.write(descriptor, pointer.baseAddress?.advanced(by: offset), pointer.count - offset)
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

/// Shows on a terminal how far a long first index is; nothing in a pipe, and nothing for the first moments.
final class ProgressMeter {
  private let context: CommandContext
  private let start = monotonicMilliseconds()
  private var isShown = false

  init(context: CommandContext) { self.context = context }

  func show(_ progress: IndexProgress) {
    let elapsed = monotonicMilliseconds() - start
    guard context.console.capabilities.isErrorTerminal, !context.globals.quiet, elapsed > 500 else { return }
    let rate = progress.done * 1_000 / max(1, elapsed)
    let left = (progress.total - progress.done) / max(1, rate)
    let message = Message(
      "indexing \(progress.done) of \(progress.total) notes, \(rate) per second, \(left) s left",
      ko: "메모 색인 중 (\(progress.done)/\(progress.total)), 초당 \(rate)개, \(left)초 남음")
    context.console.showProgress(context.text(message))
    isShown = true
  }

  func clear() {
    if isShown { context.console.showProgress(nil) }
  }
}

/// The meaning of `@` and `3`: the note touched last, and the rows of the last listing in this terminal session.
struct TerminalMemory {
  private let folder: String
  private let terminal: String
  /// The seconds of the epoch.
  private let now: Int

  init(_ context: CommandContext, _ workspace: Workspace) {
    // A note that a program touches was not touched by the user.
    folder = workspace.repository.stateFolder + (context.access == nil ? "" : "/programs")
    let name = context.variable("TMUX_PANE") ?? context.variable("SHEAF_TERMINAL") ?? terminalName() ?? Self.none
    terminal = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    now = context.clock().secondsSinceEpoch()
  }

  private static let none = "none"

  /// The notes touched last, the latest first.
  var touched: [NotePath] { lines(in: "last-note").compactMap { NotePath($0) } }

  /// The query of `sheaf context`; nil if there is none.
  var context: String? { lines(in: "context-" + terminal).first.flatMap { $0.isEmpty ? nil : String($0) } }

  func rememberContext(_ query: String?) {
    writeStateFile(folder, "context-" + terminal, Array(((query ?? "") + "\n").utf8))
  }

  /// Returns the message about a listing that `sheaf context` restricts.
  static func contextNote(_ query: String) -> Message {
    Message(
      "Context: \(query) (“sheaf context -” ends it)",
      ko: "모든 목록에 적용: \(query) (해제: sheaf context -)")
  }

  /// The last listing that had numbers.
  struct Rows {
    /// A note, and the line of a check box in it.
    let places: [NotePosition]
    /// The seconds of the epoch.
    let listed: Int
    /// False once a listing without numbers has followed on the terminal, or after 12 hours.
    let areInForce: Bool

    func place(_ number: Int) -> NotePosition? {
      places.indices.contains(number - 1) ? places[number - 1] : nil
    }
  }

  /// The rows of the last listing; nil without a session, and before the first listing.
  var rows: Rows? {
    let lines = lines(in: "rows-" + terminal)
    guard terminal != Self.none, let head = lines.first, let listed = Int(head.prefix { $0 != " " }) else { return nil }
    let places = lines.dropFirst().compactMap { line in
      let parts = line.split(separator: "\t")
      return parts.first.flatMap { NotePath($0) }.map { NotePosition($0, line: parts.count > 1 ? Int(parts[1]) : nil) }
    }
    return Rows(places: places, listed: listed, areInForce: !head.hasSuffix(Self.end) && now - listed < 12 * 3_600)
  }

  private static let end = " ended"

  /// True where a terminal lists and is meant by a number.
  var isSession: Bool { terminal != Self.none }

  func rememberRows(_ places: [NotePosition]) {
    guard isSession else { return }
    let rows = places.prefix(1_000).map { place in
      place.path.string + (place.line.map { "\t\($0)" } ?? "") + "\n"
    }
    writeStateFile(folder, "rows-" + terminal, Array("\(now)\n\(rows.joined())".utf8))
  }

  /// Makes the numbers of the listing before mean nothing.
  func endRows() {
    let lines = lines(in: "rows-" + terminal)
    guard let head = lines.first, !head.hasSuffix(Self.end) else { return }
    let ended = (head + Self.end) + "\n" + lines.dropFirst().map { $0 + "\n" }.joined()
    writeStateFile(folder, "rows-" + terminal, Array(ended.utf8))
  }

  func rememberTouched(_ path: NotePath) {
    let latest = [path.string] + touched.map(\.string).filter { $0 != path.string }
    let lines = latest.prefix(Self.touchedNotes).map { $0 + "\n" }
    writeStateFile(folder, "last-note", Array(lines.joined().utf8))
  }

  /// The number of removals in a row after which `@` still names a note.
  private static let touchedNotes = 20

  private func lines(in file: String) -> [Substring] {
    guard let bytes = try? readFile(folder + "/" + file) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
