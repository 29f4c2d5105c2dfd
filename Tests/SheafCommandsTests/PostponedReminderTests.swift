import CivilCalendar
import NoteActions
import NoteModel
import NoteRepository
import NoteTestSupport
import Testing

/// Tasks that are put off while a program shows their reminders.
@Suite struct PostponedReminderTests: TestVault {
  let session: CommandSession
  let home: TemporaryFolder

  init() throws {
    session = try CommandSession()
    home = try TemporaryFolder()
    _ = session.run(["init", "-q"])
    _ = session.run(["add", "Tea", "due:2026-11-21 10:00", "remind:5m"])
  }

  private func moment(_ minute: Int) throws -> CivilMoment {
    let time = try #require(TimeOfDay(hour: 10, minute: minute))
    return CivilMoment(day: try #require(Day(iso: "2026-11-21")), time: time, utcOffsetSeconds: 32_400)
  }

  @Test func `a task that is put off while its reminder is delivered is reminded of again`() throws {
    let workspace = try workspace()
    func run(at minute: Int, puttingOffTo later: Int?) throws -> Int {
      let now = try moment(minute)
      var count = 0
      try ReminderRun(in: workspace, now: now, zone: .fixed(32_400)).run(isQuiet: { false }) { _ in
        count += 1
        guard let later else { return }
        let tea = NotePosition(NotePath(trusted: "Diary/Tasks/Tea.md"))
        _ = try workspace.snooze([tea], until: try moment(later), now: now)
      }
      return count
    }
    #expect(try run(at: 0, puttingOffTo: 20) == 1)
    #expect(try run(at: 10, puttingOffTo: nil) == 0)
    #expect(try run(at: 20, puttingOffTo: 40) == 1)
    #expect(try run(at: 30, puttingOffTo: nil) == 0)
    #expect(try run(at: 40, puttingOffTo: nil) == 1)
    #expect(try run(at: 50, puttingOffTo: nil) == 0)
  }
}
