package import CivilCalendar
package import Wording

/// The next occurrence of a task that repeats: its days, and an id that every machine finds alike.
package struct TaskOccurrence: Sendable {
  /// The days that move with the occurrence, by their fields: `due`, `scheduled`, `start`.
  package let dates: [(key: String, date: CivilDate)]
  /// The day that the occurrence is known by.
  package let day: Day
  /// The day that its rule counts from. Nil if the days alone imply it.
  package let anchor: Day?
  /// The id, derived from the series and the previous task, not from the day of completion.
  package let identifier: String
  package let series: String
  /// The day of completion of the task before it.
  package let done: Day

  /// - Parameters:
  ///   - done: The day of completion.
  ///   - zone: The user's clock, on which a time of day repeats.
  ///   - skipsMissed: True to skip occurrences whose day is over.
  /// - Returns: nil for a task that does not repeat or whose series has ended.
  package init?(
    after task: TaskItem, at path: NotePath, done: Day, in zone: LocalZone, skipsMissed: Bool
  ) throws(RecurrenceError) {
    guard let text = task.repetition else { return nil }
    let rule = try RecurrenceRule.parse(text)
    let base = Self.dates(of: task).first?.date.day ?? done
    var previous = rule.basis == .completion ? done : base
    if skipsMissed { previous = max(previous, done) }
    guard let day = rule.next(after: previous, anchor: task.anchor ?? base) else { return nil }
    self.init(after: task, at: path, rule, on: day, done: done, zone)
  }

  /// Creates the occurrence on a given day, whatever its rule says. Nil for a task that does not repeat.
  package init?(after task: TaskItem, at path: NotePath, on day: Day, in zone: LocalZone) {
    guard let rule = task.repetition.flatMap({ try? RecurrenceRule.parse($0) }) else { return nil }
    self.init(after: task, at: path, rule, on: day, done: day, zone)
  }

  private init(
    after task: TaskItem, at path: NotePath, _ rule: RecurrenceRule, on day: Day, done: Day, _ zone: LocalZone
  ) {
    let present = Self.dates(of: task)
    let base = present.first?.date.day ?? done
    let distance = day.days(since: base)
    self.day = day
    self.done = done
    dates =
      present.isEmpty
      ? [("due", .day(day))]
      : present.map { ($0.key, $0.date.moved(to: $0.date.day.adding(days: distance), in: zone)) }
    anchor = task.anchor ?? (rule.needsAnchor(from: base) ? base : nil)
    series = Self.series(of: task, at: path)
    let former = task.identifier ?? NoteIdentifier.derived(from: path.string)
    identifier = NoteIdentifier.derived(from: "\(series) after \(former)")
  }

  private static func dates(of task: TaskItem) -> [(key: String, date: CivilDate)] {
    [("due", task.due), ("scheduled", task.scheduled), ("start", task.start)]
      .compactMap { key, date in date.map { (key, $0) } }
  }

  /// Returns the identifier that all occurrences of a task share.
  package static func series(of task: TaskItem, at path: NotePath) -> String {
    task.series ?? task.identifier ?? NoteIdentifier.derived(from: path.string)
  }
}

extension NoteIdentifier {
  /// Derives an id from a text. The same text always gives the same id.
  package static func derived(from text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 29
    return make(from: (0..<8).map { UInt8(truncatingIfNeeded: hash >> (5 * $0 + 4)) })
  }
}

/// A rule of recurrence that cannot be understood, as it is reported to the user.
package struct RecurrenceMistake: ExplainedError, Hashable {
  private let error: RecurrenceError
  private let text: String

  package init(_ error: RecurrenceError, in text: String) {
    self.error = error
    self.text = text
  }

  package var category: ErrorCategory { .usage }

  package var explanation: Message {
    switch error {
    case .unknownWord(let word) where word.isEmpty || word == text.lowercased():
      Message("repeat: “\(text)” is not a rule", ko: "반복: 반복 규칙으로 읽을 수 없습니다: “\(text)”")
    case .unknownWord(let word):
      Message(
        "repeat: “\(word)” cannot be read in “\(text)”",
        ko: "반복: “\(text)”에서 읽을 수 없는 부분: “\(word)”")
    case .wrongPart(let name, let value):
      Message(
        "repeat: unknown value of \(name): “\(value)”",
        ko: "반복: \(name)에 쓸 수 없는 값입니다: “\(value)”")
    case .shorterThanADay(let frequency):
      Message("repeat: \(frequency) is shorter than a day", ko: "반복: 하루보다 짧게 반복할 수 없습니다: \(frequency)")
    case .contradiction(let parts):
      Message("repeat: these cannot be combined: \(parts)", ko: "반복: 함께 쓸 수 없습니다: \(parts)")
    }
  }

  package var hint: Message? {
    Message(
      "Use every week, every 2 weeks on mon,fri, every month on the 31st, after 3 days, until 2027-03-01; see sheaf help dates.",
      ko: "매주, 2주마다 월,금, 매월 31일, 완료 후 3일, 2027-03-01까지처럼 입력하세요. 자세한 내용: sheaf help dates")
  }
}
