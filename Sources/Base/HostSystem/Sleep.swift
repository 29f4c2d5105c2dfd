/// Lets the calling thread rest; a signal ends the rest early.
package func sleep(milliseconds: Int) {
  var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
  _ = unsafe nanosleep(&time, nil)
}
