package import NoteModel
package import NoteRepository

/// Decides about the calls of a ``WatchedFileSystem`` before they happen.
package protocol FileCallWatcher: Sendable {
  func willRead(_ path: NotePath) throws(RepositoryError)
  func willWrite(_ path: NotePath) throws(RepositoryError)
  /// Before folders that became empty are removed.
  func willTidy(_ folder: NotePath) throws(RepositoryError)
}

/// A file system of which a watcher can stop every call.
package struct WatchedFileSystem: FileSystem {
  private let base: any FileSystem
  private let watcher: any FileCallWatcher

  package init(_ base: any FileSystem, watcher: any FileCallWatcher) {
    self.base = base
    self.watcher = watcher
  }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    try watcher.willRead(path)
    return try base.read(path)
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? { base.fingerprint(path) }
  package func traits(_ path: NotePath) -> FileTraits? { base.traits(path) }
  package func isFolder(_ path: NotePath) -> Bool { base.isFolder(path) }

  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    if let folder { try watcher.willRead(folder) }
    return try base.names(in: folder)
  }

  package func create(
    _ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    try watcher.willWrite(path)
    try base.create(path, bytes, traits)
  }

  package func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    try watcher.willWrite(path)
    try base.replace(path, expecting: expected, with: bytes)
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    try watcher.willWrite(path)
    try base.remove(path, expecting: expected)
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    try watcher.willWrite(path)
    try base.move(path, to: target)
  }

  package func removeEmptyFolders(
    from folder: NotePath, upTo top: NotePath
  ) throws(RepositoryError) {
    try watcher.willTidy(folder)
    try base.removeEmptyFolders(from: folder, upTo: top)
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    try base.removeLeftovers(in: folder)
  }
}
