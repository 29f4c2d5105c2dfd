import HostSystem

/// The folders in which git keeps its data about a folder.
package struct GitFolder {
  /// The absolute path of `.git`, or of the folder of another work tree in it.
  package let path: String
  /// The absolute path of the data that all work trees of the repository share.
  package let common: String

  /// Looks for `.git` in `folder`, an absolute path, and above it; nil if git does not keep that folder.
  package init?(above folder: String) {
    var place = folder
    while true {
      if let found = Self.folder(in: place) {
        path = found
        common = Self.firstLine(of: found + "/commondir").map { absolutePath($0, from: found) } ?? found
        return
      }
      guard let slash = place.lastIndex(of: "/") else { return nil }
      place = String(place[..<slash])
    }
  }

  /// Returns the folder `.git`, or the folder that a file `.git` names in another work tree.
  private static func folder(in place: String) -> String? {
    let path = place + "/.git"
    if fileExists(path + "/HEAD") { return path }
    guard let text = firstLine(of: path), text.hasPrefix("gitdir: ") else { return nil }
    return absolutePath(String(text.dropFirst("gitdir: ".count)), from: place)
  }

  /// Returns the first line of a file without its line end. Nil if the file cannot be read or is larger than 4 KB.
  package static func firstLine(of path: String) -> String? {
    guard let bytes = try? readFile(path, limit: 4_096) else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }
}

/// The lock file of git's index, which git creates before it writes files of its work tree.
///
/// Git checks a file against its index and overwrites the file later without another check. Changes in between would be
/// lost, so Sheaf does not write while the lock exists. `git stash` reads files without this lock: see ``GitStash``.
package struct GitIndexLock: Sendable {
  private let path: String
  private let stash: GitStash
  private let now: @Sendable () -> Int
  private let pause: @Sendable () -> Void

  /// A lock that is older belongs to an editor that `git commit` waits for, or to a process that was killed.
  private static let longestWait = 3_000

  /// Looks for `.git` in `folder` and above it; nil if git does not keep that folder.
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

/// Returns the milliseconds since 1970; nil if there is no such file.
func modificationTime(of path: String) -> Int? {
  var status = stat()
  guard unsafe lstat(path, &status) == 0 else { return nil }
  let modified = Host.times(of: status).modified
  return modified.tv_sec * 1_000 + modified.tv_nsec / 1_000_000
}

/// Returns the milliseconds since 1970 by the clock of file systems.
package func wallClockMilliseconds() -> Int {
  var now = timespec()
  unsafe clock_gettime(CLOCK_REALTIME, &now)
  return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
}

/// `git stash`, while it puts changes away.
///
/// `git stash` reads the files of the work tree first, without a lock, and resets the files later. Changes in between are
/// in neither place. During the reading, there is a file `index.stash.NUMBER`. Then git creates `refs/stash.lock` and
/// appends a line to the log of stashes. At the end, git resets the files and writes the index.
package struct GitStash: Sendable {
  private let folder: String
  private let log: String
  private let lock: String
  private let now: @Sendable () -> Int
  private let pause: @Sendable () -> Void

  /// Milliseconds for which a stash is waited for; a leftover after that belongs to a process that was killed.
  private static let longestReading = 3_000
  /// Milliseconds for which a stash is waited for after its line is in the log.
  private static let longestReset = 1_000
  /// The number of checks for it after a change, between the file that exists while it reads and the line in the log.
  private static let looks = 4

  /// - Parameters:
  ///   - now: Milliseconds since 1970.
  ///   - pause: Lets a few milliseconds pass.
  init(_ folder: GitFolder, now: @escaping @Sendable () -> Int, pause: @escaping @Sendable () -> Void) {
    self.folder = folder.path
    let common = folder.common
    log = common + "/logs/refs/stash"
    lock = common + "/refs/stash.lock"
    self.now = now
    self.pause = pause
  }

  /// Looks for `.git` in `folder` and above it; nil if git does not keep that folder.
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
    self.init(folder, now: now, pause: pause)
  }

  /// Returns when no stash is under way, or one that has not to be waited for.
  package func waitUntilOver() { while isUnderWay { pause() } }

  /// Waits for a stash that may have read the files before they were changed just now.
  ///
  /// - Returns: False if git has done nothing here for a while, so that no file needs to be checked again.
  package func waitAfterChange() -> Bool {
    guard isRecent(modificationTime(of: folder), Self.longestReading) else { return false }
    for _ in 0..<Self.looks where !isUnderWay { pause() }
    waitUntilOver()
    return true
  }

  private var isUnderWay: Bool {
    isReading || isRecent(modificationTime(of: lock), Self.longestReading) || isResetting
  }

  private var isReading: Bool {
    guard let names = try? fileNames(in: folder) else { return false }
    return names.contains {
      $0.hasPrefix("index.stash.") && isRecent(modificationTime(of: folder + "/" + $0), Self.longestReading)
    }
  }

  /// True if the log has a new line, and the index has not been written since.
  private var isResetting: Bool {
    guard let logged = modificationTime(of: log), isRecent(logged, Self.longestReset),
      logged >= modificationTime(of: folder + "/index") ?? 0, let seconds = lastEntry
    else { return false }
    // Dropping a stash writes the log as well, but adds no line.
    return isRecent(seconds * 1_000, Self.longestReset + 1_000)
  }

  /// The time of the newest stash, in seconds since 1970: `… <ada@example.com> 1795000000 +0900⇥WIP on main`.
  private var lastEntry: Int? {
    guard let bytes = try? readFile(log, limit: 1 << 20) else { return nil }
    let line = bytes.split(separator: 0x0A).last ?? []
    guard let bracket = line.lastIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = line[(bracket + 1)...].split(separator: 0x20)
    return words.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private func isRecent(_ moment: Int?, _ milliseconds: Int) -> Bool {
    moment.map { (0..<milliseconds).contains(now() - $0) } ?? false
  }
}

/// Waits for five milliseconds.
package func briefPause() { sleep(milliseconds: 5) }
