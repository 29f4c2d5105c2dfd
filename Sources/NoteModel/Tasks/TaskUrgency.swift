package import CivilCalendar

extension TaskItem {
  /// True before the day or the moment from which the task can be started.
  package func isWaiting(at now: CivilMoment) -> Bool {
    switch start {
    case .day(let day)?: day > now.day
    case .moment(let moment)?:
      moment.secondsSinceEpoch(defaultOffsetSeconds: now.utcOffsetSeconds ?? 0)
        > now.secondsSinceEpoch()
    case nil: false
    }
  }

  /// How urgent the task is: a sum of points, in tenths.
  ///
  /// | points | for |
  /// |--:|:--|
  /// | 12 to 2.4 | a due day: 12 from a week overdue on, falling by the day to 2.4 two weeks ahead and later |
  /// | 9, 6, −2 | the priorities urgent, high, low |
  /// | 4 | a task that was started |
  /// | 3 | a scheduled day that has come |
  /// | −5 | a task that waits for another one |
  /// | −3 | a task whose start day is still to come |
  ///
  /// A closed task has none.
  ///
  /// - Parameters:
  ///   - isBlocked: Another task has to be done first.
  ///   - now: The moment from which days are counted.
  /// - Returns: The sum in tenths of a point.
  package func urgency(isBlocked: Bool, at now: CivilMoment) -> Int {
    guard !status.isClosed else { return 0 }
    var tenths = due.map { Self.dueUrgency($0.day.days(since: now.day)) } ?? 0
    switch priority {
    case .urgent: tenths += 90
    case .high: tenths += 60
    case .normal: break
    case .low: tenths -= 20
    }
    if status == .doing { tenths += 40 }
    if let scheduled, scheduled.day <= now.day { tenths += 30 }
    if isBlocked { tenths -= 50 }
    if isWaiting(at: now) { tenths -= 30 }
    return tenths
  }

  private static func dueUrgency(_ days: Int) -> Int {
    let clamped = min(max(days, -7), 14)
    return 120 - (clamped + 7) * 96 / 21
  }
}
