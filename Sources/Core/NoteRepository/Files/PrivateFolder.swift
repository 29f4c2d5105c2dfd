import Dispatch
import HostSystem

/// A new folder that only the user may read, gone when its work ends: also by Ctrl-C, and after a kill at the next run.
package struct PrivateFolder: Sendable {
  package let path: String

  private static let prefix = "sheaf-"

  /// Runs `body` with a new folder, and removes the folder with everything in it at the end.
  ///
  /// - Parameter parent: An absolute path, such as that of `TMPDIR`.
  package static func with<Value>(in parent: String, _ body: (PrivateFolder) throws -> Value) throws -> Value {
    removeAbandoned(in: parent)
    let (folder, lock) = try make(in: parent)
    defer { close(lock) }
    let signals = EndingSignals { remove(folder.path) }
    defer {
      signals.release()
      remove(folder.path)
    }
    return try body(folder)
  }

  /// Creates a private folder. Returns it with a descriptor, whose lock shows that the folder is in use.
  private static func make(in parent: String) throws(RepositoryError) -> (PrivateFolder, lock: Int32) {
    while true {
      let path = parent + "/" + prefix + ProcessName.random()
      guard unsafe mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw .last(.create, path)
      }
      let lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { throw .last(.create, path) }
      _ = lockFile(lock)
      return (PrivateFolder(path: path), lock)
    }
  }

  /// Removes the folders of processes that were killed. A process that is not seen from here, in another container,
  /// holds the lock.
  private static func removeAbandoned(in parent: String) {
    for name in (try? fileNames(in: parent)) ?? [] where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      var status = stat()
      guard ProcessName.isOfEndedProcess(name.dropFirst(prefix.count)),
        unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid()
      else { continue }
      let lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if lockFile(lock) { remove(path) }
      close(lock)
    }
  }

  private static func remove(_ folder: String) {
    for name in (try? fileNames(in: folder)) ?? [] {
      let path = folder + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { remove(path) } else { _ = unsafe unlink(path) }
    }
    _ = unsafe rmdir(folder)
  }
}

/// Names of temporary files and folders that include the process of their creation.
enum ProcessName {
  static let length = 10
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz012345")
  private static let processLength = 5

  /// Creates a name from the number of this process and random digits.
  static func random() -> String {
    var process = Int(getpid())
    var name = ""
    for _ in 0..<processLength {
      name.append(digits[process & 31])
      process >>= 5
    }
    for _ in processLength..<length { name.append(digits.randomElement() ?? "a") }
    return name
  }

  /// Returns true for a name from ``random()`` whose process has ended.
  static func isOfEndedProcess(_ name: Substring) -> Bool {
    guard name.utf8.count == length, name.allSatisfy(digits.contains) else { return false }
    var process = 0
    for digit in name.prefix(processLength).reversed() {
      process = process << 5 | (digits.firstIndex(of: digit) ?? 0)
    }
    return process == 0 || kill(pid_t(process), 0) != 0 && errno == ESRCH
  }
}

/// Work that is done before a signal ends the process.
///
/// The handler only writes the signal's number into a pipe; a thread does the work and ends the process as the signal
/// would have.
private final class EndingSignals: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  /// The writing end of the pipe, or -1 if no thread waits.
  nonisolated(unsafe) private static var entrance: Int32 = -1
  /// True from the first signal on: the thread will end the process.
  nonisolated(unsafe) private static var isEnding = false

  private let descriptors: (exit: Int32, entrance: Int32)
  private let watched: [Int32]

  init(_ work: @escaping @Sendable () -> Void) {
    guard let pipe = Host.makePipe() else {
      descriptors = (-1, -1)
      watched = []
      return
    }
    descriptors = (pipe.read, pipe.write)
    unsafe Self.entrance = pipe.write
    // Ignored signals are not changed, and neither are signals that another part of the process handles.
    watched = Self.numbers.filter(isUnhandledSignal)
    let exit = pipe.read
    DispatchQueue.global(qos: .userInitiated).async {
      defer { close(exit) }
      var number: UInt8 = 0
      guard unsafe read(exit, &number, 1) == 1 else { return }
      work()
      signal(Int32(number), SIG_DFL)
      kill(getpid(), Int32(number))
    }
    for number in watched { signal(number) { EndingSignals.pass(on: $0) } }
  }

  private static func pass(on number: Int32) {
    var number = UInt8(truncatingIfNeeded: number)
    let saved = errno
    unsafe isEnding = true
    _ = unsafe write(entrance, &number, 1)
    errno = saved
  }

  /// Lets the signals end the process at once again. If one has come already, this waits for the end.
  func release() {
    while unsafe Self.isEnding { pause() }
    for number in watched { signal(number, SIG_DFL) }
    unsafe Self.entrance = -1
    if descriptors.entrance >= 0 { close(descriptors.entrance) }
  }
}
