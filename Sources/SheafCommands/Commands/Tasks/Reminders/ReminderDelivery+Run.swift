import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import NoteRepository
import Wording

extension ReminderDelivery {
  /// Delivers what is due, in the user's language.
  func deliver(_ delivery: ReminderRun.Delivery) throws {
    let (now, language) = (context.clock(), context.language)
    switch delivery {
    case .tasks(let reminders, let graph):
      let notice =
        reminders.count == 1
        ? ReminderNotice(reminders[0], now: now, language: language)
        : ReminderNotice(reminders, now: now, language: language)
      try deliver(notice, tasks: reminders.map { $0.task.json(now: now, graph: graph) })
    case .letter(let letter):
      try deliver(ReminderNotice(letter, language: language), tasks: [])
    }
  }
}

extension CommandContext {
  /// True in the hours of `remind.quiet`; a setting that is no span of time is reported.
  func isQuietTime(_ workspace: Workspace) -> Bool {
    guard let text = workspace.configuration.nonEmptyText("remind.quiet") else { return false }
    guard let hours = QuietHours(text) else {
      warn(
        Message(
          "remind.quiet: not a time range such as 22:00-07:00: “\(text)”",
          ko: "remind.quiet: 22:00-07:00 같은 시간이 아닙니다: “\(text)”"))
      return false
    }
    return hours.contains(clock().time)
  }
}
