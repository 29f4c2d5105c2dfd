#if os(Linux) && !PORTABLE
  import CHostCalls

  package enum LinuxHost: HostCalls {
    package typealias Events = InotifyFolderEvents

    package static let guarantees = HostGuarantees(
      keepsAttributes: true, renamesInOneStep: true, reportsChanges: true,
      passesUnlistedFolders: true, returnsMemory: true)

    /// Opens a path without following links. Fails with `ENOSYS` before Linux 5.6, or if a container forbids it.
    package static func openWithoutLinks(_ path: String, _ flags: Int32) -> Int32 {
      unsafe open_without_links(path, flags)
    }

    package static var passageFlags: Int32 { place_flag() | O_DIRECTORY }

    package static func renameToFree(_ place: PlaceInFolder, _ goal: PlaceInFolder) -> Bool {
      let isDone = unsafe rename_to_free(place.folder, place.name, goal.folder, goal.name) == 0
      guard !isDone, errno == EINVAL || errno == ENOSYS else { return isDone }
      // A file system without that call.
      return PortableHost.renameToFree(place, goal)
    }

    package static func attributeNames(of descriptor: Int32) -> [String] {
      let length = names_of_attributes(descriptor, nil, 0)
      guard length > 0 else { return [] }
      var names = [CChar](repeating: 0, count: length)
      guard unsafe names_of_attributes(descriptor, &names, length) == length else { return [] }
      return texts(in: names)
    }

    package static func attribute(_ name: String, of descriptor: Int32) -> [UInt8]? {
      let size = unsafe bytes_of_attribute(descriptor, name, nil, 0)
      guard size >= 0 else { return nil }
      var value = [UInt8](repeating: 0, count: size)
      return unsafe bytes_of_attribute(descriptor, name, &value, size) == size ? value : nil
    }

    package static func setAttribute(_ name: String, _ value: [UInt8], of descriptor: Int32) {
      unsafe set_attribute(descriptor, name, value, value.count)
    }

    package static func times(of status: stat) -> (modified: timespec, changed: timespec) {
      (status.st_mtim, status.st_ctim)
    }

    package static func kind(of entry: UnsafePointer<dirent>) -> mode_t? {
      let kind = unsafe entry.pointee.d_type
      // The kinds of entries are those of `st_mode`, without the permissions (DTTOIF).
      return kind == 0 ? nil : mode_t(kind) << 12
    }

    package static func sync(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

    package static func startWriting(_ descriptor: Int32) { start_writing(descriptor) }

    package static func makePipe() -> (read: Int32, write: Int32)? {
      var ends: [Int32] = [-1, -1]
      guard unsafe make_closing_pipe(&ends) == 0 else { return nil }
      return (ends[0], ends[1])
    }

    package static func starting(_ start: () -> Int32) -> Int32 { start() }

    package static var variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      unsafe PortableHost.variables
    }

    package static var programPath: String? {
      var buffer = [CChar](repeating: 0, count: 4_096)
      let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
      guard length > 0, length < buffer.count else { return nil }
      return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static var streamSocket: Int32 { PortableHost.streamSocket }

    package static func releaseFreeMemory() { release_free_memory() }

    package static func limitMemoryPools(_ count: Int32) { limit_memory_pools(count) }

    package static func place(of text: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
      guard let base = bytes.baseAddress else { return nil }
      return unsafe place_of_text(base, bytes.count, text.baseAddress, text.count).map { unsafe $0 - base }
    }
  }
#endif

/// Splits a list of zero-terminated names.
func texts(in list: [CChar]) -> [String] {
  list.split(separator: 0).map { name in
    String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
