package import CivilCalendar
package import TerminalText

/// What a calendar says about a day.
package struct DayMarks: Hashable, Sendable {
  package var entries = 0
  package var tasks = 0
  package var isOverdue = false

  package init() {}
}

/// A month as a grid of days, in one of two sizes.
package struct MonthGrid {
  package enum Size: Sendable {
    /// Five cells a day: today's character, the number, a character for entries and one for tasks.
    case wide
    /// Three cells a day: the number and one character.
    case narrow
  }

  private let month: Day
  private let today: Day
  private let marks: [Day: DayMarks]
  private let weekStart: Weekday
  private let size: Size
  private let page: Page

  /// - Parameter month: Any day of it.
  package init(
    _ month: Day, today: Day, marks: [Day: DayMarks], weekStart: Weekday, size: Size, page: Page
  ) {
    self.month = month.startOfMonth
    self.today = today
    self.marks = marks
    self.weekStart = weekStart
    self.size = size
    self.page = page
  }

  private var cellWidth: Int { size == .wide ? 5 : 3 }
  /// Numbers of ISO weeks are at the left, where a week begins on Monday and there is room.
  private var hasWeekNumbers: Bool { size == .wide && weekStart == .monday }

  package var width: Int { 7 * cellWidth + (hasWeekNumbers ? 3 : 0) }

  package var lines: [StyledText] {
    let title = StyledText(
      LocalizedDate.month(month.month, of: month.year, in: page.language), .heading)
    let indent = max(0, (width - title.width) / 2)
    var lines = [StyledText(String(repeating: " ", count: indent)) + title, weekdays]
    var start = month.startOfWeek(weekStart)
    while start <= month.endOfMonth {
      lines.append(week(start))
      start = start.adding(days: 7)
    }
    return lines
  }

  private var weekdays: StyledText {
    var line = StyledText(hasWeekNumbers ? "   " : "", .dim)
    for offset in 0..<7 {
      let day = Weekday(rawValue: (weekStart.rawValue - 1 + offset) % 7 + 1) ?? .monday
      let name = String(DayText.weekday(day, in: page.language).prefix(2))
      let text = StyledText(name, day == .sunday ? .overdue : .dim)
      let padded = size == .wide ? StyledText(" ") + text : text
      line.append(padded.padded(to: cellWidth))
    }
    return line.droppingTrailingSpace()
  }

  private func week(_ start: Day) -> StyledText {
    var line = StyledText()
    if hasWeekNumbers {
      line.append(String(start.isoWeek.week), .dim)
      line = line.padded(to: 2, alignRight: true) + StyledText(" ")
    }
    for offset in 0..<7 {
      let day = start.adding(days: offset)
      let isInside = day.startOfMonth == month
      line.append((isInside ? cell(day) : StyledText()).padded(to: cellWidth))
    }
    return line.droppingTrailingSpace()
  }

  private func cell(_ day: Day) -> StyledText {
    let isToday = day == today
    let marks = marks[day] ?? DayMarks()
    let number = StyledText(String(day.dayOfMonth), numberStyle(day, marks))
      .padded(to: 2, alignRight: true)
    let taskSign = marks.isOverdue ? "!" : marks.tasks > 0 ? "+" : " "
    let entrySign = marks.entries > 0 ? (page.asciiOnly ? "." : "·") : " "
    guard size == .wide else {
      let sign = isToday ? "<" : taskSign != " " ? taskSign : entrySign
      return number + StyledText(sign, isToday ? .match : signStyle(sign))
    }
    var cell = StyledText(isToday ? ">" : " ", .match)
    cell.append(number)
    cell.append(entrySign, .path)
    cell.append(taskSign, signStyle(taskSign))
    return cell
  }

  private func signStyle(_ sign: String) -> TextStyle {
    sign == "!" ? .overdue : sign == "+" ? .mark : .path
  }

  private func numberStyle(_ day: Day, _ marks: DayMarks) -> TextStyle {
    if day == today { return .match }
    if marks.isOverdue { return .overdue }
    if marks.tasks > 0 { return .mark }
    if marks.entries > 0 { return .path }
    return day.weekday == .sunday ? .overdue : .plain
  }
}

extension StyledText {
  /// Without spaces at its end.
  fileprivate func droppingTrailingSpace() -> StyledText {
    var keep = width
    for character in plainText.reversed() {
      guard character == " " else { break }
      keep -= 1
    }
    var result = StyledText()
    for run in runs {
      let text = String(run.text.prefix(max(0, keep - result.width)))
      result.append(text, run.style, url: run.url)
    }
    return result
  }
}
