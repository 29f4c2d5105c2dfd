package import NoteHistory
import NoteModel
package import NoteRepository

/// A file of the state folder that is there while something is unfinished, so that a later process finds out.
struct StateRecord {
  private let store: any FileSystem
  private let path: NotePath

  init(_ name: String, in store: any FileSystem) {
    self.store = store
    path = NotePath(trusted: name)
  }

  /// The bytes of the record; nil if there is no record.
  var bytes: [UInt8]? { try? store.read(path) }

  func write(_ bytes: [UInt8]) throws {
    if let former = self.bytes {
      try store.replace(path, expecting: former, with: bytes)
    } else {
      try store.create(path, bytes, .secret)
    }
  }

  func remove() throws {
    if let bytes { try store.remove(path, expecting: bytes) }
  }
}

/// Commits files, and clears up after a git that was killed while it did.
///
/// `git commit` moves the branch first and writes the index afterwards. In between, each file that it commits looks
/// staged, with its former content. Therefore the files are recorded before: if the index has exactly the same content,
/// the entry is git's own leftover and is brought up to date; files that the user has staged since stay.
package struct RecordedCommit {
  private let git: any GitClient
  private let record: StateRecord
  private let root: String

  /// - Parameter git: In the root of the repository.
  package init(in repository: Repository, git: any GitClient) {
    self.git = git
    root = repository.root
    record = StateRecord("git-commit", in: LiveFileSystem(root: repository.stateFolder, isPrivate: true))
  }

  /// Commits like ``GitCommitter/commit(_:message:)``.
  package func commit(_ paths: [String], message: String) throws -> Bool {
    guard !paths.isEmpty else { return false }
    try recover()
    // Git commits no removal of a file in whose place there is a folder, not even an empty one, which it does not keep.
    let files = LiveFileSystem(root: root)
    for path in paths.map({ NotePath(trusted: $0) }) where files.isFolder(path) {
      try? files.removeEmptyFolders(from: path, upTo: path)
    }
    let head = try GitRevision.headTree(in: git)
    try record.write(Array(([head] + paths).joined(separator: "\0").utf8))
    do {
      let isDone = try GitCommitter(git).commit(paths, message: message)
      try record.remove()
      return isDone
    } catch {
      // If git was killed its lock is still there, and the next commit recovers.
      try? recover()
      throw error
    }
  }

  /// Brings up to date the leftovers of a killed commit in the index.
  ///
  /// - Throws: ``GitError``
  package func recover() throws {
    guard record.bytes != nil else { return }
    try GitCommitter(git).unstage(try leftovers())
    try record.remove()
  }

  /// Returns the files that only look staged.
  func leftovers() throws -> [String] {
    guard let bytes = record.bytes else { return [] }
    // A git may outlive the command that started it, and would move the branch after we have looked.
    GitIndexLock(above: root)?.waitUntilFree()
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "\0").map(String.init)
    guard let former = words.first, words.count > 1 else { return [] }
    let committer = GitCommitter(git)
    let paths = Array(words.dropFirst())
    // If a folder replaces a file, git removes the file from its index as soon as the folder's files are added.
    let replaced = Set(paths.flatMap { NotePath(trusted: $0).ancestors.map(\.string) })
    let others = Set(try committer.stagedPaths(among: paths, since: former)).subtracting(replaced)
    return try committer.stagedPaths(among: paths).filter { !others.contains($0) }
  }
}
