package import ByteBasics
package import CivilCalendar
package import NoteModel
import NoteSyntax
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

  package var list: TaskListReport { TaskListReport(tasks: tasks, graph: graph, now: now) }

  package var items: [JSONValue] {
    board.columns.map { column in
      .map([
        "column": .string(column.key),
        "count": .integer(column.count),
        "tasks": .array(column.tasks.map { $0.json(now: now, graph: graph) }),
      ])
    }
  }

  /// The narrowest column that can still be read.
  private static let narrowest = 22
  private static let gap = 2

  package func lines(_ page: Page) -> [StyledText] {
    let count = board.columns.count
    guard count > 0 else { return [] }
    let perRow = max(1, min(count, (page.columns + Self.gap) / (Self.narrowest + Self.gap)))
    let width = (page.columns - Self.gap * (perRow - 1)) / perRow
    var number = 0
    let digits = String(tasks.count).count
    var lines: [StyledText] = []
    for start in stride(from: 0, to: count, by: perRow) {
      if !lines.isEmpty { lines.append(StyledText()) }
      let row = board.columns[start..<min(start + perRow, count)].map { column in
        let block = (lines: self.lines(column, from: number, digits, width: width, page), width: width)
        number += column.tasks.count
        return block
      }
      lines += StyledText.sideBySide(row, gap: Self.gap)
    }
    return lines
  }

  private func lines(
    _ column: TaskBoard.BoardColumn, from number: Int, _ digits: Int, width: Int, _ page: Page
  ) -> [StyledText] {
    let title = StyledText(page.text(name(of: column)), .heading) + StyledText("  \(column.count)", .dim)
    let rule = String(repeating: page.asciiOnly ? "-" : "─", count: width)
    var lines = [title.truncated(to: width), StyledText(rule, .dim)]
    for (position, task) in column.tasks.enumerated() {
      lines += card(task, number: number + position + 1, digits, width: width, page)
    }
    if column.hiddenCount > 0 {
      let message = Message("and \(column.hiddenCount) more", ko: "외 \(column.hiddenCount)개")
      lines.append(StyledText(page.text(message), .dim))
    }
    return lines
  }

  /// Returns a card: the title in at most two lines, its due date, and its marks.
  private func card(_ task: LocatedTask, number: Int, _ digits: Int, width: Int, _ page: Page) -> [StyledText] {
    let text = TaskText(now: now, page: page)
    let numberText = String(repeating: " ", count: digits - String(number).count) + String(number)
    let indent = String(repeating: " ", count: digits + 1)
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

/// A board as a document of its own: Markdown, or one page of HTML without script or outside reference.
package struct BoardDocument {
  private let report: BoardReport
  private let language: Language

  package init(_ report: BoardReport, language: Language) {
    self.report = report
    self.language = language
  }

  private var page: Page { Page(columns: 80, language: language, asciiOnly: false, isTerminal: false) }

  /// Returns the due date and the marks of a card in words.
  private func facts(_ task: LocatedTask) -> [String] {
    let text = TaskText(now: report.now, page: page)
    return [text.due(task)?.plainText, text.marks(task).plainText].compactMap(\.self).filter { !$0.isEmpty }
  }

  package var markdown: String {
    var blocks: [String] = []
    for column in report.board.columns {
      let title = report.name(of: column).text(in: language)
      var lines = ["## \(Self.escapedMarkdown(title)) (\(column.count))", ""]
      for task in column.tasks {
        let state = task.item.status == .done ? "x" : " "
        let facts = facts(task).map { " · " + Self.escapedMarkdown($0) }.joined()
        lines.append("- [\(state)] \(Self.escapedMarkdown(task.item.title))\(facts)")
      }
      if column.hiddenCount > 0 { lines.append("- … +\(column.hiddenCount)") }
      blocks.append(lines.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// Puts a backslash before characters that would begin a Markdown construct.
  private static func escapedMarkdown(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_[]<>#|".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  package var html: String {
    let title = Message("Board", ko: "보드").text(in: language)
    return """
      <!DOCTYPE html>
      <html lang="\(language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(title)</h1>
      <main>
      \(report.board.columns.map(section).joined())</main>
      </body>
      </html>

      """
  }

  private func section(_ column: TaskBoard.BoardColumn) -> String {
    let name = escapedHTML(report.name(of: column).text(in: language))
    let cards = column.tasks.map(card).joined()
    let more = column.hiddenCount > 0 ? "<p>+\(column.hiddenCount)</p>\n" : ""
    let list = cards.isEmpty ? "" : "<ul>\n\(cards)</ul>\n"
    return "<section>\n<h2>\(name) <span class=\"count\">\(column.count)</span></h2>\n\(list)\(more)</section>\n"
  }

  private func card(_ task: LocatedTask) -> String {
    let isOverdue = task.item.isOverdue(at: report.now)
    let facts = facts(task).map { "<span>\(escapedHTML($0))</span>" }.joined(separator: " ")
    let title = escapedHTML(task.item.title)
    return
      "<li\(isOverdue ? " class=\"overdue\"" : "")><strong>\(title)</strong>\(facts.isEmpty ? "" : "<br>")\(facts)</li>\n"
  }

  private static let style = """
    :root { color-scheme: light dark; }
    body { margin: 1.5rem; font-family: system-ui, "Noto Sans KR", sans-serif; line-height: 1.5; }
    main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); }
    section { border: 1px solid #8886; border-radius: 6px; padding: .5rem .75rem; }
    h2 { font-size: 1.1rem; margin: .25rem 0; } .count { font-weight: 400; opacity: .7; }
    ul { list-style: none; margin: 0; padding: 0; }
    li { border-top: 1px solid #8884; padding: .4rem 0; }
    li span { font-size: .85rem; opacity: .85; margin-right: .5rem; }
    .overdue span:first-of-type { color: light-dark(#b3261e, #ffb4ab); opacity: 1; }
    """
}
