import ByteBasics
import Glibc
package import NoteModel
import NoteSyntax

/// The files of a repository on disk.
package struct LiveFileSystem: FileSystem {
  private let root: String
  private let isPrivate: Bool
  private let git: GitIndexLock?

  /// - Parameters:
  ///   - root: Absolute path, symbolic links resolved.
  ///   - isPrivate: True where only the user may look into the folders that are made.
  ///   - git: What every change waits for.
  package init(root: String, isPrivate: Bool = false, git: GitIndexLock? = nil) {
    self.root = root
    self.isPrivate = isPrivate
    self.git = git
  }

  private func absolute(_ path: NotePath) -> String { root + "/" + path.string }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    // Without a link in it, the path leads where it says, and need not be resolved.
    let limit = path.isMarkdown ? NoteLimit.bytes : .max
    do throws(RepositoryError) {
      if let bytes = try readFileWithoutLinks(absolute(path), limit: limit) { return bytes }
      return try readFile(try insidePath(path), limit: limit)
    } catch {
      if case .tooLarge = error { throw .tooLarge(path.string) }
      throw error
    }
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? {
    var status = stat()
    guard unsafe stat(absolute(path), &status) == 0 else { return nil }
    return FileFingerprint(status)
  }

  package func traits(_ path: NotePath) -> FileTraits? {
    FileTraits(ofFileAt: absolute(path))
  }

  package func isFolder(_ path: NotePath) -> Bool { folderExists(absolute(path)) }

  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    try fileNames(in: folder.map(absolute) ?? root)
  }

  package func create(
    _ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    let target = try freePath(path)
    let temporary = try TemporaryFile(beside: target, traits, for: .create)
    do throws(RepositoryError) {
      if traits.linkTarget == nil { try temporary.write(bytes) }
      git?.waitUntilFree()
      try renameWithoutReplacing(
        temporary.path, to: target, name: path.string, action: .create)
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
    try check(path, at: target, holds: expected)
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { throw .last(.write, target) }
    guard status.st_nlink == 1 else {
      throw .hardLink(path.string, names: Int(status.st_nlink))
    }
    let traits = FileTraits(
      permissions: status.st_mode & 0o7777, attributes: FileTraits.attributes(ofFileAt: target))
    let temporary = try TemporaryFile(beside: target, traits, for: .write)
    do throws(RepositoryError) {
      try temporary.write(bytes)
      temporary.copyOwnership(status)
      git?.waitUntilFree()
      // Somebody may have written while the new bytes went to the disk.
      try check(path, at: target, holds: expected)
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
    git?.waitUntilFree()
    try check(path, at: try insidePath(path), holds: expected)
    guard unsafe unlink(absolute(path)) == 0 else { throw .last(.remove, absolute(path)) }
    try syncFolder(of: absolute(path))
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    let source = absolute(path)
    guard fileExists(source) else { throw .missingFile(path.string) }
    try checkFolderInside(path)
    let goal = try freePath(target)
    git?.waitUntilFree()
    try renameWithoutReplacing(source, to: goal, name: target.string, action: .move(from: source))
    try syncFolder(of: goal)
    try syncFolder(of: source)
  }

  package func removeEmptyFolders(
    from folder: NotePath, upTo top: NotePath
  ) throws(RepositoryError) {
    var candidate: NotePath? = folder
    while let path = candidate, path == top || top.contains(path) {
      guard unsafe rmdir(absolute(path)) == 0 || errno == ENOENT else { return }
      candidate = path.folder
    }
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    let place = folder.map { absolute($0) } ?? root
    for name in try fileNames(in: place) where TemporaryFile.isName(name) {
      _ = unsafe unlink(place + "/" + name)
    }
  }

  private func check(
    _ path: NotePath, at target: String, holds expected: [UInt8]
  ) throws(RepositoryError) {
    guard try readFile(target) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
  }

  /// Where a new file may be made: inside the repository, its folder there, its name not taken.
  private func freePath(_ path: NotePath) throws(RepositoryError) -> String {
    try checkFolderInside(path)
    if let folder = path.folder {
      if isPrivate {
        try makePrivateFolder(absolute(folder))
      } else {
        try makeFolders(absolute(folder))
      }
    }
    if fileExists(absolute(path)) { throw .alreadyExists(path.string) }
    return absolute(path)
  }

  /// The real path of a file, symbolic links followed, where it lies inside the repository.
  private func insidePath(_ path: NotePath) throws(RepositoryError) -> String {
    let target = absolute(path)
    guard let resolved = resolvedPath(target) else {
      if errno == ENOENT || errno == ENOTDIR { throw .missingFile(path.string) }
      throw .last(.read, path.string)
    }
    guard resolved.hasPrefix(root + "/") else { throw .outside(path.string) }
    return resolved
  }

  /// The nearest folder above `path` that exists lies inside the repository.
  private func checkFolderInside(_ path: NotePath) throws(RepositoryError) {
    var folder = path.folder
    while let candidate = folder {
      if let resolved = resolvedPath(absolute(candidate)) {
        guard resolved == root || resolved.hasPrefix(root + "/") else {
          throw .outside(path.string)
        }
        return
      }
      folder = candidate.folder
    }
  }
}

extension FileFingerprint {
  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size),
      modifiedNanoseconds: Int64(status.st_mtim.tv_sec) * 1_000_000_000
        + Int64(status.st_mtim.tv_nsec),
      changedNanoseconds: Int64(status.st_ctim.tv_sec) * 1_000_000_000
        + Int64(status.st_ctim.tv_nsec),
      inode: UInt64(status.st_ino))
  }
}
