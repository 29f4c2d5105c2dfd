import CivilCalendar
import NoteModel
import NotePresentation
import TerminalScreen
import TerminalText
import Wording

/// Lets the user choose a day on a calendar, or type one in words.
struct DatePicker {
  let context: CommandContext
  let screen: any TerminalScreen
  /// The field that the day is for, such as `due`.
  let question: String
  let weekStart: Weekday

  /// Shows a calendar. Returns the typed text or the chosen day; nil if the calendar was closed without a choice.
  func choose() -> String? {
    var day = context.clock().day
    var typed = ""
    while true {
      screen.draw(lines(day, typed).map { context.theme.encode($0) }, cursor: nil)
      switch screen.nextEvent() {
      case .ended: return nil
      case .resized: continue
      case .key(.escape), .key(.control("c")), .key(.control("d")): return nil
      case .key(.enter):
        if typed.isEmpty { return day.description }
        if read(typed) != nil { return typed }
      case .key(.backspace): _ = typed.popLast()
      case .key(.text(let text)): typed += text
      case .key(let key): day = moved(day, by: key)
      }
      if let read = read(typed) { day = read.day }
    }
  }

  private func read(_ text: String) -> CivilDate? {
    DateExpression.parse(text, relativeTo: context.clock(), zone: context.zone, for: .deadline)?.date
  }

  private func moved(_ day: Day, by key: Key) -> Day {
    switch key {
    case .left: day.adding(days: -1)
    case .right: day.adding(days: 1)
    case .up: day.adding(days: -7)
    case .down: day.adding(days: 7)
    case .pageUp: day.adding(months: -1)
    case .pageDown: day.adding(months: 1)
    case .home: context.clock().day
    default: day
    }
  }

  private func lines(_ day: Day, _ typed: String) -> [StyledText] {
    let page = Page(
      columns: screen.size.columns, language: context.language, asciiOnly: context.page.asciiOnly,
      isTerminal: true, dates: context.terminal.dates)
    let grid = MonthGrid(day, today: day, marks: [:], weekStart: weekStart, size: .wide, page: page)
    var head = StyledText(question + "  ", .title)
    head.append(typed.isEmpty ? DayText.text(.day(day), in: context.language) : typed)
    if !typed.isEmpty, let date = read(typed) {
      head.append("  " + DayText.text(date, in: context.language), .dim)
    }
    let keys = Message(
      "arrows: day and week · PgUp PgDn: month · Home: today · or type: friday, +3d · Enter · Esc",
      ko: "화살표: 날짜와 주 · PgUp PgDn: 달 · Home: 오늘 · 직접 입력: 금요일, +3d · Enter · Esc")
    return [head, StyledText()] + grid.lines + [StyledText()]
      + StyledText(context.text(keys), .dim).wrapped(to: max(20, screen.size.columns))
  }
}

extension CommandContext {
  /// Returns a change of a field with a day from the calendar in the place of `?` and `ask`: `due:ask`.
  ///
  /// - Throws: `ExitStatus.interrupted` if the calendar was closed without a choice; ``UsageError`` if there is no
  ///   terminal.
  func choosingDay(_ change: ChangeWord) throws -> ChangeWord {
    guard change.deed == .set, [.date, .day].contains(FieldCatalogue.field(typed: change.key)?.type) else {
      return change
    }
    var chosen = change
    chosen.value = try typedDay(change.value, for: change.key)
    return chosen
  }

  /// Returns the words, each with a day from the calendar in the place of `?`: `due:?`.
  func choosingDays(_ words: [String]) throws -> [String] {
    try words.map { word in
      guard let change = ChangeWord(word) else { return word }
      let chosen = try choosingDay(change)
      return chosen == change ? word : "\(change.key):\(chosen.value)"
    }
  }

  /// Returns the day as it was typed, or one from the calendar for `?` and `ask`.
  func typedDay(_ text: String, for question: String) throws -> String {
    try ["?", "ask", "묻기"].contains(text) ? chosenDay(for: question) : text
  }

  /// Returns a day from the calendar.
  private func chosenDay(for question: String) throws -> String {
    guard mayAsk, let screen = world.screen() else {
      throw UsageError(
        Message("“ask” opens a calendar, which needs a terminal", ko: "“묻기”로 여는 달력에는 터미널이 필요합니다"),
        hint: Message("Type the day: due:friday", ko: "날짜를 입력하세요: due:금요일"))
    }
    defer { screen.close() }
    let configuration = configuration(of: try? repository())
    let picker = DatePicker(context: self, screen: screen, question: question, weekStart: weekStart(configuration))
    guard let day = picker.choose() else { throw ExitStatus.interrupted }
    return day
  }
}
