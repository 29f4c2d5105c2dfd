import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

/// Delivers what is due, one process at a time, and remembers it.
struct ReminderRun {
  let context: CommandContext
  let workspace: Workspace
  let delivery: ReminderDelivery

  /// The number that is reported one by one; more become one message.
  private static let singleLimit = 3

  func run() throws {
    let folder = workspace.repository.stateFolder
    let lock = try WriteLock.acquire(
      folder: folder + "/reminding", command: "remind --run", whileWaiting: { _ in })
    try deliver(folder: folder)
    _ = consume lock
  }

  private func deliver(folder: String) throws {
    let plan = try ReminderPlan(context, workspace)
    let due = plan.due
    let letters = try OpenedLetter.all(in: workspace, plan, zone: context.zone)
    var state = plan.state
    var shared = plan.shared
    let now = plan.now.secondsSinceEpoch()
    state.markRun(at: now)
    // A first run remembers since when it counts, also where there is nothing to tell.
    if due.isEmpty && letters.isEmpty || isQuiet { return state.save(folder: folder, now: now) }
    let groups = due.isEmpty ? [] : due.count > Self.singleLimit ? [due] : due.map { [$0] }
    for group in groups {
      try delivery.deliver(
        notice(group, plan.now), tasks: group.map { $0.task.json(now: plan.now, graph: plan.graph) }
      )
      for key in plan.keys(coveredBy: group) {
        state.tell(key, at: now)
        shared?.tell(key)
      }
      for reminder in group { state.wake(reminder.taskKey) }
      state.save(folder: folder, now: now)
      try shared?.save(now: now)
    }
    for letter in letters {
      try delivery.deliver(ReminderNotice(letter, language: context.language), tasks: [])
      state.tell(letter.key, at: now)
      shared?.tell(letter.key)
      state.save(folder: folder, now: now)
      try shared?.save(now: now)
    }
  }

  private func notice(_ group: [PendingReminder], _ now: CivilMoment) -> ReminderNotice {
    group.count == 1
      ? ReminderNotice(group[0], now: now, language: context.language)
      : ReminderNotice(group, now: now, language: context.language)
  }

  private var isQuiet: Bool {
    let text = workspace.configuration.text("remind.quiet")
    guard !text.isEmpty else { return false }
    guard let hours = QuietHours(text) else {
      context.warn(
        Message(
          "remind.quiet: not a time range such as 22:00-07:00: “\(text)”",
          ko: "remind.quiet: 22:00-07:00 같은 시간이 아닙니다: “\(text)”"))
      return false
    }
    return hours.contains(context.clock().time)
  }
}
