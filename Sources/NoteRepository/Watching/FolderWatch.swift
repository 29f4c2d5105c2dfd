import HostSystem

/// Tells which files of a folder change, by the kernel's word (inotify). Used by one thread.
package final class FolderWatch {
  private let root: String
  private let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private var watched: Set<String> = []

  /// What happened since the last question.
  package struct Changes: Sendable, Hashable {
    /// Paths from the root of the files that were written, moved or removed.
    package var files: Set<String> = []
    /// A folder came or went, or more happened than the kernel remembers: looking everywhere is needed.
    package var needsScan = false

    package var isEmpty: Bool { files.isEmpty && !needsScan }
  }

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)

  /// - Parameter root: Absolute.
  package init(root: String) throws(RepositoryError) {
    self.root = root
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .last(.list, root) }
  }

  deinit { close(descriptor) }

  /// Watches folders, not what lies in the folders below them.
  ///
  /// - Parameter paths: From the root; empty for the root itself. What is not a folder any more is skipped.
  /// - Returns: True where one of them was not watched before.
  package func watch(_ paths: [String]) throws(RepositoryError) -> Bool {
    var isNew = false
    for path in paths where !watched.contains(path) {
      let absolute = path.isEmpty ? root : root + "/" + path
      let number = unsafe inotify_add_watch(descriptor, absolute, Self.events)
      guard number >= 0 else {
        if errno == ENOENT || errno == ENOTDIR { continue }
        throw .last(.list, absolute)
      }
      folders[number] = path
      watched.insert(path)
      isNew = true
    }
    return isNew
  }

  /// Waits until something happens.
  package func changes() throws(RepositoryError) -> Changes {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var changes = Changes()
    while changes.isEmpty {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(.list, root) }
      unsafe buffer.withUnsafeBytes { unsafe add($0.prefix(count), to: &changes) }
    }
    return changes
  }

  private func add(_ bytes: Slice<UnsafeRawBufferPointer>, to changes: inout Changes) {
    let headSize = MemoryLayout<inotify_event>.size
    var rest = unsafe bytes
    while unsafe rest.count >= headSize {
      let head = unsafe UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let name = unsafe rest.dropFirst(headSize).prefix(Int(head.len)).prefix { $0 != 0 }
      add(head, unsafe String(decoding: name, as: UTF8.self), to: &changes)
      unsafe rest = rest.dropFirst(headSize + Int(head.len))
    }
  }

  private func add(_ event: inotify_event, _ name: String, to changes: inout Changes) {
    if event.mask & UInt32(IN_IGNORED) != 0 {
      if let folder = folders.removeValue(forKey: event.wd) { watched.remove(folder) }
      return
    }
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes.needsScan = true
      return
    }
    guard let folder = folders[event.wd], !TemporaryFile.isName(name) else { return }
    if event.mask & UInt32(IN_ISDIR) != 0 {
      // A folder of this name that comes back is another one, and so are those in it.
      let changed = path(name, in: folder)
      watched = watched.filter { $0 != changed && !$0.hasPrefix(changed + "/") }
      changes.needsScan = true
    } else {
      changes.files.insert(path(name, in: folder))
    }
  }

  private func path(_ name: String, in folder: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }
}
