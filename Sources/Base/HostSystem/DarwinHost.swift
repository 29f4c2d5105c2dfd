#if canImport(Darwin)
  /// macOS and its relatives: written from documentation, never run.
  package enum DarwinHost: HostCalls {
    package typealias Events = PolledFolderEvents

    package static let guarantees = HostGuarantees(
      keepsAttributes: true, renamesInOneStep: true, reportsChanges: false,
      passesUnlistedFolders: true, returnsMemory: true)

    package static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32 {
      unsafe open(path, flags | O_NOFOLLOW_ANY)
    }

    package static var passageFlags: Int32 { O_SEARCH }

    /// `ENOTSUP` and `EINVAL` if the file system lacks the call.
    package static func renameToFree(_ place: PlaceInFolder, _ goal: PlaceInFolder) -> Bool {
      let isDone =
        unsafe renameatx_np(
          place.folder, place.name, goal.folder, goal.name, UInt32(RENAME_EXCL)) == 0
      guard !isDone, errno == ENOTSUP || errno == EINVAL else { return isDone }
      return PortableHost.renameToFree(place, goal)
    }

    package static func attributeNames(of descriptor: Int32) -> [String] {
      let length = unsafe flistxattr(descriptor, nil, 0, 0)
      guard length > 0 else { return [] }
      var names = [CChar](repeating: 0, count: length)
      guard unsafe flistxattr(descriptor, &names, length, 0) == length else { return [] }
      return texts(in: names)
    }

    package static func attribute(_ name: String, of descriptor: Int32) -> [UInt8]? {
      let size = unsafe fgetxattr(descriptor, name, nil, 0, 0, 0)
      guard size >= 0 else { return nil }
      var value = [UInt8](repeating: 0, count: size)
      return unsafe fgetxattr(descriptor, name, &value, size, 0, 0) == size ? value : nil
    }

    package static func setAttribute(_ name: String, _ value: [UInt8], of descriptor: Int32) {
      _ = unsafe fsetxattr(descriptor, name, value, value.count, 0, 0)
    }

    package static func times(of status: stat) -> (modified: timespec, changed: timespec) {
      (status.st_mtimespec, status.st_ctimespec)
    }

    package static func kind(of entry: UnsafePointer<dirent>) -> mode_t? {
      let kind = unsafe entry.pointee.d_type
      return kind == 0 ? nil : mode_t(kind) << 12
    }

    /// `fsync` leaves the bytes in the disk's own memory; it has to suffice if the file system offers no more.
    package static func sync(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, F_FULLFSYNC) == 0
        || [ENOTSUP, EINVAL, ENOTTY].contains(errno) && fsync(descriptor) == 0
    }

    package static func makePipe() -> (read: Int32, write: Int32)? { PortableHost.makePipe() }

    package static func starting(_ start: () -> Int32) -> Int32 { PortableHost.starting(start) }

    package static var variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      unsafe _NSGetEnviron().pointee
    }

    package static var programPath: String? {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      var count = UInt32(buffer.count)
      guard unsafe _NSGetExecutablePath(&buffer, &count) == 0,
        let path = unsafe realpath(buffer, nil)
      else { return nil }
      defer { unsafe free(path) }
      return unsafe String(cString: path)
    }

    package static var streamSocket: Int32 { PortableHost.streamSocket }

    package static func releaseFreeMemory() { _ = unsafe malloc_zone_pressure_relief(nil, 0) }

    package static func limitMemoryPools(_ count: Int32) {}

    package static func place(
      of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer
    ) -> Int? {
      guard let base = bytes.baseAddress, let goal = text.baseAddress else {
        return nil
      }
      let found = unsafe memmem(base, bytes.count, goal, text.count)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }
#endif
