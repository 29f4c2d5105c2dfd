import HostSystem
package import NoteModel

/// The files of a commit in the cache folder, where they are read as a repository of their own.
///
/// A folder gets its name only when everything is in it, so one that a killed process left is never read.
package struct CommitFolder {
  package let repository: Repository
  private let parent: String
  private let folder: String

  /// The maximum number of kept commits. A commit that was used within `youngestAge` seconds is kept too, because
  /// another process may read it.
  private static let limit = 4
  private static let youngestAge = 600

  /// - Parameters:
  ///   - repository: The repository of the commit.
  ///   - commit: Its full object name.
  package init(of repository: Repository, commit: String) {
    parent = repository.cacheFolder + "/commits"
    folder = parent + "/" + commit
    let places = UserPlaces(environment: [
      "HOME": repository.places.home, "XDG_CONFIG_HOME": repository.places.configurationHome,
      "XDG_CACHE_HOME": folder + "/cache", "XDG_STATE_HOME": folder + "/state",
    ])
    self.repository = Repository(root: folder + "/files", places: places)
  }

  package var exists: Bool { folderExists(repository.root) }

  /// Marks the folder as used now, so that other folders are removed first.
  package func markUsed() { _ = unsafe utimensat(AT_FDCWD, folder, nil, 0) }

  /// A file as it was, with the time of its last change in seconds since the epoch.
  package struct File {
    package let path: NotePath
    package let bytes: [UInt8]
    package let seconds: Int

    package init(path: NotePath, bytes: [UInt8], seconds: Int) {
      self.path = path
      self.bytes = bytes
      self.seconds = seconds
    }
  }

  /// Writes all files, unless another process has done so; the folders that were not used for longest go if there are too many.
  package func make(_ files: [File]) throws(RepositoryError) {
    let draft = parent + "/draft-\(getpid())"
    removeTree(draft)
    var made: Set<String> = []
    try makePrivateFolder(draft + "/files")
    for file in files {
      let place = draft + "/files/" + (file.path.folder.map { $0.string + "/" } ?? "")
      if made.insert(place).inserted { try makePrivateFolder(place) }
      try write(file, to: draft + "/files/" + file.path.string)
    }
    if !exists { removeTree(folder) }
    if unsafe rename(draft, folder) != 0 {
      let error = RepositoryError.last(.create, folder)
      removeTree(draft)
      guard exists else { throw error }
    }
    removeOldest()
  }

  private func write(_ file: File, to path: String) throws(RepositoryError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .last(.create, path) }
    defer { close(descriptor) }
    var rest = file.bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe HostSystem.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 || errno == EINTR else { throw .last(.write, path) }
      rest = rest.dropFirst(max(count, 0))
    }
    let time = timespec(tv_sec: file.seconds, tv_nsec: 0)
    let times = [time, time]
    _ = unsafe futimens(descriptor, times)
  }

  private func removeOldest() {
    let dated = ((try? fileNames(in: parent)) ?? []).map { name -> (name: String, seconds: Int) in
      var status = stat()
      _ = unsafe lstat(parent + "/" + name, &status)
      return (name, Host.times(of: status).modified.tv_sec)
    }
    let youngest = time(nil) - Self.youngestAge
    for old in dated.sorted(by: { $0.seconds > $1.seconds }).dropFirst(Self.limit) where old.seconds < youngest {
      removeTree(parent + "/" + old.name)
    }
  }
}
