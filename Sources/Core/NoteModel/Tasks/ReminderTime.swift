import ByteBasics
package import CivilCalendar

/// The time of a reminder for a task or a note.
package struct ReminderTime: Hashable, Sendable {
  /// The text as written: `1d`, `2026-11-30T09:00:00+09:00`.
  package let text: String
  package let moment: CivilMoment

  /// Returns the times of a task, earliest first.
  ///
  /// - Parameter dayTime: The time of reminders for a day without a time.
  package static func times(of task: TaskItem, zone: LocalZone, dayTime: TimeOfDay) -> [ReminderTime] {
    times(task.reminders, before: task.due ?? task.scheduled, zone, dayTime)
  }

  /// Returns the times of a note that is not a task, earliest first.
  package static func times(of note: RemindedNote, zone: LocalZone, dayTime: TimeOfDay) -> [ReminderTime] {
    times(note.reminders, before: nil, zone, dayTime)
  }

  private static func times(
    _ texts: [String], before due: CivilDate?, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> [ReminderTime] {
    // `1d` and `24h` can be the same moment.
    var times: [Int: ReminderTime] = [:]
    for text in texts {
      guard let moment = moment(text, due, zone, dayTime) else { continue }
      times[moment.secondsSinceEpoch()] = ReminderTime(text: text, moment: moment)
    }
    return times.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func moment(
    _ text: String, _ due: CivilDate?, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> CivilMoment? {
    switch ReminderText(text) {
    case nil: nil
    case .at(let date)?: placed(date, zone, dayTime)
    case .before(let duration)?: due.flatMap { before($0, by: duration, zone, dayTime) }
    }
  }

  /// Returns the moment that is a duration before a date. Whole days are those of the calendar.
  private static func before(
    _ due: CivilDate, by duration: Duration, _ zone: LocalZone, _ dayTime: TimeOfDay
  ) -> CivilMoment? {
    let start = placed(due.moved(to: due.day.adding(days: -duration.wholeDays), in: zone), zone, dayTime)
    return zone.moment(secondsSinceEpoch: start.secondsSinceEpoch() - duration.secondsBesideDays)
  }

  private static func placed(_ date: CivilDate, _ zone: LocalZone, _ dayTime: TimeOfDay) -> CivilMoment {
    switch date {
    case .day(let day): zone.moment(on: day, at: dayTime)
    case .moment(let moment): moment.utcOffsetSeconds == nil ? zone.moment(on: moment.day, at: moment.time) : moment
    }
  }
}

package enum ReminderSubject: Hashable, Sendable {
  case task(LocatedTask)
  case note(RemindedNote)

  package var task: LocatedTask? { if case .task(let task) = self { task } else { nil } }

  package var title: String {
    switch self {
    case .task(let task): task.item.title
    case .note(let note): note.title
    }
  }

  package var position: NotePosition {
    switch self {
    case .task(let task): task.position
    case .note(let note): NotePosition(note.path)
    }
  }

  /// A stable key: its id, else its place and title.
  package var key: String {
    let (identifier, path) =
      switch self {
      case .task(let task): (task.item.identifier, task.path)
      case .note(let note): (note.identifier, note.path)
      }
    let name = identifier ?? "\(path) \(title)"
    return String(name.map { $0.isNewline ? " " : $0 })
  }

  /// Returns the times, earliest first.
  package func times(zone: LocalZone, dayTime: TimeOfDay) -> [ReminderTime] {
    switch self {
    case .task(let task): ReminderTime.times(of: task.item, zone: zone, dayTime: dayTime)
    case .note(let note): ReminderTime.times(of: note, zone: zone, dayTime: dayTime)
    }
  }
}

/// A reminder at a time, with the key under which its delivery is remembered.
package struct PendingReminder: Hashable, Sendable {
  package let subject: ReminderSubject
  package let moment: CivilMoment

  package init(_ subject: ReminderSubject, at moment: CivilMoment) {
    self.subject = subject
    self.moment = moment
  }

  package var seconds: Int { moment.secondsSinceEpoch() }

  package var key: String { "\(seconds) \(subject.key)" }

  /// Returns the number of whole minutes since the reminder was due, or 0 for less than five.
  package func minutesLate(at now: CivilMoment) -> Int {
    let minutes = (now.secondsSinceEpoch() - seconds) / 60
    return minutes >= 5 ? minutes : 0
  }
}

/// A reminder as it is written: a length of time before the task is due, or a moment.
package enum ReminderText: Hashable, Sendable {
  /// `30m`, `1h before`, `10 minutes before`, `10분 전`
  case before(Duration)
  /// `2026-11-30T09:00`
  case at(CivilDate)

  /// Parses a moment or a length of time. Nil for any other text.
  package init?(_ text: String) {
    if let date = CivilDate(iso: text) {
      self = .at(date)
      return
    }
    guard let duration = Self.duration(text) else { return nil }
    self = .before(duration)
  }

  /// Splits a text into reminders at its commas.
  package static func parts(of text: String) -> [String] {
    text.split(separator: ",").map { part in String(part.trimming { $0 == " " }) }
  }

  /// Parses all reminders of `1d, 2h`. Returns nil if a part is not a reminder.
  package static func list(_ text: String) -> [ReminderText]? {
    let all = parts(of: text).map { ReminderText($0) }
    return all.isEmpty || all.contains(nil) ? nil : all.compactMap(\.self)
  }

  /// Returns the reminder in the form that is written into a file: durations stay or get their short form, words
  /// for a moment become the moment.
  ///
  /// - Returns: nil if the text is not a reminder.
  package static func written(_ text: String, now: CivilMoment, zone: LocalZone?) -> String? {
    switch ReminderText(text) {
    case .at?: return text
    case .before(let duration)?: return Duration(reading: text) == nil ? duration.text : text
    case nil:
      // `3일`: three days before, or the third day of a month?
      guard CountedTime(text) == nil else { return nil }
      return DateExpression.parse(text, relativeTo: now, zone: zone, for: .deadline)?.date?.description
    }
  }

  private static func duration(_ text: String) -> Duration? {
    if let duration = Duration(reading: text) { return duration }
    var words = text.lowercased().split(separator: " ").map(String.init)
    if words.first == "마감" { words.removeFirst() }
    let phrase = words.joined(separator: " ")
    let ending = ["before due", "before", "earlier", "전에", "전"].first(where: phrase.hasSuffix)
    let head = phrase.dropLast(ending?.count ?? 0)
    // `3일` alone is a day of the month.
    guard ending != nil || !head.contains("일"), let time = CountedTime(head), time.months == 0
    else {
      return nil
    }
    return Duration(seconds: Double(time.days * 86_400 + time.seconds))
  }
}

extension Duration {
  /// `1d`, `1h30m`, `45s`.
  var text: String {
    let whole = wholeDays * 86_400 + secondsBesideDays
    let parts = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
    var rest = whole
    var text = ""
    for (unit, size) in parts where rest >= size {
      text += String(rest / size) + unit
      rest %= size
    }
    return text.isEmpty ? "0m" : text
  }
}
