import CivilCalendar
import NoteModel
import Wording

extension ExportFormat {
  static let todoTxt = ExportFormat("todotxt") { TodoTxtExporter(zone: $0.zone) }
}

struct TodoTxtExporter: NoteExporter {
  let zone: LocalZone

  mutating func bytes(of note: ExportedNote) -> [UInt8] {
    Array(TaskRecord.all(of: note).map { line(of: $0) + "\n" }.joined().utf8)
  }

  private func line(of record: TaskRecord) -> String {
    let own = Self.words(of: record, in: zone)
    guard record.task.source == .note, let kept = KeptLine(of: record.note) else {
      return own.joined(separator: " ")
    }
    return kept.line(with: own).joined(separator: " ")
  }

  /// Returns the words of a line as the fields of the note give them.
  static func words(of record: TaskRecord, in zone: LocalZone) -> [String] {
    let task = record.task.here(in: zone)
    var words: [String] = []
    let letter = letter(task.priority)
    if task.status.isClosed {
      words.append("x")
      if let closed = task.closed?.day {
        words.append(closed.description)
        if let created = record.created?.day { words.append(created.description) }
      }
    } else {
      if let letter { words.append("(\(letter))") }
      if let created = record.created?.day { words.append(created.description) }
    }
    var title = task.title.split(whereSeparator: \.isWhitespace).map(String.init)
    if let first = title.first { title[0] = TodoTxtLine.shielded(first) }
    words += title
    if let project = task.project { words.append("+" + word(project)) }
    words += task.tags.map { "@" + word($0.string) }
    if task.status.isClosed, let letter { words.append("pri:\(letter)") }
    if let due = task.due { words.append("due:\(due.day)") }
    if let scheduled = task.scheduled { words.append("t:\(scheduled.day)") }
    if let rule = record.rule.flatMap(rule) { words.append("rec:" + rule) }
    if task.source == .note, let id = task.identifier { words.append("id:" + word(id)) }
    return words
  }

  private static func letter(_ priority: TaskPriority) -> Character? {
    switch priority {
    case .urgent: "A"
    case .high: "B"
    case .normal: nil
    case .low: "D"
    }
  }

  /// Joins words by underscores, because a word has no spaces.
  private static func word(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
  }

  /// Writes a rule as `+1w` from the due day, `1w` from completion. Nil if todo.txt cannot express it.
  private static func rule(_ rule: RecurrenceRule) -> String? {
    let plain =
      rule.weekdays.isEmpty && rule.monthDays.isEmpty && rule.months.isEmpty
      && rule.yearDays.isEmpty && rule.setPositions.isEmpty && rule.end == .never
    guard plain else { return nil }
    let unit =
      switch rule.frequency {
      case .daily: "d"
      case .weekly: "w"
      case .monthly: "m"
      case .yearly: "y"
      }
    return (rule.basis == .completion ? "" : "+") + "\(rule.interval)\(unit)"
  }
}
