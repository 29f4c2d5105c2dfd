import CivilCalendar
import NoteModel
import NoteTestSupport
import Testing

@Suite struct TaskPlaceTests {
  private func task(
    _ title: String, due: String? = nil, closed: String? = nil, status: TaskStatus = .todo,
    priority: TaskPriority = .normal
  ) -> LocatedTask {
    let item = TaskItem(
      source: .note, title: title, status: status, due: due.flatMap { CivilDate(iso: $0) },
      closed: closed.flatMap { CivilDate(iso: $0) }, priority: priority)
    return LocatedTask(path: NotePath(trusted: title + ".md"), noteTitle: title, item: item)
  }

  @Test
  func
    `open tasks stand by due day, urgency and name, closed ones behind them with the last first`()
  {
    let tasks = [
      task("none"), task("day", due: "2026-11-21"), task("time", due: "2026-11-21T09:00"),
      task("urgent", due: "2026-11-21", priority: .urgent), task("a", due: "2026-11-22"),
      task("old", closed: "2026-10-01", status: .done), task("unknown", status: .done),
      task("was due", due: "2026-11-01", status: .cancelled),
      task("new", closed: "2026-11-20T10:00:00+09:00", status: .done),
      task("that day", closed: "2026-11-20", status: .done),
    ]
    #expect(
      LocatedTask.inColumnOrder(tasks.reversed()).map(\.item.title) == [
        "time", "urgent", "day", "a", "none", "new", "that day", "was due", "old", "unknown",
      ])
  }

  private static let offsets = [-43_200, -18_000, 0, 20_700, 32_400, 50_400]

  private func date(_ random: inout SeededGenerator) -> CivilDate? {
    let day = Day(daysSinceEpoch: Int.random(in: 20_000...20_020, using: &random))
    let hour = Int.random(in: 0...23, using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: return nil
    case 1: return .day(day)
    default:
      let offset = Bool.random(using: &random) ? Self.offsets.randomElement(using: &random) : nil
      return TimeOfDay(hour: hour, minute: 30).map {
        .moment(CivilMoment(day: day, time: $0, utcOffsetSeconds: offset))
      }
    }
  }

  private func days(
    of task: TaskItem, _ zone: LocalZone, _ now: CivilMoment, _ dayTime: TimeOfDay
  ) -> [Day] {
    var days = ReminderTime.times(of: task, zone: zone, dayTime: dayTime).map(\.moment.day)
    if case .later(let day) = task.dueState(at: now) { days.append(day) }
    return days + [task.scheduled?.day].compactMap(\.self)
  }

  @Test func `no zone and no reminder brings a task onto an agenda before its first day`() throws {
    var random = SeededGenerator(seed: 7)
    let reminders = ["30m", "1d", "26h", "2w", "1.5d", "2026-11-21", "2024-10-10T00:10:00+14:00"]
    for _ in 0..<5_000 {
      let task = TaskItem(
        source: .note, title: "a", status: .todo, due: date(&random), scheduled: date(&random),
        reminders: Array(reminders.shuffled(using: &random).prefix(2)))
      let offset = try #require(Self.offsets.randomElement(using: &random))
      let now = try #require(CivilMoment(secondsSinceEpoch: 0, utcOffsetSeconds: offset))
      let dayTime = try #require(
        TimeOfDay(hour: Int.random(in: 0...23, using: &random), minute: 0))
      let first = task.firstDay
      for day in days(of: task, .fixed(offset), now, dayTime) {
        #expect(first.map { $0 <= day } == true, "\(task) at \(offset)")
      }
    }
  }

  @Test func `a reminder of any length is no danger`() {
    let task = TaskItem(
      source: .note, title: "a", status: .todo, due: CivilDate(iso: "2026-11-21"),
      reminders: [String(repeating: "9", count: 400) + "y"])
    #expect(task.firstDay != nil)
    #expect(
      ReminderTime.times(of: task, zone: .fixed(0), dayTime: .midnight).allSatisfy {
        $0.moment.day.year < 0
      })
  }
}
