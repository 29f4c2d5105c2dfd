import NoteActions
import NoteModel
import NoteRepository
import Wording

/// Puts a card of a Kanban note into another column.
struct KanbanMove {
  private let card: String
  private let options: BoardOptions
  private let context: CommandContext

  init(card: String, _ options: BoardOptions, _ context: CommandContext) {
    self.card = card
    self.options = options
    self.context = context
  }

  func run() throws {
    guard let column = options.to else {
      throw UsageError(Message("--move needs --to COLUMN", ko: "--move에는 --to 열이 필요합니다"))
    }
    let path = try context.write(dryRun: options.dryRun) { workspace, transaction in
      guard let kanban = KanbanView(options.query.query, context, workspace) else {
        throw UsageError(
          Message(
            "--move needs a note with kanban-plugin in its front matter",
            ko: "--move에는 머리말에 kanban-plugin이 있는 메모가 필요합니다"))
      }
      let before = try workspace.files.read(kanban.path)
      transaction.replace(kanban.path, expecting: before, with: try kanban.moving(card, to: column))
      return kanban.path
    }
    if !options.dryRun { context.console.writeLine(path.string) }
  }
}
