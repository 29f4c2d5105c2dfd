package import NoteHistory
package import NoteModel
import NoteSyntax

/// The commit that broke a link: it removed the target, or wrote the link when there was no target.
package struct LinkCulprits {
  private let git: any GitClient
  /// The latest first.
  private let commits: [GitCommit]

  /// Reads the commits since a revision.
  ///
  /// `git` runs in the root of the notes.
  package init(since revision: GitRevision, in git: any GitClient) throws(GitError) {
    self.git = git
    commits = try GitLog(git).read(revision.commit + "..HEAD", into: [GitCommit]()) { $0.append($1) }
  }

  /// Returns the name that a note had at the revision.
  package func formerPath(of path: NotePath) -> NotePath {
    var name = path.string
    for commit in commits {
      for change in commit.changes where change.path == name { name = change.formerPath ?? name }
    }
    return NotePath(trusted: name)
  }

  /// Returns the commit that broke a link. Nil if an uncommitted change broke the link.
  package func culprit(of link: LinkRow) throws(GitError) -> GitCommit? {
    let taken = commits.firstIndex { takesTarget(of: link, $0) }
    let written = try indexOfCommit(writing: link)
    // The later of the two: before it, one half was still missing.
    return [taken, written].compactMap(\.self).min().map { commits[$0] }
  }

  private func takesTarget(of link: LinkRow, _ commit: GitCommit) -> Bool {
    let key = nameKey(link.destination)
    return commit.changes.contains { change in
      switch change.kind {
      case .removed: nameKey(change.path) == key
      case .renamed: change.formerPath.map { nameKey($0) == key } ?? false
      case .added, .modified: false
      }
    }
  }

  /// Returns the commit after which the note had the link's destination and before which it had not.
  private func indexOfCommit(writing link: LinkRow) throws(GitError) -> Int? {
    var name = link.source.string
    var versions: [(index: Int, change: GitFileChange)] = []
    for (index, commit) in commits.enumerated() {
      for change in commit.changes where change.path == name {
        versions.append((index, change))
        name = change.formerPath ?? name
      }
    }
    let contents = try GitObjects(git).contents(
      of: versions.flatMap { [$0.change.before, $0.change.after] }.compactMap(\.self))
    func has(_ object: String?) -> Bool {
      guard let object, let bytes = contents[object] else { return false }
      return Document(parsing: bytes).links.contains { $0.destination == link.destination }
    }
    return versions.first { has($0.change.after) && !has($0.change.before) }?.index
  }
}
