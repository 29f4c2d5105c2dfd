package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Tasks, a line each; as a tree with what is part of them below.
package struct TaskListReport: Report {
  package let tasks: [LocatedTask]
  private let graph: TaskGraph
  private let now: CivilMoment
  private let isTree: Bool

  package init(tasks: [LocatedTask], graph: TaskGraph, now: CivilMoment, isTree: Bool = false) {
    self.graph = graph
    self.now = now
    self.isTree = isTree
    rows = isTree ? Self.tree(tasks, graph) : tasks.map { Row(task: $0, depth: 0) }
    self.tasks = rows.map(\.task)
  }

  private struct Row {
    let task: LocatedTask
    let depth: Int
  }

  private let rows: [Row]

  /// Parents before their children; each task once, also where parts go round in a circle.
  private static func tree(_ tasks: [LocatedTask], _ graph: TaskGraph) -> [Row] {
    let wanted = Set(tasks.map(\.reference))
    let inside = Set(tasks.flatMap { graph.children(of: $0) }.map(\.reference))
    var rows: [Row] = []
    var seen: Set<String> = []
    func place(_ roots: [LocatedTask]) {
      var stack = roots.reversed().map { Row(task: $0, depth: 0) }
      while let row = stack.popLast() {
        guard seen.insert(row.task.reference).inserted else { continue }
        rows.append(row)
        let children = graph.children(of: row.task).filter { wanted.contains($0.reference) }
        stack += children.reversed().map { Row(task: $0, depth: row.depth + 1) }
      }
    }
    place(tasks.filter { !inside.contains($0.reference) })
    place(tasks)
    return rows
  }

  package var kind: String { "tasks" }

  package var items: [JSONValue] { tasks.map { $0.json(now: now, graph: graph) } }

  package func lines(_ page: Page) -> [StyledText] {
    let numberWidth = String(rows.count).count
    return rows.enumerated().map { position, row in
      let number = StyledText(String(position + 1), .dim).padded(to: numberWidth, alignRight: true)
      let indent = StyledText(String(repeating: "  ", count: row.depth + 1))
      let line = number + indent + describe(row.task, page)
      return page.isTerminal ? line.truncated(to: page.columns) : line
    }
  }

  private func describe(_ task: LocatedTask, _ page: Page) -> StyledText {
    let text = TaskText(now: now, page: page)
    var line = text.head(task)
    if let due = text.due(task) { line.append(StyledText("  ") + due) }
    let blockers = graph.blockers(of: task)
    if !task.item.status.isClosed, let first = blockers.first {
      let others = blockers.count > 1 ? " +\(blockers.count - 1)" : ""
      let message = Message(
        "waits for “\(first.item.title)”\(others)", ko: "“\(first.item.title)”\(others) 먼저")
      line.append("  " + page.text(message), .emphasis)
    }
    let marks = text.marks(task)
    if !marks.isEmpty { line.append(StyledText(" ") + marks) }
    line.append("  " + task.reference, .dim)
    return line
  }
}
