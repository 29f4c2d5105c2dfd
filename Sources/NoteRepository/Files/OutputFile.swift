import Glibc

/// A file that a person asked for, wherever it lies: written whole or not at all, replacing what was there.
package enum OutputFile {
  /// Writes `bytes` to an absolute path. The folder must exist.
  package static func write(_ bytes: [UInt8], to path: String) throws(RepositoryError) {
    let temporary = try TemporaryFile(beside: path, .usual, for: .write)
    do throws(RepositoryError) {
      try temporary.write(bytes)
      guard unsafe rename(temporary.path, path) == 0 else {
        throw RepositoryError.last(.write, path)
      }
    } catch {
      temporary.discard()
      throw error
    }
  }

  /// Writes a new file and makes the folders above it.
  ///
  /// - Returns: False where a file is there already; it stays as it is.
  package static func create(_ bytes: [UInt8], at path: String) throws(RepositoryError) -> Bool {
    if fileExists(path) { return false }
    if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
    try write(bytes, to: path)
    return true
  }
}
