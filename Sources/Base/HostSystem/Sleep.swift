/// Suspends the calling thread. A signal ends the pause early.
package func sleep(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
  _ = unsafe nanosleep(&time, nil)
}

/// Returns the time of a clock that nobody can set, in milliseconds.
package func monotonicMilliseconds() -> Int {
  var now = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
