import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import Wording

/// What a reminder says.
struct ReminderNotice {
  let title: String
  let body: String

  /// One reminder: the task and when it is due.
  init(_ reminder: PendingReminder, now: CivilMoment, language: Language) {
    title = reminder.task.item.title
    var parts: [String] = []
    if let due = reminder.task.item.due {
      let text = DayText.text(due, in: language)
      parts.append(Message("due \(text)", ko: "\(text) 마감").text(in: language))
    }
    if let late = Self.late(reminder, now) { parts.append(late.text(in: language)) }
    body = parts.joined(separator: " · ")
  }

  /// Several at once: how many, and a line for each.
  init(_ reminders: [PendingReminder], now: CivilMoment, language: Language) {
    title = Message("\(reminders.count) reminders", ko: "알림 \(reminders.count)개").text(in: language)
    body = reminders.map { reminder in
      let notice = ReminderNotice(reminder, now: now, language: language)
      return notice.body.isEmpty ? notice.title : "\(notice.title) (\(notice.body))"
    }.joined(separator: "\n")
  }

  /// A letter that has opened.
  init(_ letter: OpenedLetter, language: Language) {
    title = letter.title
    body = Message("your letter has opened", ko: "봉인한 편지가 열렸습니다").text(in: language)
  }

  private init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  /// What `--test` delivers.
  static func test(_ language: Language) -> ReminderNotice {
    let body = Message("Reminders arrive here.", ko: "알림이 여기에 표시됩니다.")
    return ReminderNotice(title: "Sheaf", body: body.text(in: language))
  }

  private static func late(_ reminder: PendingReminder, _ now: CivilMoment) -> Message? {
    let minutes = reminder.minutesLate(at: now)
    switch minutes {
    case 0: return nil
    case ..<120: return Message("\(minutes) min late", ko: "\(minutes)분 늦음")
    case ..<2_880: return Message("\(minutes / 60) h late", ko: "\(minutes / 60)시간 늦음")
    default: return Message("\(minutes / 1_440) days late", ko: "\(minutes / 1_440)일 늦음")
    }
  }
}
