import Glibc
package import NoteModel

/// The files of a repository on disk.
package struct LiveFileSystem: FileSystem {
  private let root: String

  /// - Parameter root: Absolute path, symbolic links resolved.
  package init(root: String) {
    self.root = root
  }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    try readFile(try insidePath(path))
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? {
    var status = stat()
    guard unsafe stat(root + "/" + path.string, &status) == 0 else { return nil }
    return FileFingerprint(status)
  }

  package func create(_ path: NotePath, _ bytes: [UInt8]) throws(RepositoryError) {
    let target = root + "/" + path.string
    try checkFolderInside(path)
    if let folder = path.folder { try makeFolders(root + "/" + folder.string) }
    if fileExists(target) { throw .alreadyExists(path.string) }
    let temporary = try TemporaryFile(beside: target, mode: 0o644)
    do throws(RepositoryError) {
      try temporary.write(bytes)
      // A hard link refuses where a name is taken, so nobody is overwritten in a race.
      guard unsafe link(temporary.path, target) == 0 else {
        throw errno == EEXIST ? .alreadyExists(path.string) : RepositoryError.last(.create, target)
      }
      temporary.discard()
      try syncFolder(of: target)
    } catch {
      temporary.discard()
      throw error
    }
  }

  package func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    let target = try insidePath(path)
    guard try readFile(target) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { throw .last(.write, target) }
    let temporary = try TemporaryFile(beside: target, mode: status.st_mode & 0o7777)
    do throws(RepositoryError) {
      try temporary.write(bytes)
      temporary.copyOwnership(status)
      temporary.copyAttributes(from: target)
      guard unsafe rename(temporary.path, target) == 0 else {
        throw RepositoryError.last(.write, target)
      }
      try syncFolder(of: target)
    } catch {
      temporary.discard()
      throw error
    }
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    guard try read(path) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    guard unsafe unlink(root + "/" + path.string) == 0 else { throw .last(.remove, path.string) }
    try syncFolder(of: root + "/" + path.string)
  }

  /// The real path of a file, symbolic links followed, where it lies inside the repository.
  private func insidePath(_ path: NotePath) throws(RepositoryError) -> String {
    let target = root + "/" + path.string
    guard let resolved = resolvedPath(target) else {
      if errno == ENOENT { throw .missingFile(path.string) }
      throw .last(.read, path.string)
    }
    guard resolved.hasPrefix(root + "/") else { throw .outside(path.string) }
    return resolved
  }

  /// The nearest folder above `path` that exists lies inside the repository.
  private func checkFolderInside(_ path: NotePath) throws(RepositoryError) {
    var folder = path.folder
    while let candidate = folder {
      if let resolved = resolvedPath(root + "/" + candidate.string) {
        guard resolved == root || resolved.hasPrefix(root + "/") else {
          throw .outside(path.string)
        }
        return
      }
      folder = candidate.folder
    }
  }
}

/// The bytes of a regular file, in as few reads as it takes.
package func readFile(_ path: String) throws(RepositoryError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    if errno == ENOENT { throw .missingFile(path) }
    throw .last(.read, path)
  }
  defer { close(descriptor) }
  return try readDescriptor(descriptor, path: path)
}

func readDescriptor(_ descriptor: Int32, path: String) throws(RepositoryError) -> [UInt8] {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last(.read, path) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    errno = EISDIR
    throw .last(.read, path)
  }
  var failed = false
  let size = Int(status.st_size)
  var bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
    while count < size + 1 {
      let result = unsafe Glibc.read(
        descriptor, buffer.baseAddress?.advanced(by: count), size + 1 - count)
      if result < 0, errno == EINTR { continue }
      if result < 0 { failed = true }
      if result <= 0 { return }
      count += result
    }
  }
  guard !failed else { throw .last(.read, path) }
  if bytes.count > size { try appendRest(of: descriptor, to: &bytes, path: path) }
  return bytes
}

/// The file grew while it was read.
private func appendRest(
  of descriptor: Int32, to bytes: inout [UInt8], path: String
) throws(RepositoryError) {
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    if count == 0 { return }
    guard count > 0 else {
      if errno == EINTR { continue }
      throw .last(.read, path)
    }
    bytes += piece[..<count]
  }
}

extension FileFingerprint {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
        + Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino))
  }
}
