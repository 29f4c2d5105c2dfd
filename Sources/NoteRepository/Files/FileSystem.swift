package import NoteModel

/// The disk as the rest of the program sees it: whole files, written all or not at all.
package protocol FileSystem: Sendable {
  /// The bytes of a regular file.
  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8]
  /// What shows whether the file is still the same; nil where there is none.
  func fingerprint(_ path: NotePath) -> FileFingerprint?
  /// What it has besides its bytes, not those of what a link leads to; nil where there is none.
  func traits(_ path: NotePath) -> FileTraits?
  func isFolder(_ path: NotePath) -> Bool
  /// The names in a folder, of files and folders, sorted; none where there is no such folder. nil is the root.
  func names(in folder: NotePath?) throws(RepositoryError) -> [String]

  /// Makes a new file and the folders above it. Never overwrites, also when two processes race.
  ///
  /// `bytes` count for nothing where the traits make it a symbolic link.
  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError)
  /// Replaces the bytes of a file at once, where it still contains `expected`.
  func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError)
  /// Removes a file that still contains `expected`.
  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError)
  /// Gives a file or a folder another name, and makes the folders above it. Never overwrites.
  func move(_ path: NotePath, to target: NotePath) throws(RepositoryError)
  /// Removes the empty folders from `folder` up to `top`.
  func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError)
  /// Removes what a process that was killed left half written in a folder; nil is the root.
  func removeLeftovers(in folder: NotePath?) throws(RepositoryError)
}

extension FileSystem {
  package func create(_ path: NotePath, _ bytes: [UInt8]) throws(RepositoryError) {
    try create(path, bytes, .usual)
  }

  /// The path with the names that its folders have on disk, which may be decomposed where these are composed, or the
  /// other way round. What is not there stays as it is.
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

  /// True where there is a file or a folder of this name.
  package func exists(_ path: NotePath) -> Bool { fingerprint(path) != nil }

  /// True where there is a file or a folder of this name, whatever the case, width and form of its letters: some
  /// file systems hold such names for one.
  package func exists(foldedAs path: NotePath) throws(RepositoryError) -> Bool {
    var place: NotePath?
    for name in path.string.split(separator: "/") {
      let names = try names(in: place)
      let folded = foldedName(name)
      guard
        let found = names.contains(String(name))
          ? String(name) : names.first(where: { foldedName($0) == folded })
      else { return false }
      place = place?.appending(found) ?? NotePath(trusted: found)
    }
    return true
  }
}
