package import CivilCalendar

extension Configuration {
  /// `remind.day-time`; nine o'clock where it is not a time.
  package var dayTime: TimeOfDay {
    let now = CivilMoment(day: Day(daysSinceEpoch: 0), time: .midnight)
    guard case .moment(let moment)? = DateExpression.parse(text("remind.day-time"), relativeTo: now)
    else { return TimeOfDay(hour: 9, minute: 0) ?? .midnight }
    return moment.time
  }
}
