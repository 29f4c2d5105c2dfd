import HostSystem
package import NoteRepository
import Synchronization
package import Wording

/// A file outside the repository that is read in pieces.
package struct OutsideFile: Sendable {
  /// Relative to the folder that was listed, `/` between names; the name alone if a file was named.
  package let path: String
  package let size: Int
  /// Seconds since the epoch.
  package let modified: Int
  /// The absolute path of the file.
  package let location: String

  fileprivate init(path: String, location: String, _ status: stat) {
    self.path = path
    self.location = location
    size = Int(status.st_size)
    modified = Int(Host.times(of: status).modified.tv_sec)
  }

  /// Reads at most `count` bytes from `offset`, or none at the end.
  package func piece(at offset: Int, count: Int) throws(RepositoryError) -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe open(location, flags)
    guard descriptor >= 0 else { throw .last(.read, path) }
    defer { close(descriptor) }
    return try NoteRepository.piece(of: descriptor, at: offset, count: count, path: path)
  }

  /// Calls `body` with the open file.
  package func withDescriptor<Value>(_ body: (Int32) throws -> Value) throws -> Value {
    let descriptor = unsafe open(location, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw RepositoryError.last(.read, path) }
    defer { close(descriptor) }
    return try body(descriptor)
  }
}

/// A file without a name: it is gone when the process ends, however it ends.
package final class UnnamedFile: Sendable {
  package let descriptor: Int32
  private let length = Mutex(0)

  /// - Parameter parent: An absolute path, such as that of `TMPDIR`.
  package init(in parent: String) throws(RepositoryError) {
    var template = Array((parent + "/sheaf-XXXXXX").utf8CString)
    descriptor = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { name in
        let descriptor = unsafe mkstemp(name)
        if descriptor >= 0 { _ = unsafe unlink(name) }
        return descriptor
      } ?? -1
    }
    guard descriptor >= 0 else { throw .last(.create, parent + "/sheaf-") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  package var size: Int { length.withLock(\.self) }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(RepositoryError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe HostSystem.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(.write, "TMPDIR") }
      written += count
    }
    length.withLock { $0 += written }
  }

  /// Reads at most `count` bytes from `offset`.
  package func piece(at offset: Int, count: Int) throws(RepositoryError) -> [UInt8] {
    try NoteRepository.piece(of: descriptor, at: offset, count: count, path: "TMPDIR")
  }
}

/// Files below a folder that is no repository of ours.
package enum OutsideFiles {
  /// The largest number of files; further files are not read.
  package static let countLimit = 200_000
  private static let depthLimit = 64

  /// A file or a folder that is not looked at.
  package struct Skipped: Sendable {
    package let path: String
    package let reason: Message
  }

  /// The files found, and those skipped.
  package struct Found: Sendable {
    package fileprivate(set) var files: [OutsideFile] = []
    package fileprivate(set) var skipped: [Skipped] = []
  }

  /// Returns every regular file of a folder, or the file itself, in the order of their paths. Hidden names are skipped.
  /// Symbolic links, devices, pipes, and files that are too deep or too many are reported.
  ///
  /// - Throws: If nothing is there, or a folder cannot be listed.
  package static func all(at location: String) throws(RepositoryError) -> Found {
    try Repository.refuseLinkLeadingElsewhere(location)
    var status = stat()
    guard unsafe stat(location, &status) == 0, let resolved = resolvedPath(location) else {
      throw .missingFile(location)
    }
    if status.st_mode & S_IFMT == S_IFREG {
      let name = location.split(separator: "/").last.map(String.init) ?? location
      return Found(files: [OutsideFile(path: name, location: resolved, status)])
    }
    var found = Found()
    try collect(resolved, below: "", depth: 0, into: &found)
    return found
  }

  private static func collect(
    _ folder: String, below prefix: String, depth: Int, into found: inout Found
  ) throws(RepositoryError) {
    guard depth < depthLimit else {
      let reason = Message("Folders deeper than \(depthLimit) are not read", ko: "\(depthLimit)단계보다 깊은 폴더는 읽지 않습니다")
      return found.skipped.append(Skipped(path: prefix, reason: reason))
    }
    for name in try fileNames(in: folder) where !name.hasPrefix(".") {
      var status = stat()
      let location = folder + "/" + name
      guard unsafe lstat(location, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG where found.files.count < countLimit:
        found.files.append(OutsideFile(path: prefix + name, location: location, status))
      case S_IFDIR: try collect(location, below: prefix + name + "/", depth: depth + 1, into: &found)
      case S_IFREG:
        let reason = Message("Only the first \(countLimit) files are read", ko: "파일을 \(countLimit)개까지만 읽습니다")
        found.skipped.append(Skipped(path: prefix + name, reason: reason))
      default:
        let reason = Message("The file is a symbolic link or a device", ko: "심볼릭 링크나 장치 파일입니다")
        found.skipped.append(Skipped(path: prefix + name, reason: reason))
      }
    }
  }
}
