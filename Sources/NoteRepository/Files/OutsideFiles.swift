import Glibc

/// A file outside the repository that is read in pieces.
package struct OutsideFile: Sendable {
  /// Relative to the folder that was listed, `/` between names; the name alone where a file was named.
  package let path: String
  package let size: Int
  /// Seconds since the epoch.
  package let modified: Int
  private let location: String

  fileprivate init(path: String, location: String, _ status: stat) {
    self.path = path
    self.location = location
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec)
  }

  /// At most `count` bytes from `offset`; none at the end.
  package func piece(at offset: Int, count: Int) throws(RepositoryError) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe open(location, flags)
    guard descriptor >= 0 else { throw .last(.read, path) }
    defer { close(descriptor) }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset + filled))
        if result < 0, errno == EINTR { continue }
        failed = result < 0
        if result <= 0 { return }
        filled += result
      }
    }
    guard !failed else { throw .last(.read, path) }
    return bytes
  }
}

/// Files below a folder that is no repository of ours.
package enum OutsideFiles {
  /// More files and deeper folders are not looked at.
  package static let countLimit = 200_000
  private static let depthLimit = 64

  /// Every regular file of a folder, or the file itself, in the order of their paths. Symbolic links, devices and
  /// pipes are passed over, and so are hidden names.
  ///
  /// - Throws: Where nothing is there, or a folder cannot be listed.
  package static func all(at location: String) throws(RepositoryError) -> [OutsideFile] {
    try Repository.refuseLinkLeadingOut(location)
    var status = stat()
    guard unsafe stat(location, &status) == 0, let resolved = resolvedPath(location) else {
      throw .missingFile(location)
    }
    if status.st_mode & S_IFMT == S_IFREG {
      let name = location.split(separator: "/").last.map(String.init) ?? location
      return [OutsideFile(path: name, location: resolved, status)]
    }
    var files: [OutsideFile] = []
    try collect(resolved, below: "", depth: 0, into: &files)
    return files
  }

  private static func collect(
    _ folder: String, below prefix: String, depth: Int, into files: inout [OutsideFile]
  ) throws(RepositoryError) {
    guard depth < depthLimit else { return }
    for name in try fileNames(in: folder) where !name.hasPrefix(".") {
      var status = stat()
      let location = folder + "/" + name
      guard unsafe lstat(location, &status) == 0, files.count < countLimit else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: files.append(OutsideFile(path: prefix + name, location: location, status))
      case S_IFDIR:
        try collect(location, below: prefix + name + "/", depth: depth + 1, into: &files)
      default: continue
      }
    }
  }
}

/// A new folder that only the user may read.
package struct PrivateFolder: Sendable {
  package let path: String

  /// Runs `body` with a new folder, and removes the folder with everything in it at the end.
  ///
  /// - Parameter parent: An absolute path, such as that of `TMPDIR`.
  package static func with<Value>(
    in parent: String, _ body: (PrivateFolder) throws -> Value
  ) throws -> Value {
    let folder = try PrivateFolder(in: parent)
    defer { remove(folder.path) }
    return try body(folder)
  }

  /// Makes an empty folder in this one, as private.
  package func subfolder(_ name: String) throws(RepositoryError) -> PrivateFolder {
    let place = path + "/" + name
    guard unsafe mkdir(place, 0o700) == 0 else { throw .last(.create, place) }
    return PrivateFolder(path: place)
  }

  private init(path: String) { self.path = path }

  private init(in parent: String) throws(RepositoryError) {
    var template = Array((parent + "/sheaf-XXXXXX").utf8CString)
    guard
      let pointer = unsafe template.withUnsafeMutableBufferPointer({ buffer in
        unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
      })
    else { throw .last(.create, parent + "/sheaf-") }
    path = pointer
  }

  private static func remove(_ folder: String) {
    // Archives may contain folders that are closed even to their owner.
    _ = unsafe chmod(folder, 0o700)
    for name in (try? fileNames(in: folder)) ?? [] {
      let path = folder + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR { remove(path) } else { _ = unsafe unlink(path) }
    }
    _ = unsafe rmdir(folder)
  }
}
