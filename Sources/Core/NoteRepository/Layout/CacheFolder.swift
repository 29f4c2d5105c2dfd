import HostSystem

/// Creates the folder of a repository's index and the index file, readable only by the user, whatever the user's mask
/// is.
package func makeCacheFolder(_ repository: Repository) throws(RepositoryError) {
  try makePrivateFolder(repository.cacheFolder)
  let path = repository.cacheFolder + "/index.sqlite"
  let descriptor = unsafe open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  if descriptor >= 0 {
    fchmod(descriptor, 0o600)
    close(descriptor)
  }
  // SQLite gives its other files the permissions of the first.
  for suffix in ["", "-wal", "-shm", "-journal"] { closeToOthers(path + suffix) }
}

/// Takes away the rights of others to a file of the user's.
func closeToOthers(_ path: String) {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
    status.st_mode & 0o077 != 0, status.st_uid == getuid()
  else { return }
  _ = unsafe chmod(path, status.st_mode & 0o700)
}

/// Removes files that killed processes left half written in Sheaf's folders of this repository.
package func removeAbandonedFiles(of repository: Repository) {
  let settings = Repository.settingsFolder
  for (root, path) in [
    (repository.stateFolder, ""), (repository.stateFolder, "journal"),
    (repository.cacheFolder, ""),
    (repository.root, settings), (repository.root, settings + "/templates"),
    (repository.root, settings + "/theme"),
  ] {
    if let folder = try? OpenFolder.inside(root, path) { TemporaryFile.removeAbandoned(in: folder) }
  }
}

/// Removes a repository's index: it is damaged, or it shall be built again. It is a cache, so nothing is lost.
///
/// - Returns: True if there was one.
@discardableResult
package func eraseIndex(_ repository: Repository) -> Bool {
  let path = repository.cacheFolder + "/index.sqlite"
  let existed = fileExists(path)
  for suffix in ["", "-wal", "-shm", "-journal"] { _ = unsafe unlink(path + suffix) }
  return existed
}

/// Removes a folder of Sheaf's own with all that is in it, following no symbolic link.
func removeTree(_ path: String) {
  var folders = [path]
  var emptied: [String] = []
  while let folder = folders.popLast() {
    emptied.append(folder)
    for name in (try? fileNames(in: folder)) ?? [] {
      // A name that cannot be unlinked is a folder.
      if unsafe unlink(folder + "/" + name) != 0 { folders.append(folder + "/" + name) }
    }
  }
  for folder in emptied.reversed() { _ = unsafe rmdir(folder) }
}
