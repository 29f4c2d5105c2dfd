package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Tasks, one per line; as a tree with the subtasks below.
package struct TaskListReport: RowReport, Sendable {
  /// A task, and how deep below others it is.
  package struct Row: Sendable {
    package let task: LocatedTask
    fileprivate let depth: Int
  }

  package var rows: [Row]
  private let graph: TaskGraph
  private let now: CivilMoment

  package init(tasks: [LocatedTask], graph: TaskGraph, now: CivilMoment) {
    rows = tasks.map { Row(task: $0, depth: 0) }
    self.graph = graph
    self.now = now
  }

  /// The tasks as a tree, each below its parent.
  package var asTree: TaskListReport { showing(Self.tree(rows.map(\.task), graph)) }

  /// Returns parents before their children, each task once, even if parts form a cycle.
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

  package func key(of row: Row) -> String? { row.task.reference }

  package var numberedPlaces: [NotePosition] { rows.map { $0.task.position } }

  package func json(of row: Row) -> JSONValue { row.task.json(now: now, graph: graph) }

  private static let layout = ColumnLayout([.whole, .share(percent: 40), .share(percent: 30), .rest(least: 12)])

  package func blocks(_ page: Page) -> [[StyledText]] {
    let text = TaskText(now: now, page: page)
    let places = RowPlaces(rows.lazy.map(\.task.item.title), page)
    let cells = rows.indices.map { self.cells($0, text, places, page) }
    return Self.layout.lines(cells, columns: page.edge).map { [$0] }
  }

  /// Encodes the lines. If none is truncated, they do not depend on each other and are encoded on all cores.
  package func bytes(_ page: Page, _ theme: Theme) -> StyledBytes {
    guard page.edge == nil else { return theme.encode(lines(page)) }
    let (text, places) = (TaskText(now: now, page: page), RowPlaces([], page))
    return ParallelChunks.encoded(rows.count, theme) { Self.layout.loose(cells($0, text, places, page)) }
  }

  private func cells(_ position: Int, _ text: TaskText, _ places: RowPlaces, _ page: Page) -> [StyledText] {
    [RowNumbers.text(position + 1, of: rows.count)] + describe(rows[position], text, page)
      + [places.text(rows[position].task)]
  }

  /// Returns the title of the task and its details.
  private func describe(_ row: Row, _ text: TaskText, _ page: Page) -> [StyledText] {
    let task = row.task
    let head =
      row.depth == 0
      ? text.head(task)
      : StyledText(String(repeating: "  ", count: row.depth)) + text.head(task)
    var details = StyledText()
    func add(_ more: StyledText, gap: String) {
      guard !more.isEmpty else { return }
      details.append((details.isEmpty ? StyledText() : StyledText(gap)) + more)
    }
    if let due = text.due(task) { add(due, gap: "") }
    let blockers = graph.blockers(of: task)
    if !task.item.status.isClosed, let first = blockers.first {
      let others = blockers.count > 1 ? " +\(blockers.count - 1)" : ""
      let message = Message("waiting for “\(first.item.title)”\(others)", ko: "선행: “\(first.item.title)”\(others)")
      add(StyledText(page.text(message), .emphasis), gap: "  ")
    }
    add(text.marks(task), gap: " ")
    return [head, details]
  }
}
