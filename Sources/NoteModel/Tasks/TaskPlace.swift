package import CivilCalendar

// What decides where a task is before its title does: numbers, so that an index can keep them in order.

extension TaskItem {
  /// In a list: due first, then the more urgent.
  package var duePlace: Int {
    let seconds = due?.endSeconds ?? Self.never
    return seconds * TaskPriority.allCases.count + TaskPriority.urgent.rawValue - priority.rawValue
  }

  /// In a column of a board: what is open as in a list; of what is closed the last first, by its due day where
  /// nobody wrote down when.
  package var columnPlace: Int {
    guard status.isClosed else { return duePlace }
    return (closed ?? due).map { -$0.startSeconds } ?? Self.never
  }

  /// No agenda reports an open task before this day, wherever it is read; nil for one that it never reports.
  package var firstDay: Day? {
    let planned = [due, scheduled].compactMap { $0?.earliestDay }
    return (planned + reminders.compactMap(firstDay)).min()
  }

  private func firstDay(ofReminder text: String) -> Day? {
    guard let duration = Duration(reading: text) else { return CivilDate(iso: text)?.earliestDay }
    // Zones and the hours of a day move a reminder by less than two days.
    return (due ?? scheduled)?.earliestDay.adding(days: -duration.wholeDays - 2)
  }

  /// After every year that can be written.
  private static var never: Int { 1 << 60 }
}

extension CivilDate {
  /// A day without a time comes after every time of that day.
  fileprivate var endSeconds: Int {
    switch self {
    case .day(let day): day.daysSinceEpoch * 86_400 + 86_399
    case .moment(let moment): moment.localSeconds
    }
  }

  /// A day without a time comes before every time of that day.
  fileprivate var startSeconds: Int {
    switch self {
    case .day(let day): day.daysSinceEpoch * 86_400 - 1
    case .moment(let moment): moment.localSeconds
    }
  }

  /// The day itself; of a moment the one before, which it may be elsewhere.
  fileprivate var earliestDay: Day {
    switch self {
    case .day(let day): day
    case .moment(let moment): moment.day.adding(days: -1)
    }
  }
}

extension CivilMoment {
  /// On the wall clock it was written by.
  fileprivate var localSeconds: Int { day.daysSinceEpoch * 86_400 + time.secondsSinceMidnight }
}
