import ByteBasics
import NoteHistory
import NoteModel
package import NoteRepository
import Wording

extension Workspace {
  /// Returns a transaction with the real paths of its files, which are the paths that are checked and written.
  ///
  /// - Throws: For a symbolic link that is not followed, for the files of git, for a new file that Sheaf would not
  ///   read: in a hidden folder, or a note that `.gitignore` or the setting `ignore` excludes, and for a note in UTF-16.
  package func placed(_ transaction: Transaction) throws -> Transaction {
    var transaction = transaction
    try transaction.locate(in: originals)
    for change in transaction.changes {
      if let own = change.paths.first(where: \.isInGitFolder) { throw hiddenPlace(path: own.string) }
      let path: NotePath
      switch change {
      case .create(let written, _), .place(let written, _), .move(_, let written): path = written
      case .replace(let path, let before, _) where before.starts(with: GitObjects.encryptedMark.utf8):
        throw Problem(
          .badData, Message("\(path) is encrypted and cannot be changed", ko: "암호화되어 있어 바꿀 수 없습니다: \(path)"),
          hint: Message("Unlock the files first: git-crypt unlock", ko: "먼저 잠금을 푸세요: git-crypt unlock"))
      case .replace(let path, let before, let after) where path.isMarkdown && isUTF16(before) && !isUTF8(after):
        throw Problem(
          .badData,
          Message(
            "\(path): a note in UTF-16 cannot be changed", ko: "\(path): UTF-16으로 된 메모는 바꿀 수 없습니다"),
          hint: Message(
            "convert the file to UTF-8 first, for example with iconv or the editor",
            ko: "먼저 iconv나 에디터에서 UTF-8로 변환하세요"))
      case .replace, .remove: continue
      }
      let isSettings = path.string == Repository.configurationPath
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

/// Returns true for a text in UTF-16 or UTF-32: it begins with the mark of such a text, or is full of zeros.
private func isUTF16(_ bytes: [UInt8]) -> Bool {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
  let zeros = bytes.count { $0 == 0 }
  return zeros * 8 > bytes.count || zeros > 0 && firstInvalidUTF8Offset(in: bytes[...]) != nil
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
  firstInvalidUTF8Offset(in: bytes[...]) == nil && !holds(0, in: bytes[...])
}
