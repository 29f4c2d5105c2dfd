import CivilCalendar
import NoteActions
import NoteModel
import NoteSyntax
import Wording

extension TaskFact {
  /// True where a task was left as it is against the user's will.
  var isRefusal: Bool {
    switch self {
    case .refused, .refusedFields: true
    case .unchanged, .blocked, .repeats, .ended, .unreadableRule: false
    }
  }

  /// Reports what went wrong; before anything is written.
  func warn(in context: CommandContext) {
    switch self {
    case .refused(let position, let mistake):
      context.warn(.leftUnchanged(position.text, mistake.explanation))
    case .refusedFields(let path, let refusal):
      context.warn(.leftUnchanged("\(path):\(refusal.line)", refusal.message))
    case .unreadableRule(let mistake): context.warn(mistake.explanation)
    case .unchanged, .blocked, .repeats, .ended: return
    }
  }

  /// Reports what else is worth knowing; after the change was written.
  func note(in context: CommandContext) {
    if let note { context.note(note) }
  }

  /// nil for what is a warning.
  var note: Message? {
    switch self {
    case .refused, .refusedFields, .unreadableRule: nil
    case .unchanged(let task):
      Message(
        "“\(task.title)” is already \(task.status.name)",
        ko: "이미 “\(task.status.label.korean)” 상태입니다: “\(task.title)”")
    case .blocked(let task, let blocker):
      Message(
        "“\(task.title)” depends on “\(blocker.item.title)”, which is still open",
        ko: "“\(task.title)”보다 먼저 완료할 할 일이 남아 있습니다: “\(blocker.item.title)”")
    case .ended(let task):
      Message("“\(task.title)” does not repeat any more", ko: "반복이 끝났습니다: “\(task.title)”")
    case .repeats(let task, let next): Self.repeating(task, next)
    }
  }

  private static func repeating(_ task: TaskItem, _ next: TaskOccurrence) -> Message {
    let late = next.done.days(since: next.day)
    let missed =
      late > 0
      ? Message(
        " (\(late)d ago; --skip-missed skips days that have passed)",
        ko: "(\(late)일 전. --skip-missed로 지난 반복을 건너뛸 수 있습니다)")
      : Message(verbatim: "")
    return Message(
      "“\(task.title)” repeats on \(next.day)\(missed.english)",
      ko: "\(next.day)에 다시 반복합니다\(missed.korean): “\(task.title)”")
  }
}
