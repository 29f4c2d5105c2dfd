import CExtendedAttributes
import Glibc

/// A file beside the one that it will become, hidden until it is whole.
struct TemporaryFile {
  let path: String
  private let mode: mode_t

  /// `target`: The file whose folder it is made in, so that renaming stays inside one file system.
  /// `mode`: Permissions of the finished file.
  init(beside target: String, mode: mode_t) throws(RepositoryError) {
    let slash = target.lastIndex(of: "/") ?? target.startIndex
    let folder = String(target[..<slash])
    var template = Array((folder + "/.sheaf-XXXXXX").utf8CString)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw .last(.create, target) }
    close(descriptor)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.mode = mode
  }

  /// Writes all bytes and waits until they are on the disk.
  func write(_ bytes: [UInt8]) throws(RepositoryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(.write, path) }
    defer { close(descriptor) }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(.write, path) }
      offset += count
    }
    guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw .last(.write, path) }
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
