import NoteActions
import NoteIndex
import NoteModel
import NoteRepository
import Wording

/// The folder of a site.
struct SitePlace {
  /// Absolute.
  let path: String
  /// As the user names it.
  let shown: String
}

extension SitePlace {
  /// The folder that `site.output` names; nil where it names none.
  init?(setOf workspace: Workspace, _ context: CommandContext) {
    guard let setting = workspace.configuration.nonEmptyText("site.output") else { return nil }
    path = setting.hasPrefix("/") ? setting : workspace.repository.root + "/" + setting
    shown = context.shownPath(path)
  }

  /// A folder with a site in it is skipped when notes are looked for, so it must not hold any.
  func checkHoldsNoNotes(_ workspace: Workspace, _ context: CommandContext) throws {
    let root = workspace.repository.root
    let folder = workspace.repository.path(of: path, relativeTo: context.workingDirectory)
    let query = folder.map { Query.folder($0.string) }
    let notes = try query.map {
      try workspace.index.notes(
        NoteRequest(query: $0, limit: 1, now: context.clock()))
    }
    guard resolvedPath(path) == root || notes?.isEmpty == false else { return }
    throw UsageError(
      Message("\(shown) contains notes", ko: "메모가 있는 폴더입니다: \(shown)"),
      hint: Message(
        "Choose a separate folder for the site.", ko: "사이트만 저장할 폴더를 지정하세요."))
  }
}
