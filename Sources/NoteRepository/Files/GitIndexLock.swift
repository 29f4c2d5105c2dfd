import Glibc

/// The file by which git says that it is about to write the files of its work tree.
///
/// Git looks whether a file is as its index says, and writes over it later, without looking again. What others write
/// in between is lost, so nothing is written while git is at it. `git stash` reads files without its lock, and no
/// waiting helps there.
package struct GitIndexLock: Sendable {
  private let path: String
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
    pause: @escaping @Sendable () -> Void = { usleep(5_000) }
  ) {
    self.now = now
    self.pause = pause
    var place = folder
    while true {
      if let gitFolder = Self.gitFolder(at: place + "/.git") {
        path = gitFolder + "/index.lock"
        return
      }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = String(place[..<slash])
    }
  }

  /// The folder itself, or where a file `.git` of another work tree leads.
  private static func gitFolder(at path: String) -> String? {
    if folderExists(path) { return path }
    guard let bytes = try? readFile(path, limit: 4_096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("gitdir: ") else { return nil }
    let target = text.dropFirst("gitdir: ".count).prefix { $0 != "\n" && $0 != "\r\n" }
    if target.hasPrefix("/") { return String(target) }
    return String(path.dropLast(".git".count)) + target
  }

  /// Returns when git holds no lock, or one that has not to be waited for.
  package func waitUntilFree() {
    while let made = madeAt, (0..<Self.longestWait).contains(now() - made) { pause() }
  }

  /// Milliseconds since 1970; nil where there is no lock.
  private var madeAt: Int? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return status.st_mtim.tv_sec * 1_000 + status.st_mtim.tv_nsec / 1_000_000
  }
}

/// Milliseconds since 1970 by the clock that file systems use.
package func wallClockMilliseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}
