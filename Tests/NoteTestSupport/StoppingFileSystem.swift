package import NoteModel
package import NoteRepository
import Synchronization

/// Counts calls, and lets them through up to a number: behind it the process is dead.
package final class CallBudget: Sendable {
  private let left: Mutex<Int>

  package init(_ calls: Int) {
    left = Mutex(calls)
  }

  /// True where a call was refused.
  package var isSpent: Bool { left.withLock { $0 < 0 } }

  func spend(_ path: NotePath) throws(RepositoryError) {
    let isAllowed = left.withLock { left in
      left = max(-1, left - 1)
      return left >= 0
    }
    if !isAllowed {
      throw .system(path: path.string, action: .write, code: 5, reason: "The process is dead")
    }
  }
}

/// A file system on which nothing happens any more when the budget is spent.
package struct StoppingFileSystem: FileSystem {
  private let base: any FileSystem
  private let budget: CallBudget

  package init(_ base: any FileSystem, budget: CallBudget) {
    self.base = base
    self.budget = budget
  }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    try budget.spend(path)
    return try base.read(path)
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? { base.fingerprint(path) }
  package func traits(_ path: NotePath) -> FileTraits? { base.traits(path) }
  package func isFolder(_ path: NotePath) -> Bool { base.isFolder(path) }

  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    if let folder { try budget.spend(folder) }
    return try base.names(in: folder)
  }

  package func create(
    _ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    try budget.spend(path)
    try base.create(path, bytes, traits)
  }

  package func replace(
    _ path: NotePath, expecting expected: [UInt8], with bytes: [UInt8]
  ) throws(RepositoryError) {
    try budget.spend(path)
    try base.replace(path, expecting: expected, with: bytes)
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    try budget.spend(path)
    try base.remove(path, expecting: expected)
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    try budget.spend(path)
    try base.move(path, to: target)
  }

  package func removeEmptyFolders(
    from folder: NotePath, upTo top: NotePath
  ) throws(RepositoryError) {
    try budget.spend(folder)
    try base.removeEmptyFolders(from: folder, upTo: top)
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {
    try base.removeLeftovers(in: folder)
  }
}
