package import NoteModel
package import NoteRepository
import Synchronization

/// One call among many that fails as on a full disk; those before and behind it work.
package final class CallFault: Sendable {
  private let left: Mutex<Int>

  /// `number`: Of the call that fails, counted from 0.
  package init(at number: Int) {
    left = Mutex(number)
  }

  package var hasHappened: Bool { left.withLock { $0 < 0 } }

  func pass(_ path: NotePath) throws(RepositoryError) {
    let fails = left.withLock { left in
      left -= 1
      return left == -1
    }
    if fails {
      throw .system(
        path: path.string, action: .write, code: 28, reason: "No space left on device")
    }
  }
}

/// A file system on which one writing call fails before it has done anything.
package struct FaultyFileSystem: FileSystem {
  private let base: any FileSystem
  private let fault: CallFault

  package init(_ base: any FileSystem, fault: CallFault) {
    self.base = base
    self.fault = fault
  }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] { try base.read(path) }
  package func fingerprint(_ path: NotePath) -> FileFingerprint? { base.fingerprint(path) }
  package func traits(_ path: NotePath) -> FileTraits? { base.traits(path) }
  package func isFolder(_ path: NotePath) -> Bool { base.isFolder(path) }
  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    try base.names(in: folder)
  }

  package func create(
    _ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    try fault.pass(path)
    try base.create(path, bytes, traits)
  }

  package func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    try fault.pass(path)
    try base.replace(path, expecting: expected, with: bytes)
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    try fault.pass(path)
    try base.remove(path, expecting: expected)
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    try fault.pass(path)
    try base.move(path, to: target)
  }

  package func removeEmptyFolders(
    from folder: NotePath, upTo top: NotePath
  ) throws(RepositoryError) {
    try base.removeEmptyFolders(from: folder, upTo: top)
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    try base.removeLeftovers(in: folder)
  }
}
