import Glibc

/// Writes a file outside the repository that belongs to another program's settings.
package func writeUserFile(_ path: String, _ text: String) throws(RepositoryError) {
  let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  try makeFolders(folder)
  let temporary = try TemporaryFile(beside: path, FileTraits(permissions: 0o644), for: .write)
  do throws(RepositoryError) {
    try temporary.write(Array(text.utf8))
    guard unsafe rename(temporary.path, path) == 0 else { throw RepositoryError.last(.write, path) }
  } catch {
    temporary.discard()
    throw error
  }
}

/// Whether the file exists.
package func userFileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// - Returns: False where there was none.
package func removeUserFile(_ path: String) -> Bool { unsafe unlink(path) == 0 }
