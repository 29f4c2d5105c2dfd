import CivilCalendar
import NoteActions
import NoteModel
import NotePresentation
import Wording

/// How a task was read, told back so that a misreading is seen at once.
struct TaskDraftText {
  private let draft: TaskDraft
  private let now: CivilMoment
  private let zone: LocalZone

  init(_ draft: TaskDraft, now: CivilMoment, zone: LocalZone) {
    self.draft = draft
    self.now = now
    self.zone = zone
  }

  /// What was recognised; of a sentence also what stayed.
  static func report(
    _ draft: TaskDraft, readsWords: Bool, in context: CommandContext
  ) {
    if readsWords {
      context.note(row("title", Message(verbatim: draft.title)))
    }
    for line in TaskDraftText(draft, now: context.clock(), zone: context.zone).lines {
      context.note(line)
    }
  }

  private var lines: [Message] {
    var lines = draft.fields.map(line)
    if !draft.tags.isEmpty {
      let tags = draft.tags.map { "#" + $0.string }.joined(separator: " ")
      lines.append(Self.row("tags", Message(verbatim: tags)))
    }
    lines += draft.doubtful.map { word, meant in
      guard let meant else {
        return Message(
          "“\(word)” stays in the title; it is not a time of day",
          ko: "제목에 남겨 둔 단어: “\(word)”. 없는 시각입니다")
      }
      return Message(
        "“\(word)” stays in the title; did you mean \(meant):?",
        ko: "제목에 남겨 둔 단어: “\(word)”. 혹시 \(meant):인가요?")
    }
    return lines
  }

  private static func row(_ key: String, _ value: Message) -> Message {
    let head = "  " + key + String(repeating: " ", count: max(1, 11 - key.count))
    return Message(head + value.english, ko: head + value.korean)
  }

  private func line(_ field: (key: String, value: String)) -> Message {
    Self.row(
      field.key,
      Message(explained(field, in: .english), ko: explained(field, in: .korean)))
  }

  private func explained(_ field: (key: String, value: String), in language: Language) -> String {
    if let date = CivilDate(iso: field.value) { return DayText.text(date, in: language) }
    guard field.key == "repeat", let rule = try? RecurrenceRule.parse(field.value) else {
      return field.value
    }
    let due = draft.fields.lazy.filter { $0.key != "repeat" }.compactMap {
      CivilDate(iso: $0.value)
    }
    let anchor = due.first?.day ?? now.day
    let days = rule.days(from: anchor).prefix(3).map { DayText.text(.day($0), in: language) }
    return rule.basis == .completion
      ? field.value : "\(field.value): \(days.joined(separator: ", ")) …"
  }
}
