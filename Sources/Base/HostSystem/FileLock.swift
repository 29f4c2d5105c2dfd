/// Locks an open file or folder until its descriptor is closed, in whatever process has it.
///
/// The standard's own locks belong to the process: threads would not keep each other out, and whoever closes another
/// descriptor of the file would give the lock away. `flock` is on every system that this program is built for.
///
/// - Returns: False with `EWOULDBLOCK` if another has it.
package func lockFile(_ descriptor: Int32, isShared: Bool = false) -> Bool {
  flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
}
