package import ByteBasics
package import CivilCalendar
package import NoteModel
package import TerminalText
import Wording

/// Months with a character for every day that contains an entry or a task; next to one month a list of its days.
package struct CalendarReport: Report {
  package enum Span: Sendable {
    case month, threeMonths, year
  }

  private let months: [Day]
  private let span: Span
  private let agenda: Agenda
  private let weekStart: Weekday
  private let now: CivilMoment

  /// - Parameters:
  ///   - month: Any day of the month in question.
  ///   - agenda: The agenda of all shown months.
  package init(_ month: Day, _ span: Span, agenda: Agenda, weekStart: Weekday, now: CivilMoment) {
    months = Self.months(month, span)
    self.span = span
    self.agenda = agenda
    self.weekStart = weekStart
    self.now = now
  }

  /// Returns the days that the agenda of a calendar must cover.
  package static func range(_ month: Day, _ span: Span) -> DayRange {
    let months = months(month, span)
    return DayRange(months[0], months[months.count - 1].endOfMonth)
  }

  private static func months(_ month: Day, _ span: Span) -> [Day] {
    let start = month.startOfMonth
    switch span {
    case .month: return [start]
    case .threeMonths: return [-1, 0, 1].map { start.adding(months: $0) }
    case .year: return (0..<12).map { start.adding(months: $0 + 1 - start.month) }
    }
  }

  package var kind: String { "calendar" }

  package var items: [JSONValue] {
    agenda.days.filter { !$0.items.isEmpty }.map { day in
      let marks = Self.marks(day.items)
      return .map([
        "day": .string(day.day.description),
        "entries": .integer(marks.entries),
        "tasks": .integer(marks.tasks),
        "overdue": .boolean(marks.isOverdue),
        "references": .array(day.items.compactMap { item in (item.position?.text).map { .string($0) } }),
      ])
    }
  }

  private static func marks(_ items: [AgendaItem]) -> DayMarks {
    var marks = DayMarks()
    for item in items {
      switch item {
      case .entry, .letter: marks.entries += 1
      case .overdue:
        marks.tasks += 1
        marks.isOverdue = true
      case .due, .scheduled, .comingBack: marks.tasks += 1
      case .reminder, .noteReminder: break
      }
    }
    return marks
  }

  package func lines(_ page: Page) -> [StyledText] {
    let marks = Dictionary(uniqueKeysWithValues: agenda.days.map { ($0.day, Self.marks($0.items)) })
    let size: MonthGrid.Size = span == .month ? .wide : .narrow
    let grids = months.map { month in
      MonthGrid(month, today: agenda.today, marks: marks, weekStart: weekStart, size: size, page: page)
    }
    let lines = span == .month ? beside(grids[0], page) : rows(grids, page)
    return lines + [StyledText(), legend(page)]
  }

  /// Places as many months next to each other as there is room for: at most four for a year, otherwise three.
  private func rows(_ grids: [MonthGrid], _ page: Page) -> [StyledText] {
    let gap = 3
    let width = (grids.first?.width ?? 0) + gap
    let perRow = max(1, min(span == .year ? 4 : 3, (page.columns + gap) / width))
    var lines: [StyledText] = []
    for start in stride(from: 0, to: grids.count, by: perRow) {
      if !lines.isEmpty { lines.append(StyledText()) }
      let row = grids[start..<min(start + perRow, grids.count)]
      lines += StyledText.sideBySide(row.map { ($0.lines, $0.width) }, gap: gap)
    }
    return lines
  }

  /// Returns the month with its days in words next to it if the page is wide enough, otherwise below it.
  private func beside(_ grid: MonthGrid, _ page: Page) -> [StyledText] {
    let gap = 3
    let room = page.columns - grid.width - gap
    let isWide = room >= 30
    let list = dayList(width: isWide ? room : page.columns, page)
    guard !list.isEmpty else { return grid.lines }
    return isWide
      ? StyledText.sideBySide([(grid.lines, grid.width), (list, room)], gap: gap)
      : grid.lines + [StyledText()] + list
  }

  private func dayList(width: Int, _ page: Page) -> [StyledText] {
    let days = agenda.days.compactMap { day -> (Day, [AgendaItem])? in
      let items = day.items.filter { item in
        if case .reminder = item { false } else { true }
      }
      return items.isEmpty ? nil : (day.day, items)
    }
    let upcoming = days.filter { $0.0 >= agenda.today }
    return (upcoming.isEmpty ? days : upcoming).flatMap { day, items in
      var shown = items.prefix(Self.itemLimit).map { describe($0, page) }
      if items.count > shown.count {
        let more = items.count - shown.count
        shown.append(StyledText(page.text(Message("\(more) more", ko: "외 \(more)개")), .dim))
      }
      return shown.enumerated().map { position, text in
        let name = DayText.weekday(day.weekday, in: page.language)
        let head = position == 0 ? padded(day.dayOfMonth, to: 2) + " " + name : ""
        let line = StyledText(head, day == agenda.today ? .match : .dim).padded(to: 7)
        return (line + text).truncated(to: width)
      }
    }
  }

  /// The most items shown of a day; further ones are only counted: a calendar is for a look, `agenda` lists all.
  private static let itemLimit = 12

  private func describe(_ item: AgendaItem, _ page: Page) -> StyledText {
    switch item {
    case .overdue(let task, _):
      let due = task.item.due.map { DueText($0, at: now).text(page) } ?? StyledText()
      return due + StyledText(" " + page.title(task.item.title))
    case .letter(let note):
      let message = Message("a letter opens", ko: "편지가 열립니다")
      return StyledText(page.text(message), .strong) + StyledText(note.map { ": " + page.title($0.title) } ?? "")
    case .noteReminder(let note, let moment):
      return StyledText(DayText.time(moment.time) + " ", .mark) + StyledText(page.title(note.title))
    case .entry(let note): return StyledText((page.asciiOnly ? ". " : "· ") + page.entryTitle(note.title), .quote)
    default: return StyledText("+ ", .mark) + StyledText(page.title(item.task?.item.title ?? ""))
    }
  }

  private func legend(_ page: Page) -> StyledText {
    let today = span == .month ? ">" : "<"
    let entry = page.asciiOnly ? "." : "·"
    let message = Message(
      "\(entry) entry  + task  ! overdue  \(today) today",
      ko: "\(entry) 일기  + 할 일  ! 기한 지남  \(today) 오늘")
    return StyledText(page.text(message), .dim)
  }
}

/// The numbers that a calendar shows for a day.
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

  /// - Parameter month: Any day of the month.
  package init(_ month: Day, today: Day, marks: [Day: DayMarks], weekStart: Weekday, size: Size, page: Page) {
    self.month = month.startOfMonth
    self.today = today
    self.marks = marks
    self.weekStart = weekStart
    self.size = size
    self.page = page
  }

  private var cellWidth: Int { size == .wide ? 5 : 3 }
  /// True if the numbers of ISO weeks are shown: the week begins on Monday, and the page is wide enough.
  private var hasWeekNumbers: Bool { size == .wide && weekStart == .monday }

  package var width: Int { 7 * cellWidth + (hasWeekNumbers ? 3 : 0) }

  package var lines: [StyledText] {
    let title = StyledText(LocalizedDate.month(month.month, of: month.year, in: page.language), .heading)
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
    let number = StyledText(String(day.dayOfMonth), numberStyle(day, marks)).padded(to: 2, alignRight: true)
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

  private func signStyle(_ sign: String) -> TextStyle { sign == "!" ? .overdue : sign == "+" ? .mark : .path }

  private func numberStyle(_ day: Day, _ marks: DayMarks) -> TextStyle {
    if day == today { return .match }
    if marks.isOverdue { return .overdue }
    if marks.tasks > 0 { return .mark }
    if marks.entries > 0 { return .path }
    return day.weekday == .sunday ? .overdue : .plain
  }
}
