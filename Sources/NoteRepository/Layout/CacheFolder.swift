import Glibc

/// Makes the folder of a repository's index.
package func makeCacheFolder(_ repository: Repository) throws(RepositoryError) {
  try makeFolders(repository.cacheFolder)
}

/// Removes a repository's index: it is damaged, or it shall be built anew. It is a cache, so nothing is lost.
///
/// - Returns: True where there was one.
@discardableResult
package func eraseIndex(_ repository: Repository) -> Bool {
  let path = repository.cacheFolder + "/index.sqlite"
  let existed = fileExists(path)
  for suffix in ["", "-wal", "-shm", "-journal"] { _ = unsafe unlink(path + suffix) }
  return existed
}
