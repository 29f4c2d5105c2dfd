import ByteBasics
import CivilCalendar
import NoteActions
import NoteIndex
import NoteModel
import NoteSyntax
import RemoteCalls
import Wording

/// Finishing, postponing and moving the task under the cursor.
struct TaskActions {
  let scene: ActionScene

  private var snapshot: Snapshot { scene.snapshot }

  var all: [CodeAction] {
    get throws {
      guard let (task, line) = task else { return [] }
      var actions: [CodeAction] = []
      let today = snapshot.today
      let open: [(TaskStatus, Message)] = [
        (.done, Message("Complete “\(task.title)”", ko: "“\(task.title)” 완료하기")),
        (.doing, Message("Start “\(task.title)”", ko: "“\(task.title)” 시작하기")),
        (.cancelled, Message("Cancel “\(task.title)”", ko: "“\(task.title)” 취소하기")),
        (.todo, Message("Reopen “\(task.title)”", ko: "“\(task.title)” 다시 열기")),
      ]
      for (status, title) in open where status != task.status {
        guard status != .todo || task.status.isClosed || task.status == .doing, status == .todo || !task.status.isClosed
        else { continue }
        actions.append(
          action(title, .status(status, today: today), line) ?? CodeAction(title: title, kind: CodeActionKind.rewrite))
      }
      if !task.status.isClosed {
        for (days, title) in [
          (0, Message("Due today", ko: "마감: 오늘")), (1, Message("Due tomorrow", ko: "마감: 내일")),
          (7, Message("Due in a week", ko: "마감: 1주 뒤")),
        ] {
          let day = today.adding(days: days)
          if task.due?.day == day { continue }
          actions.append(
            action(title, .postpone(.day(day)), line) ?? CodeAction(title: title, kind: CodeActionKind.rewrite))
        }
      }
      if let line { actions += cardMoves(line) }
      return actions.filter { $0.edit?.isEmpty == false }
    }
  }

  /// The check box of the line, or the note itself in its front matter.
  private var task: (TaskItem, line: Int?)? {
    let file = TaskFile(path: scene.document.path, bytes: scene.document.bytes, in: scene.workspace.layout)
    let line = scene.lines.lowerBound + 1
    if let task = file.task(at: line) { return (task, line) }
    guard let front = scene.parsed.frontMatter, front.range.contains(scene.offset),
      let task = file.task(at: nil)
    else { return nil }
    return (task, nil)
  }

  private func action(_ title: Message, _ change: TaskChange, _ line: Int?) -> CodeAction? {
    guard let edit = try? Self.edit(change, at: line, scene.document, snapshot, scene.workspace) else { return nil }
    return CodeAction(title: title, kind: CodeActionKind.rewrite, edit: edit)
  }

  /// Returns the edits for a change of a task in an open document, including the next occurrence and the card's column.
  static func edit(
    _ change: TaskChange, at line: Int?, _ document: OpenDocument, _ snapshot: Snapshot, _ workspace: Workspace
  ) throws -> WorkspaceEdit {
    var edit = WorkspaceEdit(snapshot)
    var file = TaskFile(path: document.path, bytes: document.bytes, in: workspace.layout)
    guard let task = file.task(at: line) else {
      throw CallError.refused(snapshot.text(Message("There is no task on this line", ko: "이 줄에는 할 일이 없습니다")))
    }
    var change = change
    if case .postpone(let date) = change {
      guard let moved = TaskChange.postponing(task, to: date, in: workspace.index.zone) else { return edit }
      change = moved
    }
    if let mistake = file.mistake(of: task, at: line, before: change) { throw mistake }
    do throws(FrontMatterRefusal) {
      try file.apply(change, at: line)
      let next = try workspace.addNext(of: task, after: change, to: &file, at: line)
      if case .note(_, let created?) = next { edit.create(created.path, created.bytes) }
    } catch {
      throw CallError.refused(snapshot.text(error.message))
    }
    if let line, case .status(let status, _) = change { _ = file.moveChangedCards([line: status]) }
    edit.change(document.path, from: document.bytes, to: file.bytes)
    return edit
  }

  /// Offers to move a card to every other column of a Kanban note.
  private func cardMoves(_ line: Int) -> [CodeAction] {
    guard let board = KanbanBoard(scene.parsed),
      let own = board.columns.first(where: { $0.cards.contains { $0.line == line } })
    else { return [] }
    return board.columns.filter { $0.name != own.name }.compactMap { column in
      guard let bytes = board.moving(cardAt: line, to: column) else { return nil }
      return CodeAction(
        title: Message("Move the card to “\(column.name)”", ko: "카드를 “\(column.name)” 열로 옮기기"),
        kind: CodeActionKind.rewrite, edit: scene.edit(to: bytes))
    }
  }
}
