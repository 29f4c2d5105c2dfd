import HostSystem

/// Held by the one process that may write the notes of a repository; let go when it ends, however it ends.
package struct WriteLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock, at most `patience` seconds for any one holder: a queue that moves is waited for.
  ///
  /// - Parameters:
  ///   - folder: The repository's state folder.
  ///   - command: The command of this process, for those who wait for it.
  ///   - whileWaiting: Called once, after a second, with the holder of the lock.
  package static func acquire(
    folder: String, command: String, patience: Int = 10, whileWaiting: (String) -> Void
  ) throws(RepositoryError) -> WriteLock {
    let path = folder + "/lock"
    let lock = WriteLock(descriptor: try openFile(path, making: folder))
    var start = monotonicMilliseconds()
    var holder = ""
    var hasTold = false
    while !lockFile(lock.descriptor) {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .last(.write, path) }
      let current = lock.holder
      if current != holder {
        holder = current
        start = monotonicMilliseconds()
      }
      let waited = monotonicMilliseconds() - start
      guard waited < patience * 1_000 else { throw .locked(holder: holder) }
      if waited > 1_000, !hasTold {
        hasTold = true
        whileWaiting(holder)
      }
      sleep(milliseconds: .random(in: 2...20))
    }
    lock.describe("\(getpid()) \(command)\n")
    return lock
  }

  /// Returns true if another process is writing at this moment.
  package static func isHeld(folder: String) -> Bool {
    let descriptor = unsafe open(folder + "/lock", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return !lockFile(descriptor, isShared: true) && errno == EWOULDBLOCK
  }

  private static func openFile(_ path: String, making folder: String) throws(RepositoryError) -> Int32 {
    try makePrivateFolder(folder)
    var descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EISDIR {
      // Nobody has it locked: it is put aside, with its content.
      _ = unsafe rename(path, path + "-folder-\(getpid())")
      descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw .last(.create, path) }
    return descriptor
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The process and its command, as it wrote them into the file.
  private var holder: String {
    var bytes = [UInt8](repeating: 0, count: 400)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return String(text.prefix { $0 != "\n" })
  }

  private func describe(_ text: String) {
    let bytes = Array(text.utf8)
    _ = ftruncate(descriptor, 0)
    _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
