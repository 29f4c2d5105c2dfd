package import NoteHistory
import NoteModel
package import NoteRepository

extension Repository {
  /// Returns the notes of a commit as a repository of their own, which is made once and kept in the cache.
  ///
  /// Notes and canvases have their contents, other files only their names.
  ///
  /// - Throws: ``GitError``, ``RepositoryError``
  package func atCommit(_ revision: GitRevision, from git: any GitClient) throws -> Repository {
    let folder = CommitFolder(of: self, commit: revision.commit)
    if folder.exists {
      folder.markUsed()
      return folder.repository
    }
    let objects = GitObjects(git)
    let files = try objects.files(of: CheckedTree(revision.commit, in: git).name)
    let contents = try objects.contents(of: files.filter { Self.isRead($0.path) }.map(\.object))
    let dates = try GitDates.read(git, at: revision.commit, since: nil)
    try folder.make(
      files.map { file in
        CommitFolder.File(
          path: NotePath(trusted: file.path),
          bytes: Self.isRead(file.path) ? contents[file.object] ?? [] : [],
          seconds: dates[file.path]?.changed ?? 0)
      })
    return folder.repository
  }

  private static func isRead(_ path: String) -> Bool {
    let path = NotePath(trusted: path)
    return path.isMarkdown || path.isCanvas
  }
}
