import CivilCalendar
import NoteModel
import Testing

/// The points of sheaf-query(7), on 2026-11-21.
@Suite struct TaskUrgencyTests {
  private func urgency(
    due: String? = nil, scheduled: String? = nil, start: String? = nil,
    priority: TaskPriority = .normal, status: TaskStatus = .todo, isBlocked: Bool = false
  ) throws -> Int {
    let now = CivilMoment(
      day: try #require(Day(iso: "2026-11-21")), time: .midnight, utcOffsetSeconds: 0)
    let task = TaskItem(
      source: .note, title: "x", status: status, due: due.flatMap { CivilDate(iso: $0) },
      scheduled: scheduled.flatMap { CivilDate(iso: $0) },
      start: start.flatMap { CivilDate(iso: $0) }, priority: priority)
    return task.urgency(isBlocked: isBlocked, at: now)
  }

  @Test(arguments: [
    ("2026-11-01", 120), ("2026-11-14", 120), ("2026-11-21", 88), ("2026-12-05", 24),
    ("2027-06-01", 24),
  ])
  func `a due day counts the more the nearer it is, up to a week overdue`(due: String, points: Int)
    throws
  {
    #expect(try urgency(due: due) == points)
  }

  @Test func `what else counts`() throws {
    #expect(try urgency() == 0)
    #expect(try urgency(priority: .urgent) == 90)
    #expect(try urgency(priority: .high, status: .doing) == 100)
    #expect(try urgency(priority: .low) == -20)
    #expect(try urgency(scheduled: "2026-11-21") == 30)
    #expect(try urgency(scheduled: "2026-11-22") == 0)
    #expect(try urgency(start: "2026-11-22") == -30)
    #expect(try urgency(due: "2026-11-21", isBlocked: true) == 38)
    #expect(try urgency(due: "2026-11-01", status: .done) == 0)
  }
}
