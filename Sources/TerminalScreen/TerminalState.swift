import Glibc

/// The state of the terminal before it was taken, given back also by a signal that ends the process.
///
/// A signal handler may do little: it writes bytes that lie ready and makes one call that is safe there.
enum TerminalState {
  /// - Returns: False where the terminal cannot be set.
  static func take(_ descriptor: Int32) -> Bool {
    var state = termios()
    guard unsafe tcgetattr(descriptor, &state) == 0 else { return false }
    unsafe saved = state
    unsafe cfmakeraw(&state)
    guard unsafe tcsetattr(descriptor, TCSAFLUSH, &state) == 0 else { return false }
    unsafe taken = descriptor
    for signal in ending { watch(signal) { TerminalState.end($0) } }
    // A handler that does nothing: the signal ends the wait for a key.
    watch(SIGWINCH) { _ in }
    return true
  }

  /// - Returns: False where it was given back before.
  @discardableResult
  static func giveBack() -> Bool {
    guard unsafe taken >= 0 else { return false }
    restore()
    for signal in ending + [SIGWINCH] { Glibc.signal(signal, SIG_DFL) }
    return true
  }

  /// Signals that end a process, also those of a crash.
  private static let ending = [
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
  ]

  /// -1 while the terminal is nobody's.
  nonisolated(unsafe) private static var taken: Int32 = -1
  nonisolated(unsafe) private static var saved = termios()
  /// Paste as typed, the cursor shown, the first screen.
  private static let farewell: StaticString = "\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

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

  private static func watch(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    _ = unsafe sigaction(number, &action, nil)
  }
}
