import HostSystem
package import TerminalText

/// The terminal of this process, on its other screen, without echo and lines.
package final class LiveScreen: TerminalScreen {
  private let descriptor: Int32
  private var decoder = KeyDecoder()
  private var shownSize: ScreenSize

  /// Takes the terminal. Nil if the process has none.
  package init?() {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let size = Self.size(of: descriptor), TerminalState.take(descriptor) else {
      HostSystem.close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    shownSize = size
    send(Self.beginning)
  }

  /// The other screen, and pasted text marked as such.
  private static let beginning = "\u{1B}[?1049h\u{1B}[?2004h"

  deinit { close() }

  package var size: ScreenSize { shownSize }

  package func draw(_ lines: [StyledBytes], cursor: ScreenPosition?) {
    // Terminals that know synchronised output show the whole picture at once.
    var bytes = Array("\u{1B}[?2026h\u{1B}[?25l\u{1B}[H".utf8)
    for (row, line) in lines.prefix(shownSize.rows).enumerated() {
      if row > 0 { bytes += "\r\n".utf8 }
      bytes += line.bytes
      bytes += "\u{1B}[K".utf8
    }
    bytes += "\u{1B}[J".utf8
    if let cursor {
      bytes += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h".utf8
    }
    bytes += "\u{1B}[?2026l".utf8
    send(bytes)
  }

  package func nextEvent() -> ScreenEvent {
    while true {
      if let key = decoder.next(isComplete: false) { return event(key) }
      if TerminalState.takeStop() { return stop() }
      if let event = resized() { return event }
      switch wait(milliseconds: 1_000) {
      case .input:
        guard readInput() else { return .ended }
        // The rest of a sequence comes at once; an Escape that was pressed comes alone.
        while wait(milliseconds: 25) == .input { guard readInput() else { return .ended } }
        if let key = decoder.next(isComplete: true) { return event(key) }
      case .nothing: continue
      case .failure: return .ended
      }
    }
  }

  private func event(_ key: Key) -> ScreenEvent { key == .control("z") ? stop() : .key(key) }

  /// Gives the terminal back, stops as Ctrl-Z stops any program, and goes on after `fg`.
  private func stop() -> ScreenEvent {
    // If the shell has no job control, nobody could continue the process.
    guard getpgrp() != getsid(0) else { return .resized }
    TerminalState.giveBack()
    // The rest of a pipeline stops as well; this process does so here, not whenever a thread gets the signal.
    TerminalState.unblockStop()
    HostSystem.signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    HostSystem.signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    guard TerminalState.take(descriptor) else { return .ended }
    send(Self.beginning + (reportsMouse ? Self.mouse : ""))
    shownSize = Self.size(of: descriptor) ?? shownSize
    return .resized
  }

  /// Buttons, with positions in decimal.
  private static let mouse = "\u{1B}[?1000h\u{1B}[?1006h"
  private var reportsMouse = false

  package func reportMouse() {
    reportsMouse = true
    send(Self.mouse)
  }

  package var hasPendingInput: Bool { wait(milliseconds: 0) == .input }

  package func copy(base64: String) { send("\u{1B}]52;c;\(base64)\u{07}") }

  package func close() {
    guard TerminalState.giveBack() else { return }
    HostSystem.close(descriptor)
  }

  private func resized() -> ScreenEvent? {
    guard let size = Self.size(of: descriptor), size != shownSize else { return nil }
    shownSize = size
    return .resized
  }

  private enum Readiness { case input, nothing, failure }

  /// Waits for input. A signal, such as that of a new size, ends the wait early.
  private func wait(milliseconds: Int32) -> Readiness {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, milliseconds)
    if count < 0 { return errno == EINTR ? .nothing : .failure }
    if count == 0 { return .nothing }
    return request.revents & Int16(POLLIN) != 0 ? .input : .failure
  }

  private func readInput() -> Bool {
    var piece = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return count < 0 && errno == EINTR }
    decoder.append(piece[..<count])
    return true
  }

  private func send(_ text: String) { send(Array(text.utf8)) }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  private static func size(of descriptor: Int32) -> ScreenSize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// The state of the terminal before it was taken, given back also by a signal that ends the process.
///
/// A signal handler may do little: it writes bytes that lie ready and makes one call that is safe there.
enum TerminalState {
  /// Sets the terminal to raw mode and handles signals. Returns false if the terminal cannot be set.
  static func take(_ descriptor: Int32) -> Bool {
    var state = termios()
    guard unsafe tcgetattr(descriptor, &state) == 0 else { return false }
    unsafe saved = state
    unsafe cfmakeraw(&state)
    guard unsafe tcsetattr(descriptor, TCSAFLUSH, &state) == 0 else { return false }
    unsafe taken = descriptor
    for signal in ending { handleSignal(signal) { TerminalState.end($0) } }
    // A handler that does nothing: the signal ends the wait for a key.
    handleSignal(SIGWINCH) { _ in }
    handleSignal(SIGTSTP) { _ in unsafe TerminalState.mustStop = 1 }
    return true
  }

  /// Restores the terminal and the signals. Returns false if the terminal was restored before.
  @discardableResult
  static func giveBack() -> Bool {
    guard unsafe taken >= 0 else { return false }
    restore()
    for signal in ending + [SIGWINCH, SIGTSTP] { HostSystem.signal(signal, SIG_DFL) }
    return true
  }

  /// Signals that end a process, also those of a crash.
  private static let ending = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]

  /// Unblocks the stop signal. The parent process may have blocked it, and the process would stop once more later.
  static func unblockStop() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGTSTP)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Returns true once after a signal that tells the process to stop.
  static func takeStop() -> Bool {
    guard unsafe mustStop != 0 else { return false }
    unsafe mustStop = 0
    return true
  }

  nonisolated(unsafe) private static var mustStop: sig_atomic_t = 0
  /// -1 while the terminal is nobody's.
  nonisolated(unsafe) private static var taken: Int32 = -1
  nonisolated(unsafe) private static var saved = termios()
  /// The sequence that switches off the mouse and bracketed paste, and shows the cursor and the first screen.
  private static let farewell: StaticString = "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  private static func restore() {
    let descriptor = unsafe taken
    guard descriptor >= 0 else { return }
    unsafe taken = -1
    _ = unsafe write(descriptor, farewell.utf8Start, farewell.utf8CodeUnitCount)
    _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &saved)
  }

  /// Ends the process as the signal would have.
  private static func end(_ number: Int32) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }
}
