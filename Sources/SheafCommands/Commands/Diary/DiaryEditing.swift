import ArgumentParser
import NoteActions
import NoteModel
import NoteRepository
import Wording

/// Opens a page of the diary in the editor.
struct DiaryEditing {
  let context: CommandContext
  let workspace: Workspace

  /// A page that was made for it, and to which nothing was added, is taken back.
  func edit(_ path: NotePath, isNew: Bool) throws {
    do {
      let isChanged = try EditSession(context: context, workspace: workspace).edit(path)
      if isNew, !isChanged { try takeBack(path) }
    } catch {
      let isWritten = (error as? EditorFailed)?.isChanged ?? false
      if isNew, !isWritten { try takeBack(path) }
      throw error
    }
  }

  private func takeBack(_ path: NotePath) throws {
    let journal = context.journal(of: workspace.repository, workspace.configuration)
    // Another process may have changed something meanwhile.
    guard try journal.history().entries.last?.paths == [path] else { return }
    _ = try context.replay(try WritingOptions.parse([])) { journal throws(RepositoryError) in
      try journal.undoing(1)
    }
    context.note(Message("Nothing was written", ko: "아무것도 작성하지 않았습니다"))
  }
}
