package import NoteHistory
package import NoteModel
import NoteSyntax
package import Wording

extension Workspace {
  /// A note as a commit has it, by the name that it has now or had then.
  ///
  /// - Throws: ``NotInCommit`` where that commit does not have it; ``GitError``
  package func version(
    of path: NotePath, at revision: GitRevision, from git: any GitClient
  ) throws -> (path: NotePath, bytes: [UInt8]) {
    let objects = GitObjects(git)
    for candidate in try [path] + formerNames(of: path, since: revision, from: git) {
      let files = try objects.files(of: revision.commit, paths: [candidate.string])
      guard let file = files.first(where: { $0.path == candidate.string }),
        let bytes = try objects.contents(of: [file.object])[file.object]
      else { continue }
      return (candidate, bytes)
    }
    throw NotInCommit(path: path, commit: revision.commit)
  }

  /// The names that a note had between a commit and now, the latest first.
  private func formerNames(
    of path: NotePath, since revision: GitRevision, from git: any GitClient
  ) throws(GitError) -> [NotePath] {
    try GitLog(git).read(
      revision.commit + "..HEAD", path: path.string, into: [NotePath]()
    ) { names, commit in
      names += commit.changes.compactMap { $0.formerPath.map { NotePath(trusted: $0) } }
    }
  }
}

/// A commit that lacks a note.
package struct NotInCommit: ExplainedError {
  let path: NotePath
  let commit: String

  package var category: ErrorCategory { .notFound }
  package var explanation: Message {
    Message(
      "\(path) does not exist in commit \(commit.prefix(7))",
      ko: "\(commit.prefix(7)) 커밋에 없는 파일입니다: \(path)")
  }
  package var hint: Message? {
    Message(
      "“sheaf log \(path)” lists the commits that have it.",
      ko: "“sheaf log \(path)”로 그 메모의 커밋을 볼 수 있습니다.")
  }
}
