import NoteModel
package import NoteRepository
import Wording

extension Workspace {
  /// Returns a transaction with the real paths of its files, which are the paths that are checked and written.
  ///
  /// - Throws: For a symbolic link that is not followed, for the files of git, and for a new file that Sheaf would not
  ///   read: in a hidden folder, or a note that `.gitignore` or the setting `ignore` excludes.
  package func placed(_ transaction: Transaction) throws -> Transaction {
    var transaction = transaction
    try transaction.locate(in: originals)
    for change in transaction.changes {
      if let own = change.paths.first(where: \.isInGitFolder) { throw hiddenPlace(path: own.string) }
      let path: NotePath
      switch change {
      case .create(let written, _), .place(let written, _), .move(_, let written): path = written
      case .replace, .remove: continue
      }
      let isSettings = path.string == Repository.settingsFolder + "/config.yaml"
      if !isSettings, path.isHidden { throw hiddenPlace(path: path.string) }
      guard case .create = change, path.isMarkdown else { continue }
      if TreeScanner.ignores(path, in: repository, extraIgnores: configuration.list("ignore")) {
        throw Problem(
          .usage,
          Message(
            "\(path) is ignored by .gitignore or by the setting “ignore”; notes there are not read",
            ko: ".gitignore나 “ignore” 설정에서 제외한 곳의 메모는 읽지 않습니다: \(path)"))
      }
    }
    return transaction
  }
}
