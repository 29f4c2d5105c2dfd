import CHostCalls

/// Lets a signal call `handler`; a call that waits ends with `EINTR` then.
package func handleSignal(_ signal: Int32, by handler: @escaping @convention(c) (Int32) -> Void) {
  handle_signal(signal, handler)
}

/// Returns true if this program has no handler for a signal, so that the signal has its default effect.
package func isUnhandledSignal(_ signal: Int32) -> Bool { signal_is_unhandled(signal) == 1 }
