import HostSystem
package import NoteModel

/// The disk as the rest of the program sees it: whole files, written all or not at all.
package protocol FileSystem: Sendable {
  /// Reads a regular file.
  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8]
  /// Returns the values that tell if the file is still the same, or nil if there is no file.
  func fingerprint(_ path: NotePath) -> FileFingerprint?
  /// Returns the path that a name has, or would have, after the symbolic links of its folders are resolved.
  ///
  /// - Parameter isWhole: True to resolve a link of the last name too.
  /// - Throws: For a symbolic link that is not followed.
  func located(_ path: NotePath, isWhole: Bool) throws(RepositoryError) -> NotePath
  /// Returns the attributes of a file or of a link itself, or nil if there is no such name.
  func traits(_ path: NotePath) -> FileTraits?
  func isFolder(_ path: NotePath) -> Bool
  /// Returns the names in a folder, sorted, or none if there is no such folder. Nil is the root.
  func names(in folder: NotePath?) throws(RepositoryError) -> [String]

  /// Makes a new file and the folders above it. Never overwrites, also when two processes race.
  ///
  /// `bytes` count for nothing if the traits make it a symbolic link.
  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError)
  /// Creates a file that is written in pieces.
  func create(_ path: NotePath, _ content: FileContent) throws(RepositoryError)
  /// Computes a digest of a file's bytes, which are read in pieces.
  func digest(_ path: NotePath) throws(RepositoryError) -> ContentDigest
  /// Removes a file that still has this digest.
  func remove(_ path: NotePath, expecting digest: ContentDigest) throws(RepositoryError)
  /// Replaces the bytes of a file at once, if it still contains `expected`.
  func replace(_ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]) throws(RepositoryError)
  /// Replaces the bytes of several files, each at once, in their order. A failing machine keeps any of them as it was.
  ///
  /// - Parameter didReplace: Called after each.
  func replace(_ contents: [ReplacedContent], didReplace: () -> Void) throws(RepositoryError)
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

/// The content of a file, and the bytes that take its place.
package struct ReplacedContent {
  let path: NotePath
  let expected: [UInt8]
  let bytes: [UInt8]

  package init(path: NotePath, expected: [UInt8], bytes: [UInt8]) {
    (self.path, self.expected, self.bytes) = (path, expected, bytes)
  }
}

extension FileSystem {
  package func replace(_ contents: [ReplacedContent], didReplace: () -> Void) throws(RepositoryError) {
    for content in contents {
      try replace(content.path, expecting: content.expected, with: content.bytes)
      didReplace()
    }
  }

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

  package func remove(_ path: NotePath, expecting digest: ContentDigest) throws(RepositoryError) {
    let bytes = try read(path)
    guard ContentDigest(bytes) == digest else { throw .changedMeanwhile(path: path.string, keptAt: nil) }
    try remove(path, expecting: bytes)
  }

  /// Returns the path as its folders and file are spelled on disk, where names may be decomposed instead of composed,
  /// or the reverse. Parts that do not exist are kept.
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

  /// Returns true if there is a file or a folder of this name.
  package func exists(_ path: NotePath) -> Bool { fingerprint(path) != nil }

  /// Returns true if there is a file or a folder of this name, ignoring the case, width and normal form of letters.
  /// Some file systems treat such names as equal.
  package func exists(foldedAs path: NotePath) throws(RepositoryError) -> Bool {
    var names = FoldedNames(self)
    return try names.holds(path)
  }
}

/// Reads a regular file, in as few calls as possible.
///
/// - Parameter limit: The largest size. A larger file is not read.
package func readFile(_ path: String, limit: Int = .max) throws(RepositoryError) -> [UInt8] {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    // No file is below a file.
    if errno == ENOENT || errno == ENOTDIR { throw .missingFile(path) }
    throw .last(.read, path)
  }
  defer { close(descriptor) }
  return try readDescriptor(descriptor, path: path, limit: limit)
}

/// Reads a file that the user named, which may be anywhere.
///
/// - Parameter path: An absolute path, as it was typed.
/// - Throws: The errors of ``Repository/refuseLinkLeadingElsewhere(_:)``.
package func readNamedFile(_ path: String) throws(RepositoryError) -> [UInt8] {
  try Repository.refuseLinkLeadingElsewhere(path)
  return try readFile(path)
}

/// Reads a regular file below a folder, such as a file that came with a repository. See ``OpenedFile``.
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
      let result = unsafe HostSystem.read(descriptor, buffer.baseAddress?.advanced(by: count), room - count)
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

/// Reads the rest of a file that grew during the reading.
private func appendRest(of descriptor: Int32, to bytes: inout [UInt8], path: String) throws(RepositoryError) {
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
