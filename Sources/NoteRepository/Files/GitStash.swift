import Glibc

/// `git stash`, while it puts changes away.
///
/// It reads the files of the work tree first, without a lock, and sets them back later. What is written in between is
/// in neither place. While it reads there is a file `index.stash.NUMBER`; then `refs/stash.lock`, and the log of stashes
/// gets a line; then the files are set back, and the index is written.
package struct GitStash: Sendable {
  private let folder: String
  private let log: String
  private let lock: String
  private let now: @Sendable () -> Int
  private let pause: @Sendable () -> Void

  /// Milliseconds for which a stash is waited for; what is left of it after that belongs to a process that was killed.
  private static let longestReading = 3_000
  /// The same from the line in the log on.
  private static let longestReset = 1_000
  /// How often it is looked for after a change, between the file that is there while it reads and the line in the log.
  private static let looks = 4

  /// - Parameters:
  ///   - now: Milliseconds since 1970.
  ///   - pause: Lets a few milliseconds pass.
  init(
    _ folder: GitFolder, now: @escaping @Sendable () -> Int, pause: @escaping @Sendable () -> Void
  ) {
    self.folder = folder.path
    let common = folder.common
    log = common + "/logs/refs/stash"
    lock = common + "/refs/stash.lock"
    self.now = now
    self.pause = pause
  }

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
    self.init(folder, now: now, pause: pause)
  }

  /// Returns when no stash is under way, or one that has not to be waited for.
  package func waitUntilOver() { while isUnderWay { pause() } }

  /// Waits for a stash that may have read the files before they were changed just now.
  ///
  /// - Returns: False where git has done nothing here for a while, so that no file needs another look.
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
      $0.hasPrefix("index.stash.")
        && isRecent(modificationTime(of: folder + "/" + $0), Self.longestReading)
    }
  }

  /// The log has a new line, and the index has not been written since.
  private var isResetting: Bool {
    guard let logged = modificationTime(of: log), isRecent(logged, Self.longestReset),
      logged >= modificationTime(of: folder + "/index") ?? 0, let seconds = lastEntry
    else { return false }
    // Dropping a stash writes the log as well, but adds no line.
    return isRecent(seconds * 1_000, Self.longestReset + 1_000)
  }

  /// When the newest stash was made, in seconds since 1970: `… <ada@example.com> 1795000000 +0900⇥WIP on main`.
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

/// Five milliseconds.
package func briefPause() { usleep(5_000) }
