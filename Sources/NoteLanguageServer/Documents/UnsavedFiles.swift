import ByteBasics
import NoteModel
import NoteRepository

/// The files of a repository, with the texts of open documents in place of theirs. Only for reading.
struct UnsavedFiles: FileSystem {
  let files: any FileSystem
  let texts: [NotePath: [UInt8]]

  func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    if let text = texts[path] { return text }
    return try files.read(path)
  }

  func fingerprint(_ path: NotePath) -> FileFingerprint? {
    if let fingerprint = files.fingerprint(path) { return fingerprint }
    guard let text = texts[path] else { return nil }
    return FileFingerprint(
      size: Int64(text.count), modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 0)
  }

  func traits(_ path: NotePath) -> FileTraits? { files.traits(path) }
  func isFolder(_ path: NotePath) -> Bool { files.isFolder(path) }
  func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    try files.names(in: folder)
  }

  func create(_ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    throw .outside(path.string)
  }

  func removeEmptyFolders(from folder: NotePath, upTo top: NotePath) throws(RepositoryError) {}
  func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {}
}
