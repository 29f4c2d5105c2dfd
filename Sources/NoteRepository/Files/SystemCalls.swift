import Glibc

/// The path with symbolic links resolved, nil where it does not exist.
package func resolvedPath(_ path: String) -> String? {
  guard let pointer = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(pointer) }
  return unsafe String(cString: pointer)
}

func isFolder(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

func fileExists(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}

extension RepositoryError {
  /// The error of the last call of the system.
  static func last(_ action: Action, _ path: String) -> RepositoryError {
    let code = errno
    return unsafe .system(
      path: path, action: action, code: code, reason: String(cString: strerror(code)))
  }
}

/// Makes a folder and those above it.
func makeFolders(_ path: String) throws(RepositoryError) {
  if isFolder(path) { return }
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
    try makeFolders(String(path[..<slash]))
  }
  guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(.create, path) }
}
