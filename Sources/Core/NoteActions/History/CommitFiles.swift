package import NoteHistory
package import NoteModel
package import NoteRepository

extension Repository {
  /// The notes of a commit as a repository of their own, which is made once and kept in the cache.
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
    let contents = try objects.contents(
      of: files.filter { Self.isRead($0.path) }.map(\.object))
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

extension Workspace {
  /// Returns the changes since a commit for a reader: new notes and notes with other content.
  ///
  /// - Throws: ``GitError``, a database error
  package func digest(
    since revision: GitRevision, _ request: DigestRequest, from git: any GitClient
  ) throws -> Digest {
    let untracked = try git.output(.reading("ls-files", "--others", "-z")).texts
    var roles = Dictionary(
      untracked.map { (NotePath(trusted: $0), true) }, uniquingKeysWith: { first, _ in first })
    for change in try changes(since: revision.commit, in: git) where change.kind != .removed {
      // A note that only moved says nothing new.
      roles[NotePath(trusted: change.path)] = change.kind == .added
    }
    return try digest(of: roles, request)
  }
}
