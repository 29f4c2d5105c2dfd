import CLinuxCalls
import Glibc

/// A file beside the one that it will become, hidden until it is whole.
struct TemporaryFile {
  let path: String
  private let target: String
  private let permissions: UInt32?

  private static let prefix = ".sheaf-"
  private static let suffixLength = 10

  /// `target`: The file whose folder it is made in, so that renaming stays inside one file system.
  /// `permissions`: Of the finished file; nil for what the person's mask allows.
  init(beside target: String, permissions: UInt32?) throws(RepositoryError) {
    self.target = target
    self.permissions = permissions
    let folder = target[..<(target.lastIndex(of: "/") ?? target.startIndex)]
    while true {
      let path = folder + "/" + Self.prefix + Self.randomSuffix()
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let descriptor = unsafe open(path, flags, mode_t(permissions == nil ? 0o666 : 0o600))
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw .last(.create, target) }
      close(descriptor)
      self.path = path
      return
    }
  }

  private static func randomSuffix() -> String {
    String(
      (0..<suffixLength).map { _ in "abcdefghijklmnopqrstuvwxyz012345".randomElement() ?? "a" })
  }

  /// True for a name that only a temporary file has.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + suffixLength
  }

  /// Writes all bytes and waits until they are on the disk.
  func write(_ bytes: [UInt8]) throws(RepositoryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(.write, target) }
    defer { close(descriptor) }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(.write, target) }
      offset += count
    }
    if let permissions, fchmod(descriptor, permissions) != 0 { throw .last(.write, target) }
    guard fsync(descriptor) == 0 else { throw .last(.write, target) }
  }

  /// Gives the file the owner of another, where that is allowed.
  func copyOwnership(_ status: stat) {
    _ = unsafe chown(path, status.st_uid, status.st_gid)
  }

  /// Copies extended attributes, where the file system has any.
  func copyAttributes(from source: String) {
    let length = unsafe listxattr(source, nil, 0)
    guard length > 0 else { return }
    var names = [CChar](repeating: 0, count: length)
    guard unsafe listxattr(source, &names, length) == length else { return }
    for name in names.split(separator: 0) {
      let name = Array(name) + [0]
      let size = unsafe getxattr(source, name, nil, 0)
      guard size > 0 else { continue }
      var value = [UInt8](repeating: 0, count: size)
      guard unsafe getxattr(source, name, &value, size) == size else { continue }
      _ = unsafe setxattr(path, name, value, size, 0)
    }
  }

  /// Removes it; after it was renamed this does nothing.
  func discard() {
    _ = unsafe unlink(path)
  }
}

/// Waits until a folder's entries are on the disk.
func syncFolder(of file: String) throws(RepositoryError) {
  guard let slash = file.lastIndex(of: "/") else { return }
  let descriptor = unsafe open(String(file[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  defer { close(descriptor) }
  // Some file systems cannot sync a folder and say EINVAL.
  guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last(.write, file) }
}
