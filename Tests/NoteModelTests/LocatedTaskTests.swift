import CivilCalendar
import NoteModel
import Testing

/// The order of tasks in lists and columns, and what their due day means at a moment.
@Suite struct LocatedTaskTests {
  /// 2026-11-21T10:00:00+09:00
  private let now: CivilMoment

  init() throws {
    now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")),
      time: try #require(TimeOfDay(hour: 10, minute: 0)), utcOffsetSeconds: 9 * 3_600)
  }

  private func task(
    _ title: String, _ path: String = "a.md", line: Int = 1, due: String? = nil,
    status: TaskStatus = .todo, noteTitle: String = "A"
  ) -> LocatedTask {
    LocatedTask(
      path: NotePath(trusted: path), noteTitle: noteTitle,
      item: TaskItem(
        source: .checkbox(line: line), title: title, status: status,
        due: due.flatMap { CivilDate(iso: $0) }))
  }

  // MARK: - Order

  /// Each of these comes before the next one; the titles share their first eight bytes.
  private var ordered: [LocatedTask] {
    [
      task("z", due: "2026-11-20"), task("paint the door", "b.md"),
      task("paint the wall", "a.md", line: 2), task("paint the wall", "a.md", line: 10),
      task("paint the wall", "b.md", line: 1), task("quit"),
    ]
  }

  @Test func `tasks follow by due day, title, path and line`() {
    for order in [ordered, ordered.reversed(), Array(ordered[3...] + ordered[..<3])] {
      #expect(LocatedTask.inOrder(order).map(\.reference) == ordered.map(\.reference))
      #expect(LocatedTask.inColumnOrder(order).map(\.reference) == ordered.map(\.reference))
    }
  }

  @Test func `in a column what is open comes first`() {
    let tasks = [task("a", line: 1, status: .done), task("b", line: 2)]
    #expect(LocatedTask.inColumnOrder(tasks).map(\.item.title) == ["b", "a"])
  }

  @Test func `two are the same where path, note and task are`() {
    let one = task("x")
    #expect(one == task("x"))
    #expect(one.hashValue == task("x").hashValue)
    #expect(one != task("x", "b.md"))
    #expect(one != task("x", noteTitle: "B"))
    #expect(one != task("y"))
  }

  // MARK: - Due

  @Test(arguments: [
    ("2026-11-20", DueState.overdue(days: 1)), ("2026-11-21", .today),
    ("2026-11-21T09:59:59+09:00", .overdue(days: 0)), ("2026-11-21T10:00:00+09:00", .today),
    ("2026-11-21T10:00:01+09:00", .today), ("2026-11-21 09:59", .overdue(days: 0)),
    ("2026-11-21 10:00", .today), ("2026-11-20T23:00:00-09:00", .today),
    ("2026-11-20T15:30:00Z", .overdue(days: 0)), ("2026-11-18T15:30:00Z", .overdue(days: 2)),
  ])
  func `a day is due until it ends, a moment until it comes`(due: String, state: DueState) {
    let task = task("x", due: due)
    #expect(task.item.dueState(at: now) == state)
    if case .overdue = state {
      #expect(task.item.isOverdue(at: now))
    } else {
      #expect(!task.item.isOverdue(at: now))
    }
  }

  @Test func `what is closed or has no due day is not overdue`() throws {
    #expect(!task("x", due: "2026-11-01", status: .done).item.isOverdue(at: now))
    #expect(task("x").item.dueState(at: now) == .none)
    let tomorrow = try #require(Day(iso: "2026-11-22"))
    #expect(task("x", due: "2026-11-22").item.dueState(at: now) == .later(tomorrow))
  }
}
