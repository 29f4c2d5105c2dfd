import Glibc

/// The file by which git says that it is about to write the files of its work tree.
///
/// Git looks whether a file is as its index says, and writes over it later, without looking again. What others write
/// in between is lost, so nothing is written while git is at it. `git stash` reads files without its lock: see
/// ``GitStash``.
package struct GitIndexLock: Sendable {
  private let path: String
  private let stash: GitStash
  private let now: @Sendable () -> Int
  private let pause: @Sendable () -> Void

  /// A lock that is older belongs to an editor that `git commit` waits for, or to a process that was killed.
  private static let longestWait = 3_000

  /// Looks for `.git` in `folder` and above it; nil where git does not keep that folder.
  ///
  /// - Parameters:
  ///   - folder: Absolute path.
  ///   - now: Milliseconds since 1970.
  ///   - pause: Lets a few milliseconds pass.
  package init?(
    above folder: String, now: @escaping @Sendable () -> Int = wallClockMilliseconds,
    pause: @escaping @Sendable () -> Void = briefPause
  ) {
    guard let folder = GitFolder(above: folder) else { return nil }
    path = folder.path + "/index.lock"
    stash = GitStash(folder, now: now, pause: pause)
    self.now = now
    self.pause = pause
  }

  /// Returns when git holds no lock, or one that has not to be waited for, and no stash is under way.
  package func waitUntilFree() {
    stash.waitUntilOver()
    while let made = modificationTime(of: path), (0..<Self.longestWait).contains(now() - made) {
      pause()
    }
  }
}

/// Milliseconds since 1970; nil where there is no such file.
func modificationTime(of path: String) -> Int? {
  var status = stat()
  guard unsafe lstat(path, &status) == 0 else { return nil }
  return status.st_mtim.tv_sec * 1_000 + status.st_mtim.tv_nsec / 1_000_000
}

/// Milliseconds since 1970 by the clock that file systems use.
package func wallClockMilliseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
