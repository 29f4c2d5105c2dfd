import CHostCalls

/// Lets a signal call `handler`; a call that waits ends with `EINTR` then.
package func handleSignal(_ signal: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
  handle_signal(signal, handler)
}

/// True if a signal does what it does without this program.
package func isUnhandledSignal(_ signal: Int32) -> Bool { signal_is_unhandled(signal) == 1 }
