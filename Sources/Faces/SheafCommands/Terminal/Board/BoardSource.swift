import ArgumentParser
import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import TerminalText
import Wording

/// The source of an interactive board's columns, and the writer of its moves.
struct BoardSource {
  /// Reads the board again.
  let columns: (CommandContext) throws -> [BoardStack]
  /// Writes a card into the column of this key.
  let move: (BoardCard, _ key: String, CommandContext) throws -> Void
  /// Writes a new card into the column of this key.
  let add: (_ words: String, _ key: String, CommandContext) throws -> Void
  /// Writes the columns in this order.
  let order: (_ keys: [String], CommandContext) throws -> Void
}

extension BoardSource {
  /// Creates a board of tasks by status: a move changes the status, the order of columns is the setting
  /// `board.columns`.
  ///
  /// - Parameter board: Gathers the board.
  static func statuses(_ board: @escaping (CommandContext) throws -> (TaskBoard, BoardReport)) -> BoardSource {
    BoardSource(
      columns: { context in
        let (board, report) = try board(context)
        return stacks(board, report, context)
      },
      move: { card, key, context in
        let status = TaskStatus(key)
        let today = context.clock().day
        let reference = card.place.text
        try TaskWriter(context).run([reference]) { task in
          task.status == status ? nil : .status(status, today: today)
        }
      },
      add: { words, key, context in
        try AddCommand.parse(["--", words, "status:\(key)"]).run(in: context)
      },
      order: { keys, context in
        guard let key = ConfigurationCatalogue.key("board.columns") else { return }
        try context.changeConfiguration(dryRun: false) { bytes in
          try ConfigurationEditor.setting(key, to: keys.joined(separator: ","), in: bytes)
        }
      })
  }

  /// Creates a board of a Kanban note: a move puts the lines of the card below another heading.
  static func kanban(_ words: [String]) -> BoardSource {
    func view(_ context: CommandContext, _ workspace: Workspace) throws -> KanbanView {
      guard let view = KanbanView(words, context, workspace) else {
        throw NoteLookupError.notFound(words.joined(separator: " "), nearest: nil)
      }
      return view
    }
    return BoardSource(
      columns: { context in
        let kanban = try view(context, try context.openWorkspace())
        return stacks(kanban.board, kanban.report(context), context)
      },
      move: { card, key, context in
        try context.write { workspace, transaction in
          let kanban = try view(context, workspace)
          let before = try workspace.originals.read(kanban.path)
          let after = try kanban.moving(cardAt: card.place.line ?? 0, to: key)
          transaction.replace(kanban.path, expecting: before, with: after)
        }
      },
      add: { words, key, context in
        try context.write { workspace, transaction in
          let kanban = try view(context, workspace)
          let before = try workspace.originals.read(kanban.path)
          transaction.replace(kanban.path, expecting: before, with: try kanban.adding(words, to: key))
        }
      },
      order: { _, _ in
        throw UsageError(
          Message(
            "The columns of this board are headings of the note; press Enter to move them in the editor",
            ko: "이 보드의 열은 메모의 소제목입니다. Enter를 눌러 편집기에서 옮기세요"))
      })
  }

  private static func stacks(_ board: TaskBoard, _ report: BoardReport, _ context: CommandContext) -> [BoardStack] {
    let text = TaskText(now: context.clock(), page: context.page)
    return board.columns.map { column in
      BoardStack(
        key: column.key, title: context.text(report.name(of: column)),
        cards: column.tasks.map { task in
          let urgency = [TaskPriority.urgent: "!!!", .high: "!!"][task.item.priority]
          let detail = [urgency, text.due(task)?.plainText, text.marks(task).plainText]
            .compactMap(\.self).filter { !$0.isEmpty }
          return BoardCard(
            place: task.position, title: task.item.title,
            detail: detail.joined(separator: "  "),
            isOverdue: task.item.isOverdue(at: context.clock()), isDone: task.item.status.isClosed)
        }, hiddenCount: column.hiddenCount)
    }
  }
}
