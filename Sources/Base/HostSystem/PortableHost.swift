import Synchronization

/// A system with only the guarantees of POSIX.1-2008.
package enum PortableHost: HostCalls {
  package typealias Events = PolledFolderEvents

  package static let guarantees = HostGuarantees(
    keepsAttributes: false, renamesInOneStep: false, reportsChanges: false,
    passesUnlistedFolders: false, returnsMemory: false)

  package static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32 {
    errno = ENOSYS
    return -1
  }

  package static var passageFlags: Int32 { O_RDONLY | O_DIRECTORY }

  /// Renames a file or folder, and fails if the new name is taken. A file is linked under the new name before the old
  /// name is removed; a folder replaces an empty folder that is created for it.
  package static func renameToFree(_ place: PlaceInFolder, _ goal: PlaceInFolder) -> Bool {
    if unsafe linkat(place.folder, place.name, goal.folder, goal.name, 0) == 0 {
      return removeName(place, orElse: goal)
    }
    // A name that is not a folder, and cannot have a second link here.
    guard errno == EPERM || errno == EISDIR, isFolder(place) else {
      if [EPERM, EMLINK, ENOTSUP, EOPNOTSUPP].contains(errno) { errno = ENOSYS }
      return false
    }
    guard unsafe mkdirat(goal.folder, goal.name, 0o700) == 0 else { return false }
    if unsafe renameat(place.folder, place.name, goal.folder, goal.name) == 0 { return true }
    let code = errno
    _ = unsafe unlinkat(goal.folder, goal.name, AT_REMOVEDIR)
    errno = code
    return false
  }

  private static func removeName(_ place: PlaceInFolder, orElse goal: PlaceInFolder) -> Bool {
    if unsafe unlinkat(place.folder, place.name, 0) == 0 { return true }
    let code = errno
    _ = unsafe unlinkat(goal.folder, goal.name, 0)
    errno = code
    return false
  }

  private static func isFolder(_ place: PlaceInFolder) -> Bool {
    let code = errno
    defer { errno = code }
    var status = stat()
    return unsafe fstatat(place.folder, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  package static func attributeNames(of descriptor: Int32) -> [String] { [] }
  package static func attribute(_ name: String, of descriptor: Int32) -> [UInt8]? { nil }
  package static func setAttribute(_ name: String, _ value: [UInt8], of descriptor: Int32) {}

  package static func times(of status: stat) -> (modified: timespec, changed: timespec) {
    (status.st_mtim, status.st_ctim)
  }

  package static func kind(of entry: UnsafePointer<dirent>) -> mode_t? { nil }

  package static func sync(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

  package static func startWriting(_ descriptor: Int32) {}

  /// The lock around the creation of a pipe: no program starts before the pipe is closed to programs.
  private static let gate = Mutex(())

  package static func makePipe() -> (read: Int32, write: Int32)? {
    gate.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  package static func starting(_ start: () -> Int32) -> Int32 { gate.withLock { _ in start() } }

  package static var variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { unsafe environ }

  package static var programPath: String? { nil }

  package static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  package static func releaseFreeMemory() {}
  package static func limitMemoryPools(_ count: Int32) {}

  package static func place(of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = unsafe text.first else { return 0 }
    var start = 0
    while bytes.count - start >= text.count {
      guard let base = bytes.baseAddress, let goal = text.baseAddress,
        let found = unsafe memchr(base + start, Int32(first), bytes.count - text.count - start + 1)
      else { return nil }
      start = unsafe UnsafeRawPointer(found) - base
      if unsafe memcmp(found, goal, text.count) == 0 { return start }
      start += 1
    }
    return nil
  }
}
