package import NoteHistory
package import NoteModel
import NoteRepository
import NoteSyntax

/// A note that is not there any more, found by a name that it had.
package struct FormerNote: Sendable {
  package let path: NotePath
  /// The path under its present name; nil if it was removed.
  package let present: NotePath?
  /// The content that it had last; nil if that is not known.
  package let object: String?
}

extension Workspace {
  /// Returns the most recently deleted note with this path, file name, title or other name.
  ///
  /// - Parameter git: In the root of the notes.
  package func formerNote(_ text: String, in git: any GitClient) throws -> FormerNote? {
    let gone = try removals(in: git)
    let key = nameKey(text)
    let named = gone.first { (removal: Removal) -> Bool in
      let path = removal.change.path
      let name = path.split(separator: "/").last ?? ""
      return path == text || nameKey(path) == key || nameKey(name) == key
    }
    guard let found = try named ?? titled(text, among: gone, in: git) else { return nil }
    return FormerNote(
      path: NotePath(trusted: found.change.path), present: try successor(of: found, gone, in: git),
      object: found.change.before)
  }

  private struct Removal {
    /// The commit of the version; nil if the version is not committed.
    let commit: String?
    let change: GitFileChange
  }

  /// Returns removals, the latest first. A rename counts as a removal of the former name, because finding out takes
  /// longer.
  private func removals(in git: any GitClient) throws(GitError) -> [Removal] {
    let head = try GitRevision.headTree(in: git)
    let uncommitted = try changes(since: head, in: git).filter { $0.kind == .removed }
    let committed = try GitLog(git).read(
      "HEAD", options: ["--no-renames", "--diff-filter=D"], into: [Removal]()
    ) { removals, commit in
      removals += commit.changes.map { Removal(commit: commit.id, change: $0) }
    }
    return (uncommitted.map { Removal(commit: nil, change: $0) } + committed).filter {
      let path = NotePath(trusted: $0.change.path)
      return path.isMarkdown && !path.isHidden && !files.exists(path)
    }
  }

  private func titled(_ text: String, among gone: [Removal], in git: any GitClient) throws(GitError) -> Removal? {
    let contents = try GitObjects(git).texts(of: gone.compactMap(\.change.before))
    let key = foldedName(text)
    return gone.first { removal in
      guard let bytes = removal.change.before.flatMap({ contents[$0] }) else { return false }
      let path = NotePath(trusted: removal.change.path)
      let note = Note(Document(parsing: bytes), at: path, in: layout)
      return ([note.title] + note.aliases).contains { foldedName($0) == key }
    }
  }

  /// Returns the present path of a note that was not removed but renamed, once or several times.
  private func successor(of removal: Removal, _ gone: [Removal], in git: any GitClient) throws(GitError) -> NotePath? {
    var removal = removal
    for _ in 0..<20 {
      guard let commit = removal.commit else { return nil }
      let former = removal.change.path
      let renamed = try GitLog(git).read(commit, options: ["-1"], into: String?.none) {
        for change in $1.changes where change.formerPath == former { $0 = change.path }
      }
      guard let renamed else { return nil }
      let path = NotePath(trusted: renamed)
      if files.exists(path) { return path }
      guard let next = gone.first(where: { $0.change.path == renamed }) else { return nil }
      removal = next
    }
    return nil
  }
}
