/// Lets the calling thread rest; a signal ends the rest early.
package func sleep(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
  _ = unsafe nanosleep(&time, nil)
}

/// Returns the milliseconds of a clock that is never set.
package func monotonicMilliseconds() -> Int {
  var now = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
