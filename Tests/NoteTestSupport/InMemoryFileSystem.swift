package import NoteModel
package import NoteRepository
import Synchronization

/// Files that live in memory and keep the promises of the disk.
package final class InMemoryFileSystem: FileSystem {
  fileprivate struct State {
    var files: [NotePath: [UInt8]] = [:]
    var traits: [NotePath: FileTraits] = [:]
    var folders: Set<NotePath> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Every file with its bytes.
  package var contents: [NotePath: [UInt8]] { state.withLock { $0.files } }
  /// Every folder.
  package var folders: Set<NotePath> { state.withLock { $0.folders } }

  package func read(_ path: NotePath) throws(RepositoryError) -> [UInt8] {
    guard let bytes = state.withLock({ $0.files[path] }) else { throw .missingFile(path.string) }
    return bytes
  }

  package func fingerprint(_ path: NotePath) -> FileFingerprint? {
    state.withLock { state in
      if state.folders.contains(path) {
        return FileFingerprint(
          size: 0, modifiedNanoseconds: 0, changedNanoseconds: 0, inode: 2)
      }
      return state.files[path].map {
        FileFingerprint(
          size: Int64($0.count), modifiedNanoseconds: Int64($0.hashValue & 0xFFFF),
          changedNanoseconds: 0, inode: 1)
      }
    }
  }

  package func traits(_ path: NotePath) -> FileTraits? {
    state.withLock { $0.traits[path] }
  }

  package func isFolder(_ path: NotePath) -> Bool {
    state.withLock { $0.folders.contains(path) }
  }

  package func names(in folder: NotePath?) throws(RepositoryError) -> [String] {
    state.withLock { state in
      (Array(state.files.keys) + state.folders).filter { $0.folder == folder }
        .map { String($0.fileName) }.sorted()
    }
  }

  package func create(
    _ path: NotePath, _ bytes: [UInt8], _ traits: FileTraits
  ) throws(RepositoryError) {
    let isNew = state.withLock { state in
      guard state.files[path] == nil, !state.folders.contains(path) else { return false }
      state.files[path] = bytes
      state.traits[path] = traits
      state.makeFolders(above: path)
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
    state.withLock { $0.files[path] = bytes }
  }

  package func remove(_ path: NotePath, expecting expected: [UInt8]) throws(RepositoryError) {
    guard try read(path) == expected else {
      throw .changedMeanwhile(path: path.string, keptAt: nil)
    }
    state.withLock { state in
      state.files[path] = nil
      state.traits[path] = nil
    }
  }

  package func move(_ path: NotePath, to target: NotePath) throws(RepositoryError) {
    guard exists(path) else { throw .missingFile(path.string) }
    guard !exists(target) else { throw .alreadyExists(target.string) }
    state.withLock { $0.move(path, to: target) }
  }

  package func removeEmptyFolders(
    from folder: NotePath, upTo top: NotePath
  ) throws(RepositoryError) {
    state.withLock { state in
      var candidate: NotePath? = folder
      while let path = candidate, path == top || top.contains(path) {
        guard !state.files.keys.contains(where: { path.contains($0) }),
          !state.folders.contains(where: { path.contains($0) })
        else { return }
        state.folders.remove(path)
        candidate = path.folder
      }
    }
  }

  package func removeLeftovers(in folder: NotePath?) throws(RepositoryError) {}
}

extension InMemoryFileSystem.State {
  fileprivate mutating func makeFolders(above path: NotePath) {
    var folder = path.folder
    while let made = folder {
      folders.insert(made)
      folder = made.folder
    }
  }

  fileprivate mutating func move(_ path: NotePath, to target: NotePath) {
    makeFolders(above: target)
    func moved(_ name: NotePath) -> NotePath {
      if name == path { return target }
      return path.contains(name) ? name.moved(from: path, to: target) : name
    }
    files = Dictionary(uniqueKeysWithValues: files.map { (moved($0.key), $0.value) })
    traits = Dictionary(uniqueKeysWithValues: traits.map { (moved($0.key), $0.value) })
    folders = Set(folders.map(moved))
  }
}
