import HostSystem

/// Resolves the symbolic links of a path. Returns nil if it does not exist.
package func resolvedPath(_ path: String) -> String? {
  guard let pointer = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(pointer) }
  return unsafe String(cString: pointer)
}

/// Returns the absolute form of a path.
///
/// - Parameters:
///   - path: A path, absolute or relative to `folder`.
///   - folder: An absolute path without a slash at its end.
/// - Returns: `path` itself if it is absolute already. `..` and symbolic links are not resolved.
package func absolutePath(_ path: String, from folder: String) -> String {
  path.hasPrefix("/") ? path : folder + "/" + path
}

package func folderExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

package func fileExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}

extension RepositoryError {
  /// Creates the error of the last system call.
  package static func last(_ action: Action, _ path: String) -> RepositoryError {
    let code = errno
    return unsafe .system(path: path, action: action, code: code, reason: String(cString: strerror(code)))
  }
}

/// Makes a folder and those above it.
package func makeFolders(_ path: String) throws(RepositoryError) {
  if folderExists(path) { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolders(String(path[..<slash])) }
  guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(.create, path) }
}

/// Creates a folder for the user alone, with its parents. If other users can read an existing folder, their access is
/// removed, also from the parent folder of all Sheaf data.
func makePrivateFolder(_ path: String) throws(RepositoryError) {
  let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  if parent.hasSuffix("/sheaf") { closeFolderToOthers(parent) }
  if folderExists(path) { return closeFolderToOthers(path) }
  if !parent.isEmpty, !folderExists(parent) { try makePrivateFolder(parent) }
  guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(.create, path) }
  // The mode does not depend on the user's mask.
  _ = unsafe chmod(path, 0o700)
}

/// Takes away the rights of others to a folder of the user's.
private func closeFolderToOthers(_ path: String) {
  var status = stat()
  guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
    status.st_mode & 0o077 != 0, status.st_uid == getuid()
  else { return }
  _ = unsafe chmod(path, status.st_mode & 0o700)
}

/// Returns the names in a folder without `.` and `..`, sorted, or none if there is no such folder.
package func fileNames(in folder: String) throws(RepositoryError) -> [String] {
  guard let stream = unsafe opendir(folder) else {
    if errno == ENOENT || errno == ENOTDIR { return [] }
    throw .last(.list, folder)
  }
  defer { unsafe closedir(stream) }
  return unsafe namesInFolder(stream)
}

/// Returns the remaining names of an open folder, without `.` and `..`, sorted.
func namesInFolder(_ stream: FolderStream) -> [String] {
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
      unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Reads at most `count` bytes of an open file from `offset`, or none at the end.
package func piece(of descriptor: Int32, at offset: Int, count: Int, path: String) throws(RepositoryError) -> [UInt8] {
  var failed = false
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    while filled < count {
      let result = unsafe pread(
        descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
      if result < 0, errno == EINTR { continue }
      failed = result < 0
      if result <= 0 { return }
      filled += result
    }
  }
  guard !failed else { throw .last(.read, path) }
  return bytes
}
