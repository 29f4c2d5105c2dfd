import NoteHistory
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Looks whether a `git stash` that read the files before they were changed has set them back since.
  ///
  /// What it has put away is reported; the rest is an error, because it is nowhere.
  ///
  /// - Throws: ``ChangeSetBack``
  func checkAfterStash(_ transaction: Transaction, of repository: Repository) throws {
    guard let stash = GitStash(above: repository.root), stash.waitAfterChange() else { return }
    let files = LiveFileSystem(root: repository.root)
    let replaced = transaction.results.filter { path, bytes in
      bytes.map { (try? files.read(path)) != $0 } ?? files.exists(path)
    }
    guard !replaced.isEmpty else { return }
    let git = git(in: repository)
    let lost = replaced.filter { path, bytes in
      let stored = try? git.output(.reading("cat-file", "blob", "refs/stash:./" + path.string))
      return bytes == nil || stored?.bytes != bytes
    }
    guard lost.isEmpty else { throw ChangeSetBack(paths: lost.keys.sorted()) }
    let names = replaced.keys.sorted().map { "\n  " + $0.string }.joined()
    note(
      Message(
        "git stash has put the change away (git stash pop brings it back):\(names)",
        ko: "git stash가 변경 내용을 치워 두었습니다. git stash pop으로 되돌릴 수 있습니다:\(names)"))
  }
}

/// Another program put back the former content of files that a command had just written.
struct ChangeSetBack: ExplainedError {
  let paths: [NotePath]

  var category: ErrorCategory { .conflict }
  var explanation: Message {
    let names = paths.map { "\n  " + $0.string }.joined()
    return Message(
      "git replaced files right after they were written, and the change is lost:\(names)",
      ko: "저장한 직후에 git이 파일을 바꿔 변경 내용이 없어졌습니다:\(names)")
  }
  var hint: Message? {
    Message("Run the command again.", ko: "명령을 다시 실행하세요.")
  }
}
