import NoteActions
import NoteIndex
import NoteModel
import NotePresentation
import NoteRepository
import NoteSyntax
import Wording

/// A Kanban note as `board` shows it and changes it with the keys.
struct KanbanView {
  let path: NotePath
  private let note: Note
  private let kanban: KanbanBoard

  /// - Returns: nil if the words are no name of a Kanban note.
  init?(_ words: [String], _ context: CommandContext, _ workspace: Workspace) {
    guard words.count == 1, !words[0].contains(":"),
      let path = Self.path(words[0], context, workspace),
      let note = try? workspace.note(at: path), let kanban = KanbanBoard(note.document)
    else { return nil }
    self.path = path
    self.note = note
    self.kanban = kanban
  }

  /// Returns the path of a Kanban note without a question, because the words may also be a query.
  private static func path(_ name: String, _ context: CommandContext, _ workspace: Workspace) -> NotePath? {
    if let path = workspace.repository.path(of: name, relativeTo: context.workingDirectory),
      path.isMarkdown, workspace.files.exists(path)
    {
      return path
    }
    guard let found = try? workspace.index.notes(named: name), found.count == 1 else { return nil }
    return found[0].path
  }

  /// The headings of the note as columns of a board.
  var board: TaskBoard {
    let columns = kanban.columns.map { column in
      let lines = column.cards.map(\.line)
      let tasks = note.tasks.filter { task in
        if case .checkbox(let line) = task.source { lines.contains(line) } else { false }
      }
      return TaskBoard.BoardColumn(
        key: column.name, tasks: tasks.map { LocatedTask(path: path, noteTitle: note.title, item: $0) }, hiddenCount: 0)
    }
    return TaskBoard(columns: columns, order: columns.map(\.key))
  }

  func report(_ context: CommandContext) -> BoardReport {
    let board = board
    return BoardReport(board, graph: TaskGraph(board.columns.flatMap(\.tasks), edges: []), now: context.clock())
  }

  /// Returns the bytes of the note with a card in another column.
  ///
  /// - Parameters:
  ///   - line: The line of its box.
  ///   - name: The name of the column.
  /// - Returns: The whole note.
  /// - Throws: ``UsageError`` if there is no such column.
  func moving(cardAt line: Int, to name: String) throws -> [UInt8] {
    kanban.moving(cardAt: line, to: try column(named: name)) ?? note.document.source.bytes
  }

  /// Returns the bytes with a new card at the end of a column.
  func adding(_ title: String, to name: String) throws -> [UInt8] {
    kanban.adding(title, to: try column(named: name)).bytes
  }

  private func column(named name: String) throws -> KanbanBoard.CardColumn {
    guard let column = kanban.column(named: name) else {
      throw UsageError(
        Message("The board has no column “\(name)”", ko: "보드에 “\(name)” 열이 없습니다"),
        hint: Message(verbatim: kanban.columns.map(\.name).joined(separator: ", ")))
    }
    return column
  }
}
