package import CivilCalendar
package import NoteHistory
package import NoteModel

extension Workspace {
  /// What changed for a reader since a commit: notes that came and notes whose content is another.
  ///
  /// `text` is what the user asked for.
  ///
  /// - Throws: ``GitError``, a database error
  package func digest(
    since revision: GitRevision, text: String, from git: any GitClient, now: CivilMoment
  ) throws -> Digest {
    let untracked = try git.output(
      .reading("ls-files", "--others", "--exclude-standard", "-z")
    ).texts
    let changes = try GitLog(git).differences(from: revision.commit)
    var roles = Dictionary(
      untracked.map { (NotePath(trusted: $0), true) }, uniquingKeysWith: { first, _ in first })
    for change in changes where change.kind != .removed {
      // A note that only moved says nothing new.
      roles[NotePath(trusted: change.path)] = change.kind == .added
    }
    return try digest(of: roles, subject: .query(text), now: now)
  }
}
