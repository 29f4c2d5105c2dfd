import HostSystem

/// A file that the user asked for, wherever it is.
package enum OutputFile {
  /// Writes `bytes` to an absolute path. The folder must exist.
  ///
  /// A regular file is replaced whole or not at all, keeping its permissions; if the path is a symbolic link, the
  /// file that it leads to. A device, a pipe and a file with several names are written in place.
  package static func write(_ bytes: [UInt8], to path: String) throws(RepositoryError) {
    let whole = resolvedPath(path) ?? path
    let slash = whole.lastIndex(of: "/") ?? whole.startIndex
    let folder = try OpenFolder(at: String(whole[..<slash]), for: .write)
    let name = String(whole[whole.index(after: slash)...])
    guard let status = folder.status(name) else { return try replace(name, in: folder, with: bytes, .usual) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
      return try writeInPlace(bytes, whole)
    }
    try replace(name, in: folder, with: bytes, FileTraits(permissions: UInt32(status.st_mode & 0o7777)))
  }

  /// Writes to a path that the user typed, which may be a link that came with a repository.
  ///
  /// - Throws: ``RepositoryError/linkLeadsOut(_:)`` if it lies in a repository and leads out of it,
  ///   ``RepositoryError/ownFile(_:)`` for a note or a setting.
  package static func write(_ bytes: [UInt8], toNamed path: String) throws(RepositoryError) {
    try Repository.refuseLinkLeadingElsewhere(path)
    try Repository.refuseOwnFile(path)
    try write(bytes, to: path)
  }

  private static func replace(
    _ name: String, in folder: OpenFolder, with bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    TemporaryFile.removeAbandoned(in: folder)
    let temporary = try TemporaryFile(for: name, in: folder, traits, for: .write)
    do throws(RepositoryError) {
      try temporary.write(bytes)
      try temporary.replaceTarget()
    } catch {
      temporary.discard()
      throw error
    }
  }

  private static func writeInPlace(_ bytes: [UInt8], _ path: String) throws(RepositoryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last(.write, path) }
    defer { close(descriptor) }
    guard writeAll(bytes, to: descriptor) else { throw .last(.write, path) }
  }

  /// Writes `bytes` into the file that is there, without a copy and without waiting for the disk: for files of which
  /// another program has a copy.
  package static func overwrite(_ bytes: [UInt8], at path: String) throws(RepositoryError) {
    try writeInPlace(bytes, path)
  }

  package static func remove(_ path: String) throws(RepositoryError) {
    guard unsafe unlink(path) == 0 else { throw .last(.remove, path) }
  }

  /// Writes a new file and makes the folders above it.
  ///
  /// - Returns: False if a file exists already; it stays as it is.
  package static func create(_ bytes: [UInt8], at path: String) throws(RepositoryError) -> Bool {
    if fileExists(path) { return false }
    if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
    try write(bytes, to: path)
    return true
  }
}
