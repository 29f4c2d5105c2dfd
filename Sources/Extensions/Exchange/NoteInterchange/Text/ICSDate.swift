import CivilCalendar

/// Dates as iCalendar and its relatives write them: `20261130`, `20261130T090000`, `20261130T000000Z`.
enum ICSDate {
  /// Parses a date of iCalendar: `20261130`, `20261130T090000`, `20261130T090000Z`.
  ///
  /// - Returns: A day, or a moment, with an offset if the text ends in `Z`. Nil for anything else.
  static func read(_ text: String) -> CivilDate? {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[start..<start + count] {
        guard byte &- 0x30 < 10 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0, 4), year > 0, let month = number(4, 2), let dayNumber = number(6, 2),
      let day = Day(year: year, month: month, day: dayNumber)
    else { return nil }
    if bytes.count == 8 { return .day(day) }
    guard bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"),
      bytes[8] == UInt8(ascii: "T"), let hour = number(9, 2), let minute = number(11, 2),
      let second = number(13, 2),
      let time = TimeOfDay(hour: hour, minute: minute, second: min(second, 59))
    else { return nil }
    return .moment(CivilMoment(day: day, time: time, utcOffsetSeconds: bytes.count == 16 ? 0 : nil))
  }

  /// Reads a moment in UTC and returns it in local time. Nil for anything else.
  static func utc(_ text: String, _ zone: LocalZone) -> CivilDate? {
    guard case .moment(let moment)? = read(text), moment.utcOffsetSeconds == 0 else { return nil }
    return zone.moment(secondsSinceEpoch: moment.secondsSinceEpoch()).map { .moment($0) }
  }

  /// Writes a day as `20261130`.
  static func digits(_ day: Day) -> String { day.description.filter { $0 != "-" } }

  /// Writes a moment as `20261130T090000`, without its offset.
  static func digits(local moment: CivilMoment) -> String {
    let time = [moment.time.hour, moment.time.minute, moment.time.second]
    return digits(moment.day) + "T" + time.map { padded($0, to: 2) }.joined()
  }

  /// Writes a date as `20261130T000000Z`. A moment without an offset counts as one of `zone`.
  static func utc(_ date: CivilDate, in zone: LocalZone) -> String {
    let moment: CivilMoment =
      switch date {
      case .day(let day): zone.moment(on: day, at: .midnight)
      case .moment(let moment): moment.utcOffsetSeconds == nil ? zone.moment(on: moment.day, at: moment.time) : moment
      }
    let seconds = moment.secondsSinceEpoch()
    guard let utc = CivilMoment(secondsSinceEpoch: seconds, utcOffsetSeconds: 0) else { return "" }
    return digits(local: utc) + "Z"
  }
}
