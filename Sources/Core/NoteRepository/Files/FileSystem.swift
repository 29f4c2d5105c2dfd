import HostSystem
package import NoteModel

/// The disk as the rest of the program sees it: whole files, written all or not at all.
package protocol FileSystem: Sendable {
  /// The bytes of a regular file.
  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8]
  /// The values that show if the file is still the same; nil if there is none.
  func fingerprint(_ path: NotePath) -> FileFingerprint?
  /// The path of what has this name, or would have it, with the symbolic links of its folders followed.
  ///
  /// - Parameter isWhole: True to follow a link of the last name too.
  /// - Throws: For a symbolic link that is not followed.
  func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath
  /// Its attributes besides its bytes, not those of a link's target; nil if there is none.
  func traits(_ path: NotePath) -> FileTraits?
  func isFolder(_ path: NotePath) -> Bool
  /// The names in a folder, of files and folders, sorted; none if there is no such folder. nil is the root.
  func names(in folder: NotePath?) throws(RepositoryError) -> [String]

  /// Makes a new file and the folders above it. Never overwrites, also when two processes race.
  ///
  /// `bytes` count for nothing if the traits make it a symbolic link.
  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError)
  /// The same for a file that is written in pieces.
  func create(_ path: NotePath, _ content: FileContent) throws(RepositoryError)
  /// A digest that shows if a file contains the same bytes, read in pieces.
  func digest(_ path: NotePath) throws(RepositoryError) -> ContentDigest
  /// Removes a file that still has this digest.
  func remove(_ path: NotePath, expecting digest: ContentDigest) throws(RepositoryError)
  /// Replaces the bytes of a file at once, if it still contains `expected`.
  func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError)
  /// Removes a file that still contains `expected`.
  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError)
  /// Gives a file or a folder another name, and makes the folders above it. Never overwrites.
  func move(_ path: NotePath, to target: NotePath) throws(RepositoryError)
  /// Gives a file of our own another name in one step, replacing the file of that name.
  func move(_ path: NotePath, over target: NotePath) throws(RepositoryError)
  /// Ends a move that was killed between its steps, if the system has no single one for it.
  func finishMove(_ path: NotePath, to target: NotePath) throws(RepositoryError)
  /// Removes the empty folders from `folder` up to `top`.
  func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError)
  /// Removes files that a killed process left half written in a folder; nil is the root.
  func removeLeftovers(in folder: NotePath?) throws(RepositoryError)
}

extension FileSystem {
  package func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath { path }

  package func create(_ path: NotePath, _ bytes: [UInt8]) throws(RepositoryError) {
    try create(path, bytes, .usual)
  }

  package func create(_ path: NotePath, _ content: FileContent) throws(RepositoryError) {
    try create(path, try content.bytes(for: path.string))
  }

  package func move(_ path: NotePath, over target: NotePath) throws(RepositoryError) {
    try move(path, to: target)
  }

  package func finishMove(_ path: NotePath, to target: NotePath) throws(RepositoryError) {}

  package func digest(_ path: NotePath) throws(RepositoryError) -> ContentDigest {
    ContentDigest(try read(path))
  }

  package func remove(
    _ path: NotePath, expecting digest: ContentDigest
  ) throws(RepositoryError) {
    let bytes = try read(path)
    guard ContentDigest(bytes) == digest else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    try remove(path, expecting: bytes)
  }

  /// The path with the names that its folders have on disk, which may be decomposed where these are composed, or the
  /// other way round. Parts that do not exist stay as they are.
  package func spelled(_ path: NotePath) -> NotePath {
    if path.string.utf8.allSatisfy({ $0 < 0x80 }) || exists(path) { return path }
    var place: NotePath?
    for part in path.string.split(separator: "/") {
      let name = String(part)
      let names = (try? names(in: place)) ?? []
      // Swift compares texts by their letters, whichever normal form they are in.
      let isThere = names.contains { $0.utf8.elementsEqual(name.utf8) }
      let found = isThere ? name : names.first { $0 == name } ?? name
      place = place?.appending(found) ?? NotePath(trusted: found)
    }
    return place ?? path
  }

  /// True if there is a file or a folder of this name.
  package func exists(_ path: NotePath) -> Bool { fingerprint(path) != nil }

  /// True if there is a file or a folder of this name, whatever the case, width and form of its letters: some
  /// file systems hold such names for one.
  package func exists(foldedAs path: NotePath) throws(RepositoryError) -> Bool {
    var names = FoldedNames(self)
    return try names.holds(path)
  }
}

/// The bytes of a regular file, in as few reads as it takes.
///
/// - Parameter limit: A file of more bytes is not read.
package func readFile(
  _ path: String, limit: Int = .max
) throws(RepositoryError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    // No file is below a file.
    if errno == ENOENT || errno == ENOTDIR { throw .missingFile(path) }
    throw .last(.read, path)
  }
  defer { close(descriptor) }
  return try readDescriptor(descriptor, path: path, limit: limit)
}

/// The bytes of a file that the user named, wherever it is.
///
/// - Parameter path: An absolute path, as it was typed.
/// - Throws: As ``Repository/refuseLinkLeadingElsewhere(_:)``.
package func readNamedFile(_ path: String) throws(RepositoryError) -> [UInt8] {
  try Repository.refuseLinkLeadingElsewhere(path)
  return try readFile(path)
}

/// The bytes of a regular file below a folder, such as one that a repository came with; see ``OpenedFile``.
package func readFile(
  _ path: String, inside root: String, limit: Int = .max, upTo most: Int = .max
) throws(RepositoryError) -> [UInt8] {
  try OpenedFile(path, inside: root).bytes(limit: limit, upTo: most)
}

func readDescriptor(
  _ descriptor: Int32, path: String, limit: Int = .max, upTo most: Int = .max
) throws(RepositoryError) -> [UInt8] {
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else { throw .last(.read, path) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    errno = EISDIR
    throw .last(.read, path)
  }
  var failed = false
  let size = Int(status.st_size)
  guard size <= limit else { throw .tooLarge(path) }
  // One more tells that the file has grown.
  let room = size > most ? most : size + 1
  var bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
    while count < room {
      let result = unsafe HostSystem.read(
        descriptor, buffer.baseAddress?.advanced(by: count), room - count)
      if result < 0, errno == EINTR { continue }
      if result < 0 { failed = true }
      if result <= 0 { return }
      count += result
      // As long as it was said to be: no need to ask whether there is more.
      if count == size { return }
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
      unsafe HostSystem.read(descriptor, $0.baseAddress, $0.count)
    }
    if count == 0 { return }
    guard count > 0 else {
      if errno == EINTR { continue }
      throw .last(.read, path)
    }
    bytes += piece[..<count]
  }
}
