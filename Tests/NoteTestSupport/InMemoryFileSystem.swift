package import NoteModel
package import NoteRepository
import Synchronization

/// Files that live in memory and keep the promises of the disk.
package final class InMemoryFileSystem: FileSystem {
  private let files = Mutex<[NotePath: [UInt8]]>([:])

  package init() {}

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    guard let bytes = files.withLock({ $0[path] }) else { throw .missingFile(path.string) }
    return bytes
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? {
    files.withLock { $0[path] }.map {
      FileFingerprint(
        size: Int64($0.count), modifiedNanoseconds: Int64($0.hashValue & 0xFFFF), inode: 1)
    }
  }

  package func create(_ path: NotePath, _ bytes: [UInt8]) throws(RepositoryError) {
    let isNew = files.withLock { files in
      guard files[path] == nil else { return false }
      files[path] = bytes
      return true
    }
    if !isNew { throw .alreadyExists(path.string) }
  }

  package func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    guard try read(path) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    files.withLock { $0[path] = bytes }
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    guard try read(path) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    files.withLock { $0[path] = nil }
  }
}
