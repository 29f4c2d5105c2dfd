import NoteActions
import NoteModel
import NoteRepository
import Wording

extension CommandContext {
  /// Refuses to put a file where Sheaf does not read it: into hidden folders, git's and its own among them, and a note
  /// where the rules of `.gitignore` or of the setting `ignore` leave it out.
  func refuseHiddenPlaces(in transaction: Transaction, of workspace: Workspace) throws {
    for change in transaction.changes {
      let path: NotePath
      switch change {
      case .create(let created, _), .place(let created, _): path = created
      case .move(_, let target): path = target
      case .replace, .remove: continue
      }
      let parts = path.string.split(separator: "/")
      let isSettings = path.string == Repository.settingsFolder + "/config.yaml"
      if !isSettings, parts.contains(where: { $0.hasPrefix(".") }) {
        throw HiddenPlace(path: path.string)
      }
      guard case .create = change, path.isMarkdown else { continue }
      let ignores = workspace.configuration.list("ignore")
      if TreeScanner.ignores(path, in: workspace.repository, extraIgnores: ignores) {
        throw IgnoredPlace(path: path)
      }
    }
  }
}

/// An ignored note would be lost from sight as soon as it is written.
struct IgnoredPlace: ExplainedError {
  let path: NotePath

  var category: ErrorCategory { .usage }
  var explanation: Message {
    Message(
      "\(path) is ignored by .gitignore or by the setting “ignore”; notes there are not read",
      ko: ".gitignore나 “ignore” 설정에서 제외한 곳의 메모는 읽지 않습니다: \(path)")
  }
}
