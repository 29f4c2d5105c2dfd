package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
package import Wording

/// A board: columns side by side, one below the other where the page is narrow.
package struct BoardReport: Report {
  let board: TaskBoard
  private let graph: TaskGraph
  let now: CivilMoment

  package init(_ board: TaskBoard, graph: TaskGraph, now: CivilMoment) {
    self.board = board
    self.graph = graph
    self.now = now
  }

  package var kind: String { "board" }

  /// Every task that is shown, column by column.
  package var tasks: [LocatedTask] { board.columns.flatMap(\.tasks) }

  /// The same tasks as rows.
  package var list: TaskListReport { TaskListReport(tasks: tasks, graph: graph, now: now) }

  package var items: [JSONValue] {
    board.columns.map { column in
      .object([
        JSONValue.Member("column", .string(column.key)),
        JSONValue.Member("count", .integer(column.count)),
        JSONValue.Member(
          "tasks", .array(column.tasks.map { $0.json(now: now, graph: graph) })),
      ])
    }
  }

  /// The narrowest column that can still be read.
  private static let narrowest = 22
  private static let gap = 2

  package func lines(_ page: Page) -> [StyledText] {
    let count = board.columns.count
    guard count > 0 else { return [] }
    let perRow = max(
      1, min(count, (page.columns + Self.gap) / (Self.narrowest + Self.gap)))
    let width = (page.columns - Self.gap * (perRow - 1)) / perRow
    var number = 0
    var lines: [StyledText] = []
    for start in stride(from: 0, to: count, by: perRow) {
      if !lines.isEmpty { lines.append(StyledText()) }
      let row = board.columns[start..<min(start + perRow, count)].map { column in
        let block = (lines: self.lines(column, from: number, width: width, page), width: width)
        number += column.tasks.count
        return block
      }
      lines += StyledText.sideBySide(row, gap: Self.gap)
    }
    return lines
  }

  private func lines(
    _ column: TaskBoard.BoardColumn, from number: Int, width: Int, _ page: Page
  ) -> [StyledText] {
    let title =
      StyledText(page.text(name(of: column)), .heading)
      + StyledText("  \(column.count)", .dim)
    let rule = String(repeating: page.asciiOnly ? "-" : "─", count: width)
    var lines = [title.truncated(to: width), StyledText(rule, .dim)]
    for (position, task) in column.tasks.enumerated() {
      lines += card(task, number: number + position + 1, width: width, page)
    }
    if column.hiddenCount > 0 {
      let message = Message("and \(column.hiddenCount) more", ko: "외 \(column.hiddenCount)개")
      lines.append(StyledText(page.text(message), .dim))
    }
    return lines
  }

  /// The title in at most two lines, what is urgent about it, its marks.
  private func card(
    _ task: LocatedTask, number: Int, width: Int, _ page: Page
  ) -> [StyledText] {
    let text = TaskText(now: now, page: page)
    let numberText = String(number)
    let indent = String(repeating: " ", count: numberText.count + 1)
    let head = text.head(task).wrapped(to: width - indent.count)
    var lines = [StyledText(numberText + " ", .dim) + (head.first ?? StyledText())]
    if head.count > 1 {
      let rest = head.dropFirst().reduce(StyledText()) {
        $0 + ($0.isEmpty ? StyledText() : StyledText(" ")) + $1
      }
      lines.append(StyledText(indent) + rest)
    }
    if let due = text.due(task) { lines.append(StyledText(indent) + due) }
    if graph.isBlocked(task) {
      lines.append(StyledText(indent + page.text(Message("blocked", ko: "막힘")), .emphasis))
    }
    let marks = text.marks(task)
    if !marks.isEmpty { lines.append(StyledText(indent) + marks) }
    return lines.map { $0.truncated(to: width) }
  }

  /// What a column is called.
  package func name(of column: TaskBoard.BoardColumn) -> Message {
    switch (board.grouping, column.key) {
    case (.status, let key): TaskStatus(key).label
    case (.priority, "urgent"): Message("Urgent", ko: "긴급")
    case (.priority, "high"): Message("High", ko: "높음")
    case (.priority, "normal"): Message("Normal", ko: "보통")
    case (.priority, "low"): Message("Low", ko: "낮음")
    case (.tag, ""): Message("No tag", ko: "태그 없음")
    case (.project, ""): Message("No project", ko: "프로젝트 없음")
    case (.tag, let tag): Message(verbatim: "#" + tag)
    case (_, let key): Message(verbatim: key)
    }
  }
}
